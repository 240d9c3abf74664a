"""``GET /{game}``: the switches and presets of a game."""

from __future__ import annotations

from flask_smorest import Blueprint
from werkzeug.routing import BaseConverter

from ..json_answers.game_rules import GameRulesSchema, game_rules_of
from ..json_schema_base import With
from ..rules.games import RULESETS, ruleset
from .openapi import errors

blueprint = Blueprint("api_game", __name__, description="The switches and presets of a game.")

_GAME = {
    "in": "path",
    "name": "game",
    "required": True,
    "schema": {"type": "string", "enum": [*RULESETS]},
}


class GameConverter(BaseConverter):
    """The key of a game; no other text matches, so that other calls keep their answers."""

    regex = "|".join(RULESETS)


@blueprint.route("/<game:game>", parameters=[_GAME])
@blueprint.doc(summary="The switches and presets of a game")
@errors(blueprint, 404)
@blueprint.response(200, GameRulesSchema, description="The game without house rules.")
def game_rules(game: str) -> With:
    return game_rules_of(ruleset(game))
