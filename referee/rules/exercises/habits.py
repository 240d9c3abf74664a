"""Habits: answers that are given without seeing why, and how often each may be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from ..cards import Card, Cards
from ..games.casino.judge.play_rules import BuildRules
from ..games.krypkasino.captures import CaptureRules
from ..notation import read_build, read_card, write_card
from ..playing.simulation import SeededRandom
from ..ruleset import Referee

MOST_RIGHT = {1: 60, 2: 45, 3: 35, 4: 25, 5: 20}
"""In how many of a hundred exercises of each level a habit may be right at most."""
MOST_ABOVE_CHANCE = 10
"""By how many of a hundred a constant answer may be right more often than by chance, where there
are only some answers to choose from."""

_SHARES = {1: 0.46, 2: 0.34, 3: 0.25, 4: 0.16, 5: 0.11}
"""The shares of seeds whose exercise a habit may solve: so far below the bounds that they hold in
any hundred exercises."""
_NUMBER_SHARES = {1: 0.32, 2: 0.30, 3: 0.25, 4: 0.17, 5: 0.13}
"""The shares of seeds whose exercise may have a given number as its answer."""
_ANY = 0.9
"""The part of the share of other habits in which a piece tapped by chance may be right."""
_SIZES = ((2, 3), (3, 3), (2, 4), (2, 2, 3), (3, 4), (4,), (2, 3, 3))
"""The sizes of sets that are laid out, those of low levels first."""
_SWEPT_SIZES = ((1, 2), (2, 2), (1, 3), (2, 3), (1, 2, 2), (3, 3), (2, 2, 3))
"""The sizes of the sets of tables that a card takes whole, those of low levels first."""
_TABLES = 2
"""The number of tables that are laid out for a card."""
_LATE_LEVEL = 4
"""The level from which one card more lies there."""
_TURN = 1 << 32
_PARTS = 16
_STEPS = {"habits": 7, "number": 7, "value": 5}
"""The number of parts from a seed to the next one, by what the circle decides. Values go round in
other steps, so that those of the exercises that a habit may solve are spread as well."""
_GOLDEN = 0.618034
"""A step around the circle after which numbers that follow each other are spread evenly."""

Value = TypeVar("Value")
HabitAnswers = Mapping[str, tuple[str, ...]]
"""The pieces that each habit answers, by the name of the habit."""


class Screen:
    """The decision, made by a seed alone, which habits may solve its exercise.

    Seeds that follow each other lie evenly around a circle; an arc of it are the *lenient* seeds,
    in whose exercises a habit may be right. In an arc of these, nothing is the answer
    (``wants_nothing``), and in no other exercise. So the share of exercises that a habit solves is
    at most that of the arc, whatever positions come about in play.
    """

    def __init__(self, game: str, name: str, level: int, number: int, nothing: float) -> None:
        self._names, self._number, self._level = (game, name, level), number, level
        self.relaxed = False
        self._habits_place = self._place("habits")
        self.lenient = self._habits_place < _SHARES[level]
        self.wants_nothing = self._habits_place < _SHARES[level] * nothing

    def relax(self, *, turned: bool) -> Screen:
        """Return the screen for a seed for which nothing was found: a habit may solve its exercise,
        and if ``turned`` nothing is the answer where else something is."""
        other = copy(self)
        other.lenient = other.relaxed = True
        other.wants_nothing = self.wants_nothing is not turned
        return other

    @cached_property
    def _value_place(self) -> float:
        return self._place("value")

    @cached_property
    def _number_place(self) -> float:
        return self._place("number")

    def _place(self, of: str) -> float:
        """Return the place of the seed on a circle of a circumference of 1. Sixteen seeds that
        follow each other lie in sixteen parts of it, each anywhere in its part."""
        block, index = divmod(self._number, _PARTS)
        part = (index * _STEPS[of] + SeededRandom(*self._names, of, block).below(_PARTS)) % _PARTS
        within = SeededRandom(*self._names, of, "within", self._number).below(_TURN)
        return (part + within / _TURN) / _PARTS

    def pick(self, values: Sequence[Value]) -> Value:
        """Return the value that is to be the right answer, out of all that can be: each is it in as
        many exercises as any other."""
        return values[int(self._value_place * len(values))]

    def allows_number(self, number: int) -> bool:
        """Return whether a number may be the answer."""
        place = (self._number_place + number * _GOLDEN) % 1
        return self.relaxed or place < _NUMBER_SHARES[self._level]

    def allows(self, right: frozenset[tuple[str, ...]], habits: HabitAnswers, number: int) -> bool:
        """Return whether pieces may be the right answers, out of a ``number`` that can be tapped,
        beside what the habits answer."""
        if (() in right) is not self.wants_nothing:
            return False
        if self.lenient:
            return True
        singles = sum(len(pieces) == 1 for pieces in right)
        if self._habits_place * singles > _SHARES[self._level] * _ANY * number:
            return False
        return right.isdisjoint(habits.values())


def habits_of(
    referee: Referee | None, pieces: Sequence[str], played: Card | None
) -> dict[str, tuple[str, ...]]:
    """Return what the habits answer where pieces can be tapped: ``all`` and ``none`` of them, the
    ``largest`` card, the first two as they lie, all ``builds``, all ``but_last``; and about a
    played card the ``equal`` cards alone, ``equal_and_builds`` of its value, the ``small`` cards up
    to it, ``pairs`` that make it one after another, and each ``pair`` and ``three`` that makes it:
    ``pair_0`` and on, each of these alone and with what is equal (``equal_and_pair_0``)."""
    cards = tuple(read_card(piece) for piece in pieces if "=" not in piece and "^" not in piece)
    builds = tuple(piece for piece in pieces if "=" in piece)
    found = {"all": tuple(sorted(pieces)), "none": ()}
    if cards:
        found["largest"] = _written((max(cards, key=lambda card: card.rank),))
        found["first_two"] = _written(cards[:2])
    if builds:
        found["builds"] = tuple(sorted(builds))
    if played is not None:
        values, values_of = _values(referee, played)
        equal = tuple(card for card in cards if card.rank is played.rank)
        others = [card for card in cards if not {*values_of(card)}.intersection(values)]
        pairs = list(_sums(others, 2, values, values_of))
        of_value = [piece for piece in builds if read_build(piece).value in values]
        found["equal"] = _written(equal)
        if of_value:
            found["builds_of_value"] = tuple(sorted(of_value))
            found["equal_and_builds"] = _written(equal, of_value)
        small = tuple(
            card for card in cards if any(n <= max(values, default=0) for n in values_of(card))
        )
        found["small"], found["small_and_builds"] = _written(small), _written(small, of_value)
        found["but_last"] = tuple(sorted(pieces[:-1]))
        tapped = {"pairs": tuple(_apart(pairs))} if pairs else {}
        tapped |= {f"pair_{number}": pair for number, pair in enumerate(pairs)}
        threes = _sums(others, 3, values, values_of)
        tapped |= {f"three_{number}": three for number, three in enumerate(threes)}
        for name, some in tapped.items():
            found[name] = _written(some)
            found[f"equal_and_{name}"] = _written((*equal, *some), of_value)
    return found


def habits_of_hand(hand: Cards) -> dict[str, tuple[str, ...]]:
    """Return what the habits answer that look at nothing but the hand of which cards are asked for:
    those of which there are ``several``, all of the ``commonest`` and of the ``highest`` rank, the
    ``every_ace``, and all ``but_last``."""
    number = Counter(card.rank for card in hand)
    commonest, highest = max(hand, key=lambda card: number[card.rank]).rank, max(number)
    return {
        "several": _written(tuple(card for card in hand if number[card.rank] > 1)),
        "commonest": _written(tuple(card for card in hand if card.rank is commonest)),
        "highest": _written(tuple(card for card in hand if card.rank is highest)),
        "every_ace": _written(tuple(card for card in hand if card.rank == 1)),
        "but_last": _written(hand[:-1]),
    }


def tables_beyond_habits(
    referee: Referee | None,
    table: Cards,
    unseen: Sequence[Card],
    played: Card,
    level: int,
    chance: SeededRandom,
) -> Iterator[Cards]:
    """Yield tables on which a card makes its value as hardly any habit finds it: by two sets, one
    of them of three cards or more, or by a set of four. They consist of cards of the ``table`` and
    of ``unseen`` ones, more of them at a higher level."""
    values, values_of = _values(referee, played)
    value = max(values, default=0)
    for sizes in chance.shuffled(_SIZES[: 1 + level])[:_TABLES]:
        if value < 2 * max(sizes) + 1:  # of less only aces and twos make it
            continue
        pool = [*chance.shuffled(table), *chance.shuffled(unseen)]
        others = [card for card in pool if (own := values_of(card)) and value not in own]
        laid = _sets_of(others, sizes, value, values_of)
        if not laid:
            continue
        others = [card for card in others if card not in laid]
        more = chance.below(1 + level // 2) + (level >= _LATE_LEVEL)
        beside = [card for card in pool if card not in laid]
        small = [card for card in others if any(n < value for n in values_of(card))][-1:]
        rest = [card for card in beside if card not in small]
        yield tuple(sorted((*laid, *small, *rest[:more])))


def tables_to_sweep(
    rules: CaptureRules, table: Cards, unseen: Sequence[Card], level: int, chance: SeededRandom
) -> Iterator[Cards]:
    """Yield tables of Krypkasino that some card takes whole, in two sets or more. They consist of
    cards of the ``table`` and of ``unseen`` ones, more of them at a higher level."""
    pool = [*chance.shuffled(table), *chance.shuffled(unseen)]
    for sizes in chance.shuffled(_SWEPT_SIZES[: 2 + level])[:_TABLES]:
        value = chance.pick([n for n in rules.hand_values.values() if n > 2 * max(sizes)])
        yield tuple(sorted(_sets_of(pool, sizes, value, _values_on_table(rules))))


def _values_on_table(rules: CaptureRules) -> Callable[[Card], Sequence[int]]:
    return lambda card: (rules.table_values[card.rank],)


def _sets_of(
    cards: Sequence[Card],
    sizes: Sequence[int],
    value: int,
    values_of: Callable[[Card], Sequence[int]],
) -> Cards:
    """Return sets of cards that make a value each, of these sizes; none if there are not as
    many."""
    left, laid = list(cards), list[Card]()
    for size in sizes:
        some = _set_of(left, size, value, values_of)
        if not some:
            return ()
        laid += some
        left = [card for card in left if card not in some]
    return tuple(laid)


def _set_of(
    cards: Sequence[Card], size: int, value: int, values_of: Callable[[Card], Sequence[int]]
) -> Cards:
    """Return the first cards, so many, that make a value; none if none do."""
    for place, card in enumerate(cards):
        for number in values_of(card):
            if size == 1 and number == value:
                return (card,)
            if size > 1 and number < value:
                rest = _set_of(cards[place + 1 :], size - 1, value - number, values_of)
                if rest:
                    return (card, *rest)
    return ()


def _written(cards: Cards, builds: Sequence[str] = ()) -> tuple[str, ...]:
    return tuple(sorted((*map(write_card, cards), *builds)))


def _sums(
    cards: Sequence[Card],
    size: int,
    values: Sequence[int],
    values_of: Callable[[Card], Sequence[int]],
) -> Iterator[Cards]:
    """Yield the cards, so many at a time, that make one of the values, in the order of the
    cards."""
    for some in combinations(cards, size):
        if any(sum(numbers) in values for numbers in product(*map(values_of, some))):
            yield some


def _values(
    referee: Referee | None, played: Card
) -> tuple[tuple[int, ...], Callable[[Card], Sequence[int]]]:
    """Return the values of a played card, and a function of those of a card on the table."""
    if isinstance(referee, CaptureRules):
        return (referee.hand_values[played.rank],), _values_on_table(referee)
    if isinstance(referee, BuildRules):
        return referee.hand_values(played), referee.values.of
    return (), lambda _: ()


def _apart(pairs: Sequence[Cards]) -> Iterator[Card]:
    """Yield the cards of pairs that share none, the first pairs first."""
    used: list[Card] = []
    for pair in pairs:
        if not set(pair) & set(used):
            used += pair
    yield from used
