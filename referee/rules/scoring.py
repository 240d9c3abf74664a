"""The score of a game from the counts of the players (#scoring), and what it carries over."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from .cards import Impossible
from .ruleset import NOTHING_CARRIED, Carried, Ruleset
from .score_items import (
    LAST,
    MARKERS,
    PointsForMost,
    PointsPerCard,
    ScoreItem,
    Tally,
    expected_total,
)
from .seating import Teams, check_seat, sides
from .session_end import FirstToTarget
from .sheet_plan import Counted, RowCounts, SheetPlan, may_add_up_to
from .standings import Totals


class Uncounted(Impossible):
    """Seats whose piles have not been counted."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        super().__init__(f"not counted: {seats}")
        self.seats = seats


class Score(NamedTuple):
    """A player's score in points, item by item; ``items`` is None where only the total was
    entered. ``total`` includes the ``adjustment`` that the table agreed on."""

    items: Mapping[str, int] | None
    total: int
    adjustment: int = 0


class TeamScore(NamedTuple):
    """The score of a team; ``items`` is None where players score for themselves or only the total
    was entered. ``total`` includes the ``adjustment`` that the table agreed on."""

    team: int
    players: tuple[int, ...]
    items: Mapping[str, int] | None
    total: int
    adjustment: int = 0


class KindCheck(NamedTuple):
    """The number of cards of a field in all piles, and the number in the deck."""

    found: int
    expected: int


@dataclass(frozen=True)
class Sheet:
    """A scored game, in seat order.

    The score of a side whose piles are counted as one stands at each of its seats. ``kinds`` and,
    where it takes counts to know it, ``expected`` are None if a quick number was entered. ``sum``
    is the sum of the counted scores, before only the difference of two sides is scored; it,
    ``expected`` and ``balanced`` are those of the sheet without adjustments.
    """

    scores: tuple[Score, ...]
    teams: tuple[TeamScore, ...] | None
    sum: int
    expected: int | None
    kinds: Mapping[str, KindCheck] | None
    balanced: bool


def score(
    rules: Ruleset,
    rows: Sequence[RowCounts],
    teams: Sequence[int] | None = None,
    last_capturer: int | None = None,
    *,
    claimed: bool = False,
) -> Sheet:
    """Return the score sheet of a game.

    ``rows`` are by seat, clockwise; ``teams`` holds the team of each seat. Of partners who share a
    pile the first one's row counts. ``claimed``: the game ended because a player claimed the
    target, so only what scores at once counts, and piles may be uncounted.

    Raises :class:`Uncounted`, :class:`.NoSuchSeat`, :class:`.ImpossiblePlayers`,
    :class:`.ImpossibleTeams` and :class:`.NotTwoSides`.
    """
    players = len(rows)
    settled_teams = rules.seating.settle(players, teams)
    check_seat(last_capturer, players)
    piles = rules.pile_seats(players, settled_teams)
    seats_of = sides(players, settled_teams)
    if not claimed:
        _check_counted(rules.sheet, rows, piles, seats_of)
    plan = rules.sheet.for_claims if claimed else rules.sheet
    scoring = plan.scored_together(seats_of)
    rows_of = [[rows[s] for s in seats if s in piles] for seats in scoring]
    capturer = None if claimed else last_capturer
    units = [_unit(own, capturer in seats) for own, seats in zip(rows_of, scoring, strict=True)]
    said = list(map(_quick_number, rows_of))
    any_said = any(number is not None for number in said)
    kinds = None if claimed or any_said else _check_kinds(plan, units)
    counted = _scores(plan, units, said)
    total = sum(unit_score.total for unit_score in counted)
    whole_said = plan.whole_score_said and any_said
    expected = None if claimed or whole_said else expected_total(plan.items, units, plan.whole)
    scores = _differences(counted) if plan.difference else counted
    by_seat = _by_seat(scoring, _adjusted(scores, rows, scoring))
    team_scores = None if settled_teams is None else _team_scores(plan, seats_of, by_seat)
    balanced = claimed or _balanced(plan, total, expected, kinds, said)
    return Sheet(
        tuple(by_seat[s] for s in range(players)), team_scores, total, expected, kinds, balanced
    )


