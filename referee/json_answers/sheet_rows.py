"""JSON of a score sheet as it is entered, row by row."""

from __future__ import annotations

from collections.abc import Mapping

from marshmallow import Schema, missing

from ..json_schema_base import ListOf, ObjectOf, Shape, Text, Whole, With
from ..messages.sheet_balance import claim_taken_back_text
from ..rules.games import row_limits
from ..rules.sheet_plan import RowCounts, SheetPlan
from ..services.sheet_state import SheetState
from .scored_sheet import SheetSchema, sheet_of


def _row_shape(name: str, **more: Text) -> type[Schema]:
    """Return the shape of a player's row, with further fields."""
    counts = {key: Whole(required=False) for key in row_limits()}
    which = ListOf(Text(), required=False)
    return Shape.from_dict({**counts, "which_aces": which, **more}, name=name)


EnteredRowSchema = _row_shape("EnteredRowSchema")
RowStateSchema = _row_shape("RowStateSchema", etag=Text())
"""A player's row: face-up cards, and the quick number or the counts of the game's sheet, none while
only sweeps were counted."""


def row_of(plan: SheetPlan, version: int | None, row: RowCounts) -> dict[str, object]:
    """Return the values of a player's row; a row without ``version`` was not entered and has no
    etag."""
    values: dict[str, object] = {plan.markers: row.markers} if plan.markers else {}
    if isinstance(row.counted, Mapping):
        apart = [field.key for field in plan.apart if row.counted.get(field.key)]
        values |= {key: n for key, n in row.counted.items() if key not in apart}
        values |= {"which_aces": apart} if apart else {}
    elif row.counted is not None:
        values[plan.quick.key] = row.counted
    return values if version is None else values | {"etag": etag(version)}


def etag(version: int) -> str:
    """Return the version of a row as text for ``ETag`` and ``If-Match``."""
    return f'"{version}"'


class SheetStateSchema(Shape):
    """A score sheet; with who claimed the target in games where that can be claimed."""

    rows = ListOf(ObjectOf(RowStateSchema, allow_none=True))
    last_capturer = Whole(allow_none=True)
    claimed_by = Whole(required=False, allow_none=True)
    claim_taken_back = Text(required=False, allow_none=True)
    result = ObjectOf(SheetSchema, allow_none=True)


def sheet_state_of(state: SheetState) -> With:
    """Return a score sheet in the shape of :class:`SheetStateSchema`."""
    plan, checked = state.rules.sheet, state.check
    claims = {} if state.rules.claims_out else {"claimed_by": missing, "claim_taken_back": missing}
    taken_back = claim_taken_back_text() if state.claim_taken_back else None
    rows = zip(state.versions, state.rows, strict=True)
    return With(
        state,
        rows=[row_of(plan, version, row) if version else None for version, row in rows],
        result=sheet_of(plan, checked.sheet, state.players) if checked.complete else None,
        **({"claim_taken_back": taken_back} | claims),
    )
