"""Score items of games, each computed from the fields counted in the piles (#scoring).

A *unit* is what scores: a player, or a side whose piles are counted as one. Its tally maps the
fields of the sheet, ``MARKERS`` and ``LAST`` to counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

MARKERS = "markers"
"""Face-up cards: how many sweeps a unit has."""
SWEEPS = "sweeps"
"""The key of sweeps in a row where they count only by a house rule, or not at all."""
LAST = "last_capture"
"""1 for the unit that captured last."""

Tally = Mapping[str, int]


class ScoreItem(Protocol):
    """A rule that makes points of the counted fields. ``whole`` maps fields to the numbers in the
    whole deck, without fields that the deck does not limit."""

    @property
    def key(self) -> str: ...

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit."""

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:
        """Return the points that all units together have if no card is missing, given their ties
        and sweeps."""

    def possible(self, units: int, whole: Tally) -> set[int]:
        """Return all numbers of points that ``units`` units can have together, without sweeps."""


def expected_total(items: Sequence[ScoreItem], units: Sequence[Tally], whole: Tally) -> int:
    """Return what all cards score by these items, given the ties and sweeps of the units."""
    return sum(item.expected(units, whole) for item in items)


@dataclass(frozen=True)
class PointsPerCard:
    """Points for each card of a field; ``points`` has them by field."""

    key: str
    points: Mapping[str, int]

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit for its cards."""
        return [
            sum(points * unit.get(field, 0) for field, points in self.points.items())
            for unit in units
        ]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:
        """Return the points of all cards; fields that the deck does not limit count as the units
        have them."""
        counted = {field: sum(unit.get(field, 0) for unit in units) for field in self.points}
        return sum(
            points * whole.get(field, counted[field]) for field, points in self.points.items()
        )

    def possible(self, units: int, whole: Tally) -> set[int]:  # noqa: ARG002 - see Item
        """Return the points of the whole deck as the only possible number."""
        return {sum(points * whole.get(field, 0) for field, points in self.points.items())}


@dataclass(frozen=True)
class PointsAboveFewest(PointsPerCard):
    """Points for each card of a field that a unit has beyond the fewest that any unit has: sweeps
    that cancel each other (#sweep)."""

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit for the cards that are left to it."""
        fewest = {
            field: min((unit.get(field, 0) for unit in units), default=0) for field in self.points
        }
        return [
            sum(
                points * (unit.get(field, 0) - fewest[field])
                for field, points in self.points.items()
            )
            for unit in units
        ]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points that the units have together."""
        return sum(self.score(units))


@dataclass(frozen=True)
class PaidByNeighbour:
    """Points for each card of a field that the neighbour on the left has: a sweep is paid by the
    player before the sweeper (#sweep)."""

    key: str
    field: str
    points: int

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit for the cards of the next unit."""
        neighbours = [*units[1:], *units[:1]]
        return [self.points * unit.get(self.field, 0) for unit in neighbours]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points for the cards that the units have."""
        return sum(self.score(units))

    def possible(self, units: int, whole: Tally) -> set[int]:  # noqa: ARG002 - see Item
        """Return 0 as the only possible number without sweeps."""
        return {0}


@dataclass(frozen=True)
class ContestedPoints:
    """Conditions under which the counts of a field do not decide who gets its points.

    With more than ``most_units`` units nobody gets them. Of two units one gets them all if it alone
    has cards of the fields ``decided_by``.
    """

    most_units: int | None = field(default=None, kw_only=True)
    decided_by: tuple[str, ...] = field(default=(), kw_only=True)

    def has_contest(self, units: int) -> bool:
        """Return whether this number of units can get the points at all."""
        return self.most_units is None or units <= self.most_units

    def only_holder(self, units: Sequence[Tally]) -> int | None:
        """Return the index of the unit that gets all points, the other of two having no card that
        would decide; None if the counts decide."""
        if not self.decided_by or len(units) != 2:
            return None
        holders = [
            index
            for index, unit in enumerate(units)
            if any(unit.get(field, 0) for field in self.decided_by)
        ]
        return holders[0] if len(holders) == 1 else None

    def settled(self, units: Sequence[Tally], points: int) -> list[int] | None:
        """Return the points of each unit where the counts do not matter; None if they decide."""
        if not self.has_contest(len(units)):
            return [0] * len(units)
        holder = self.only_holder(units)
        if holder is None:
            return None
        return [points if index == holder else 0 for index in range(len(units))]


@dataclass(frozen=True)
class PointsForMost(ContestedPoints):
    """Points for the most cards of a field. Units that share the most get ``tied`` each, or if
    they are two ``tied_two``."""

    key: str
    field: str
    points: int
    tied: int = 0
    tied_two: int = 0

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit; no unit gets any if the field is empty."""
        settled = self.settled(units, self.points)
        if settled is not None:
            return settled
        numbers = [unit.get(self.field, 0) for unit in units]
        most = max(numbers, default=0)
        points = self._each(numbers.count(most))
        return [points if most and number == most else 0 for number in numbers]

    def _each(self, number: int) -> int:
        """Return the points of each unit when this number of units share the most."""
        if number == 1:
            return self.points
        return self.tied_two if number == 2 and self.tied_two else self.tied

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points that the units have together, which depend on ties."""
        return sum(self.score(units))

    def possible(self, units: int, whole: Tally) -> set[int]:
        """Return all numbers of points that ``units`` units can have together.

        ``number`` of them can share the most if the others can have the rest with less each.
        """
        if not self.has_contest(units):
            return {0}
        total = whole[self.field]
        return {
            self._each(number) * number
            for number in range(1, units + 1)
            for most in range(1, total // number + 1)
            if total - number * most <= (units - number) * (most - 1)
        }

    def by_majority(self, whole: Tally) -> PointsFromCount:
        """Return the item that gives the points to a unit with more than half of the cards, which
        is certain before all piles are counted."""
        return PointsFromCount(self.key, self.field, whole[self.field] // 2 + 1, self.points)


@dataclass(frozen=True)
class PointsPerCardOver:
    """``points`` for each card of a field that a unit has beyond ``free`` of them."""

    key: str
    field: str
    free: int
    points: int

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit."""
        return [self.points * max(0, unit.get(self.field, 0) - self.free) for unit in units]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points that the units have together, which depend on how the cards are
        spread."""
        return sum(self.score(units))

    def possible(self, units: int, whole: Tally) -> set[int]:
        """Return all numbers of points that ``units`` units can have together: fewest if all have
        the free cards, most if one unit has all cards."""
        total = whole[self.field]
        fewest, most = (max(0, total - self.free * having) for having in (units, 1))
        return {self.points * extra for extra in range(fewest, most + 1)}


@dataclass(frozen=True)
class PointsFromCount(ContestedPoints):
    """Points for every unit that has at least ``least`` cards of a field."""

    key: str
    field: str
    least: int
    points: int

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit."""
        settled = self.settled(units, self.points)
        if settled is not None:
            return settled
        return [self.points * (unit.get(self.field, 0) >= self.least) for unit in units]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points that the units have together."""
        return sum(self.score(units))

    def possible(self, units: int, whole: Tally) -> set[int]:
        """Return all numbers of points that ``units`` units can have together.

        As soon as one unit has ``least`` cards the others can have any number; no unit has them
        only if the cards can be shared out with less for each.
        """
        if not self.has_contest(units):
            return {0}
        total = whole[self.field]
        reached = range(1, min(units, total // self.least) + 1)
        none = {0} if total <= units * (self.least - 1) else set()
        return none | {self.points * number for number in reached}
