"""Which sets of table cards can be divided into groups that each make a value (#groups)?

The one algorithm of the house. Suits do not matter here and equal numbers are interchangeable, so
a set of cards is a vector of *counts*, and a set is *divisible* if groups of the value use it up.
:mod:`.lattice` finds divisible sets all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .card_set_lattice import NO_CARDS, NUMBERS, Counts, Group, Lattice, Maximal, counted

__all__ = [
    "HIGHEST_VALUE",
    "NO_CARDS",
    "NUMBERS",
    "Counts",
    "Group",
    "Maximal",
    "counted",
    "divide",
    "dividing_values",
    "largest",
    "maximal",
    "missing",
]

HIGHEST_VALUE = 14

WORK_LIMIT = 120_000_000
"""How many bits :func:`maximal` may shift about. No table of up to 24 cards comes near it (the
tests search for the worst), while a table of a hundred cards may have more sets than atoms."""

_GREEDY_STEPS = 2_000


def divide(counts: Counts, value: int) -> list[Group] | None:
    """One division of exactly these cards into groups, or None if there is none.

    A value that no card has is told only by who makes no build of it; where a division of so much
    is not found soon, there is none.
    """
    if any(counts[value + 1 :]) or _total(counts) % value:
        return None
    try:
        return _divide_greedily(counts, value)
    except _TooLong:
        return None if value > HIGHEST_VALUE else largest(counts, value, containing=counts)


def dividing_values(counts: Counts) -> list[int]:
    """The values from 1 to 14 into groups of which all cards can be divided; none for no cards."""
    total = _total(counts)
    if not total:
        return []
    least = max(number for number in NUMBERS if counts[number])
    return [
        value
        for value in range(least, HIGHEST_VALUE + 1)
        if total % value == 0 and divide(counts, value) is not None
    ]


def largest(counts: Counts, value: int, containing: Counts = NO_CARDS) -> list[Group] | None:
    """The groups of a divisible set with the most cards among those that contain ``containing``.

    None if no divisible set contains it. With ``containing=counts`` it divides the whole set.
    """
    return Lattice(counts, value).largest(containing)


def missing(counts: Counts, value: int, claimed: Counts) -> list[int]:
    """The numbers that complete the ``claimed`` ones to groups of the value, few of them; none if
    nothing does, or nothing is missing."""
    left, missed = list(claimed), []
    found = largest(counts, value, containing=claimed) or []
    while any(left):
        group = max(found, key=lambda one: (_shared(one, left), -len(one)), default=None)
        if group is None:
            return []
        found.remove(group)
        for number in group:
            if left[number]:
                left[number] -= 1
            else:
                missed.append(number)
    return missed


def _shared(group: Group, left: Sequence[int]) -> int:
    """Return how many of the numbers that are left a group holds."""
    return sum(min(group.count(number), left[number]) for number in set(group))


@lru_cache(maxsize=64)
def maximal(counts: Counts, value: int, work_limit: int = WORK_LIMIT) -> Maximal:
    """All divisible sets that no larger divisible set contains; the empty set if nothing is."""
    return Lattice(counts, value).maximal(work_limit)


def _total(counts: Counts) -> int:
    return sum(number * count for number, count in enumerate(counts) if count)


class _TooLong(Exception):
    """A search without promise."""


def _divide_greedily(counts: Counts, value: int) -> list[Group] | None:
    """Give the largest card the largest company it can have, and so on; go back where that fails.

    Nearly always straight to the goal, and far quicker than the lattice; raises :class:`_TooLong`
    where it is not.
    """
    left = list(counts)
    steps = 0

    def complete(rest: int, largest_part: int) -> list[int] | None:
        """Finish the group that lacks ``rest``, and then all others; numbers as they were laid."""
        nonlocal steps
        steps += 1
        if steps > _GREEDY_STEPS:
            raise _TooLong
        if rest == 0:
            if not any(left):
                return []
            rest, largest_part = value, value
            least_part = max(number for number, count in enumerate(left) if count)
        else:
            least_part = 1
        for number in range(min(rest, largest_part, len(left) - 1), least_part - 1, -1):
            if left[number]:
                left[number] -= 1
                if (others := complete(rest - number, number)) is not None:
                    return [number, *others]
                left[number] += 1
        return None

    laid = complete(0, 0)
    return None if laid is None else _cut(laid, value)


def _cut(laid: list[int], value: int) -> list[Group]:
    groups: list[Group] = []
    group: Group = ()
    for number in laid:
        group = (*group, number)
        if sum(group) == value:
            groups.append(group)
            group = ()
    return groups
