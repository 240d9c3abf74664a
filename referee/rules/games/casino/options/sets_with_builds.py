"""Sets of cards and builds that make a value, where a build may count as one card (#groups)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ....cards import Card, Cards, Rank, difference
from ....division_into_sums import divide_cards
from ....number_multisets import Counts, NumberSet, counted
from ....table_and_builds import Build, Top
from ....ways_to_one_sum import Sums, parts
from ..judge.play_rules_base import BuildRules

Unit = Card | Build | Top
"""Something that counts as one number: a loose card, a build that counts as a card or is built on,
the top of a pile."""
Units = tuple[Unit, ...]
Builds = tuple[Build, ...]
UnitGroup = tuple[Cards, Builds]


def card_of(unit: Card | Top) -> Card:
    """Return the card of a unit that is a card or a top."""
    return unit.card if isinstance(unit, Top) else unit


def number_of(rules: BuildRules, unit: Unit) -> int:
    """Return the number that a unit counts in sums, an ace 1."""
    return unit.value if isinstance(unit, Build) else rules.values[card_of(unit).rank][0]


def builds_among(units: Iterable[object], builds: Sequence[Build]) -> tuple[Build, ...]:
    """Return the builds among units in the order of ``builds``, equal ones as often as they are
    units."""
    unused = [unit for unit in units if isinstance(unit, Build)]
    result = []
    for build in builds:
        if build in unused:
            unused.remove(build)
            result.append(build)
    return tuple(result)


def grouped(
    rules: BuildRules, value: int, fresh: Cards, builds: Sequence[Build]
) -> tuple[Cards, ...]:
    """Return the sets of a build of fresh cards and builds. A build that no cards make is returned
    as it was selected, with each used build in one set."""
    cards = (*fresh, *chain.from_iterable(build.cards for build in builds))
    sets = divide_cards(cards, value, rules.values)
    if sets is not None:
        return sets
    # Of builds of one value the first is used first, so small ones come first.
    small_first = sorted(builds, key=lambda build: (len(build.cards), sorted(build.cards)))
    units = _divide(rules, value, fresh, small_first, _all_cards)
    return in_group_order(map(_all_cards, units) if units else [cards])


def loose_groups(
    rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]
) -> list[Cards]:
    """Return the sets of loose cards that are captured with builds which count as cards, without
    these builds: of several divisions the first, as in
    :func:`~referee.rules.division_into_sums.divide_cards`."""
    ranks = tuple(sorted(card.rank for card in loose))
    values = tuple(sorted(_values(builds)))
    cards_by_rank = {
        rank: iter(sorted(card for card in loose if card.rank is rank)) for rank in ranks
    }
    return [
        tuple(next(cards_by_rank[rank]) for rank in group)
        for group in _rank_groups(rules, value, ranks, values)
    ]


@lru_cache(maxsize=1024)
def _rank_groups(
    rules: BuildRules, value: int, ranks: tuple[Rank, ...], values: tuple[int, ...]
) -> list[tuple[Rank, ...]]:
    """Return the sets of :func:`loose_groups` by rank. Cached, since captures that differ in suits
    alone ask for the same ranks."""
    builds = [Build(number, (), place) for place, number in enumerate(values)]
    units = _divide(rules, value, tuple(map(Card, ranks)), builds, _loose_cards) or []
    return [tuple(card.rank for card in cards) for cards, _ in units if cards]


def in_group_order(groups_found: Iterable[Cards]) -> tuple[Cards, ...]:
    """Return sets of cards, small ones first, then in card order."""
    each = (tuple(sorted(group)) for group in groups_found)
    return tuple(sorted(each, key=lambda group: (len(group), group)))


def _all_cards(group: UnitGroup) -> Cards:
    """Return the cards of a set, those of its builds among them."""
    cards, builds = group
    return tuple(sorted((*cards, *chain.from_iterable(build.cards for build in builds))))


def _loose_cards(group: UnitGroup) -> Cards:
    """Return the loose cards of a set."""
    return group[0]


class _PartialDivision(NamedTuple):
    """A partial division: the builds that are in no set yet, and those of each set so far."""

    remaining: Builds
    used: tuple[Builds, ...]


def _divide(
    rules: BuildRules,
    value: int,
    fresh: Cards,
    builds: Sequence[Build],
    shown: Callable[[UnitGroup], Cards],
) -> list[UnitGroup] | None:
    """Return the first division of cards and builds into sets of a value, each build being one
    item; sets are compared by what is ``shown`` of them. None if there is no division."""
    if not rules.divides(value, fresh, _values(builds)):
        return None
    unused, partial_ways = tuple(sorted(fresh)), [_PartialDivision(tuple(builds), ())]
    sets: list[Cards] = []
    while unused or partial_ways[0].remaining:
        group, partial_ways = _first_set(rules, value, unused, partial_ways, shown)
        sets.append(group)
        unused = difference(unused, group)
    return list(zip(sets, partial_ways[0].used, strict=True))


def _first_set(
    rules: BuildRules,
    value: int,
    unused: Cards,
    ways: Sequence[_PartialDivision],
    shown: Callable[[UnitGroup], Cards],
) -> tuple[Cards, list[_PartialDivision]]:
    """Return the cards of the first set with which all the rest can be divided, and the partial
    divisions that it leaves; builds of one value are alike."""
    sums = {way.remaining: Sums(_values(way.remaining), value) for way in ways}
    candidates = [
        (shown((group, builds)), group, builds, way)
        for group in _card_selections(rules, value, unused)
        for way in ways
        if sums[way.remaining].make(value - sum(rules.values[card.rank][0] for card in group))
        or (len(group) == 1 and value in rules.values[group[0].rank])
        for builds in _build_selections(rules, value, group, way.remaining)
    ]
    # Sets of builds alone come last where builds are not shown.
    candidates.sort(key=lambda candidate: (not candidate[0], len(candidate[0]), candidate[0]))
    first: Cards | None = None
    after: dict[tuple[int, ...], _PartialDivision] = {}
    for cards, group, builds, way in candidates:
        if first is not None and cards != first:
            break
        others = tuple(build for build in way.remaining if build not in builds)
        if rules.divides(value, difference(unused, group), _values(others)):
            first, chosen = cards, group
            after.setdefault(tuple(_values(others)), _PartialDivision(others, (*way.used, builds)))
    return chosen, list(after.values())


def _values(builds: Iterable[Build]) -> list[int]:
    """Return the values of builds."""
    return [build.value for build in builds]


def _card_selections(rules: BuildRules, value: int, cards: Cards) -> set[Cards]:
    """Return the selections of loose cards that one set may have, of cards of a number the first;
    the empty one among them."""
    numbers = [rules.values[card.rank][0] for card in cards]
    small = counted(number for number in numbers if number < value)
    groups: set[Cards] = {(card,) for card in cards if value in rules.values[card.rank]}
    for part in _parts_within(small, value):
        of_number = (cards[numbers.index(n) :][: part.count(n)] for n in sorted(set(part)))
        groups.add(tuple(chain.from_iterable(of_number)))
    return groups


@lru_cache(maxsize=512)
def _parts_within(counts: Counts, most: int) -> tuple[NumberSet, ...]:
    """Return the ways to make each total up to ``most``. Cached, since captures that differ in
    suits alone ask for the same numbers."""
    return tuple(chain.from_iterable(parts(counts, total) for total in range(most + 1)))


def _build_selections(
    rules: BuildRules, value: int, group: Cards, builds: Builds
) -> Iterator[Builds]:
    """Return the selections of builds that make a set with these cards, of builds of a value the
    first."""
    if len(group) == 1 and value in rules.values[group[0].rank]:
        yield ()
    yield from ((build,) for build in builds if not group and build.value == value)
    rest = value - sum(rules.values[card.rank][0] for card in group)
    if rest or len(group) > 1:
        for part in parts(counted(v for v in _values(builds) if v < value), rest):
            of_value = ([b for b in builds if b.value == v][: part.count(v)] for v in set(part))
            yield tuple(chain.from_iterable(of_value))
