"""A row of a score sheet in a JSON body: its fields, and its counts as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from marshmallow import fields, post_load
from marshmallow.validate import Length

from ..languages import gettext, lazy_gettext
from ..messages.error_texts import error_text
from ..rules.card_notation import read_card, write_card
from ..rules.error_bases import Unreadable
from ..rules.games import row_limits
from ..rules.possible_totals_and_piles import pile_exists
from ..rules.score_items import SWEEPS
from ..rules.sheet_plan import RowCounts, SheetPlan
from ..services.names import NAME_LENGTH
from .body_fields import WRONG_TYPE, Body, Count
from .problems import FieldError, wrong_fields


@dataclass(frozen=True)
class RowBody:
    """A row that was read: its numbers by field, and the texts of the aces that it names."""

    counts: Mapping[str, int]
    which_aces: list[str]
    name: str | None


class _RowTexts(TypedDict):
    """The fields of a row beside its numbers."""

    name: NotRequired[str | None]
    which_aces: NotRequired[list[str]]


class _CountedFields(Body):
    """A player's row: ``markers`` or ``sweeps`` where the game counts them, and either the quick
    number or every field of the game's sheet."""

    @post_load
    def _make_row(self, data: _RowTexts, **_: object) -> RowBody:
        """Return the row of fields that were read."""
        counts = {key: number for key, number in data.items() if isinstance(number, int)}
        return RowBody(counts, data.get("which_aces", []), data.get("name"))


class _RowFields(_CountedFields):
    name = fields.String(
        load_default=None,
        allow_none=True,
        validate=Length(
            max=NAME_LENGTH, error=lazy_gettext("A name has at most {max} characters.")
        ),
        error_messages=WRONG_TYPE,
    )


def _with_counts(name: str, base: type[Body]) -> type[Body]:
    counts = {key: Count(most) for key, most in row_limits().items()}
    which = fields.List(fields.String(error_messages=WRONG_TYPE), error_messages=WRONG_TYPE)
    return type(name, (base,), {**counts, "which_aces": which})


CountedSchema = _with_counts("CountedSchema", _CountedFields)
RowSchema = _with_counts("RowSchema", _RowFields)
"""The row of a player, with the player's name."""


def refuse_mixed(sheet: SheetPlan, rows: Iterable[RowCounts], field: str) -> None:
    """Raise a problem (422) if some rows have counts and others whole scores."""
    ways = {type(row.counted) is int for row in rows if row.counted is not None}
    if sheet.whole_score_said and len(ways) > 1:
        both = gettext("Give either points for everybody, or counts for everybody.")
        raise wrong_fields(422, [FieldError(field, both)], reason="mixed")


def read_row(sheet: SheetPlan, row: RowBody, field: str) -> RowCounts:
    """Return the counts of a player's row; 422 unless it has either all fields of the sheet or the
    quick number."""
    prefix = f"{field}." if field else ""
    markers = _read_markers(sheet, row, prefix)
    counts = {field.key: row.counts.get(field.key) for field in sheet.fields}
    counted_keys = [key for key, number in counts.items() if number is not None]
    quick, points = sheet.quick.key, row.counts.get(sheet.quick.key)
    if points is not None and (counted_keys or (sheet.sweeps_said and markers)):
        both = gettext("Give either card points or the kinds, not both.")
        raise wrong_fields(422, [FieldError(f"{prefix}{quick}", both)])
    if points is None and not counted_keys:
        neither = gettext("The counting cards are missing: give card points, or each kind.")
        raise wrong_fields(422, [FieldError(f"{prefix}{quick}", neither)])
    if points is not None:
        return RowCounts(markers, points)
    if len(counted_keys) < len(counts):
        missing = gettext("This number is missing.")
        raise wrong_fields(
            422,
            [FieldError(f"{prefix}{key}", missing) for key in counts if key not in counted_keys],
        )
    _refuse_impossible(sheet, row, prefix)
    numbers = {key: row.counts[key] for key in counts}
    return RowCounts(markers, numbers | _read_apart(sheet, row, numbers, prefix))


def _read_apart(
    sheet: SheetPlan, row: RowBody, numbers: dict[str, int], prefix: str
) -> dict[str, int]:
    """Return the aces that a row names, as counts by card; 422 unless they are as many as it
    counts."""
    texts = row.which_aces
    if not texts or not sheet.apart:
        return {}
    field = f"{prefix}which_aces"
    try:
        keys = [write_card(read_card(text)) for text in texts]
    except Unreadable as error:
        raise wrong_fields(400, [FieldError(field, error_text(error))]) from error
    apart = dict.fromkeys(keys, 1)
    whole = len(apart) == len(texts) == numbers[sheet.together.key]
    if not whole or not set(apart) <= {ace.key for ace in sheet.apart}:
        wrong = gettext("Say each of the aces in this row once.")
        raise wrong_fields(422, [FieldError(field, wrong)])
    if not pile_exists(
        sheet, {**numbers, **{ace.key: apart.get(ace.key, 0) for ace in sheet.apart}}
    ):
        raise wrong_fields(422, [FieldError(field, gettext("No pile can have these numbers."))])
    return apart


def _read_markers(sheet: SheetPlan, row: RowBody, prefix: str) -> int:
    """Return the face-up cards of a row. They are required where they always count, optional where
    a house rule counts them, and 422 where they do not count."""
    name = sheet.markers or SWEEPS
    number = row.counts.get(name)
    if number is None and sheet.sweeps_are_paid:
        raise wrong_fields(422, [FieldError(f"{prefix}{name}", gettext("This number is missing."))])
    if number and sheet.markers is None:
        counts_not = gettext("Sweeps do not count in this game.")
        raise wrong_fields(422, [FieldError(f"{prefix}{name}", counts_not)])
    return number or 0


def _refuse_impossible(sheet: SheetPlan, row: RowBody, prefix: str) -> None:
    """Raise a problem (422) for the first number that no pile can have beside those before it."""
    if not sheet.whole_score_said:
        return
    so_far: dict[str, int] = {}
    for field in sheet.fields:
        so_far[field.key] = row.counts[field.key]
        if not pile_exists(sheet, so_far):
            message = gettext("No pile can have these numbers.")
            raise wrong_fields(422, [FieldError(f"{prefix}{field.key}", message)])
