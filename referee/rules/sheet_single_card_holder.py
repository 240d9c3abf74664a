"""Holders of single cards in the rows of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .sheet_plan import Counted, RowCounts, SheetPlan

Rows = tuple[RowCounts, ...]


def with_holder(plan: SheetPlan, rows: Rows, piles: Sequence[int], seat: int, field: str) -> Rows:
    """Return the rows with the card of a field in the pile of a seat, and in no other pile.

    Rows are returned unchanged if that pile has a quick number, unless its counts follow from the
    other of two piles.
    """
    if isinstance(rows[seat].counted, int):
        by_kind = any(isinstance(row.counted, Mapping) for row in rows)
        if len(piles) != 2 or not by_kind:
            return rows
        rows = _with_counted(rows, seat, None)
    if field in [single.key for single in plan.apart]:
        rows = _with_free_place(plan, rows, seat, field)
    for index, row in enumerate(rows):
        rows = _with_counted(rows, index, _with_card(plan, row.counted, field, holds=index == seat))
    return rows


def without_holder(plan: SheetPlan, rows: Rows, seat: int, field: str) -> Rows:
    """Return the rows with the card of a field taken out of the pile of a seat."""
    return _with_counted(rows, seat, _with_card(plan, rows[seat].counted, field, holds=False))


def _with_counted(rows: Rows, seat: int, counted: Counted | None) -> Rows:
    """Return the rows with another pile in the row of a seat."""
    return (*rows[:seat], replace(rows[seat], counted=counted), *rows[seat + 1 :])


def _with_free_place(plan: SheetPlan, rows: Rows, seat: int, field: str) -> Rows:
    """Return the rows with a place for one more single card in the pile of a seat: if all of its
    aces are named already, the first of them is taken out."""
    counted = rows[seat].counted
    named = [
        single.key
        for single in plan.apart
        if isinstance(counted, Mapping) and counted.get(single.key)
    ]
    if not isinstance(counted, Mapping) or field in named:
        return rows
    if len(named) < counted.get(plan.together.key, len(plan.apart)):
        return rows
    others = {key: number for key, number in counted.items() if key not in named[:1]}
    return _with_counted(rows, seat, others)


def _with_card(
    plan: SheetPlan, counted: Counted | None, field: str, *, holds: bool
) -> Counted | None:
    """Return a pile with or without the single card of a field; None if no counts remain."""
    if isinstance(counted, int) or (not holds and not (counted or {}).get(field)):
        return counted
    counts = {key: n for key, n in (counted or {}).items() if key != field}
    return plan.in_order(counts | ({field: 1} if holds else {})) or None
