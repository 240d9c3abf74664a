"""The last pile of a sheet, as far as it follows from the other piles (#scoring)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from .ruleset import Ruleset
from .scoring import quick_points
from .sheet_plan import Counted, RowCounts, SheetPlan


class LeftOver(NamedTuple):
    """The pile of a seat as far as it follows from the other piles. If a whole score was entered
    for it (``said``), ``scores`` is what the pile scores."""

    seat: int
    counts: Mapping[str, int]
    said: int | None = None
    scores: int | None = None

    @property
    def differs(self) -> bool:
        """Return whether the entered score is not what the pile scores."""
        return self.said is not None and self.said != self.scores


def fill(
    rules: Ruleset, rows: Sequence[RowCounts], teams: Sequence[int] | None
) -> tuple[tuple[RowCounts, ...], LeftOver | None]:
    """Return the rows with the second of two piles filled in from the first, and that pile as a
    left-over; None if nothing follows.

    A whole score that was entered stands until the other pile is counted.
    """
    plan, filled, left_over = rules.sheet, list(rows), None
    piles = rules.pile_seats(len(rows), rules.seating.settle(len(rows), teams))
    if not plan.whole_score_said or len(piles) != 2:
        return tuple(rows), None
    for first, second in (piles, piles[::-1]):
        first_pile, second_pile = rows[first].counted, rows[second].counted
        quick_number = second_pile if isinstance(second_pile, int) else None
        if not isinstance(first_pile, Mapping):
            continue
        is_complete = all(field.key in first_pile for field in plan.numbers)
        if quick_number is not None and not is_complete:
            continue
        second_counts = second_pile if isinstance(second_pile, Mapping) else {}
        rest = {
            field.key: field.total - first_pile[field.key]
            for field in plan.numbers
            if field.key in first_pile
            and field.key not in second_counts
            and first_pile[field.key] <= field.total
        }
        if rest:
            filled[second] = replace(rows[second], counted={**second_counts, **rest})
            left_over = LeftOver(second, rest, quick_number) if is_complete else left_over
    return tuple(filled), left_over


def number_in_piles(field: str, counts: Sequence[Mapping[str, int]]) -> int:
    """Return the number of cards of a field in all counted piles."""
    return sum(pile.get(field, 0) for pile in counts)


def misfit(plan: SheetPlan, counted_piles: Mapping[int, Counted]) -> LeftOver | None:
    """Return the pile with the only quick number, if the counts of the others leave it another one;
    None otherwise."""
    quick_numbers = {
        seat: counted for seat, counted in counted_piles.items() if isinstance(counted, int)
    }
    if plan.whole_score_said or len(quick_numbers) != 1 or len(counted_piles) == 1:
        return None
    [(seat, number)] = quick_numbers.items()
    rest = remaining_pile(
        plan, [counted for other, counted in counted_piles.items() if other != seat], ()
    )
    if not isinstance(rest, Mapping):
        return None
    left_over = LeftOver(seat, rest, number, quick_points(plan, rest))
    return left_over if left_over.differs else None


def remaining_pile(
    plan: SheetPlan, others: Sequence[Counted], totals: Sequence[int]
) -> Counted | None:
    """Return what the only uncounted pile must be when the ``others`` are counted; None if there is
    no such pile, or several are possible."""
    counts = [pile for pile in others if isinstance(pile, Mapping)]
    if len(counts) == len(others):
        rest = {
            field.key: field.total - number_in_piles(field.key, counts) for field in plan.numbers
        }
        return rest if min(rest.values()) >= 0 else None
    counted_points = sum(quick_points(plan, pile) for pile in others)
    if not plan.whole_score_said:
        totals = [
            item.expected((), plan.whole) for item in plan.items if item.key == plan.quick.item
        ]
    elif counts or plan.anything_said:
        return None
    candidates = [total - counted_points for total in totals if total >= counted_points]
    return candidates[0] if len(candidates) == 1 else None
