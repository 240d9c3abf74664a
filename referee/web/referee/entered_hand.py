"""Reading of an entered hand, with the played card or without it.

The API wants the played card in the hand. People at a table look at the cards that are left, or
remember the hand as it was; so the page takes both, and says how it reads them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ...rules.cards import Card, Cards, Deck
from ...rules.deck_check_and_possible_suits import KnownCards, TooManyCopies
from ...rules.named_card_matching import can_be_same_card


class HandEntry(StrEnum):
    """A way in which a hand was entered; ``AS_ENTERED`` where nothing has to be said of it."""

    AS_ENTERED = "said"
    WITH_PLAYED = "with"
    WITHOUT_PLAYED = "without"


class EnteredHand(NamedTuple):
    """A hand with the played card, and how it was entered."""

    hand_entry: HandEntry
    hand: Cards | None


def read_hand(hand: Cards | None, played: Card | None, table: Cards, deck: Deck) -> EnteredHand:
    """Return a hand with the played card, and whether that was in it. ``deck`` is that of the game.

    A hand that has such a card was most likely entered with it: who leaves it out has to hold
    another one like it. A hand that has none was entered without, unless the packs have none left;
    that is a fault, which the referee finds.
    """
    if not hand or played is None:
        return EnteredHand(HandEntry.AS_ENTERED, hand)
    whole = (*hand, played)
    fits = _fit(deck, (*table, *whole))
    if any(can_be_same_card(card, played) for card in hand):
        return EnteredHand(HandEntry.WITH_PLAYED if fits else HandEntry.AS_ENTERED, hand)
    if not fits:
        return EnteredHand(HandEntry.AS_ENTERED, hand)
    return EnteredHand(HandEntry.WITHOUT_PLAYED, whole)


def _fit(deck: Deck, cards: tuple[Card, ...]) -> bool:
    """Return whether a deck holds these cards."""
    try:
        KnownCards(deck, cards)
    except TooManyCopies:
        return False
    return True
