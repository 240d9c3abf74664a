"""Score items of games, each computed from the fields counted in the piles (#scoring).

A *unit* is what scores: a player, or a side whose piles are counted as one. Its tally maps the
fields of the sheet, ``MARKERS`` and ``LAST`` to counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
class PointsForMost:
    """Points for the most cards of a field. Units that share the most get ``tied`` each."""

    key: str
    field: str
    points: int
    tied: int = 0

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit; no unit gets any if the field is empty."""
        numbers = [unit.get(self.field, 0) for unit in units]
        most = max(numbers, default=0)
        points = self.points if numbers.count(most) == 1 else self.tied
        return [points if most and number == most else 0 for number in numbers]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points that the units have together, which depend on ties."""
        return sum(self.score(units))

    def possible(self, units: int, whole: Tally) -> set[int]:
        """Return all numbers of points that ``units`` units can have together.

        ``number`` of them can share the most if the others can have the rest with less each.
        """
        total = whole[self.field]
        return {
            self.points if number == 1 else self.tied * number
            for number in range(1, units + 1)
            for most in range(1, total // number + 1)
            if total - number * most <= (units - number) * (most - 1)
        }

    def by_majority(self, whole: Tally) -> PointsFromCount:
        """Return the item that gives the points to a unit with more than half of the cards, which
        is certain before all piles are counted."""
        return PointsFromCount(self.key, self.field, whole[self.field] // 2 + 1, self.points)


@dataclass(frozen=True)
class PointsFromCount:
    """Points for every unit that has at least ``least`` cards of a field."""

    key: str
    field: str
    least: int
    points: int

    def score(self, units: Sequence[Tally]) -> list[int]:
        """Return the points of each unit."""
        return [self.points * (unit.get(self.field, 0) >= self.least) for unit in units]

    def expected(self, units: Sequence[Tally], whole: Tally) -> int:  # noqa: ARG002 - see Item
        """Return the points that the units have together."""
        return sum(self.score(units))

    def possible(self, units: int, whole: Tally) -> set[int]:
        """Return all numbers of points that ``units`` units can have together.

        As soon as one unit has ``least`` cards the others can have any number; no unit has them
        only if the cards can be shared out with less for each.
        """
        total = whole[self.field]
        reached = range(1, min(units, total // self.least) + 1)
        none = {0} if total <= units * (self.least - 1) else set()
        return none | {self.points * number for number in reached}
