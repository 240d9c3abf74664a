"""Tops of open piles as texts."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..rules.cards import Card, Cards
from ..rules.games.casino.question import BuildQuestion
from ..rules.table_and_builds import Top
from ..words import card_text, cards_text
from .build_and_pile_owners import pile_owner_text


def top_text(question: BuildQuestion, top: Top) -> str:
    """Return the top card of a pile with the owner of the pile: "the opponent’s 9"."""
    owner = pile_owner_text(question, top.seat)
    return gettext("%(owner)s %(card)s", owner=owner, card=card_text(top.card))


def with_tops_text(cards: Cards) -> str:
    """Return which cards of a build come from piles: "with 2♠ of a pile"."""
    return ngettext(
        "with %(cards)s of a pile", "with %(cards)s of piles", len(cards), cards=cards_text(cards)
    )


def tops_text(question: BuildQuestion, piles: tuple[Cards, ...]) -> str:
    """Return the known tops of the piles: "yours 8♦"; empty if none is known."""
    texts: list[str] = []
    for seat, pile in enumerate(piles):
        if pile:
            texts.append(f"{pile_owner_text(question, seat)} {_cards_of_pile(pile)}")
    return ", ".join(texts)


def _cards_of_pile(pile: tuple[Card, ...]) -> str:
    return " > ".join(map(card_text, pile))
