"""``POST /{game}/score``: score a finished game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask_smorest import Blueprint
from marshmallow import fields
from marshmallow.validate import Length

from ..json_answers import SheetSchema, sheet_of
from ..json_schema_base import With
from ..languages import gettext, lazy_gettext
from ..messages import error_text
from ..rules.card_notation import read_card, write_card
from ..rules.error_bases import RulesError, Unreadable
from ..rules.games import RULESETS, row_limits
from ..rules.ruleset import Ruleset
from ..rules.score_items import SWEEPS
from ..rules.scoring import score
from ..rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat, NotTwoSides
from ..rules.sheet_plan import RowCounts, SheetPlan
from ..services.names import NAME_LENGTH
from .body_fields import WRONG_TYPE, Body, Count, Switch, WholeNumber
from .body_parser import BodyParser
from .openapi import errors
from .problems import FieldError, wrong_fields
from .ruleset_in_url import find_ruleset, refuse

blueprint = Blueprint("api_score", __name__, description="Score a finished game.")
blueprint.ARGUMENTS_PARSER = BodyParser()


_GAME = {
    "in": "path",
    "name": "game",
    "required": True,
    "schema": {"type": "string", "enum": [*RULESETS]},
}


class _CountedFields(Body):
    """A player's row: ``markers`` or ``sweeps`` where the game counts them, and either the quick
    number or every field of the game's sheet."""


class _RowFields(Body):
    name = fields.String(
        load_default=None,
        allow_none=True,
        validate=Length(
            max=NAME_LENGTH, error=lazy_gettext("A name has at most {max} characters.")
        ),
        error_messages=WRONG_TYPE,
    )


def _with_counts(name: str, base: type[Body]) -> type[Body]:
    counts: dict[str, fields.Field[Any]] = {key: Count(most) for key, most in row_limits().items()}
    which = fields.List(fields.String(error_messages=WRONG_TYPE), error_messages=WRONG_TYPE)
    return type(name, (base,), counts | {"which_aces": which})


CountedSchema = _with_counts("CountedSchema", _CountedFields)
RowSchema = _with_counts("RowSchema", _RowFields)
"""The row of a player, with the player's name."""


class GameSchema(Body):
    """A game to be scored; players are in seat order."""

    players = fields.List(
        fields.Nested(RowSchema, allow_none=True, error_messages=WRONG_TYPE),
        required=True,
        error_messages=WRONG_TYPE,
    )
    teams = fields.List(
        WholeNumber(), load_default=None, allow_none=True, error_messages=WRONG_TYPE
    )
    house = fields.Dict(
        keys=fields.String(),
        values=Switch(),
        load_default=dict,
        error_messages=WRONG_TYPE,
    )
    last_capturer = WholeNumber(load_default=None, allow_none=True)


@blueprint.route("/<game>/score", methods=["POST"], parameters=[_GAME])
@blueprint.doc(summary="Score a finished game")
@errors(blueprint, 400, 404, 413, 422)
@blueprint.arguments(GameSchema)
@blueprint.response(200, SheetSchema, description="The scored sheet, balanced or not.")
def post_score(body: dict[str, Any], game: str) -> With:
    rules = find_ruleset(game, body["house"])
    rows = _read_rows(rules, body)
    try:
        sheet = score(rules, rows, body["teams"], body["last_capturer"])
    except RulesError as error:
        refuse(_FIELDS[type(error)], error)
    names = [row and row["name"] for row in body["players"]]
    return sheet_of(rules.sheet, sheet, names)


_FIELDS: dict[type[RulesError], str] = {
    ImpossiblePlayers: "players",
    NotTwoSides: "players",
    ImpossibleTeams: "teams",
    NoSuchSeat: "last_capturer",
}


