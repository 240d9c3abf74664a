"""A score sheet while it is filled in: what is still missing, and who must have it (#scoring)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple

from .items import MARKERS, AtLeast, Most
from .ruleset import Ruleset
from .scoring import Sheet, is_counted, quick_points, score, uncounted
from .seating import sides
from .sheet import Counted, Row, SheetPlan


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


@dataclass(frozen=True)
class Check:
    """``sheet`` is scored as if seats that are not counted yet had nothing.

    ``piles`` are the seats that have one. ``points_missing`` is what the sum lacks, negative if it
    has too many; None where that is not known by the sum alone. ``kinds_missing`` says the same by
    field, without those that are complete; None if somebody said one number only. ``too_many`` are
    fields of which more were found than there are, whoever else counted how.
    ``last_capture_missing`` are the points that wait for somebody to say who captured last.
    ``rest`` is what the only seat that has not counted must have, None if there is no such seat or
    no such rest. ``no_piles`` are seats whose numbers no pile can have. ``mixed``: some have
    counted and some said what all of it comes to, so nothing can be compared. ``possible_totals``
    is all that the sum can be where whole scores are said, and ``beside`` what sweeps score beside
    them. ``shared_most``: as the sheet stands, the points for the most of something that are
    nobody's. ``left_over`` is what the last pile must be, since all others are counted by kind: one
    of two piles, or where one quick number does not fit.
    """

    sheet: Sheet
    piles: tuple[int, ...]
    uncounted: tuple[int, ...]
    points_missing: int | None
    kinds_missing: Mapping[str, int] | None
    too_many: Mapping[str, int]
    last_capture_missing: int
    rest: Counted | None
    no_piles: tuple[int, ...]
    mixed: bool
    possible_totals: tuple[int, ...]
    beside: int
    shared_most: tuple[Most, ...]
    left_over: LeftOver | None = None

    @property
    def complete(self) -> bool:
        """Has everybody counted, and in the same way?"""
        return not self.uncounted and not self.mixed

    @property
    def nothing_counted(self) -> bool:
        """Has nobody begun to count?"""
        return len(self.uncounted) == len(self.piles) and self.kinds_missing is None

    @property
    def waits_for_capturer(self) -> bool:
        """Does a sheet on which everything was counted still lack who captured last?"""
        return bool(self.possible_totals and self.sheet.kinds and self.last_capture_missing)

    @property
    def balanced(self) -> bool:
        differs = self.left_over is not None and self.left_over.differs
        settled = not self.waits_for_capturer and not self.no_piles and not differs
        return self.complete and settled and self.sheet.balanced


def check(
    rules: Ruleset,
    rows: Sequence[Row],
    teams: Sequence[int] | None = None,
    last_capturer: int | None = None,
    *,
    claimed: bool = False,
) -> Check:
    """How far a sheet is filled and how well it adds up. Raises as
    :func:`~referee.rules.scoring.score` does, but takes rows that are not counted. A game that was
    ``claimed`` needs nothing more."""
    plan = rules.sheet
    settled = rules.seating.settle(len(rows), teams)
    piles = rules.pile_seats(len(rows), settled)
    missing = () if claimed else uncounted(rules, rows, settled)
    begun = {seat: one for seat in piles if (one := rows[seat].counted) is not None}
    counts = [one for one in begun.values() if isinstance(one, Mapping)]
    by_field = len(counts) == len(begun)
    left = {field.key: field.total - _found(field.key, counts) for field in plan.fields}
    nothing: Counted = {} if by_field else 0
    filled = [row if row.counted is not None else replace(row, counted=nothing) for row in rows]
    sheet = score(rules, filled, settled, last_capturer, claimed=claimed)
    beside = _beside(plan, [rows[seat] for seat in begun])
    totals = plan.possible_totals(len(sides(len(rows), settled))) if plan.whole_score_said else []
    others = [one for seat, one in begun.items() if seat not in missing]
    return Check(
        sheet=sheet,
        piles=piles,
        uncounted=missing,
        points_missing=None if plan.whole_score_said else (sheet.expected or 0) - sheet.sum,
        kinds_missing={key: n for key, n in left.items() if n} if counts and by_field else None,
        too_many={key: -n for key, n in left.items() if n < 0},
        last_capture_missing=0
        if claimed or last_capturer is not None or (plan.whole_score_said and not by_field)
        else plan.last_capture_points,
        rest=_rest(plan, others, totals) if len(missing) == 1 and others else None,
        no_piles=_no_piles(plan, begun),
        mixed=plan.whole_score_said and 0 < len(counts) < len(begun),
        possible_totals=tuple(totals),
        beside=beside,
        shared_most=_shared_most(plan, sheet, totals, beside),
        left_over=None if missing or claimed else _misfit(plan, begun),
    )


def _beside(plan: SheetPlan, rows: Sequence[Row]) -> int:
    """What sweeps score beside whole scores that were said."""
    said = [row for row in rows if plan.whole_score_said and isinstance(row.counted, int)]
    return sum(plan.beside({MARKERS: row.markers}) for row in said)


def _no_piles(plan: SheetPlan, begun: Mapping[int, Counted]) -> tuple[int, ...]:
    """The seats whose numbers no pile can have."""
    return tuple(
        seat
        for seat, one in begun.items()
        if plan.whole_score_said and isinstance(one, Mapping) and not plan.could_be(one)
    )


def fill(
    rules: Ruleset, rows: Sequence[Row], teams: Sequence[int] | None
) -> tuple[tuple[Row, ...], LeftOver | None]:
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
            known = {**mine, **rest}
            counted = {
                field.key: known[field.key]
                for field in (*plan.fields, *plan.apart)
                if field.key in known
            }
            filled[other] = replace(rows[other], counted=counted)
            left = LeftOver(other, rest, said) if whole else left
    return tuple(filled), left


def check_filled(
    rules: Ruleset,
    rows: Sequence[Row],
    teams: Sequence[int] | None = None,
    last_capturer: int | None = None,
) -> tuple[tuple[Row, ...], Check]:
    """The rows as :func:`fill` has them, and how well they add up."""
    filled, left = fill(rules, rows, teams)
    found = check(rules, filled, teams, last_capturer)
    if left is None:
        return filled, found
    items = found.sheet.scores[left.seat].items or {}
    scores = sum(items.values()) - rules.sheet.beside({MARKERS: rows[left.seat].markers})
    no_piles = tuple(seat for seat in found.no_piles if filled[seat] == rows[seat])
    return filled, replace(found, no_piles=no_piles, left_over=left._replace(scores=scores))


def _shared_most(
    plan: SheetPlan, sheet: Sheet, totals: Sequence[int], beside: int
) -> tuple[Most, ...]:
    """Points for the most of something that nobody has, since several share it."""
    lost = tuple(item for item in plan.items if isinstance(item, Most) and not item.tied)
    if sheet.kinds is not None:
        items = [score.items or {} for score in sheet.scores]
        return tuple(item for item in lost if not any(one[item.key] for one in items))
    # Of sums alone it is known only where nothing else can make them lower or higher.
    others = any(isinstance(item, AtLeast) for item in plan.items) or plan.anything_said
    if others or not totals:
        return ()
    lacking = totals[-1] - (sheet.sum - beside)
    some = chain.from_iterable(combinations(lost, n) for n in range(1, len(lost) + 1))
    return next((tied for tied in some if sum(item.points for item in tied) == lacking), ())


def _found(field: str, counts: Sequence[Mapping[str, int]]) -> int:
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
        rest = {field.key: field.total - _found(field.key, counts) for field in plan.numbers}
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
