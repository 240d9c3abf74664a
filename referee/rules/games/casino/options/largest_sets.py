"""Largest selections that divide into sets of a value: what a card captures, what a build lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from operator import add, le, sub

from .... import maximal_divisible_collections
from ....cards import Cards, Rank
from ....number_multisets import NO_CARDS, NUMBERS, Counts, counted
from ....table_and_builds import Build, Top
from ..judge.play_rules_base import BuildRules
from ..judge.sets_with_pile_tops import groups_with_tops
from .sets_with_builds import Unit, Units, card_of, number_of

_FEWEST_CHOICES = 32
"""Least number of choices of suits that are tried for each selection."""

_MOST_STEPS = 400
"""Limit of search steps with tops that need a set without one: more than any table has."""

_Usable = tuple[Counts, tuple[int, ...]]
"""Counts of used loose cards by number, and numbers of used cards by pile."""


def largest_sets(
    rules: BuildRules, value: int, units: Sequence[Unit], limit: int
) -> tuple[list[Units], bool]:
    """Return the selections of units that divide into sets of a value and are part of no larger
    one, and whether they are all. Of those that differ in suits alone there are about as many as
    the limit."""
    members = _by_number(rules, value, units)
    maximal = maximal_divisible_collections.maximal(_counts(members), value)
    alone = _aces_alone(rules, value, members)
    sets = [_without_aces(counts) for counts in maximal.sets] if alone else maximal.sets
    vectors = dict.fromkeys(_largest_only(sets))
    most = max(_FEWEST_CHOICES, 3 * (limit + 1) // max(1, len(vectors)))
    chosen = [(*choice, *alone) for counts in vectors for choice in _choices(counts, members, most)]
    return [units for units in chosen if units], maximal.complete


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
    members = _by_number(rules, value, loose)
    alone = _aces_alone(rules, value, members)
    results: dict[_Usable, None] = {}
    for counts, used in _usable(rules, value, _counts(members), piles, steps)[0]:
        results[_without_aces(counts) if alone else counts, used] = None
    return [
        (*choice, *alone, *_used_tops(piles, used))
        for counts, used in _largest_pairs(list(results))
        for choice in _choices(counts, members, 8 * (limit + 1))
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
    members = _by_number(rules, value, loose)
    piles = [(top.card,) for top in tops]
    usable, complete = _usable(rules, value, _counts(members), piles, _MOST_STEPS, needs_base=True)
    sets = [
        (*choice, *(top for top, times in zip(tops, used, strict=True) if times))
        for counts, used in _largest_pairs(usable)
        for choice in _choices(counts, members, 8 * (limit + 1))
        if choice
    ]
    return sets, complete


def _by_number(rules: BuildRules, value: int, units: Sequence[Unit]) -> dict[int, list[Unit]]:
    """Return the units with a number of at most the value, by number."""
    members: dict[int, list[Unit]] = {}
    for unit in units:
        if isinstance(unit, Build) or rules.has_number(card_of(unit)):
            number = number_of(rules, unit)
            if number <= value:
                members.setdefault(number, []).append(unit)
    return members


def _counts(members: Mapping[int, Sequence[Unit]]) -> Counts:
    """Return how many units have each number that is low enough to count."""
    return counted(number for number, units in members.items() for _ in units if number in NUMBERS)


def _aces_alone(rules: BuildRules, value: int, members: Mapping[int, Sequence[Unit]]) -> Units:
    """Return the aces if each is a set alone, since an ace may count the value; else nothing."""
    high = value in rules.values[Rank.ACE][1:]
    return tuple(members.get(1, ())) if high else ()


def _without_aces(counts: Counts) -> Counts:
    """Return the counts without aces."""
    return (*counts[:1], 0, *counts[2:])


def _largest_only(sets: Sequence[Counts]) -> list[Counts]:
    """Return the counts that are part of no other counts."""
    return [
        counts
        for counts in sets
        if not any(other != counts and _is_within(counts, other) for other in sets)
    ]


def _is_within(part: Sequence[int], whole: Sequence[int]) -> bool:
    """Return whether no number of the first counts exceeds that of the second."""
    return all(map(le, part, whole))


def _largest_pairs(pairs: Sequence[_Usable]) -> list[_Usable]:
    """Return the pairs of counts and used cards of piles that are part of no other pair."""
    return [
        pair
        for pair in pairs
        if not any(
            other != pair and _is_within(pair[0], other[0]) and _is_within(pair[1], other[1])
            for other in pairs
        )
    ]


def _choices(counts: Counts, members: Mapping[int, Sequence[Unit]], most: int) -> list[Units]:
    """Return the first ``most`` selections of units that have these counts."""
    choices: list[Units] = [()]
    for number, count in enumerate(counts):
        if count:
            ways = list(islice(combinations(members[number], count), most))
            choices = list(islice(((*choice, *way) for choice in choices for way in ways), most))
    return choices


# --- piles of which more than the top is known ---------------------------------------------------


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
