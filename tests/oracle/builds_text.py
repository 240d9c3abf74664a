"""The notation of the games with builds, for the oracle (api-casino, Text).

Cards are plain strings: "8S", "10D", or "8" for a card whose suit nobody entered.
F is the rules file of the family, its sections quoted as F1.4 and so on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
READ_RANKS = {"T": "10", "1": "A", "E": "A", "B": "J", "KN": "J", "D": "Q"}
READ_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "R": "D", "P": "S"}
CARD = re.compile(r"(10|KN|[A2-9TJQKEBD1])([SHDCRP♠♥♦♣]?)(?:\^(\d+))?")

Group = tuple[str, ...]


class Refused(Exception):
    """A question that can be read but is impossible: 422 with this field."""

    def __init__(self, field_name: str) -> None:
        """Keep the field at fault."""
        super().__init__(field_name)
        self.field = field_name


class Unreadable(Refused):
    """Text that is not the notation: 400 with this field."""


def rank_of(card: str) -> str:
    """The rank of a card with or without a suit."""
    return card if card in RANKS else card[:-1]


def suit_of(card: str) -> str:
    """The suit of a card, or "" if nobody entered it."""
    return card[len(rank_of(card)) :]


@cache
def card_key(card: str) -> tuple[int, int]:
    """Card order: A low to K high, then S H D C, then no suit (api, Conventions)."""
    suit = suit_of(card)
    return RANKS.index(rank_of(card)), SUITS.index(suit) if suit else len(SUITS)


def cards_key(cards: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Compares cards one by one, in the order in which they stand."""
    return tuple(card_key(card) for card in cards)


def in_order(cards: Sequence[str]) -> Group:
    """The same cards in card order."""
    return tuple(sorted(cards, key=card_key))


@dataclass(frozen=True)
class Game:
    """One of the two games with its house rules (F1.2, F2)."""

    name: str
    house: frozenset[str]

    @property
    def royal(self) -> bool:
        """Do pictures have numbers?"""
        return self.name == "royal-casino"

    @property
    def spades_score(self) -> bool:
        """Does every spade score (C, Spade Casino)?"""
        return self.name == "spade-casino"

    @property
    def ace_high(self) -> bool:
        """Does an ace count 1 or 14?"""
        return self.royal and "ace_low" not in self.house

    @property
    def builds_are_cards(self) -> bool:
        """Does a simple build behave like one card (F1.7)?"""
        return "simple_build_as_card" in self.house

    @property
    def highest(self) -> int:
        """The highest value of any card."""
        return 14 if self.ace_high else 13 if self.royal else 10

    def picture(self, card: str) -> bool:
        """Is it a card without a number?"""
        return not self.royal and rank_of(card) in ("J", "Q", "K")

    def number(self, card: str) -> int | None:
        """What a card counts on the table, together with others: an ace 1."""
        return None if self.picture(card) else RANKS.index(rank_of(card)) + 1

    def played_values(self, card: str) -> tuple[int | None, ...]:
        """What a card from the hand can be worth, lowest first; None for a picture."""
        if self.ace_high and rank_of(card) == "A":
            return 1, 14
        return (self.number(card),)

    def holder(self, value: int) -> str | None:
        """The rank that is worth this value, if any is."""
        if not 1 <= value <= self.highest:
            return None
        return "A" if value == 14 else RANKS[value - 1]

    def worth(self, group: Sequence["Unit"], value: int) -> bool:
        """Is this group worth the value? An ace by itself may be 14 (api-casino, Text)."""
        if self.ace_high and value == 14 and len(group) == 1 and group[0].ace:
            return True
        numbers = [unit.number for unit in group if unit.number is not None]
        return len(numbers) == len(group) > 0 and sum(numbers) == value


@dataclass(frozen=True)
class Unit:
    """What goes into a group as one thing: a card, or a build that counts as one."""

    cards: Group
    number: int | None
    build: bool = False

    @property
    def ace(self) -> bool:
        """Is it a single ace?"""
        return not self.build and rank_of(self.cards[0]) == "A"


def unit_of(game: Game, card: str) -> Unit:
    """A card as a unit."""
    return Unit((card,), game.number(card))


