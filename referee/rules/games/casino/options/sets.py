"""Sets of table cards, builds and tops that make a value, and the largest selections (#groups)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations, islice
from operator import add, and_, itemgetter, le, sub
from typing import NamedTuple

from .... import lattice
from ....cards import (
    NO_CARDS,
    NUMBERS,
    Card,
    Cards,
    Counts,
    NumberSet,
    Rank,
    counted,
    difference,
)
from ....plays import Build, Top
from ....sums import Sums, divide_cards, parts
from ..judge.divisions import sets_with_tops
from ..judge.play_rules import BuildRules

Unit = Card | Build | Top
"""Something that counts as one number: a loose card, a build that counts as a card or is built on,
the top of a pile."""
Units = tuple[Unit, ...]
Builds = tuple[Build, ...]
UnitSet = tuple[Cards, Builds]


def card_of(unit: Card | Top) -> Card:
    """Return the card of a unit that is a card or a top."""
    return unit.card if isinstance(unit, Top) else unit


def number_of(rules: BuildRules, unit: Unit) -> int:
    """Return the lowest number that a unit may count."""
    return unit.value if isinstance(unit, Build) else rules.values.lowest(card_of(unit))


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


def sets_of_build(
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
    return in_set_order(map(_all_cards, units) if units else [cards])


def loose_sets(rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]) -> list[Cards]:
    """Return the sets of loose cards that are captured with builds which count as cards, without
    these builds: of several divisions the first, as in
    :func:`~referee.rules.sums.divide_cards`."""
    cards_alike: dict[Card, list[Card]] = {}
    for card in sorted(loose, reverse=True):
        cards_alike.setdefault(_alike(rules, value, card), []).append(card)
    kinds = tuple(sorted(_alike(rules, value, card) for card in loose))
    values = tuple(sorted(_values(builds)))
    return [
        tuple(cards_alike[kind].pop() for kind in group)
        for group in _sets_of_kinds(rules, value, kinds, values)
    ]


def _alike(rules: BuildRules, value: int, card: Card) -> Card:
    """Return a card without its suit, unless the suit decides what it counts in sets of a value."""
    more = rules.values.faces.get(card, ())[1:]
    return card if any(number <= value for number in more) else Card(card.rank)


@lru_cache(maxsize=1024)
def _sets_of_kinds(
    rules: BuildRules, value: int, kinds: Cards, values: tuple[int, ...]
) -> list[Cards]:
    """Return the sets of :func:`loose_sets` without suits. Cached, since captures that differ in
    suits alone ask for the same cards."""
    builds = [Build(number, (), place) for place, number in enumerate(values)]
    units = _divide(rules, value, kinds, builds, itemgetter(0)) or []
    return [cards for cards, _ in units if cards]


def in_set_order(sets: Iterable[Cards]) -> tuple[Cards, ...]:
    """Return sets of cards, small ones first, then in card order."""
    each = (tuple(sorted(group)) for group in sets)
    return tuple(sorted(each, key=lambda group: (len(group), group)))


def _all_cards(group: UnitSet) -> Cards:
    cards, builds = group
    return tuple(sorted((*cards, *chain.from_iterable(build.cards for build in builds))))


class _PartialDivision(NamedTuple):
    """A partial division: the builds that are in no set yet, and those of each set so far."""

    remaining: Builds
    used: tuple[Builds, ...]


def _divide(
    rules: BuildRules,
    value: int,
    fresh: Cards,
    builds: Sequence[Build],
    shown: Callable[[UnitSet], Cards],
) -> list[UnitSet] | None:
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
    shown: Callable[[UnitSet], Cards],
) -> tuple[Cards, list[_PartialDivision]]:
    """Return the cards of the first set with which all the rest can be divided, and the partial
    divisions that it leaves; builds of one value are alike."""
    sums = {way.remaining: Sums(_values(way.remaining), value) for way in ways}
    candidates = [
        (shown((group, builds)), group, builds, way)
        for group in _card_selections(rules, value, unused)
        for way in ways
        if any(sums[way.remaining].make(rest) for rest in _rests(rules, value, group))
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
    return [build.value for build in builds]


def _card_selections(rules: BuildRules, value: int, cards: Cards) -> set[Cards]:
    """Return the selections of loose cards that one set may have, of cards of a number the first;
    the empty one among them."""
    numbers = list(map(rules.values.lowest, cards))
    small = counted(number for number in numbers if number < value)
    selections: set[Cards] = {(card,) for card in cards if value in rules.values.of(card)}
    for part in _parts_within(small, value):
        of_number = (cards[numbers.index(n) :][: part.count(n)] for n in sorted(set(part)))
        selections.add(tuple(chain.from_iterable(of_number)))
    return selections


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
    yield from ((build,) for build in builds if not group and build.value == value)
    below = counted((v for v in _values(builds) if v < value), value - 1)
    for rest in _rests(rules, value, group):
        for part in parts(below, rest):
            of_value = ([b for b in builds if b.value == v][: part.count(v)] for v in set(part))
            yield tuple(chain.from_iterable(of_value))


def _rests(rules: BuildRules, value: int, group: Cards) -> list[int]:
    """Return what is left of a value beside these cards, in each way to count them."""
    totals = map(sum, rules.values.ways(group, value))
    return sorted({value - total for total in totals if total <= value})


_FEWEST_CHOICES = 32
"""Least number of choices of suits that are tried for each selection."""


def largest_sets(
    rules: BuildRules, value: int, units: Sequence[Unit], limit: int
) -> tuple[list[Units], bool]:
    """Return the selections of units that divide into sets of a value and are part of no larger
    one, and whether they are all. Of those that differ in suits alone there are about as many as
    the limit."""
    members = units_by_number(rules, value, units)
    chosen, complete = _largest_of(rules, value, members, limit)
    more = counting_more(rules, value, units)
    for number in range(1, len(more) + 1):
        for places in combinations(more, number):
            way = _counting_more(members, [(units[place], count) for place, count in places])
            further, all_further = _largest_of(rules, value, way, limit)
            chosen, complete = [*chosen, *further], complete and all_further
    largest = _not_contained(chosen) if more else chosen
    return [units for units in largest if units], complete


def counting_more(rules: BuildRules, value: int, units: Sequence[Unit]) -> list[tuple[int, int]]:
    """Return the places of units that may count more than their lowest number beside others in sets
    of a value, each with that number."""
    if not rules.values.add_more(value):
        return []
    return [
        (place, number)
        for place, unit in enumerate(units)
        if not isinstance(unit, Build)
        for number in rules.values.of(card_of(unit))[1:]
        if number < value
    ]


def _counting_more(
    members: Mapping[int, Sequence[Unit]], more: Iterable[tuple[Unit, int]]
) -> dict[int, list[Unit]]:
    """Return units by number, of which these count ``more``."""
    way = {number: [*units] for number, units in members.items()}
    for unit, number in more:
        way = {other: [*difference(units, (unit,))] for other, units in way.items()}
        way.setdefault(number, []).append(unit)
    return way


def _largest_of(
    rules: BuildRules, value: int, members: Mapping[int, Sequence[Unit]], limit: int
) -> tuple[list[Units], bool]:
    """Return the largest selections of units that count these numbers, and whether they are
    all."""
    maximal = lattice.maximal(number_counts(members, value), value)
    alone = aces_alone(rules, value, members)
    vectors: Collection[Counts] = maximal.sets
    if alone:
        vectors = dict.fromkeys(_largest_only([without_aces(counts) for counts in vectors]))
    most = max(_FEWEST_CHOICES, 3 * (limit + 1) // max(1, len(vectors)))
    return [
        (*choice, *alone) for counts in vectors for choice in selections_of(counts, members, most)
    ], maximal.complete


def _not_contained(selections: Iterable[Units]) -> list[Units]:
    """Return the selections that are part of no other one, each once. They are bits of an integer,
    since there can be thousands."""
    each = list({frozenset(each_counted(units)): units for units in selections}.values())
    with_unit: dict[object, int] = {}
    for place, units in enumerate(each):
        for unit in each_counted(units):
            with_unit[unit] = with_unit.get(unit, 0) | 1 << place
    every = (1 << len(each)) - 1
    return [
        units
        for place, units in enumerate(each)
        if not reduce(and_, map(with_unit.__getitem__, each_counted(units)), every ^ 1 << place)
    ]


def each_counted(units: Sequence[object]) -> Sequence[object]:
    """Return units so that no two are equal, as cards without suits may be: the second of equal
    ones in a pair with the number 2, and so on."""
    if len({*units}) == len(units):
        return units
    seen: dict[object, int] = {}
    counted_units: list[object] = []
    for unit in units:
        number = seen[unit] = seen.get(unit, 0) + 1
        counted_units.append(unit if number == 1 else (number, unit))
    return counted_units


def units_by_number(rules: BuildRules, value: int, units: Sequence[Unit]) -> dict[int, list[Unit]]:
    """Return the units with a number of at most the value, by number."""
    members: dict[int, list[Unit]] = {}
    for unit in units:
        if isinstance(unit, Build) or rules.has_number(card_of(unit)):
            number = number_of(rules, unit)
            if number <= value:
                members.setdefault(number, []).append(unit)
    return members


def number_counts(members: Mapping[int, Sequence[Unit]], value: int) -> Counts:
    """Return how many units have each number up to a value."""
    highest = max(NUMBERS[-1], value - 1)
    numbers = (number for number, units in members.items() for _ in units if number <= highest)
    return counted(numbers, highest)


def aces_alone(rules: BuildRules, value: int, members: Mapping[int, Sequence[Unit]]) -> Units:
    """Return the aces if each is a set alone, since an ace may count the value; else nothing."""
    high = value in rules.values[Rank.ACE][1:]
    return tuple(members.get(1, ())) if high else ()


def without_aces(counts: Counts) -> Counts:
    """Return the counts without aces."""
    return (*counts[:1], 0, *counts[2:])


def _largest_only(sets: Sequence[Counts]) -> list[Counts]:
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


_MOST_STEPS = 400
"""Limit of search steps with tops that need a set without one: more than any table has."""

_Usable = tuple[Counts, tuple[int, ...]]
"""Counts of used loose cards by number, and numbers of used cards by pile."""


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
    for counts, used in _usable(rules, value, number_counts(members, value), piles, steps)[0]:
        results[without_aces(counts) if alone else counts, used] = None
    return [
        (
            *(*choice, *alone),
            *(Top(card, seat) for seat, pile in enumerate(piles) for card in pile[: used[seat]]),
        )
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
    totals = [sum(number_of(rules, unit) for unit in units) for units in largest]
    if all(total > value * len(tops) for total in totals):
        return largest, all_sets  # there are more sets than tops, so that one has none
    members = units_by_number(rules, value, loose)
    piles = [(top.card,) for top in tops]
    usable, complete = _usable(
        rules, value, number_counts(members, value), piles, _MOST_STEPS, needs_base=True
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
        maximal = lattice.maximal(tuple(map(sub, counts, counts_used)), value)
        complete = complete and maximal.complete
        for further in maximal.sets:
            if any(further) or not (needs_base and any(used)):
                results[tuple(map(add, counts_used, further)), used] = None
    return list(results), complete


def _sets_with_tops(
    rules: BuildRules, value: int, counts: Counts, piles: Sequence[Cards], steps: int
) -> tuple[list[_Usable], bool]:
    """Return what any number of sets with tops uses, and whether that is all; the search ends
    after this number of ``steps``."""
    start = (NO_CARDS, (0,) * len(piles))
    open_states, seen = [start], {start: None}
    while open_states and len(seen) < steps:
        counts_used, used = open_states.pop()
        rest = tuple(map(sub, counts, counts_used))
        for group, drawn in sets_with_tops(rules, value, rest, piles, used):
            after = tuple(map(add, counts_used, group)), tuple(map(add, used, drawn))
            if after not in seen:
                seen[after] = None
                open_states.append(after)
    return list(seen), not open_states
