"""A score sheet while it is filled in: what is still missing, and who must have it (#scoring)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from .ruleset import Ruleset
from .score_items import MARKERS, PointsForMost, PointsFromCount
from .scoring import Sheet, is_counted, quick_points, score, uncounted
from .seating import Teams, check_seat, sides
from .sheet_plan import Counted, RowCounts, SheetPlan


class LeftOver(NamedTuple):
    """The pile of a seat, as far as it follows from the other one. Of a pile whose whole score was
    ``said``, ``scores`` is what it comes to."""

    seat: int
    counts: Mapping[str, int]
    said: int | None = None
    scores: int | None = None

    @property
    def differs(self) -> bool:
        return self.said is not None and self.said != self.scores


class Check:
    """A sheet as far as it is filled in, and how well it adds up.

    ``sheet`` is scored as if seats that are not counted yet had nothing. ``mixed``: some have
    counted and some said what all of it comes to, so nothing can be compared; ``complete``: all
    have counted, and in the same way; ``balanced``: it adds up, too. ``points_missing`` is what the
    sum lacks, negative if it has too many; None where that is not known by the sum alone.
    ``kinds_missing`` says the same by field, without those that are complete; None if somebody said
    one number only. ``too_many`` are fields of which more were found than there are, whoever else
    counted how. ``last_capture_missing`` are the points that wait for somebody to say who captured
    last, and ``waits_for_capture``: nothing else is missing. ``rest`` is what the only seat that
    has not counted must have, None if there is no such seat or no such rest. ``no_piles`` are seats
    whose numbers no pile can have, of those that somebody said. ``possible_totals`` is all that the
    sum can be where whole scores are said, and ``beside`` what sweeps score beside them.
    ``shared_most``: as the sheet stands, the points for the most of something that are nobody's.
    ``left_over`` is what the last pile must be, since all others are counted by kind: one of two
    piles, or where one quick number does not fit.
    """

    def __init__(
        self,
        rules: Ruleset,
        rows: tuple[RowCounts, ...],
        teams: Teams | None,
        last_capturer: int | None,
        left: LeftOver | None,
        *,
        claimed: bool,
    ) -> None:
        self.rules, self.rows, self.teams, self.claimed = rules, rows, teams, claimed
        piles = rules.pile_seats(len(rows), teams)
        begun = {seat: one for seat in piles if (one := rows[seat].counted) is not None}
        counts = [one for one in begun.values() if isinstance(one, Mapping)]
        by_kind = len(counts) == len(begun)
        self._whole_said = rules.sheet.whole_score_said and not by_kind
        self.nothing_counted = not begun
        self.mixed = self._whole_said and bool(counts)
        scored = _with_nothing(rows, {} if by_kind else 0)
        self.uncounted = () if claimed else uncounted(rules, rows, teams)
        self.complete = not self.uncounted and not self.mixed
        self.sheet = score(rules, scored, teams, last_capturer, claimed=claimed)
        waits = not claimed and last_capturer is None and not self._whole_said
        self.last_capture_missing = rules.sheet.last_capture_points if waits else 0
        self._compare_kinds(counts, by_kind=by_kind)
        self._compare_sums(begun)
        self._compare_piles(begun, left)
        differs = self.left_over is not None and self.left_over.differs
        last = self.possible_totals and self.sheet.kinds and self.last_capture_missing
        right = self.complete and self.sheet.balanced
        self.balanced = right and not (last or self.no_piles or differs)
        self.waits_for_capture = self._waits_for_capture()

    def _compare_kinds(self, counts: Sequence[Mapping[str, int]], *, by_kind: bool) -> None:
        fields = self.rules.sheet.fields
        left = {field.key: field.total - _number(field.key, counts) for field in fields}
        missing = {key: number for key, number in left.items() if number}
        self.kinds_missing = missing if counts and by_kind else None
        self.too_many = {key: -number for key, number in left.items() if number < 0}

    def _compare_sums(self, begun: Mapping[int, Counted]) -> None:
        plan, sheet = self.rules.sheet, self.sheet
        self.beside = _beside(plan, [self.rows[seat] for seat in begun]) if self._whole_said else 0
        self.points_missing: int | None = None
        self.possible_totals: Sequence[int] = ()
        if plan.whole_score_said:
            self.possible_totals = plan.possible_totals(len(sides(len(self.rows), self.teams)))
        else:
            self.points_missing = (sheet.expected or 0) - sheet.sum
        self.shared_most = _shared_most(plan, sheet, self.possible_totals, self.beside)

    def _compare_piles(self, begun: Mapping[int, Counted], left: LeftOver | None) -> None:
        plan = self.rules.sheet
        others = [one for seat, one in begun.items() if seat not in self.uncounted]
        only = len(self.uncounted) == 1 and others
        self.rest = _rest(plan, others, self.possible_totals) if only else None
        self.no_piles = tuple(
            seat
            for seat, one in begun.items()
            if plan.whole_score_said
            and isinstance(one, Mapping)
            and not (left is not None and left.seat == seat)
            and not plan.could_be(one)
        )
        self.left_over: LeftOver | None = None
        if left is not None:
            items = self.sheet.scores[left.seat].items or {}
            beside = plan.beside({MARKERS: self.rows[left.seat].markers})
            self.left_over = left._replace(scores=sum(items.values()) - beside)
        elif not self.uncounted and not self.claimed:
            self.left_over = _misfit(plan, begun)

    def _waits_for_capture(self) -> bool:
        if self.balanced or not self.complete:
            return False
        if self.points_missing is not None:
            return self.points_missing == self.last_capture_missing
        return bool(self.last_capture_missing) and not self.kinds_missing


def check(
    rules: Ruleset,
    rows: Sequence[RowCounts],
    teams: Sequence[int] | None = None,
    last_capturer: int | None = None,
    *,
    claimed: bool = False,
    filled: bool = False,
) -> Check:
    """How far a sheet is filled and how well it adds up; ``filled``: with what is left of two
    piles (:func:`fill`). Raises as :func:`~referee.rules.scoring.score` does, but takes rows that
    are not counted."""
    settled = rules.seating.settle(len(rows), teams)
    check_seat(last_capturer, len(rows))
    left = None
    if filled:
        rows, left = fill(rules, rows, settled)
    return Check(rules, tuple(rows), settled, last_capturer, left, claimed=claimed)


def fill(
    rules: Ruleset, rows: Sequence[RowCounts], teams: Sequence[int] | None
) -> tuple[tuple[RowCounts, ...], LeftOver | None]:
    """The rows with what is left of two piles filled in: what is not in the one lies in the other.
    A whole score that was said stands until the other pile is counted."""
    plan, filled, left = rules.sheet, list(rows), None
    piles = rules.pile_seats(len(rows), rules.seating.settle(len(rows), teams))
    if not plan.whole_score_said or len(piles) != 2:
        return tuple(rows), None
    for one, other in (piles, piles[::-1]):
        known, there = rows[one].counted, rows[other].counted
        said = there if isinstance(there, int) else None
        whole = is_counted(plan, rows[one])
        if not isinstance(known, Mapping) or (said is not None and not whole):
            continue
        mine = there if isinstance(there, Mapping) else {}
        rest = {
            field.key: field.total - known[field.key]
            for field in plan.numbers
            if field.key in known and field.key not in mine and known[field.key] <= field.total
        }
        if rest:
            filled[other] = replace(rows[other], counted=plan.in_order({**mine, **rest}))
            left = LeftOver(other, rest, said) if whole else left
    return tuple(filled), left


def _with_nothing(rows: Sequence[RowCounts], nothing: Counted) -> list[RowCounts]:
    """The rows as if those that are not counted yet were counted, with nothing in their piles."""
    return [row if row.counted is not None else replace(row, counted=nothing) for row in rows]


def _beside(plan: SheetPlan, rows: Sequence[RowCounts]) -> int:
    """What sweeps score beside whole scores that were said."""
    said = [row for row in rows if isinstance(row.counted, int)]
    return sum(plan.beside({MARKERS: row.markers}) for row in said)


def _shared_most(
    plan: SheetPlan, sheet: Sheet, totals: Sequence[int], beside: int
) -> tuple[PointsForMost, ...]:
    """Points for the most of something that nobody has, since several share it."""
    lost = tuple(item for item in plan.items if isinstance(item, PointsForMost) and not item.tied)
    if sheet.kinds is not None:
        items = [score.items or {} for score in sheet.scores]
        return tuple(item for item in lost if not any(one[item.key] for one in items))
    # Of sums alone it is known only where nothing else can make them lower or higher.
    others = any(isinstance(item, PointsFromCount) for item in plan.items) or plan.anything_said
    if others or not totals:
        return ()
    lacking = totals[-1] - (sheet.sum - beside)
    some = chain.from_iterable(combinations(lost, n) for n in range(1, len(lost) + 1))
    return next((tied for tied in some if sum(item.points for item in tied) == lacking), ())


def _number(field: str, counts: Sequence[Mapping[str, int]]) -> int:
    return sum(one.get(field, 0) for one in counts)


def _misfit(plan: SheetPlan, begun: Mapping[int, Counted]) -> LeftOver | None:
    """The pile of which alone the card points were said, if the others leave it other ones."""
    said = {seat: one for seat, one in begun.items() if isinstance(one, int)}
    if plan.whole_score_said or len(said) != 1 or len(begun) == 1:
        return None
    [(seat, number)] = said.items()
    rest = _rest(plan, [one for other, one in begun.items() if other != seat], ())
    if not isinstance(rest, Mapping):
        return None
    left = LeftOver(seat, rest, number, quick_points(plan, rest))
    return left if left.differs else None


def _rest(plan: SheetPlan, others: Sequence[Counted], totals: Sequence[int]) -> Counted | None:
    """What the only pile that is left must be when the ``others`` are counted; None if there is no
    such pile, or several."""
    counts = [one for one in others if isinstance(one, Mapping)]
    if len(counts) == len(others):
        rest = {field.key: field.total - _number(field.key, counts) for field in plan.numbers}
        return rest if min(rest.values()) >= 0 else None
    said = sum(quick_points(plan, one) for one in others)
    if not plan.whole_score_said:
        totals = [
            item.expected((), plan.whole) for item in plan.items if item.key == plan.quick.item
        ]
    elif counts or plan.anything_said:
        return None
    left = [total - said for total in totals if total >= said]
    return left[0] if len(left) == 1 else None
