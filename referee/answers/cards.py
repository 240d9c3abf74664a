"""Cards and ranks, as the notation writes them."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.cards import Card, Rank
from ..rules.notation import write_card, write_rank


def cards_json(cards: Iterable[Card]) -> list[str]:
    return [write_card(card) for card in cards]


def ranks_json(ranks: Iterable[Rank]) -> list[str]:
    return [write_rank(rank) for rank in ranks]
