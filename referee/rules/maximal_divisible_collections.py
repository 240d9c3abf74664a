"""Largest and maximal divisible collections of some cards (#groups)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .divisible_collection_lattice import Lattice, Maximal
from .number_multisets import NO_CARDS, Counts, NumberSet

WORK_LIMIT = 120_000_000
"""Number of bits that :func:`maximal` may shift. No table of up to 24 cards comes near it (the
tests search for the worst), while a table of a hundred cards may have more sets than atoms."""


def largest(counts: Counts, value: int, containing: Counts = NO_CARDS) -> list[NumberSet] | None:
    """Return the sets that make up the divisible collection with the most cards among those that
    contain ``containing``, or None if no divisible collection contains it.

    With ``containing=counts`` all cards are divided.
    """
    return Lattice(counts, value).largest(containing)


def missing(counts: Counts, value: int, claimed: Counts) -> list[int]:
    """Return a small selection of numbers that completes the ``claimed`` ones to sets of the value;
    an empty list if nothing does or nothing is missing."""
    remaining, numbers = list(claimed), []
    sets = largest(counts, value, containing=claimed) or []
    while any(remaining):
        best = max(
            sets,
            key=lambda candidate: (_shared(candidate, remaining), -len(candidate)),
            default=None,
        )
        if best is None:
            return []
        sets.remove(best)
        for number in best:
            if remaining[number]:
                remaining[number] -= 1
            else:
                numbers.append(number)
    return numbers


def _shared(numbers: NumberSet, remaining: Sequence[int]) -> int:
    """Return how many of the remaining numbers a set holds."""
    return sum(min(numbers.count(number), remaining[number]) for number in set(numbers))


@lru_cache(maxsize=64)
def maximal(counts: Counts, value: int, work_limit: int = WORK_LIMIT) -> Maximal:
    """Return all divisible collections that no larger divisible collection contains; the empty one
    if no card can be used."""
    return Lattice(counts, value).maximal(work_limit)
