"""Largest selections of loose cards and cards of piles that divide into sets of a value (#tops)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub

from .... import maximal_divisible_collections
from ....cards import Cards
from ....number_multisets import NO_CARDS, Counts
from ....table_and_builds import Top
from ..judge.play_rules_base import BuildRules
from ..judge.sets_with_pile_tops import groups_with_tops
from .largest_sets import (
    aces_alone,
    is_within,
    largest_sets,
    number_counts,
    selections_of,
    units_by_number,
    without_aces,
)
from .sets_with_builds import Units, number_of

_MOST_STEPS = 400
"""Limit of search steps with tops that need a set without one: more than any table has."""

_Usable = tuple[Counts, tuple[int, ...]]
"""Counts of used loose cards by number, and numbers of used cards by pile."""


def _sum(rules: BuildRules, units: Units) -> int:
    """Return the sum of the numbers of units."""
    return sum(number_of(rules, unit) for unit in units)


def largest_from_piles(
    rules: BuildRules, value: int, loose: Cards, piles: Sequence[Cards], limit: int, steps: int
) -> list[Units]:
    """Return the largest selections of loose cards and cards of piles that divide into sets of a
    value.

    Cards come off piles one after the other, so a set has at most one of each pile. The search ends
    after so many ``steps``, more than anybody at a table could follow.
    """
    tops = [Top(pile[0], seat) for seat, pile in enumerate(piles) if pile]
    if all(len(pile) < 2 for pile in piles):
        return largest_sets(rules, value, (*loose, *tops), limit)[0]
    members = units_by_number(rules, value, loose)
    alone = aces_alone(rules, value, members)
    results: dict[_Usable, None] = {}
    for counts, used in _usable(rules, value, number_counts(members), piles, steps)[0]:
        results[without_aces(counts) if alone else counts, used] = None
    return [
        (*choice, *alone, *_used_tops(piles, used))
        for counts, used in _largest_pairs(list(results))
        for choice in selections_of(counts, members, 8 * (limit + 1))
        if choice or alone or any(used)
    ]


def largest_with_base(
    rules: BuildRules, value: int, loose: Cards, tops: Sequence[Top], limit: int
) -> tuple[list[Units], bool]:
    """Return the largest selections of loose cards and tops that divide into sets of a value, of
    which one set has no top if a top is among them (#tops); and whether they are all."""
    largest, all_sets = largest_sets(rules, value, (*loose, *tops), limit)
    if all(_sum(rules, units) > value * len(tops) for units in largest):
        return largest, all_sets  # there are more sets than tops, so that one has none
    members = units_by_number(rules, value, loose)
    piles = [(top.card,) for top in tops]
    usable, complete = _usable(
        rules, value, number_counts(members), piles, _MOST_STEPS, needs_base=True
    )
    sets = [
        (*choice, *(top for top, times in zip(tops, used, strict=True) if times))
        for counts, used in _largest_pairs(usable)
        for choice in selections_of(counts, members, 8 * (limit + 1))
        if choice
    ]
    return sets, complete


def _largest_pairs(pairs: Sequence[_Usable]) -> list[_Usable]:
    """Return the pairs of counts and used cards of piles that are part of no other pair."""
    return [
        pair
        for pair in pairs
        if not any(
            other != pair and is_within(pair[0], other[0]) and is_within(pair[1], other[1])
            for other in pairs
        )
    ]


def _used_tops(piles: Sequence[Cards], used: Sequence[int]) -> Units:
    """Return the used cards of piles as tops."""
    return tuple(Top(card, seat) for seat, pile in enumerate(piles) for card in pile[: used[seat]])


def _usable(
    rules: BuildRules,
    value: int,
    counts: Counts,
    piles: Sequence[Cards],
    steps: int,
    *,
    needs_base: bool = False,
) -> tuple[list[_Usable], bool]:
    """Return what can be used in all: set after set with tops, and then as much as possible
    without; and whether that is all. With ``needs_base`` tops come only beside a set without
    one."""
    states, complete = _sets_with_tops(rules, value, counts, piles, steps)
    results: dict[_Usable, None] = {}
    for counts_used, used in states:
        maximal = maximal_divisible_collections.maximal(tuple(map(sub, counts, counts_used)), value)
        complete = complete and maximal.complete
        for further in maximal.sets:
            if any(further) or not (needs_base and any(used)):
                results[tuple(map(add, counts_used, further)), used] = None
    return list(results), complete


def _sets_with_tops(
    rules: BuildRules, value: int, counts: Counts, piles: Sequence[Cards], steps: int
) -> tuple[list[_Usable], bool]:
    """Return what any number of sets with tops uses, and whether that is all; the search ends
    after so many ``steps``."""
    start = (NO_CARDS, (0,) * len(piles))
    open_states, seen = [start], {start: None}
    while open_states and len(seen) < steps:
        counts_used, used = open_states.pop()
        rest = tuple(map(sub, counts, counts_used))
        for group, drawn in groups_with_tops(rules, value, rest, piles, used):
            after = tuple(map(add, counts_used, group)), tuple(map(add, used, drawn))
            if after not in seen:
                seen[after] = None
                open_states.append(after)
    return list(seen), not open_states
