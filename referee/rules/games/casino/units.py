"""Cards and builds in groups of a value, where a build may count as one card (#groups)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from ...cards import Cards
from .building import BuildRules
from .table import Build, divided


def built_on(rules: BuildRules, value: int, builds: Sequence[Build]) -> Build | None:
    """The build that a new one is made of: the one whose value changes, unless builds count as
    cards, when it is the one that keeps its value; a multiple one before others."""
    changed = [build for build in builds if build.value != value]
    kept = sorted((b for b in builds if b.value == value), key=lambda build: not build.multiple)
    order = [*kept, *changed] if rules.builds_in_groups else [*changed, *kept]
    return next(iter(order), None)


def kind_of(of: Build | None, value: int) -> str:
    """Is it made anew, raised or added to?"""
    if of is None:
        return "new"
    return "augment" if of.value == value else "raise"


def grouped(
    rules: BuildRules, value: int, fresh: Cards, builds: Sequence[Build]
) -> tuple[Cards, ...]:
    """The groups of such a build; one that no cards make is written as it was pointed at, with each
    build in one group."""
    cards = (*fresh, *chain.from_iterable(build.cards for build in builds))
    found = divided(cards, value, rules.values)
    if found is not None and not builds:
        return found
    return found or in_group_order(by_units(rules, value, fresh, builds) or [cards])


def in_group_order(groups_found: Iterable[Cards]) -> tuple[Cards, ...]:
    """Small groups first, then in card order."""
    each = (tuple(sorted(group)) for group in groups_found)
    return tuple(sorted(each, key=lambda group: (len(group), group)))


def by_units(
    rules: BuildRules, value: int, fresh: Cards, builds: Sequence[Build]
) -> list[Cards] | None:
    """Cards and builds in groups of a value, a build being one thing."""
    units = [(build.value, build.cards) for build in builds]
    units += [(rules.values[one.rank][0], (one,)) for one in sorted(fresh)]
    return _group_units(value, units)


def _group_units(value: int, units: Sequence[tuple[int, Cards]]) -> list[Cards] | None:
    """Things of these numbers in groups of a value, by trying."""
    if not units:
        return []
    (first, cards), others = units[0], units[1:]
    for size in range(len(others) + 1):
        for mates in combinations(range(len(others)), size):
            if first + sum(others[at][0] for at in mates) == value:
                rest = [one for at, one in enumerate(others) if at not in mates]
                if (found := _group_units(value, rest)) is not None:
                    group = chain(cards, *(others[at][1] for at in mates))
                    return [tuple(group), *found]
    return None
