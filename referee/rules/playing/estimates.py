"""Estimates of a score before the end of a game: points so far, and chances of what is open."""

from collections.abc import Sequence
from math import sqrt

from ..ruleset import Ruleset
from ..score_items import (
    LAST,
    MARKERS,
    ContestedPoints,
    PointsForMost,
    PointsFromCount,
    PointsPerCardOver,
    ScoreItem,
    Tally,
)
from ..seating import Seats, sides
from ..sheet_plan import RowCounts

_CARDS_OF_CLUMP = 26
"""The number of cards of a field that makes its cards come one more at a time: captures bring
several cards, but seldom several spades."""


class Estimates:
    """Estimates of the margins by a ruleset, for its seats."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        self._plan = plan = rules.sheet
        teams = rules.seating.settle(seats.players, seats.teams)
        self._sides = tuple(sides(seats.players, teams).values())
        self._units = plan.scored_together(sides(seats.players, teams))
        self._piles = frozenset(rules.pile_seats(seats.players, teams))
        self._sign = -1 if rules.session.lowest_wins else 1

    def margins(self, rows: Sequence[RowCounts], last_capturer: int | None) -> tuple[int, ...]:
        """Return how far the side of each seat is before the mean of the others, in hundredths of
        a point. ``last_capturer`` is None before the end."""
        units = [self._tally(rows, seats, last_capturer) for seats in self._units]
        totals = [0.0] * len(units)
        for item in self._plan.items:
            for index, points in enumerate(self._points(item, units)):
                totals[index] += points
        if len(self._units) > len(self._sides):  # players score by themselves, and sides add up
            of_seat = {seats[0]: total for seats, total in zip(self._units, totals, strict=True)}
            totals = [sum(of_seat[seat] for seat in seats) for seats in self._sides]
        everybody, others = sum(totals), len(totals) - 1
        margins = [0] * len(rows)
        for seats, total in zip(self._sides, totals, strict=True):
            margin = total - (everybody - total) / others if others else total
            for seat in seats:
                margins[seat] = self._sign * round(100 * margin)
        return tuple(margins)

    def _tally(self, rows: Sequence[RowCounts], seats: Sequence[int], last: int | None) -> Tally:
        """Return the tally of the seats that score together."""
        tally = {MARKERS: sum(rows[seat].markers for seat in seats), LAST: int(last in seats)}
        for seat in seats:
            counted = rows[seat].counted
            if seat in self._piles and counted is not None:
                assert not isinstance(counted, int)  # the cards of the piles are known
                for field, number in counted.items():
                    tally[field] = tally.get(field, 0) + number
        return tally

    def _points(self, item: ScoreItem, units: Sequence[Tally]) -> Sequence[float]:
        """Return the points of each unit for an item, or what can be expected of them."""
        if not isinstance(item, PointsForMost | PointsFromCount | PointsPerCardOver):
            return item.score(units)
        counts = [unit.get(item.field, 0) for unit in units]
        total = self._plan.whole[item.field]
        left = total - sum(counts)
        if not left or (isinstance(item, ContestedPoints) and not item.has_contest(len(units))):
            return item.score(units)
        spread = 1.1 * sqrt(left * (1 + total / _CARDS_OF_CLUMP))
        more = left / len(units)
        match item:
            case PointsPerCardOver():
                return [item.points * max(0.0, number + more - item.free) for number in counts]
            case PointsFromCount():
                return [
                    item.points
                    * (number >= item.least or _chance(number + more - item.least, spread))
                    for number in counts
                ]
        return [item.points * chance for chance in _chances_of_most(counts, left, spread)]


def _chances_of_most(counts: Sequence[int], left: int, spread: float) -> list[float]:
    """Return the chance of each unit to have the most in the end, once the cards that are ``left``
    have been captured too."""
    if len(counts) < 2:
        return [1.0] * len(counts)
    chances = []
    for index, number in enumerate(counts):
        most = max(other for place, other in enumerate(counts) if place != index)
        lead = number - most
        chances.append(float(lead > 0) if abs(lead) > left else _chance(lead, spread))
    total = sum(chances)
    return [chance / total for chance in chances]


def _chance(lead: float, spread: float) -> float:
    """Return the chance that a lead is kept, by a curve that needs no function which machines
    compute differently."""
    return 0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)