def divisions(game: Game, units: Sequence[Unit], value: int) -> Iterator[list[list[Unit]]]:
    """All ways to divide all the units into groups worth the value. Nothing: one, into none."""
    if not units:
        yield []
        return
    if not (game.ace_high and value == 14):
        # Any number of groups of the value adds up to a multiple of it.
        numbers = [unit.number or 0 for unit in units]
        if 0 in numbers or value < 1 or sum(numbers) % value != 0:
            return
    # The first unit is in some group: try each, and divide what is left.
    first, others = units[0], units[1:]
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            group = [first, *(others[i] for i in places)]
            if game.worth(group, value):
                left = [unit for i, unit in enumerate(others) if i not in places]
                for division in divisions(game, left, value):
                    yield [group, *division]


def canonical(groups: Sequence[Sequence[str]]) -> tuple[Group, ...]:
    """Groups by size, then in card order, the cards of each in card order."""
    return tuple(sorted(map(in_order, groups), key=lambda group: (len(group), cards_key(group))))


def groups_key(groups: Sequence[Group]) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Compares divisions group by group: smaller first, of equal ones the lower cards."""
    return [(len(group), cards_key(group)) for group in groups]


Key = tuple[int, tuple[tuple[int, int], ...]]


def first_division(game: Game, cards: Sequence[str], value: int) -> tuple[Group, ...] | None:
    """How cards worth the value are written, or None if they cannot be divided: the first group is
    as small and low as can be, then the next. Builds of followed games grow large: what cannot be
    is left early."""
    return _divided_from(game, in_order(cards), value, (0, ()))


@cache
def _divided_from(game: Game, cards: Group, value: int, least: Key) -> tuple[Group, ...] | None:
    """The first division into groups none of which comes before the least one."""
    if not cards:
        return ()
    numbers = [game.number(card) for card in cards]
    if value < 1 or None in numbers:
        return None
    if not _divisible(tuple(n for n in numbers if n), value, game.ace_high and value == 14):
        return None
    for size in range(max(1, least[0]), len(cards) + 1):
        for places in _places_worth(game, cards, value, size):
            group = tuple(cards[i] for i in places)
            key = (size, cards_key(group))
            others = tuple(card for i, card in enumerate(cards) if i not in places)
            rest = None if key < least else _divided_from(game, others, value, key)
            if rest is not None:
                return (group, *rest)
    return None


@cache
def _divisible(numbers: tuple[int, ...], value: int, aces_alone: bool) -> bool:
    """Can these numbers, lowest first, be divided? An ace by itself may be a group of 14."""
    if not numbers:
        return True
    if aces_alone and numbers[0] == 1 and _divisible(numbers[1:], value, aces_alone):
        return True
    # The highest is in some group.
    return any(
        _divisible(rest, value, aces_alone) for rest in _rests(numbers[:-1], value - numbers[-1])
    )


def _rests(numbers: tuple[int, ...], wanted: int) -> set[tuple[int, ...]]:
    """What can be left of these when some of them, worth so much, are gone."""
    if wanted <= 0 or not numbers:
        return {numbers} if wanted == 0 else set()
    without = {(*rest, numbers[-1]) for rest in _rests(numbers[:-1], wanted)}
    return without | _rests(numbers[:-1], wanted - numbers[-1])


def _places_worth(game: Game, cards: Group, value: int, size: int) -> Iterator[tuple[int, ...]]:
    """The groups of this size worth the value, in card order, as places."""
    if size == 1:
        units = [unit_of(game, card) for card in cards]
        yield from ((i,) for i, unit in enumerate(units) if game.worth([unit], value))
        return

    def more(start: int, left: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield from [()] if wanted == 0 else []
            return
        for i in range(start, len(cards)):
            number = game.number(cards[i]) or 0
            # In card order: the others are no lower.
            if number * left > wanted:
                return
            for others in more(i + 1, left - 1, wanted - number):
                yield (i, *others)

    yield from more(0, size, value)


@dataclass(frozen=True)
class Build:
    """A build on the table."""

    value: int
    groups: tuple[Group, ...]
    keeper: int

    @cached_property
    def cards(self) -> Group:
        """All its cards in card order."""
        return in_order([card for group in self.groups for card in group])

    @property
    def multiple(self) -> bool:
        """More than one group?"""
        return len(self.groups) > 1

    @property
    def claim(self) -> str:
        """Its text in a turn: no seat."""
        return "=".join(["+".join(group) for group in self.groups] + [str(self.value)])

    @property
    def text(self) -> str:
        """Its text on a table: with the keeper's seat."""
        return f"{self.claim}@{self.keeper}"


