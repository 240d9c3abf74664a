"""Groups, sessions and games: what a key opens."""

from __future__ import annotations

from typing import Any

from flask import Response, g, jsonify, request, url_for
from flask_smorest import Blueprint

from .. import answers
from ..languages import gettext
from ..rules.cards import RulesError
from ..rules.games import ruleset
from ..rules.scoring import NoSuchSeat
from ..services import company, evenings, games, sessions, sheets
from ..services.links import view_key
from ..services.names import is_client_key
from ..services.refusals import Missing, Refusal
from ..services.sessions import Plan
from .access import access, authorize
from .body import BodyParser
from .docs import errors
from .problems import Problem
from .refusals import answer_refusal, answer_rules
from .requests import BeginSchema, CloseSchema, SessionSchema, SweepSchema, read_version
from .schemas import (
    CountedSweepSchema,
    GameBegunSchema,
    GameStateSchema,
    GroupSchema,
    SessionStartedSchema,
    SessionStateSchema,
    SheetSchema,
    SheetStateSchema,
)
from .score import CountedSchema, read_row

blueprint = Blueprint("api_sessions", __name__, description="Groups, sessions and their games.")
blueprint.ARGUMENTS_PARSER = BodyParser()
blueprint.errorhandler(Refusal)(answer_refusal)
blueprint.errorhandler(RulesError)(answer_rules)

_SESSION = "/sessions/<id:session_id>"
_GAME = f"{_SESSION}/games/<number:number>"
_KEYED: dict[str, Any] = {"security": [{"key": []}]}


@blueprint.before_request
def check() -> None:
    """The key is looked at before anything else, and then whether the address names something."""
    g.private = True
    if request.endpoint == f"{blueprint.name}.start" or request.method == "OPTIONS":
        return
    authorize()
    arguments = request.view_args or {}
    if "group_id" in arguments and arguments["group_id"] != access().group_id:
        raise Missing
    if "number" in arguments:
        sheets.find_game(access(), arguments["session_id"], arguments["number"])
    elif "session_id" in arguments:
        sessions.find_session(access(), arguments["session_id"])


@blueprint.route("/sessions", methods=["POST"])
@blueprint.doc(summary="Start a session", security=[{}, {"key": []}])
@errors(blueprint, 400, 401, 403, 404, 413, 422)
@blueprint.arguments(SessionSchema)
@blueprint.response(201, SessionStartedSchema, description="With its keys, if its group is new.")
def start(body: dict[str, Any]) -> tuple[Response, int]:
    group_id, key = body["group_id"], body["key"]
    if group_id is not None:
        authorize()
        if access().group_id != group_id:
            raise Missing
    house = [name for name, on in body["house"].items() if on]
    ruleset(body["game"], body["house"])  # a switch that is off must exist too
    plan = Plan(
        body["game"],
        body["players"],
        body["teams"],
        house,
        body["games_planned"],
        body["first_dealer"],
    )
    try:
        if group_id is None:
            started = sessions.start_group(plan, body["group_name"], key)
        else:
            started = sessions.start_session(access(), plan, key)
    except NoSuchSeat as error:
        return answer_rules(error, "first_dealer"), 422
    answer = {"id": started.session_id, "group_id": started.group_id}
    if started.edit_key is not None:
        for name, opens in (("edit", started.edit_key), ("view", view_key(started.edit_key))):
            answer[f"{name}_key"] = opens
            answer[f"{name}_url"] = url_for("links.open_link", key=opens, _external=True)
    return jsonify(answer), 201


@blueprint.route("/groups/<id:group_id>")
@blueprint.doc(summary="A group with its sessions and people", **_KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, GroupSchema)
def group(group_id: str) -> Response:  # noqa: ARG001 - looked at by check()
    return jsonify(answers.group_json(company.read_group(access())))


@blueprint.route(_SESSION)
@blueprint.doc(summary="A session with its games, standings and settlement", **_KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, SessionStateSchema)
def session(session_id: str) -> Response:
    return jsonify(answers.session_json(evenings.read_evening(access(), session_id)))


@blueprint.route(f"{_SESSION}/close", methods=["POST"])
@blueprint.doc(summary="End a session", **_KEYED)
@errors(blueprint, 401, 403, 404)
@blueprint.response(200, SessionStateSchema)
def close_session(session_id: str) -> Response:
    sessions.close_session(access(), session_id)
    return jsonify(answers.session_json(evenings.read_evening(access(), session_id)))


