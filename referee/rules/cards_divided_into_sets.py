"""Cards divided into sets that each make a value (#groups)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .card_values import Values
from .cards import Card, Cards, difference
from .division_into_sums import HIGHEST_VALUE, divide
from .number_counts import counted
from .ways_to_one_sum import parts

Numbers = tuple[int, ...]
ACE = 1


def divided(cards: Iterable[Card], value: int, values: Values) -> tuple[Cards, ...] | None:
    """Return cards divided into sets that each make a value from 1 to 16 (#groups); None if there
    is no division.

    Of several divisions it is the first: sets of fewer cards come first, then those of lower cards,
    and within a set lower cards come first. In a build of 14 an ace that may be 14 is so in a set
    of its own, and 1 in any other (#values).
    """
    ordered = sorted(cards)
    counts = [values[card.rank] for card in ordered]
    if not (1 <= value <= HIGHEST_VALUE and all(counts)):
        return None
    low = tuple([count[0] for count in counts])
    if sum(low) == value:
        return (tuple(ordered),)
    high = sum(value in count[1:] for count in counts)
    division = _first_division(low, high, value)
    if division is None:
        return None
    if len(division) == 1:
        return (tuple(ordered),)
    # The division is one of numbers: the first of several cards of a number go to the first set.
    of_number = {number: iter(ordered[low.index(number) :]) for number in dict.fromkeys(low)}
    return tuple(tuple(next(of_number[number]) for number in group) for group in division)


@lru_cache(maxsize=4096)
def _first_division(low: Numbers, high: int, value: int) -> tuple[Numbers, ...] | None:
    """Return the first division of sorted numbers into sets; up to ``high`` aces may each be a set
    of their own."""
    if not _divisible(low, high, value):
        return None
    division: list[Numbers] = []
    while low:
        for group in _groups(low, high, value):
            rest = difference(low, group)
            others = min(high, rest.count(ACE))
            if _divisible(rest, others, value):
                break
        division.append(group)
        low, high = rest, others
    return tuple(division)


def _divisible(low: Numbers, high: int, value: int) -> bool:
    """Return whether sorted numbers can be divided into sets; up to ``high`` aces may each be a set
    of their own."""
    return any(divide(counted(low[alone:]), value) is not None for alone in range(high + 1))


def _groups(low: Numbers, high: int, value: int) -> list[Numbers]:
    """Return all possible first sets of sorted numbers, the smallest set first."""
    chosen = [group[::-1] for group in parts(counted(low), value)]
    chosen += [(ACE,)] if high else []
    return sorted(chosen, key=lambda group: (len(group), group))
