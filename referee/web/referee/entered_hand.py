"""Is the played card among the cards of the hand that somebody entered, or on the table already?

The API wants it in the hand. People at a table look at the cards that are left, or remember the
hand as it was; so the page takes both, and says how it reads them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ...rules.cards import Card, Cards, Deck, KnownCards, TooManyCopies, can_be_same_card


class HandEntry(StrEnum):
    """How the hand was entered, as far as that is a question; ``SAID`` if it is none."""

    SAID = "said"
    WITH_PLAYED = "with"
    WITHOUT_PLAYED = "without"


class EnteredHand(NamedTuple):
    """How a hand was entered, and that hand with the played card."""

    reading: HandEntry
    hand: Cards | None


def read_hand(hand: Cards | None, played: Card | None, table: Cards, deck: Deck) -> EnteredHand:
    """Read a hand with or without the played card. The ``deck`` is that of the game.

    A hand that has such a card was most likely entered with it: who leaves it out has to hold
    another one like it. A hand that has none was entered without, unless the packs have none left;
    that is a fault, which the referee finds.
    """
    if not hand or played is None:
        return EnteredHand(HandEntry.SAID, hand)
    whole = (*hand, played)
    fits = _fit(deck, (*table, *whole))
    if any(can_be_same_card(card, played) for card in hand):
        return EnteredHand(HandEntry.WITH_PLAYED if fits else HandEntry.SAID, hand)
    if not fits:
        return EnteredHand(HandEntry.SAID, hand)
    return EnteredHand(HandEntry.WITHOUT_PLAYED, whole)


def _fit(deck: Deck, cards: tuple[Card, ...]) -> bool:
    try:
        KnownCards(deck, cards)
    except TooManyCopies:
        return False
    return True
