"""Division of cards, or of counts of their numbers, into sets that each make a value (#groups).

Suits do not matter for counts and equal numbers are interchangeable, so a collection of cards is a
vector of *counts*. It is *divisible* if sets of the value use up all its cards.
:mod:`referee.rules.lattice` finds the largest divisible collections.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from .cards import (
    NUMBERS,
    Card,
    Cards,
    Counts,
    Numbers,
    NumberSet,
    Values,
    counted,
)
from .lattice import largest


class Sums:
    """Sums of some of these numbers, each from 1 up, to a total of at most ``most``."""

    def __init__(self, numbers: Sequence[int], most: int) -> None:
        self._numbers = numbers
        mask = (1 << most + 1) - 1
        reached = [1]  # from the last place on: bit n is set where numbers from there on can make n
        for number in reversed(numbers):
            reached.append((reached[-1] | reached[-1] << number) & mask)
        self._reached = reached[::-1]

    def make(self, total: int) -> bool:
        """Return whether some of the numbers make a total, in one operation."""
        return total >= 0 and bool(self._reached[0] >> total & 1)

    @property
    def totals(self) -> int:
        """Return the totals that some of the numbers make, as bits: bit 0 stands for none."""
        return self._reached[0]

    def of(self, total: int) -> Iterator[tuple[int, ...]]:
        """Yield the ways to make a total, each as the places of its numbers in ascending order; one
        empty way for 0."""
        return self._ways(0, total) if total >= 0 else iter(())

    def _ways(self, start: int, rest: int) -> Iterator[tuple[int, ...]]:
        """Yield the ways to make ``rest`` with numbers from the place ``start`` on."""
        if rest == 0:
            yield ()
            return
        for place in range(start, len(self._numbers)):
            if not self._reached[place] >> rest & 1:
                return
            remaining = rest - self._numbers[place]
            if remaining >= 0 and self._reached[place + 1] >> remaining & 1:
                for others in self._ways(place + 1, remaining):
                    yield (place, *others)


def parts(counts: Counts, total: int) -> Iterator[NumberSet]:
    """Yield the ways to make a total with the counts of each number, as sets with the largest
    number first. There are at most 231, since a total is at most a card's value."""
    remaining = list(counts)

    def ways(rest: int, largest: int) -> Iterator[NumberSet]:
        """Yield the ways to make ``rest`` with numbers up to ``largest``."""
        if rest == 0:
            yield ()
        for number in range(min(rest, largest), 0, -1):
            if remaining[number]:
                remaining[number] -= 1
                for others in ways(rest - number, number):
                    yield (number, *others)
                remaining[number] += 1

    yield from ways(total, len(counts) - 1)


HIGHEST_VALUE = 16
"""The highest value that a card of any game has, from the hand."""

_GREEDY_STEPS = 2_000

ACE = 1


def divide(counts: Counts, value: int) -> list[NumberSet] | None:
    """Return one division of all these cards into sets of a value, or None if there is none.

    For a value above 16, which no card has, None may also mean that no division was found soon.
    """
    if any(counts[value + 1 :]) or _total(counts) % value:
        return None
    try:
        return _divide_greedily(counts, value)
    except _TooLong:
        if value > HIGHEST_VALUE:
            return None
        return largest(counts, value, containing=counts)


@lru_cache(maxsize=256)
def dividing_values(counts: Counts) -> tuple[int, ...]:
    """Return the values from 1 to 16 into sets of which all the cards can be divided; no values for
    no cards. Cached, since captures that differ in suits alone leave the same counts."""
    total = _total(counts)
    if not total:
        return ()
    least = max(number for number in NUMBERS if counts[number])
    return tuple(
        value
        for value in range(least, HIGHEST_VALUE + 1)
        if total % value == 0 and divide(counts, value) is not None
    )


def _total(counts: Counts) -> int:
    return sum(number * count for number, count in enumerate(counts) if count)


class _TooLong(Exception):
    """A greedy search that has taken too many steps."""


