"""``POST /{game}/score``: score a finished game."""

from __future__ import annotations

from typing import TypedDict

from flask_smorest import Blueprint
from marshmallow import fields

from ..json_answers.scored_sheet import SheetSchema, sheet_of
from ..json_schema_base import With
from ..languages import gettext
from ..rules.error_bases import RulesError
from ..rules.games import RULESETS
from ..rules.ruleset import Ruleset
from ..rules.scoring import score
from ..rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat, NotTwoSides
from ..rules.sheet_plan import RowCounts
from .body_fields import WRONG_TYPE, Body, Switch, WholeNumber
from .body_parser import BodyParser
from .openapi import errors
from .problems import FieldError, wrong_fields
from .rules_errors_as_problems import refuse
from .ruleset_in_url import find_ruleset
from .sheet_row_body import RowBody, RowSchema, read_row, refuse_mixed

blueprint = Blueprint("api_score", __name__, description="Score a finished game.")
blueprint.ARGUMENTS_PARSER = BodyParser()


_GAME = {
    "in": "path",
    "name": "game",
    "required": True,
    "schema": {"type": "string", "enum": [*RULESETS]},
}


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


class GameBody(TypedDict):
    """The fields of :class:`GameSchema`, as they were read."""

    players: list[RowBody | None]
    teams: list[int] | None
    house: dict[str, bool]
    last_capturer: int | None


@blueprint.route("/<game>/score", methods=["POST"], parameters=[_GAME])
@blueprint.doc(summary="Score a finished game")
@errors(blueprint, 400, 404, 413, 422)
@blueprint.arguments(GameSchema)
@blueprint.response(200, SheetSchema, description="The scored sheet, balanced or not.")
def post_score(body: GameBody, game: str) -> With:
    rules = find_ruleset(game, body["house"])
    rows = _read_rows(rules, body)
    try:
        sheet = score(rules, rows, body["teams"], body["last_capturer"])
    except RulesError as error:
        refuse(_FIELDS[type(error)], error)
    names = [None if row is None else row.name for row in body["players"]]
    return sheet_of(rules.sheet, sheet, names)


_FIELDS: dict[type[RulesError], str] = {
    ImpossiblePlayers: "players",
    NotTwoSides: "players",
    ImpossibleTeams: "teams",
    NoSuchSeat: "last_capturer",
}


def _read_rows(rules: Ruleset, body: GameBody) -> list[RowCounts]:
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
    for seat, counts in enumerate(rows):
        is_required = seat in (says if whole_scores else piles)
        if is_required is (counts.counted is None):
            wrong = gettext("This is missing.") if is_required else _one_row()
            raise wrong_fields(422, [FieldError(f"players.{seat}", wrong)])
    return rows


def _one_row() -> str:
    return gettext("Partners share a row.")
