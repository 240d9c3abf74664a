"""Call that reads the state of a game."""

from __future__ import annotations

from flask import Response, jsonify, request

from ..json_answers.followed_state_parts import Values
from ..json_answers.whole_game_state import GameStateSchema, game_of
from ..languages import speech
from ..services import game_views
from ..services.ids import GameId
from ..services.refusals import NotAccessible
from .authorization import access
from .key_required import GAME, KEYED, keyed_blueprint
from .openapi import errors

blueprint = keyed_blueprint("api_live", "The live game.", unchecked_view="game")


@blueprint.route(GAME)
@blueprint.doc(summary="A game", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, GameStateSchema)
def game(game_id: GameId) -> Response:
    """Answer with the state of a game, or 304 for a client that has it already (``If-None-
    Match``)."""
    if not access().version:
        raise NotAccessible
    etag = f"{access().version}.{game_id.number}.{speech().tag}"
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
    else:
        response = jsonify(GameStateSchema.json(state_of(game_id)))
    response.set_etag(etag, weak=True)  # however it is compressed
    return response


def state_of(game_id: GameId) -> Values:
    """Return the values of a game for its answer."""
    game = game_views.read_followed(access(), game_id)
    return game_of(game, game.sheet.players)