def _check_counted(
    plan: SheetPlan,
    rows: Sequence[RowCounts],
    piles: Iterable[int],
    seats_of: Mapping[int, Sequence[int]],
) -> None:
    """Raise :class:`Uncounted` if a pile of the seats ``piles`` has no counts."""
    covered = _covered_seats(plan, rows, seats_of)
    missing = tuple(s for s in piles if rows[s].counted is None and s not in covered)
    if missing:
        raise Uncounted(missing)


def _by_seat(scoring: Iterable[Sequence[int]], scores: Iterable[Score]) -> dict[int, Score]:
    return {
        seat: unit_score
        for seats, unit_score in zip(scoring, scores, strict=True)
        for seat in seats
    }


def uncounted(
    rules: Ruleset, rows: Sequence[RowCounts], teams: Sequence[int] | None
) -> tuple[int, ...]:
    """Return the seats whose piles have not been counted in every field."""
    settled_teams = rules.seating.settle(len(rows), teams)
    covered = _covered_seats(rules.sheet, rows, sides(len(rows), settled_teams))
    return tuple(
        seat
        for seat in rules.pile_seats(len(rows), settled_teams)
        if not is_counted(rules.sheet, rows[seat]) and seat not in covered
    )


def _covered_seats(
    plan: SheetPlan, rows: Sequence[RowCounts], seats_of: Mapping[int, Sequence[int]]
) -> set[int]:
    """Return the seats that need not enter anything because the first seat of their side enters the
    whole score."""
    if not plan.by_side or not any(isinstance(row.counted, int) for row in rows):
        return set()
    return {seat for seats in seats_of.values() for seat in seats[1:]}


def is_counted(plan: SheetPlan, row: RowCounts) -> bool:
    """Return whether a row has all numbers that every row needs, which excludes fields of a single
    card."""
    if isinstance(row.counted, Mapping):
        return all(field.key in row.counted for field in plan.numbers)
    return row.counted is not None


def quick_points(plan: SheetPlan, counted: Counted) -> int:
    """Return the quick number of a pile: as entered, or the points of its item by the counts."""
    if isinstance(counted, int):
        return counted
    return sum(item.score([counted])[0] for item in plan.items if item.key == plan.quick.item)


def _unit(rows: Sequence[RowCounts], captured_last: bool) -> Tally:
    """Return the tally of a unit from its rows: the sums of their markers and counted fields, and
    1 for the last capture, else 0. A quick number adds nothing."""
    unit = {MARKERS: sum(row.markers for row in rows), LAST: int(captured_last)}
    for row in rows:
        if isinstance(row.counted, Mapping):
            for field, number in row.counted.items():
                unit[field] = unit.get(field, 0) + number
    return unit


def _quick_number(rows: Sequence[RowCounts]) -> int | None:
    numbers = [row.counted for row in rows if isinstance(row.counted, int)]
    return sum(numbers) if numbers else None


def _scores(
    plan: SheetPlan, units: Sequence[Tally], quick_numbers: Sequence[int | None]
) -> list[Score]:
    columns = {item.key: item.score(units) for item in plan.items}
    scores = []
    for index, number in enumerate(quick_numbers):
        items = {key: points[index] for key, points in columns.items()}
        if number is not None and plan.whole_score_said:
            beside = plan.beside(units)[index]
            scores.append(Score(None, number + sum(beside.values())))
            continue
        if number is not None and plan.quick.item is not None:
            items[plan.quick.item] = number
        scores.append(Score(items, sum(items.values())))
    return scores


def _differences(scores: Sequence[Score]) -> list[Score]:
    """Return two scores as the difference to the lower one, which becomes nothing."""
    first, second = scores
    return [
        first._replace(total=max(0, first.total - second.total)),
        second._replace(total=max(0, second.total - first.total)),
    ]


def _adjusted(
    scores: Iterable[Score], rows: Sequence[RowCounts], scoring: Iterable[Sequence[int]]
) -> Iterator[Score]:
    """Yield the scores with what the rows of the seats that score together are adjusted by."""
    for unit_score, seats in zip(scores, scoring, strict=True):
        points = sum(rows[seat].adjustment.points for seat in seats)
        yield unit_score._replace(total=unit_score.total + points, adjustment=points)