@blueprint.route(f"{_SESSION}/games", methods=["POST"])
@blueprint.doc(summary="Begin the next game", **_KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(BeginSchema, required=False)
@blueprint.response(201, GameBegunSchema)
def begin(body: dict[str, Any], session_id: str) -> tuple[Response, int]:
    begun = games.begin_game(access(), session_id, body["key"])
    return jsonify(answers.game_begun_json(begun)), 201


@blueprint.route(_GAME)
@blueprint.doc(summary="A game", **_KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, GameStateSchema)
def game(session_id: str, number: int) -> Response:
    names = evenings.read_evening(access(), session_id).players
    return jsonify(answers.game_json(games.read_game(access(), session_id, number), names))


@blueprint.route(_GAME, methods=["DELETE"])
@blueprint.doc(summary="Discard a game that is not finished", **_KEYED)
@errors(blueprint, 401, 403, 404, 409)
@blueprint.response(204)
def discard(session_id: str, number: int) -> None:
    games.discard_game(access(), session_id, number)


@blueprint.route(f"{_GAME}/sheet")
@blueprint.doc(summary="The score sheet of a game", **_KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, SheetStateSchema)
def sheet(session_id: str, number: int) -> Response:
    return _sheet(session_id, sheets.read_sheet(access(), session_id, number))


@blueprint.route(f"{_GAME}/sheet/<number:seat>", methods=["PUT"])
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
    **_KEYED,
)
@errors(blueprint, 400, 401, 403, 404, 412, 413, 422, 428)
@blueprint.arguments(CountedSchema)
@blueprint.response(200, SheetStateSchema)
def put_row(body: dict[str, Any], session_id: str, number: int, seat: int) -> Response:
    _, game = sheets.find_game(access(), session_id, number)
    if seat >= len(game.rows):
        raise Missing
    row = read_row(sheets.rules_of(game), body, "")
    version = read_version(request.headers.get("If-Match"))
    state = sheets.put_row(access(), session_id, number, seat, row, version)
    answer = _sheet(session_id, state)
    answer.headers["ETag"] = answers.etag(state.versions[seat])
    return answer


@blueprint.route(f"{_GAME}/close", methods=["POST"])
@blueprint.doc(summary="Finish a game", **_KEYED)
@errors(blueprint, 400, 401, 403, 404, 413, 422)
@blueprint.arguments(CloseSchema, required=False)
@blueprint.response(200, SheetSchema, description="The scored sheet.")
def close_game(body: dict[str, Any], session_id: str, number: int) -> Response:
    try:
        state = sheets.close_game(
            access(),
            session_id,
            number,
            body["last_capturer"],
            accept_imbalance=body["accept_imbalance"],
        )
    except NoSuchSeat as error:
        return answer_rules(error, "last_capturer")
    return jsonify(answers.sheet_json(state.check.sheet, _names(session_id)))


@blueprint.route(f"{_GAME}/sweeps", methods=["POST"])
@blueprint.doc(summary="Count a sweep", **_KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(SweepSchema)
@blueprint.response(201, CountedSweepSchema)
def count_sweep(body: dict[str, Any], session_id: str, number: int) -> tuple[Response, int]:
    seat, key, double = body["seat"], body["key"], body["double"]
    games.count_sweep(access(), session_id, number, seat, key, double=double)
    return jsonify({"key": key, "seat": seat, "double": double}), 201


@blueprint.route(f"{_GAME}/sweeps/<text:key>", methods=["DELETE"], merge_slashes=False)
@blueprint.doc(summary="Take a counted sweep back", **_KEYED)
@errors(blueprint, 401, 403, 404, 409)
@blueprint.response(204)
def take_back_sweep(session_id: str, number: int, key: str) -> None:
    if not is_client_key(key):
        raise Problem(404, gettext("There is nothing here."))
    games.take_back_sweep(access(), session_id, number, key)


def _sheet(session_id: str, state: sheets.SheetState) -> Response:
    return jsonify(answers.sheet_state_json(state, _names(session_id)))


def _names(session_id: str) -> tuple[str, ...]:
    return evenings.read_evening(access(), session_id).players
