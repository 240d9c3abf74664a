"""Calls about the games of a session and their score sheets."""

from __future__ import annotations

from flask import Response, request

from ..json_answers.begun_game import GameBegunSchema, game_begun_of
from ..json_answers.counted_sweep import CountedSweepSchema
from ..json_answers.scored_sheet import SheetSchema, sheet_of
from ..json_answers.sheet_rows import SheetStateSchema, etag, sheet_state_of
from ..json_schema_base import With
from ..languages import gettext
from ..rules.seating import NoSuchSeat
from ..services import begin_and_discard_game, sheet_entry_and_closing, sweep_and_deal_counting
from ..services.client_keys import is_client_key
from ..services.ids import GameId
from ..services.refusals import NotAccessible
from .authorization import access
from .if_match_header import read_version
from .key_required import GAME, KEYED, SESSION, keyed_blueprint
from .openapi import errors
from .problems import Problem
from .rules_errors_as_problems import answer_rules
from .session_and_game_bodies import (
    BeginBody,
    BeginSchema,
    CloseBody,
    CloseSchema,
    SweepBody,
    SweepSchema,
)
from .sheet_row_body import CountedSchema, RowBody, read_row, refuse_mixed

blueprint = keyed_blueprint("api_games", "The games of a session and their score sheets.")


@blueprint.route(f"{SESSION}/games", methods=["POST"])
@blueprint.doc(summary="Begin the next game", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(BeginSchema, required=False)
@blueprint.response(201, GameBegunSchema)
def begin(body: BeginBody, session_id: str) -> With:
    begun = begin_and_discard_game.begin_game(
        access(), session_id, body["key"], force=body["force"]
    )
    return game_begun_of(begun)


@blueprint.route(GAME, methods=["DELETE"])
@blueprint.doc(summary="Discard a game that is not finished", **KEYED)
@errors(blueprint, 401, 403, 404, 409)
@blueprint.response(204)
def discard(game_id: GameId) -> None:
    begin_and_discard_game.discard_game(access(), game_id)


@blueprint.route(f"{GAME}/sheet")
@blueprint.doc(summary="The score sheet of a game", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, SheetStateSchema)
def sheet(game_id: GameId) -> With:
    return sheet_state_of(sheet_entry_and_closing.read_sheet(access(), game_id))


@blueprint.route(f"{GAME}/sheet/<number:seat>", methods=["PUT"])
@blueprint.doc(
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
def put_row(body: RowBody, game_id: GameId, seat: int) -> tuple[With, dict[str, str]]:
    sheet = sheet_entry_and_closing.read_sheet(access(), game_id)
    if seat >= len(sheet.rows):
        raise NotAccessible
    row = read_row(sheet.rules.sheet, body, "")
    others = [other for at, other in enumerate(sheet.rows) if at != seat]
    refuse_mixed(sheet.rules.sheet, [row, *others], sheet.rules.sheet.quick.key)
    version = read_version(request.headers.get("If-Match"))
    state = sheet_entry_and_closing.put_row(access(), game_id, seat, row, version)
    return sheet_state_of(state), {"ETag": etag(state.versions[seat])}


@blueprint.route(f"{GAME}/close", methods=["POST"])
@blueprint.doc(summary="Finish a game", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 413, 422)
@blueprint.arguments(CloseSchema, required=False)
@blueprint.response(200, SheetSchema, description="The scored sheet.")
def close_game(body: CloseBody, game_id: GameId) -> Response | With:
    try:
        if body["claimed_by"] is not None:
            field = "claimed_by"
            state = sheet_entry_and_closing.close_claimed(access(), game_id, body["claimed_by"])
        else:
            field = "last_capturer"
            state = sheet_entry_and_closing.close_game(
                access(),
                game_id,
                body["last_capturer"],
                accept_imbalance=body["accept_imbalance"],
            )
    except NoSuchSeat as error:
        return answer_rules(error, field)
    return sheet_of(state.rules.sheet, state.check.sheet, state.players)


@blueprint.route(f"{GAME}/sweeps", methods=["POST"])
@blueprint.doc(summary="Count a sweep", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(SweepSchema)
@blueprint.response(201, CountedSweepSchema)
def count_sweep(body: SweepBody, game_id: GameId) -> SweepBody:
    seat, key, double = body["seat"], body["key"], body["double"]
    sweep_and_deal_counting.count_sweep(access(), game_id, seat, key, double=double)
    return body


@blueprint.route(f"{GAME}/sweeps/<text:key>", methods=["DELETE"], merge_slashes=False)
@blueprint.doc(summary="Take a counted sweep back", **KEYED)
@errors(blueprint, 401, 403, 404, 409)
@blueprint.response(204)
def take_back_sweep(game_id: GameId, key: str) -> None:
    if not is_client_key(key):
        raise Problem(404, gettext("There is nothing here."))
    sweep_and_deal_counting.take_back_sweep(access(), game_id, key)
