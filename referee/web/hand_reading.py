"""Is the played card among the cards of the hand that somebody entered, or on the table already?

The API wants it in the hand. People at a table look at the cards that are left, or remember the
hand as it was; so the page takes both, and says how it reads them.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from ..rules.cards import Card, Deck, Packs, TooManyCopies
from ..rules.games.krypkasino.question import Question


class Reading(StrEnum):
    """How the hand was entered, as far as that is a question; ``SAID`` if it is none."""

    SAID = "said"
    WITH_PLAYED = "with"
    WITHOUT_PLAYED = "without"


class HandRead(NamedTuple):
    """A question whose hand holds the played card, and how that hand was entered."""

    reading: Reading
    question: Question


def read_hand(question: Question, deck: Deck) -> HandRead:
    """Read a hand with or without the played card. The ``deck`` is that of the game.

    A hand that has such a card was most likely entered with it: who leaves it out has to hold
    another one like it. A hand that has none was entered without, unless the packs have none left;
    that is a fault, which the referee finds.
    """
    hand, played = question.hand, question.played
    if not hand or played is None:
        return HandRead(Reading.SAID, question)
    whole = (*hand, played)
    fits = _fit(deck, (*question.table, *whole))
    if any(_may_be(card, played) for card in hand):
        return HandRead(Reading.WITH_PLAYED if fits else Reading.SAID, question)
    if not fits:
        return HandRead(Reading.SAID, question)
    return HandRead(Reading.WITHOUT_PLAYED, replace(question, hand=whole))


def _may_be(card: Card, played: Card) -> bool:
    """Can these be the same card? A suit that nobody entered may be any."""
    return card.rank is played.rank and (card == played or not (card.suited and played.suited))


def _fit(deck: Deck, cards: tuple[Card, ...]) -> bool:
    try:
        Packs(deck, cards)
    except TooManyCopies:
        return False
    return True