def _divide_greedily(counts: Counts, value: int) -> list[NumberSet] | None:
    """Return a division of the cards into sets of a value, or None if there is none.

    The largest remaining card is always placed first, with the largest cards that fit; dead ends
    are backtracked. Usually far quicker than the lattice. Raises :class:`_TooLong` otherwise.
    """
    remaining = list(counts)
    placed: list[int] = []
    steps = 0

    def complete(rest: int, largest_part: int, highest: int) -> bool:
        """Place the numbers that finish the set that lacks ``rest``, and then all other sets;
        return whether there is a way. No remaining number is above ``highest``."""
        nonlocal steps
        steps += 1
        if steps > _GREEDY_STEPS:
            raise _TooLong
        least_part = 1
        if rest == 0:
            while highest and not remaining[highest]:
                highest -= 1
            if not highest:
                return True
            rest, largest_part, least_part = value, highest, highest
        for number in range(min(rest, largest_part), least_part - 1, -1):
            if remaining[number]:
                remaining[number] -= 1
                placed.append(number)
                if complete(rest - number, min(number, highest), highest):
                    return True
                placed.pop()
                remaining[number] += 1
        return False

    return _cut(placed, value) if complete(0, 0, len(remaining) - 1) else None


def _cut(placed: list[int], value: int) -> list[NumberSet]:
    sets: list[NumberSet] = []
    begin, total = 0, 0
    for end, number in enumerate(placed, 1):
        total += number
        if total == value:
            sets.append(tuple(placed[begin:end]))
            begin, total = end, 0
    return sets


def divide_cards(cards: Iterable[Card], value: int, values: Values) -> tuple[Cards, ...] | None:
    """Return cards divided into sets that each make a value from 1 to 16 (#groups); None if there
    is no division.

    Of several divisions it is the first: sets of fewer cards come first, then those of lower cards,
    and within a set lower cards come first. A card of several values counts any of them, whatever
    it counts makes the division the first (#values).
    """
    ordered = sorted(cards)
    if not (1 <= value <= HIGHEST_VALUE and all(map(values.of, ordered))):
        return None
    divisions = []
    for numbers in values.ways(ordered, value):
        if sum(numbers) == value:
            return (tuple(ordered),)
        if (division := _first_division(numbers, value)) is not None:
            divisions.append(_of_cards(ordered, numbers, division))
    if len(divisions) < 2:
        return divisions[0] if divisions else None
    return min(divisions, key=lambda sets: [(len(group), group) for group in sets])


_Places = tuple[int, ...]
"""The places of the numbers of a set."""


def _of_cards(
    ordered: Sequence[Card], numbers: Numbers, division: tuple[_Places, ...]
) -> tuple[Cards, ...]:
    """Return the division of cards that count these numbers."""
    sets = [tuple([ordered[place] for place in group]) for group in division]
    if sorted(numbers) == list(numbers):
        return tuple(sets)
    return tuple(sorted((tuple(sorted(group)) for group in sets), key=lambda s: (len(s), s)))


@lru_cache(maxsize=4096)
def _first_division(numbers: Numbers, value: int) -> tuple[_Places, ...] | None:
    """Return the first division of numbers into sets of a value, as their places: the first of
    several equal numbers go to the first set.

    A set without which no division is left stays so once others are gone, so the possible sets are
    gone through once; one may come several times.
    """
    counts = list(_counts(numbers))
    if divide(tuple(counts), value) is None:
        return None
    division: list[Numbers] = []
    placed = 0
    for group in _groups(numbers, value):
        while (rest := _without(counts, group)) and divide(tuple(rest), value) is not None:
            division.append(group)
            placed += len(group)
            counts = rest
        if placed == len(numbers):
            break
    places: dict[int, list[int]] = {}
    for place in reversed(range(len(numbers))):
        places.setdefault(numbers[place], []).append(place)
    return tuple(tuple([places[number].pop() for number in group]) for group in division)


def _without(counts: list[int], group: Numbers) -> list[int] | None:
    """Return the counts without these numbers, None where they are not all there."""
    rest = counts.copy()
    for number in group:
        if not rest[number]:
            return None
        rest[number] -= 1
    return rest


def _groups(numbers: Numbers, value: int) -> list[Numbers]:
    """Return all possible first sets of numbers, the smallest set first."""
    chosen = [group[::-1] for group in parts(_counts(numbers), value)]
    return sorted(chosen, key=lambda group: (len(group), group))


def _counts(numbers: Numbers) -> Counts:
    return counted(numbers, max(numbers, default=0))