def _team_scores(
    plan: SheetPlan, seats_of: Mapping[int, Sequence[int]], by_seat: Mapping[int, Score]
) -> tuple[TeamScore, ...]:
    """Return the scores of teams: that of the common piles, or the sum of the members'
    (#players)."""
    teams = []
    for team, seats in sorted(seats_of.items()):
        items = by_seat[seats[0]].items if plan.by_side else None
        scoring = seats[:1] if plan.by_side else seats
        total = sum(by_seat[seat].total for seat in scoring)
        adjustment = sum(by_seat[seat].adjustment for seat in scoring)
        teams.append(TeamScore(team, tuple(seats), items, total, adjustment))
    return tuple(teams)


def _check_kinds(plan: SheetPlan, units: Sequence[Tally]) -> dict[str, KindCheck]:
    return {
        field.key: KindCheck(sum(unit.get(field.key, 0) for unit in units), field.total)
        for field in plan.fields
    }


def _balanced(
    plan: SheetPlan,
    total: int,
    expected: int | None,
    kinds: Mapping[str, KindCheck] | None,
    quick_numbers: Sequence[int | None],
) -> bool:
    """Return whether the scores add up and all counted cards are there."""
    if kinds and any(kind.found != kind.expected for kind in kinds.values()):
        return False
    if not plan.whole_score_said:
        return total == expected
    if kinds is not None:
        return True
    points = [number for number in quick_numbers if number is not None]
    return len(points) == len(quick_numbers) and may_add_up_to(
        plan, sum(points), len(quick_numbers)
    )


class FinishedGame(NamedTuple):
    """A finished game of a session: the ``rules`` that it was played by, and its rows by seat."""

    rules: Ruleset
    rows: Sequence[RowCounts]


def depends_on_earlier_games(rules: Ruleset) -> bool:
    """Return whether a score by these rules may depend on earlier games of the session."""
    plan = rules.session
    return isinstance(plan, FirstToTarget) and bool(plan.rolls_over or plan.sweeps_until)


def after_games(
    rules: Ruleset, teams: Teams | None, totals: Totals, games: Iterable[FinishedGame]
) -> Ruleset:
    """Return the ruleset by which the next game of a session is scored, after these ``games``, the
    latest first, in which the sides came to these ``totals``."""
    plan = rules.session
    if not isinstance(plan, FirstToTarget) or not depends_on_earlier_games(rules):
        return rules
    rolled = _rolled_over(plan.rolls_over, teams, games) if plan.rolls_over else {}
    late = plan.sweeps_until is not None and max(totals.values()) >= plan.sweeps_until
    return carrying(rules, Carried(tuple(rolled.items()), late))


def _rolled_over(
    keys: Iterable[str], teams: Teams | None, games: Iterable[FinishedGame]
) -> dict[str, int]:
    """Return the points of items that nobody has scored in the latest games, by item, without those
    that somebody scored in the last one."""
    rolled: Counter[str] = Counter()
    open_keys = set(keys)
    for rules, rows in games:
        plan = rules.session
        open_keys &= set(plan.rolls_over) if isinstance(plan, FirstToTarget) else set()
        if not open_keys:
            break
        for unit in score(rules, rows, teams).scores:
            open_keys -= {key for key in open_keys if unit.items is None or unit.items[key]}
        for item in rules.sheet.items:
            if isinstance(item, PointsForMost) and item.key in open_keys:
                rolled[item.key] += item.points
    return {key: rolled[key] for key in keys if key in rolled}


@lru_cache(maxsize=256)
def carrying(rules: Ruleset, carried: Carried) -> Ruleset:
    """Return a ruleset with what earlier games have carried into it. Cached, so that the ruleset of
    a game stays one object."""
    if carried == NOTHING_CARRIED:
        return rules
    items = tuple(_item_after(item, carried) for item in rules.sheet.items)
    return replace(rules, sheet=replace(rules.sheet, items=items), carried=carried)


def _item_after(item: ScoreItem, carried: Carried) -> ScoreItem:
    """Return a score item with the points that have rolled over to it, or without those of
    sweeps."""
    if isinstance(item, PointsForMost):
        return replace(item, points=item.points + dict(carried.rolled).get(item.key, 0))
    if isinstance(item, PointsPerCard) and MARKERS in item.points and carried.sweeps_off:
        return replace(item, points={**item.points, MARKERS: 0})
    return item
