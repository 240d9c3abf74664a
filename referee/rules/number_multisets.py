"""Multisets of the numbers that cards make in sums: how often each number is there."""

from __future__ import annotations

from collections.abc import Iterable

Counts = tuple[int, ...]
"""``counts[n]``: how many cards count ``n``, for n from 1 to 13; ``counts[0]`` is unused."""

NumberSet = tuple[int, ...]
"""Numbers that add up to a value, largest first."""

NUMBERS = range(1, 14)
NO_CARDS: Counts = (0,) * 14


def counted(numbers: Iterable[int]) -> Counts:
    """Return the counts of numbers from 1 to 13."""
    counts = [0] * len(NO_CARDS)
    for number in numbers:
        counts[number] += 1
    return tuple(counts)
