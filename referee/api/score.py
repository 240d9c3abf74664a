"""``POST /{game}/score``: score one finished game, stateless."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify
from flask_smorest import Blueprint
from marshmallow import fields
from marshmallow.validate import Length

from ..answers import sheet_json
from ..languages import gettext, lazy_gettext
from ..rules.cards import RulesError
from ..rules.games import kind_keys
from ..rules.ruleset import ImpossiblePlayers, ImpossibleTeams, Ruleset
from ..rules.scoring import NoSuchSeat, Row, score
from ..services.names import NAME_LENGTH
from .body import WRONG_TYPE, Body, BodyParser, Count, Switch, WholeNumber
from .docs import errors
from .problems import FieldError, wrong_fields
from .rulesets import find_ruleset, refuse
from .schemas import SheetSchema

MOST_OF_ANYTHING = 104

KIND_KEYS = kind_keys()

blueprint = Blueprint("api_score", __name__, description="Score a finished game.")
blueprint.ARGUMENTS_PARSER = BodyParser()


class _CountedFields(Body):
    markers = Count(MOST_OF_ANYTHING, required=True)
    card_points = Count(MOST_OF_ANYTHING)


class _RowFields(_CountedFields):
    name = fields.String(
        load_default=None,
        allow_none=True,
        validate=Length(
            max=NAME_LENGTH, error=lazy_gettext("A name has at most {max} characters.")
        ),
        error_messages=WRONG_TYPE,
    )


def _with_kinds(name: str, base: type[Body]) -> type[Body]:
    return type(name, (base,), {key: Count(MOST_OF_ANYTHING) for key in KIND_KEYS})


CountedSchema = _with_kinds("CountedSchema", _CountedFields)
"""A player's row: ``markers``, and either ``card_points`` or every kind of the game."""

RowSchema = _with_kinds("RowSchema", _RowFields)
"""The same with the player's name."""


class GameSchema(Body):
    """A game to be scored, players in seat order."""

    players = fields.List(
        fields.Nested(RowSchema, error_messages=WRONG_TYPE),
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


@blueprint.route("/<game>/score", methods=["POST"])
@blueprint.doc(summary="Score a finished game")
@errors(blueprint, 400, 404, 413, 422)
@blueprint.arguments(GameSchema)
@blueprint.response(200, SheetSchema, description="The scored sheet, balanced or not.")
def post_score(body: dict[str, Any], game: str) -> Response:
    find_ruleset(game, body["house"])  # a switch that is off must exist too
    rules = find_ruleset(game, [name for name, on in body["house"].items() if on])
    rows = [read_row(rules, row, f"players.{seat}") for seat, row in enumerate(body["players"])]
    teams = None if body["teams"] is None else tuple(body["teams"])
    try:
        sheet = score(rules, rows, teams, body["last_capturer"])
    except (ImpossiblePlayers, ImpossibleTeams, NoSuchSeat) as error:
        refuse(_FIELDS[type(error)], error)
    names = [row["name"] for row in body["players"]]
    return jsonify(sheet_json(sheet, names))


_FIELDS: dict[type[RulesError], str] = {
    ImpossiblePlayers: "players",
    ImpossibleTeams: "teams",
    NoSuchSeat: "last_capturer",
}


def read_row(rules: Ruleset, row: dict[str, Any], field: str) -> Row:
    """A player's row: every kind of the game or the points, and not both, else 422."""
    kinds = {kind.key: row.get(kind.key) for kind in rules.kinds}
    prefix = f"{field}." if field else ""
    given = [key for key, number in kinds.items() if number is not None]
    points = row.get("card_points")
    if points is not None and given:
        both = gettext("Give either card points or the kinds, not both.")
        raise wrong_fields(422, [FieldError(f"{prefix}card_points", both)])
    if points is None and not given:
        neither = gettext("The counting cards are missing: give card points, or each kind.")
        raise wrong_fields(422, [FieldError(f"{prefix}card_points", neither)])
    if points is None and len(given) < len(kinds):
        missing = gettext("This number is missing.")
        raise wrong_fields(
            422, [FieldError(f"{prefix}{key}", missing) for key in kinds if key not in given]
        )
    return Row(row["markers"], {key: row[key] for key in kinds} if points is None else points)
