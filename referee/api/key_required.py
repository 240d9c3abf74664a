"""Blueprints of calls that need a group's key. The key is checked first, then whether it opens the
session or game in the URL."""

from __future__ import annotations

from typing import Any

from flask import g, request
from flask_smorest import Blueprint

from ..rules.error_bases import RulesError
from ..services.group_session_game_lookup import find_game, find_session
from ..services.ids import GameId
from ..services.refusals import Refusal
from .authorization import access, authorize
from .body_parser import BodyParser
from .refusals_as_problems import answer_refusal
from .rules_errors_as_problems import answer_rules

SESSION = "/sessions/<id:session_id>"
GAME = f"{SESSION}/games/<number:number>"
KEYED: dict[str, object] = {"security": [{"key": []}]}


def keyed_blueprint(
    name: str, description: str, *, public_view: str = "", unchecked_view: str = ""
) -> Blueprint:
    """Return a blueprint of calls that need a key. ``public_view`` names one that does not;
    ``unchecked_view`` names one that checks by itself whether its game exists."""
    blueprint = Blueprint(name, __name__, description=description)
    blueprint.ARGUMENTS_PARSER = BodyParser()
    blueprint.url_value_preprocessor(_join_game_id)
    blueprint.errorhandler(Refusal)(answer_refusal)
    blueprint.errorhandler(RulesError)(answer_rules)

    @blueprint.before_request
    def check() -> None:
        g.private = True
        if request.endpoint == f"{name}.{public_view}" or request.method == "OPTIONS":
            return
        arguments = request.view_args or {}
        game_id: GameId | None = arguments.get("game_id")
        session_id = game_id.session_id if game_id else arguments.get("session_id", "")
        authorize(session_id)
        if request.endpoint == f"{name}.{unchecked_view}":
            return
        if game_id:
            find_game(access(), game_id)
        elif session_id:
            find_session(access(), session_id)

    return blueprint


def _join_game_id(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Replace the session and number in a URL by one ``game_id``."""
    if values and "number" in values:
        values["game_id"] = GameId(values.pop("session_id"), values.pop("number"))
