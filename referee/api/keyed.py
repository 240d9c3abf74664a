"""Calls that need a group's key: it is looked at before anything else, and then whether the
address names something that it opens."""

from __future__ import annotations

from typing import Any

from flask import g, request
from flask_smorest import Blueprint

from ..rules.cards import RulesError
from ..services import sessions, sheets
from ..services.refusals import Missing, Refusal
from .access import access, authorize
from .body import BodyParser
from .refusals import answer_refusal, answer_rules

SESSION = "/sessions/<id:session_id>"
GAME = f"{SESSION}/games/<number:number>"
KEYED: dict[str, Any] = {"security": [{"key": []}]}


def keyed_blueprint(
    name: str, description: str, *, free: str = "", unchecked: str = ""
) -> Blueprint:
    """A blueprint of such calls. ``free`` is a view of it that needs no key; one that is
    ``unchecked`` finds out by itself whether its address names something."""
    blueprint = Blueprint(name, __name__, description=description)
    blueprint.ARGUMENTS_PARSER = BodyParser()
    blueprint.errorhandler(Refusal)(answer_refusal)
    blueprint.errorhandler(RulesError)(answer_rules)

    @blueprint.before_request
    def check() -> None:
        g.private = True
        if request.endpoint == f"{name}.{free}" or request.method == "OPTIONS":
            return
        authorize()
        if request.endpoint == f"{name}.{unchecked}":
            return
        arguments = request.view_args or {}
        if "group_id" in arguments and arguments["group_id"] != access().group_id:
            raise Missing
        if "number" in arguments:
            sheets.find_game(access(), arguments["session_id"], arguments["number"])
        elif "session_id" in arguments:
            sessions.find_session(access(), arguments["session_id"])

    return blueprint
