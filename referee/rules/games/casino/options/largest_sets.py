"""Largest selections of table cards and builds that divide into sets of a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from operator import le

from .... import maximal_divisible_collections
from ....cards import Rank
from ....number_multisets import NUMBERS, Counts, counted
from ....table_and_builds import Build
from ..judge.play_rules_base import BuildRules
from .sets_with_builds import Unit, Units, card_of, number_of

_FEWEST_CHOICES = 32
"""Least number of choices of suits that are tried for each selection."""


def largest_sets(
    rules: BuildRules, value: int, units: Sequence[Unit], limit: int
) -> tuple[list[Units], bool]:
    """Return the selections of units that divide into sets of a value and are part of no larger
    one, and whether they are all. Of those that differ in suits alone there are about as many as
    the limit."""
    members = units_by_number(rules, value, units)
    maximal = maximal_divisible_collections.maximal(number_counts(members), value)
    alone = aces_alone(rules, value, members)
    sets = [without_aces(counts) for counts in maximal.sets] if alone else maximal.sets
    vectors = dict.fromkeys(_largest_only(sets))
    most = max(_FEWEST_CHOICES, 3 * (limit + 1) // max(1, len(vectors)))
    chosen = [
        (*choice, *alone) for counts in vectors for choice in selections_of(counts, members, most)
    ]
    return [units for units in chosen if units], maximal.complete


def units_by_number(rules: BuildRules, value: int, units: Sequence[Unit]) -> dict[int, list[Unit]]:
    """Return the units with a number of at most the value, by number."""
    members: dict[int, list[Unit]] = {}
    for unit in units:
        if isinstance(unit, Build) or rules.has_number(card_of(unit)):
            number = number_of(rules, unit)
            if number <= value:
                members.setdefault(number, []).append(unit)
    return members


def number_counts(members: Mapping[int, Sequence[Unit]]) -> Counts:
    """Return how many units have each number that is low enough to count."""
    return counted(number for number, units in members.items() for _ in units if number in NUMBERS)


def aces_alone(rules: BuildRules, value: int, members: Mapping[int, Sequence[Unit]]) -> Units:
    """Return the aces if each is a set alone, since an ace may count the value; else nothing."""
    high = value in rules.values[Rank.ACE][1:]
    return tuple(members.get(1, ())) if high else ()


def without_aces(counts: Counts) -> Counts:
    """Return the counts without aces."""
    return (*counts[:1], 0, *counts[2:])


def _largest_only(sets: Sequence[Counts]) -> list[Counts]:
    """Return the counts that are part of no other counts."""
    return [
        counts
        for counts in sets
        if not any(other != counts and is_within(counts, other) for other in sets)
    ]


def is_within(part: Sequence[int], whole: Sequence[int]) -> bool:
    """Return whether no number of the first counts exceeds that of the second."""
    return all(map(le, part, whole))


def selections_of(counts: Counts, members: Mapping[int, Sequence[Unit]], most: int) -> list[Units]:
    """Return the first ``most`` selections of units that have these counts."""
    choices: list[Units] = [()]
    for number, count in enumerate(counts):
        if count:
            ways = list(islice(combinations(members[number], count), most))
            choices = list(islice(((*choice, *way) for choice in choices for way in ways), most))
    return choices
