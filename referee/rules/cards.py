"""Cards, decks, the numbers that cards make, and cards whose suit was left out."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property
from itertools import chain, product
from typing import NamedTuple, Self, TypeVar


class RulesError(ValueError):
    """Base class of everything that the rules refuse. Subclasses carry facts; ``referee.messages``
    has the words."""

    field = ""
    """The value of a question or an entry that is wrong, where the class decides that."""
    reason = ""
    """A code for programs, where one can be acted on."""


class Unreadable(RulesError):
    """Text that says nothing in the notation."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Impossible(RulesError):
    """Something readable that cannot exist or happen in the game."""


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


@dataclass(frozen=True)
class Deck:
    """The cards of a game: ``copies`` copies of each of the ``faces``."""

    copies: int
    faces: Cards = FACES

    @property
    def size(self) -> int:
        """Return the number of cards in the deck."""
        return self.copies * len(self.faces)

    @cached_property
    def ranks(self) -> frozenset[Rank]:
        """The ranks that occur in the deck."""
        return frozenset(face.rank for face in self.faces)

    def number_of(self, faces: Collection[Card]) -> int:
        """Return the number of cards in the deck that have one of these faces."""
        return self.copies * len(frozenset(self.faces).intersection(faces))


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
        try:
            remaining.remove(item)
        except ValueError:  # it is not there
            continue
    return tuple(remaining)


Numbers = tuple[int, ...]


class Values(dict[Rank, Numbers]):
    """The values that cards may have, lowest first (#values): by rank, none for a rank without a
    number, and by ``face`` where single faces have others than their rank."""

    def __init__(
        self, of_ranks: Mapping[Rank, Numbers], of_faces: Mapping[Card, Numbers] | None = None
    ) -> None:
        super().__init__(of_ranks)
        self.faces: Mapping[Card, Numbers] = of_faces or {}
        by_card = {Card(rank, suit): numbers for rank, numbers in self.items() for suit in Suit}
        by_card |= self.faces
        self.of: Callable[[Card], Numbers] = by_card.__getitem__
        """Return the values of a card. One without a suit has those of its rank."""
        lowest = {card: numbers[0] for card, numbers in by_card.items() if numbers}
        self.lowest: Callable[[Card], int] = lowest.__getitem__
        """Return the lowest value of a card that has one."""
        self.highest = max(chain.from_iterable(by_card.values()))
        self._least_choice = min(
            (numbers[1] for numbers in by_card.values() if len(numbers) > 1),
            default=self.highest + 1,
        )

    def chooses(self, value: int) -> bool:
        """Return whether cards may count more than their lowest value in sets of a value."""
        return self._least_choice <= value <= self.highest

    def add_more(self, value: int) -> bool:
        """Return whether cards may count more than their lowest value beside others, in sets of a
        value."""
        return self._least_choice < value <= self.highest

    def ways(self, cards: Iterable[Card], value: int) -> Iterable[Numbers]:
        """Return each way to count cards as one of their values, all of which must have one, where
        they are to make sets of a value. The first has the lowest value of each card; it is the
        only one where the value is above that of every card."""
        if not self.chooses(value):
            return (tuple(map(self.lowest, cards)),)
        numbers = map(self.of, cards)
        return product(
            *(each if len(each) > 1 and each[1] <= value else each[:1] for each in numbers)
        )


AS_WRITTEN = Values({rank: (int(rank),) for rank in Rank})
"""An ace is 1, a jack 11, a queen 12, a king 13."""
NUMBERS_ONLY = Values({**AS_WRITTEN, **dict.fromkeys(PICTURES, ())})
"""The values as written, but pictures have none."""
ACE_LOW_OR_HIGH = Values({**AS_WRITTEN, Rank.ACE: (1, 14)})
"""The values as written, but an ace may also be 14."""


class TooManyCopies(Impossible):
    """More copies of a card, or cards of a rank, than the deck holds, which may be none."""

    field = "card"

    def __init__(self, card: Card, number: int, copies: int) -> None:
        super().__init__(f"{number} x {card!r}, but there are only {copies}")
        self.card, self.number, self.copies = card, number, copies


