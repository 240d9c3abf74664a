"""Table cards that leave the table after a deal (#set-aside)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...cards import Card, Cards
from ...deck_check_and_possible_suits import KnownCards
from .card_values_and_points_type import CaptureRules


class SetAside(NamedTuple):
    """Table cards after a deal: those that stay, those that are set aside, and those that may be
    either because their suit was not entered."""

    staying: Cards
    aside: Cards
    undecided: Cards


def table_after_deal(rules: CaptureRules, table: Cards, known_cards: KnownCards) -> SetAside:
    """Return the table cards after a deal set some of them aside (#set-aside, #house-rules).
    ``known_cards`` limits the suits of cards without suit."""
    staying: list[Card] = []
    aside: list[Card] = []
    undecided: list[Card] = []
    for card in sorted(table):
        if card.suited:
            (aside if card in rules.faces_set_aside else staying).append(card)
    suitless = Counter(card.rank for card in table if not card.suited)
    for rank, number in suitless.items():
        faces = known_cards.unnamed_faces(rank)
        may_go = sum(face in rules.faces_set_aside for face in faces)
        most, least = min(number, may_go), max(0, number - (len(faces) - may_go))
        aside += [Card(rank)] * least
        undecided += [Card(rank)] * (most - least)
        staying += [Card(rank)] * (number - most)
    return SetAside(*(tuple(sorted(cards)) for cards in (staying, aside, undecided)))