def _read_rows(rules: Ruleset, body: dict[str, Any]) -> list[RowCounts]:
    """Return the counts of each pile. Partners who share a pile, or say one number, have one row,
    at the first of their seats; 422 otherwise."""
    players = body["players"]
    piles = says = tuple(range(len(players)))
    if rules.sheet.by_side:
        try:
            teams = rules.seating.settle(len(players), body["teams"])
            piles = rules.pile_seats(len(players), teams)
            says = rules.quick_seats(len(players), teams)
        except RulesError as error:
            refuse(_FIELDS[type(error)], error)
    rows = []
    for seat, row in enumerate(players):
        if row is not None and seat not in piles:
            raise wrong_fields(422, [FieldError(f"players.{seat}", _one_row())])
        rows.append(
            RowCounts(0, None) if row is None else read_row(rules.sheet, row, f"players.{seat}")
        )
    refuse_mixed(rules.sheet, rows, "players")
    whole_scores = any(isinstance(row.counted, int) for row in rows)
    for seat, row in enumerate(rows):
        is_required = seat in (says if whole_scores else piles)
        if is_required is (row.counted is None):
            wrong = gettext("This is missing.") if is_required else _one_row()
            raise wrong_fields(422, [FieldError(f"players.{seat}", wrong)])
    return rows


def _one_row() -> str:
    return gettext("Partners share a row.")


def refuse_mixed(sheet: SheetPlan, rows: Iterable[RowCounts], field: str) -> None:
    """Raise a problem (422) if some rows have counts and others whole scores."""
    ways = {type(row.counted) is int for row in rows if row.counted is not None}
    if sheet.whole_score_said and len(ways) > 1:
        both = gettext("Give either points for everybody, or counts for everybody.")
        raise wrong_fields(422, [FieldError(field, both)], reason="mixed")


def read_row(sheet: SheetPlan, row: dict[str, Any], field: str) -> RowCounts:
    """Return the counts of a player's row; 422 unless it has either all fields of the sheet or the
    quick number."""
    prefix = f"{field}." if field else ""
    markers = _read_markers(sheet, row, prefix)
    counts = {field.key: row.get(field.key) for field in sheet.fields}
    counted_keys = [key for key, number in counts.items() if number is not None]
    quick, points = sheet.quick.key, row.get(sheet.quick.key)
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
    numbers = {key: row[key] for key in counts}
    return RowCounts(markers, numbers | _read_apart(sheet, row, numbers, prefix))


def _read_apart(
    sheet: SheetPlan, row: dict[str, Any], numbers: dict[str, int], prefix: str
) -> dict[str, int]:
    """Return the aces that a row names, as counts by card; 422 unless they are as many as it
    counts."""
    texts = row.get("which_aces")
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
    if not sheet.could_be({**numbers, **{ace.key: apart.get(ace.key, 0) for ace in sheet.apart}}):
        raise wrong_fields(422, [FieldError(field, gettext("No pile can have these numbers."))])
    return apart


def _read_markers(sheet: SheetPlan, row: dict[str, Any], prefix: str) -> int:
    """Return the face-up cards of a row. They are required where they always count, optional where
    a house rule counts them, and 422 where they do not count."""
    name = sheet.markers or SWEEPS
    number = row.get(name)
    if number is None and sheet.sweeps_are_paid:
        raise wrong_fields(422, [FieldError(f"{prefix}{name}", gettext("This number is missing."))])
    if number and sheet.markers is None:
        counts_not = gettext("Sweeps do not count in this game.")
        raise wrong_fields(422, [FieldError(f"{prefix}{name}", counts_not)])
    return number or 0


def _refuse_impossible(sheet: SheetPlan, row: dict[str, Any], prefix: str) -> None:
    """Raise a problem (422) for the first number that no pile can have beside those before it."""
    if not sheet.whole_score_said:
        return
    so_far: dict[str, int] = {}
    for field in sheet.fields:
        so_far[field.key] = row[field.key]
        if not sheet.could_be(so_far):
            message = gettext("No pile can have these numbers.")
            raise wrong_fields(422, [FieldError(f"{prefix}{field.key}", message)])