class KnownCards:
    """The cards that a question names, checked against the deck.

    A card without a suit can be any suit of which a copy has not been named. Raises
    :class:`TooManyCopies` if the deck does not hold the cards.
    """

    def __init__(self, deck: Deck, cards: Iterable[Card]) -> None:
        named = Counter(cards)
        ranks = deck.ranks
        for card, number in named.items():
            copies = deck.copies if card.rank in ranks else 0
            if number > copies and (card.suited or not copies):
                raise TooManyCopies(card, number, copies)
        # Of cards with suits there are never too many of a rank.
        if Suit.UNKNOWN in {card.suit for card in named}:
            most = deck.copies * len(SUITS)
            of_rank: Counter[Rank] = Counter()
            for card, number in named.items():
                of_rank[card.rank] += number
                if of_rank[card.rank] > most:
                    raise TooManyCopies(Card(card.rank), of_rank[card.rank], most)
        self._copies, self._named = deck.copies, named

    def unnamed(self, card: Card) -> int:
        """Return the number of copies of a face that have not been named."""
        return self._copies - self._named[card]

    def unnamed_faces(self, rank: Rank) -> Cards:
        """Return the faces that cards without a suit can have in a rank, each as often as it is
        unnamed."""
        return tuple(
            face for face in (Card(rank, suit) for suit in SUITS) for _ in range(self.unnamed(face))
        )

    def faces(self, card: Card) -> Cards:
        """Return the different faces that a card can have: itself, or for a card without a suit the
        unnamed faces of its rank."""
        return (card,) if card.suited else tuple(dict.fromkeys(self.unnamed_faces(card.rank)))

    def points_span(self, worth: Mapping[Card, int], cards: Iterable[Card]) -> tuple[int, int]:
        """Return the least and the most points that cards can score, over all suits that cards
        without a suit may have. ``worth`` holds the points of each face."""
        cards = list(cards)
        points = list(map(worth.get, cards))
        least = most = sum(filter(None, points))
        if None not in points:  # all have suits
            return least, most
        each = zip(cards, points, strict=True)
        suitless = Counter(card.rank for card, its_points in each if its_points is None)
        for rank, count in suitless.items():
            worths = sorted(worth[face] for face in self.unnamed_faces(rank))
            least, most = least + sum(worths[:count]), most + sum(worths[-count:])
        return least, most

    def twins(self, card: Card, other: Card) -> tuple[bool, bool]:
        """Return whether two cards of one rank can be the same face, and whether they can be
        different faces."""
        pairs = [
            (a, b)
            for a in self.faces(card)
            for b in self.faces(other)
            if a != b or card.suited or other.suited or self.unnamed(a) > 1
        ]
        return any(a == b for a, b in pairs), any(a != b for a, b in pairs)


def can_be_same_card(card: Card, other: Card) -> bool:
    """Return whether two cards can be the same face, where an unknown suit may be any suit."""
    return card.rank is other.rank and (card == other or not (card.suited and other.suited))


def answers(card: Card, wanted: Card) -> bool:
    """Return whether a card is one that is ``wanted``: of its rank and, if it has a suit, of just
    that face."""
    return card.rank is wanted.rank and (card == wanted or not wanted.suited)


def unanswered(wanted: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """Return the wanted cards without those that the ``cards`` are, by :func:`answers`, each card
    for one."""
    rest = sorted(wanted)  # names with suits first, since the others can mean any card left
    for card in cards:
        answered = next((one for one in rest if answers(card, one)), None)
        if answered is not None:
            rest.remove(answered)
    return rest


def unseen(wanted: Card, seen: Collection[Card]) -> int:
    """Return how many of the cards that are ``wanted``, by :func:`answers`, can be elsewhere in a
    single pack when these cards have been seen."""
    left = len(SUITS) - [card.rank for card in seen].count(wanted.rank)
    return min(left, int(wanted not in seen)) if wanted.suited else left


def can_mean(named: Card, card: Card, known_cards: KnownCards) -> bool:
    """Return whether a player who named one card can mean another card, by the rules of
    :func:`match`."""
    if named == card:
        return True
    if named.rank is not card.rank:
        return False
    return not named.suited or (not card.suited and known_cards.unnamed(named) > 0)


def match(named: Cards, cards: Cards, known_cards: KnownCards) -> Cards | None:
    """Return the cards among ``cards`` that are meant by the named ones, or None if one is not
    there.

    A name without a suit means any card of its rank. A name with a suit may also mean a card whose
    suit was not entered, as long as the deck has an unnamed copy of that face.
    """
    available = list(cards)
    revealed: list[Card] = []  # the faces that cards without a suit turn out to be
    matches = []
    for card in sorted(named):  # names with suits first, since the others can mean any card left
        if card in available:
            match_ = card
        elif card.suited:
            match_ = Card(card.rank)
            if match_ not in available or known_cards.unnamed(card) <= revealed.count(card):
                return None
            revealed.append(card)
        elif same_rank := [other for other in available if other.rank is card.rank]:
            match_ = min(same_rank)
        else:
            return None
        available.remove(match_)
        matches.append(match_)
    return tuple(matches)


Counts = tuple[int, ...]
"""``counts[n]``: how many cards count ``n``, for n from 1 to 13 or, where cards may count more, to
a higher number; ``counts[0]`` is unused."""

NumberSet = tuple[int, ...]
"""Numbers that add up to a value, largest first."""

NUMBERS = range(1, 14)
NO_CARDS: Counts = (0,) * 14


def counted(numbers: Iterable[int], highest: int = 13) -> Counts:
    """Return the counts of numbers from 1 to the ``highest``, or at least to 13."""
    counts = [0] * max(len(NO_CARDS), highest + 1)
    for number in numbers:
        counts[number] += 1
    return tuple(counts)


class See(str):
    """A clause for further reading where no rule decides; the API then gives no clause."""

    __slots__ = ()


class RuleCode(StrEnum):
    """An enumeration of codes in the order in which the rules are checked. Each member is defined
    by its code and the anchor of its clause; a game may have the rule in another clause."""

    clause: str | None
    read_on: str | None
    order: int

    def __new__(cls, code: str, *_row: object) -> Self:
        self = str.__new__(cls, code)
        self._value_ = code
        return self

    def __init__(self, _code: str, clause: str | None = None) -> None:
        self.clause, self.read_on = None if isinstance(clause, See) else clause, clause
        self.order = len(type(self).__members__)
