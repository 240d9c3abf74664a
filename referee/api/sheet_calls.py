"""Calls about the games of a session and their score sheets, and the score of a finished game."""

from typing import Annotated, TypedDict

from flask import Response, request
from marshmallow import fields

from ..languages import gettext
from ..rules.cards import RulesError
from ..rules.ruleset import Ruleset
from ..rules.scoring import score
from ..rules.seating import NoSuchSeat
from ..rules.sheet_plan import RowCounts
from ..services import game_changes, sheet_entry
from ..services.access import is_client_key
from ..services.names import GameId
from ..services.refusals import NotAccessible
from ..shapes import OPTIONAL, Values
from .authorization import GAME, KEYED, SESSION, access, keyed_blueprint
from .bodies import (
    WRONG_TYPE,
    BeginBody,
    BodyParser,
    CloseBody,
    CountedSchema,
    OnOrOff,
    RowBody,
    RowSchema,
    SweepBody,
    Teams,
    WholeNumber,
    list_field,
    read_row,
    read_version,
    refuse_mixed,
    schema_of,
)
from .openapi import calls, errors
from .problems import FieldError, Problem, answer_rules, refuse, wrong_fields
from .referee_calls import GAME_KEY, find_ruleset
from .sheet_answers import (
    CountedSweepSchema,
    GameBegunSchema,
    SheetSchema,
    SheetStateSchema,
    etag,
    game_begun_of,
    sheet_of,
    sheet_state_of,
)

blueprint = keyed_blueprint("api_games", "The games of a session and their score sheets.")


@blueprint.route(f"{SESSION}/games", methods=["POST"])
@blueprint.doc(operationId="beginGame", summary="Begin the next game", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(schema_of(BeginBody), required=False)
@blueprint.response(201, GameBegunSchema)
def begin(body: BeginBody, session_id: str) -> Values:
    begun = game_changes.begin_game(access(), session_id, body["key"], force=body["force"])
    return game_begun_of(begun)


@blueprint.route(GAME, methods=["DELETE"])
@blueprint.doc(operationId="discardGame", summary="Discard a game that is not finished", **KEYED)
@errors(blueprint, 401, 403, 404, 409)
@blueprint.response(204)
def discard(game_id: GameId) -> None:
    game_changes.discard_game(access(), game_id)


@blueprint.route(f"{GAME}/sheet")
@blueprint.doc(operationId="readSheet", summary="The score sheet of a game", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, SheetStateSchema)
def sheet(game_id: GameId) -> Values:
    return sheet_state_of(sheet_entry.read_sheet(access(), game_id))


@blueprint.route(f"{GAME}/sheet/<number:seat>", methods=["PUT"])
@blueprint.doc(
    operationId="putRow",
    summary="Enter one player's row",
    parameters=[
        {
            "in": "header",
            "name": "If-Match",
            "required": True,
            "schema": {"type": "string"},
            "description": 'The row\'s etag; `"0"` for an empty row.',
        }
    ],
    **KEYED,
)
@errors(blueprint, 400, 401, 403, 404, 412, 413, 422, 428)
@blueprint.arguments(CountedSchema)
@blueprint.response(200, SheetStateSchema)
def put_row(body: RowBody, game_id: GameId, seat: int) -> tuple[Values, dict[str, str]]:
    sheet = sheet_entry.read_sheet(access(), game_id)
    if seat >= len(sheet.rows):
        raise NotAccessible
    row = read_row(sheet.rules.sheet, body, "")
    others = [other for at, other in enumerate(sheet.rows) if at != seat]
    refuse_mixed(sheet.rules.sheet, [row, *others], sheet.rules.sheet.quick.key)
    version = read_version(request.headers.get("If-Match"))
    state = sheet_entry.put_row(access(), game_id, seat, row, version)
    return sheet_state_of(state), {"ETag": etag(state.versions[seat])}


@blueprint.route(f"{GAME}/close", methods=["POST"])
@blueprint.doc(operationId="closeGame", summary="Finish a game", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 413, 422)
@blueprint.arguments(schema_of(CloseBody), required=False)
@blueprint.response(200, SheetSchema, description="The scored sheet.")
def close_game(body: CloseBody, game_id: GameId) -> Response | Values:
    try:
        if body["claimed_by"] is not None:
            field = "claimed_by"
            state = sheet_entry.close_claimed(access(), game_id, body["claimed_by"])
        else:
            field = "last_capturer"
            state = sheet_entry.close_game(
                access(),
                game_id,
                body["last_capturer"],
                accept_imbalance=body["accept_imbalance"],
            )
    except NoSuchSeat as error:
        return answer_rules(error, field)
    return sheet_of(state.rules.sheet, state.check.sheet, state.players)


@blueprint.route(f"{GAME}/sweeps", methods=["POST"])
@blueprint.doc(operationId="countSweep", summary="Count a sweep", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(schema_of(SweepBody))
@blueprint.response(201, CountedSweepSchema)
def count_sweep(body: SweepBody, game_id: GameId) -> SweepBody:
    seat, key, double = body["seat"], body["key"], body["double"]
    sheet_entry.count_sweep(access(), game_id, seat, key, double=double)
    return body


@blueprint.route(f"{GAME}/sweeps/<text:key>", methods=["DELETE"], merge_slashes=False)
@blueprint.doc(operationId="takeSweepBack", summary="Take a counted sweep back", **KEYED)
@errors(blueprint, 401, 403, 404, 409)
@blueprint.response(204)
def take_back_sweep(game_id: GameId, key: str) -> None:
    if not is_client_key(key):
        raise Problem(404, gettext("There is nothing here."))
    sheet_entry.take_back_sweep(access(), game_id, key)


score_blueprint = calls("api_score", "Score a finished game.")
score_blueprint.ARGUMENTS_PARSER = BodyParser()


_ROW = fields.Nested(RowSchema, allow_none=True, error_messages=WRONG_TYPE)


class GameBody(TypedDict):
    """A game to be scored; players are in seat order."""

    players: Annotated[list[RowBody | None], list_field(_ROW, required=True)]
    teams: Teams
    house: Annotated[
        dict[str, bool],
        fields.Dict(
            keys=fields.String(), values=OnOrOff(), load_default=dict, error_messages=WRONG_TYPE
        ),
    ]
    last_capturer: Annotated[int | None, WholeNumber(**OPTIONAL)]


@score_blueprint.route("/<game>/score", methods=["POST"], parameters=[GAME_KEY])
@score_blueprint.doc(operationId="scoreGame", summary="Score a finished game")
@errors(score_blueprint, 400, 404, 413, 422)
@score_blueprint.arguments(schema_of(GameBody))
@score_blueprint.response(200, SheetSchema, description="The scored sheet, balanced or not.")
def post_score(body: GameBody, game: str) -> Values:
    rules = find_ruleset(game, body["house"])
    rows = _read_rows(rules, body)
    try:
        sheet = score(rules, rows, body["teams"], body["last_capturer"])
    except RulesError as error:
        refuse("last_capturer" if isinstance(error, NoSuchSeat) else error.field, error)
    names = [None if row is None else row.name for row in body["players"]]
    return sheet_of(rules.sheet, sheet, names)


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
            refuse(error.field, error)
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
