"""Candidates for builds with a card: the fewest cards for each way to make one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, islice
from typing import NamedTuple

from ....cards import Card, Cards
from ....table_and_builds import Build, Top, cards_of
from ....ways_to_one_sum import Sums
from ..judge.card_resolution import Resolution
from ..judge.play_rules_base import BuildRules
from .sets_with_builds import Unit, Units, builds_among, number_of
from .turn_context import TurnContext


class Candidate(NamedTuple):
    """A build that a card might make: its value and cards, and the ``parts`` that the table and
    piles give. ``owner`` is the partner whom it is made for, if any."""

    value: int
    cards: Cards
    parts: Resolution
    owner: int | None = None


class EqualItems:
    """Items that count as one number each in sums."""

    def __init__(self, rules: BuildRules, units: Sequence[Unit], most: int) -> None:
        """Store the items; ``most`` is the highest value that will be asked for."""
        self._rules, self._units = rules, units
        self._sums = Sums([number_of(rules, unit) for unit in units], most)

    def with_sum(self, total: int) -> Iterator[Units]:
        """Return the selections of items with this sum, an ace counting 1, in order; for 0 the
        empty one."""
        for places in self._sums.of(total):
            yield tuple(self._units[place] for place in places)

    def can_make(self, total: int) -> bool:
        """Return whether a selection of items has this sum; true for 0."""
        return self._sums.make(total)

    def groups_of(self, value: int) -> Iterator[Units]:
        """Return the sets of items that make a value; a single build of that value is not one of
        them."""
        for unit in self._units:
            if isinstance(unit, Card) and value in self._rules.values[unit.rank][1:]:
                yield (unit,)
        for units in self.with_sum(value):
            if len(units) > 1 or not isinstance(units[0], Build):
                yield units


class Candidates:
    """Candidates for builds with one card; with ``tops``, only those that contain some of them."""

    def __init__(self, context: TurnContext, card: Card, tops: Sequence[Top], most: int) -> None:
        """Collect what the table offers; ``most`` is the highest value that will be asked for."""
        rules = context.rules
        self._context, self._card, self._tops, self._most = context, card, tops, most
        self._units: list[Unit] = sorted(
            card for card in context.table.loose if rules.has_number(card)
        )
        if rules.builds_in_groups:
            self._units += (build for build in context.table.builds if not build.multiple)

    @cached_property
    def _loose(self) -> EqualItems:
        """The loose cards, and the builds that count as cards, as items of sums."""
        return EqualItems(self._context.rules, self._units, self._most)

    @cached_property
    def _all(self) -> EqualItems:
        """The items of sums with the tops among them."""
        if not self._tops:
            return self._loose
        return EqualItems(self._context.rules, [*self._units, *self._tops], self._most)

    def of_value(self, value: int, most: int) -> tuple[list[Candidate], bool]:
        """Return candidates of a value in card order, of equal cards those of fewest builds first;
        about ``most`` of them, and whether they are all."""
        drawn = [list(islice(units, most + 1)) for units in self._selections(value)]
        if not any(drawn):
            return [], True
        of_parts: dict[Resolution, Candidate] = {}
        for units in chain(*drawn):
            candidate = self._candidate(value, units)
            if bool(candidate.parts.tops) == bool(self._tops):
                of_parts.setdefault(candidate.parts, candidate)
        result = sorted(of_parts.values(), key=_place)
        return result, all(len(units) <= most for units in drawn)

    def _candidate(self, value: int, units: Units) -> Candidate:
        """Return the candidate of a value that these units make with the card."""
        loose = tuple(sorted(unit for unit in units if isinstance(unit, Card)))
        used: tuple[Build, ...] = ()
        tops: tuple[Top, ...] = ()
        if len(loose) < len(units):
            used = builds_among(units, self._context.table.builds)
            tops = tuple(unit for unit in units if isinstance(unit, Top))
        build_cards = chain.from_iterable(build.cards for build in used)
        cards = tuple(sorted((self._card, *loose, *cards_of(tops), *build_cards)))
        return Candidate(value, cards, Resolution(loose, used, tops))

    def _selections(self, value: int) -> Iterator[Iterator[Units]]:
        """Return each way to make a value with the card: in a set with others, as a set of its own
        beside another, added to a build of that value, or raising a simple one to it. With tops
        also beside a set of the table: tops may not be in the only set."""
        rules, builds, items = self._context.rules, self._context.table.builds, self._all
        low = rules.values[self._card.rank][0]
        alone = value in rules.values[self._card.rank]
        if self._tops:
            yield self._beside_others(value, low)
        if value > low and items.can_make(value - low):
            yield items.with_sum(value - low)
        if alone:
            yield items.groups_of(value)
        for build in builds:
            if build.value == value:
                if items.can_make(value - low):
                    yield ((*units, build) for units in items.with_sum(value - low))
                if alone and low != value:
                    yield iter([(build,)])
            elif not build.multiple and not rules.builds_in_groups:
                rest = value - low - build.value
                if not items.can_make(rest):
                    continue
                yield ((*units, build) for units in items.with_sum(rest))
                equal_builds = [other for other in builds if other.value == value]
                yield (
                    (*units, build, own) for units in items.with_sum(rest) for own in equal_builds
                )

    def _beside_others(self, value: int, low: int) -> Iterator[Units]:
        """Return selections of a table set that makes a value, and of a set of the card and tops
        added to it."""
        rules = self._context.rules
        for tops in _top_combinations(self._tops):
            rest = value - low - sum(number_of(rules, unit) for unit in tops)
            for group in self._loose.with_sum(rest):
                others = EqualItems(
                    rules, [unit for unit in self._units if unit not in group], value
                )
                yield from ((*base, *group, *tops) for base in others.groups_of(value))


def _place(candidate: Candidate) -> tuple[Cards, tuple[Top, ...], int]:
    """Return the sort key of a candidate among those of its value."""
    return candidate.cards, candidate.parts.tops, len(candidate.parts.builds)


def _top_combinations(tops: Sequence[Top]) -> Iterator[tuple[Top, ...]]:
    """Return the non-empty combinations of tops, of which there are no more than other players."""
    for number in range(1, len(tops) + 1):
        yield from combinations(tops, number)
