"""Cards, and how many of each a game's packs hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from enum import IntEnum
from functools import cache
from typing import NamedTuple, TypeVar

_Item = TypeVar("_Item")


class RulesError(ValueError):
    """Anything the rules refuse. Subclasses carry facts; ``referee.messages`` has the words."""


class Unreadable(RulesError):
    """Text that says nothing in the notation."""


class Impossible(RulesError):
    """Readable, but no such thing exists in the game."""


class Rank(IntEnum):
    """A card's rank. Its number orders ranks; what it *counts* for is the ruleset's business."""

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
    """A card's suit, in writing order. ``UNKNOWN``: nobody entered it, so it may be any."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    UNKNOWN = 4

    __hash__ = int.__hash__


SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
PICTURES = (Rank.JACK, Rank.QUEEN, Rank.KING)


class Card(NamedTuple):
    """A card face. Twins from two packs are equal. Sorts by rank, then suit, no suit last."""

    rank: Rank
    suit: Suit = Suit.UNKNOWN

    @property
    def suited(self) -> bool:
        return self.suit is not Suit.UNKNOWN

    def __repr__(self) -> str:
        return f"<{self.rank.name.title()} of {self.suit.name.lower()}>"


Cards = tuple[Card, ...]

FACES: Cards = tuple(Card(rank, suit) for rank in Rank for suit in SUITS)
"""The 52 faces of one pack, in order."""


class Deck(NamedTuple):
    """All cards of a game: so many copies of each of these faces."""

    copies: int
    faces: Cards = FACES

    @property
    def size(self) -> int:
        return self.copies * len(self.faces)

    @property
    def ranks(self) -> frozenset[Rank]:
        """Those that the game is played with."""
        return _ranks_of(self.faces)

    def number_of(self, faces: Collection[Card]) -> int:
        """How many cards of these faces there are."""
        return self.copies * sum(face in faces for face in self.faces)


@cache
def _ranks_of(faces: Cards) -> frozenset[Rank]:
    return frozenset(face.rank for face in faces)


class TooManyCopies(Impossible):
    """More copies of a card, or cards of a rank, than the packs hold: none, maybe."""

    def __init__(self, card: Card, found: int, copies: int) -> None:
        super().__init__(f"{found} x {card!r}, but there are only {copies}")
        self.card, self.found, self.copies = card, found, copies


class TooManyCards(Impossible):
    """More cards than the packs hold in all."""

    def __init__(self, found: int, most: int) -> None:
        super().__init__(f"{found} cards, but there are only {most}")
        self.found, self.most = found, most


class SuitMissing(Impossible):
    """A card without its suit, where every card has one: in a log, or in a pile that is counted."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"no suit: {card!r}")
        self.card = card


class KnownCards:
    """The cards in play that somebody named, out of a whole deck.

    It knows what a suitless card can still be: any suit with a copy that nobody has named.
    Raises :class:`TooManyCopies` if the cards are not in the deck.
    """

    def __init__(self, deck: Deck, cards: Iterable[Card]) -> None:
        named = Counter(cards)
        ranks = deck.ranks
        for card, found in named.items():
            copies = deck.copies if card.rank in ranks else 0
            if found > copies and (card.suited or not copies):
                raise TooManyCopies(card, found, copies)
        most = deck.copies * len(SUITS)
        if named.total() > most:
            of_rank: Counter[Rank] = Counter()
            for card, found in named.items():
                of_rank[card.rank] += found
                if of_rank[card.rank] > most:
                    raise TooManyCopies(Card(card.rank), of_rank[card.rank], most)
        self._copies, self._named = deck.copies, named

    def unnamed(self, card: Card) -> int:
        """How many copies of a face nobody has named: what suitless cards may turn out to be."""
        return self._copies - self._named[card]

    def unnamed_faces(self, rank: Rank) -> Cards:
        """The faces that suitless cards of a rank share out, a twin twice."""
        return tuple(
            face for face in (Card(rank, suit) for suit in SUITS) for _ in range(self.unnamed(face))
        )

    def faces(self, card: Card) -> Cards:
        """The different faces that a card can have: itself, or what is left for a suitless one."""
        return (card,) if card.suited else tuple(dict.fromkeys(self.unnamed_faces(card.rank)))

    def points_span(self, worth: Mapping[Card, int], cards: Iterable[Card]) -> tuple[int, int]:
        """Least and most that cards score by what each is worth, over all suits that suitless ones
        may have."""
        least = most = 0
        suitless: dict[Rank, int] = {}
        for card in cards:
            if card.suited:
                least, most = least + worth[card], most + worth[card]
            else:
                suitless[card.rank] = suitless.get(card.rank, 0) + 1
        for rank, number in suitless.items():
            worths = sorted(worth[face] for face in self.unnamed_faces(rank))
            least, most = least + sum(worths[:number]), most + sum(worths[-number:])
        return least, most

    def twins(self, one: Card, other: Card) -> tuple[bool, bool]:
        """Can two cards of one rank be the same face? Can they be different ones?"""
        pairs = [
            (a, b)
            for a in self.faces(one)
            for b in self.faces(other)
            if a != b or one.suited or other.suited or self.unnamed(a) > 1
        ]
        return any(a == b for a, b in pairs), any(a != b for a, b in pairs)


def difference(items: Iterable[_Item], gone: Iterable[_Item]) -> tuple[_Item, ...]:
    """Return the items without those that are ``gone``, each of which takes one equal item away;
    the others keep their order."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def can_be_same_card(one: Card, other: Card) -> bool:
    """Can these be the same card? A suit that nobody entered may be any."""
    return one.rank is other.rank and (one == other or not (one.suited and other.suited))


def can_mean(named: Card, card: Card, packs: KnownCards) -> bool:
    """Can somebody who named a card mean this one? As :func:`match` has it."""
    if named == card:
        return True
    if named.rank is not card.rank:
        return False
    return not named.suited or (not card.suited and packs.unnamed(named) > 0)


def match(named: Cards, cards: Cards, packs: KnownCards) -> Cards | None:
    """The cards that somebody named, as they stand among ``cards``; None if one is not there.

    A suitless name means any card of its rank; a suited one may mean a card whose suit nobody
    entered, as far as the packs have that face left.
    """
    there = list(cards)
    settled: list[Card] = []  # the faces that cards without a suit turn out to be
    found = []
    for card in sorted(named):  # suited names of a rank come first and leave the others the rest
        if card in there:
            meant = card
        elif card.suited:
            meant = Card(card.rank)
            if meant not in there or packs.unnamed(card) <= settled.count(card):
                return None
            settled.append(card)
        elif same := [one for one in there if one.rank is card.rank]:
            meant = min(same)
        else:
            return None
        there.remove(meant)
        found.append(meant)
    return tuple(found)
