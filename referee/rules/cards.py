"""Cards and decks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import IntEnum
from functools import cache
from typing import NamedTuple, TypeVar

from .error_bases import Impossible

_Item = TypeVar("_Item")


class Rank(IntEnum):
    """The rank of a card. The number orders ranks; the value of a card is set by the ruleset."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    __hash__ = int.__hash__  # an enum hashes its name, and cards are hashed all the time


class Suit(IntEnum):
    """The suit of a card, in writing order. ``UNKNOWN``: the suit was not entered and may be
    any."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    UNKNOWN = 4

    __hash__ = int.__hash__


SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
PICTURES = (Rank.JACK, Rank.QUEEN, Rank.KING)


class Card(NamedTuple):
    """A card face. The same face of two packs is equal. Sorts by rank, then suit, unknown suit
    last."""

    rank: Rank
    suit: Suit = Suit.UNKNOWN

    @property
    def suited(self) -> bool:
        """Return whether the suit of the card is known."""
        return self.suit is not Suit.UNKNOWN

    def __repr__(self) -> str:
        return f"<{self.rank.name.title()} of {self.suit.name.lower()}>"


Cards = tuple[Card, ...]

FACES: Cards = tuple(Card(rank, suit) for rank in Rank for suit in SUITS)
"""The 52 faces of one pack, in order."""


class Deck(NamedTuple):
    """The cards of a game: ``copies`` copies of each of the ``faces``."""

    copies: int
    faces: Cards = FACES

    @property
    def size(self) -> int:
        """Return the number of cards in the deck."""
        return self.copies * len(self.faces)

    @property
    def ranks(self) -> frozenset[Rank]:
        """Return the ranks that occur in the deck."""
        return _ranks_of(self.faces)

    def number_of(self, faces: Collection[Card]) -> int:
        """Return the number of cards in the deck that have one of these faces."""
        return self.copies * sum(face in faces for face in self.faces)


@cache
def _ranks_of(faces: Cards) -> frozenset[Rank]:
    """Return the ranks of some faces."""
    return frozenset(face.rank for face in faces)


class TooManyCards(Impossible):
    """More cards than the deck holds in all."""

    def __init__(self, number: int, most: int) -> None:
        super().__init__(f"{number} cards, but there are only {most}")
        self.number, self.most = number, most


class SuitMissing(Impossible):
    """A card without a suit where every card needs one: in a log, or in a counted pile."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"no suit: {card!r}")
        self.card = card


def difference(items: Iterable[_Item], removed: Iterable[_Item]) -> tuple[_Item, ...]:
    """Return the items without the ``removed`` ones, each of which takes away one equal item; the
    others keep their order."""
    remaining = list(items)
    for item in removed:
        if item in remaining:
            remaining.remove(item)
    return tuple(remaining)