def build_key(build: Build) -> tuple[Any, ...]:
    """The order of builds: by value, then by groups (ours: the contract names none)."""
    return build.value, groups_key(build.groups), build.keeper


@dataclass(frozen=True)
class BuildClaim:
    """A build as somebody wrote it: its cards and its number."""

    cards: Group
    value: int
    seat: int | None = None


@dataclass(frozen=True)
class Step:
    """One step of a turn as written: take, lay or form."""

    verb: str
    card: str | None
    loose: Group = ()
    builds: tuple[BuildClaim, ...] = field(default=())


def read_card(text: str, where: str, tops: bool = False) -> str:
    """A card, written as the contract writes it. A top (^) keeps its mark: none is there."""
    found = CARD.fullmatch(text.upper())
    if found is None or (found[3] and not tops):
        raise Unreadable(where)
    card = READ_RANKS.get(found[1], found[1]) + READ_SUITS.get(found[2], found[2])
    if found[3]:
        raise Refused(where)  # piles are closed in these games
    return card


def read_build(text: str, where: str, tops: bool = False) -> BuildClaim:
    """GROUP { "=" GROUP } "=" NUMBER [ "@" SEAT ]."""
    body, at, seat = text.partition("@")
    *groups, number = body.split("=")
    if not groups or not number.isdecimal() or (at and not seat.isdecimal()):
        raise Unreadable(where)
    cards = [read_card(card, where, tops) for group in groups for card in group.split("+")]
    return BuildClaim(tuple(cards), int(number), int(seat) if at else None)


def words(text: str) -> list[str]:
    """The words of a list: parted by spaces or commas."""
    return re.split(r"[\s,]+", text.strip(" \t\n,"))


def read_items(
    tokens: Sequence[str], where: str, tops: bool = False
) -> tuple[Group, tuple[BuildClaim, ...]]:
    """Loose cards and builds."""
    loose = tuple(read_card(token, where, tops) for token in tokens if "=" not in token)
    builds = tuple(read_build(token, where, tops) for token in tokens if "=" in token)
    return loose, builds


def read_table(game: Game, text: str, players: int) -> tuple[Group, tuple[Build, ...]]:
    """The table: loose cards in card order, and builds."""
    if not text.strip():
        return (), ()
    loose, claims = read_items(words(text), "table")
    builds = []
    for claim in claims:
        groups = first_division(game, claim.cards, claim.value)
        seat = 1 if claim.seat is None else claim.seat
        if len(claim.cards) < 2 or groups is None or not 1 <= claim.value <= 14:
            raise Refused("table")
        if seat >= players:
            raise Refused("table")
        builds.append(Build(claim.value, groups, seat))
    return in_order(loose), tuple(sorted(builds, key=build_key))


def same_card(one: str, other: str) -> bool:
    """May two spellings be one card?"""
    return one == other or (
        rank_of(one) == rank_of(other) and not (suit_of(one) and suit_of(other))
    )


def once(cards: Sequence[str], where: str) -> None:
    """There is one copy of each card, and four of each rank."""
    suited = [card for card in cards if suit_of(card)]
    ranks = [rank_of(card) for card in cards]
    if len(set(suited)) < len(suited) or any(ranks.count(rank) > 4 for rank in ranks):
        raise Refused(where)


def read_step(text: str) -> Step:
    """One step of a turn."""
    tokens = words(text)
    if len(tokens) == 2 and tokens[1] == "-":
        return Step("lay", read_card(tokens[0], "turn"))
    if len(tokens) > 2 and tokens[1] in ("x", "X"):
        card = read_card(tokens[0], "turn")
        loose, builds = read_items(tokens[2:], "turn", tops=True)
        once([card, *loose, *(other for build in builds for other in build.cards)], "turn")
        return Step("take", card, loose, builds)
    if len(tokens) not in (1, 2) or "=" not in tokens[-1]:
        raise Unreadable("turn")
    claim = read_build(tokens[-1], "turn", tops=True)
    once(claim.cards, "turn")
    if len(tokens) == 1:
        return Step("form", None, (), (claim,))
    card = read_card(tokens[0], "turn")
    if not any(same_card(card, other) for other in claim.cards):
        raise Refused("turn")
    return Step("form", card, (), (claim,))


def read_turn(text: str) -> tuple[Step, ...]:
    """The steps of a turn, parted by strokes."""
    return tuple(read_step(step) for step in text.split("/"))
