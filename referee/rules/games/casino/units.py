"""Cards and builds in groups of a value, where a build may count as one card (#groups)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ...cards import Cards
from ...groups import Group, counted
from ...sums import parts
from .building import BuildRules, divisible
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
    """Cards and builds in groups of a value, a build being one thing: the first of them with the
    fewest and first others, and so on. None if they cannot be divided."""
    units = [(build.value, build.cards) for build in builds]
    units += [(rules.values[one.rank][0], (one,)) for one in sorted(fresh)]
    if not divisible([number for number, _ in units], value):
        return None
    found: list[Cards] = []
    while units:
        (number, cards), *units = units
        mates, units = _mates(units, value - number, value)
        found.append((*cards, *mates))
    return found


def _mates(
    units: list[tuple[int, Cards]], rest: int, value: int
) -> tuple[Cards, list[tuple[int, Cards]]]:
    """The cards that make a group with another so that all the rest can be divided, and that rest.
    Equal numbers are alike, so the first of each are tried."""
    numbers = [number for number, _ in units]
    places: dict[int, list[int]] = {}
    for place, number in enumerate(numbers):
        places.setdefault(number, []).append(place)

    def first_places(group: Group) -> list[int]:
        return sorted(at for n in set(group) for at in places[n][: group.count(n)])

    small_enough = counted(number for number in numbers if number <= rest)
    tried = map(first_places, parts(small_enough, rest))
    for taken in sorted(tried, key=lambda places: (len(places), places)):
        left = [one for at, one in enumerate(units) if at not in taken]
        if divisible([number for number, _ in left], value):
            return tuple(chain.from_iterable(units[at][1] for at in taken)), left
    raise AssertionError("what can be divided has a first group")
