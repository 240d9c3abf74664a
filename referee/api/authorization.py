"""Authorization by a group's key, and blueprints of the calls that need one."""

from typing import Any

from flask import g, request
from flask_smorest import Blueprint

from ..languages import gettext
from ..rules.cards import RulesError
from ..services.access import Access, find_game, find_session, open_key
from ..services.names import GameId
from ..services.refusals import KeyReplaced, Refusal
from .bodies import BodyParser
from .openapi import calls
from .problems import answer_refusal, answer_rules, unauthorized

READING = ("GET", "HEAD")


def access() -> Access:
    """Return what the key of this request opens."""
    opened: Access = g.access
    return opened


def authorize(session_id: str = "") -> None:
    """Set the access of this request's key, to a session if one is named. Raises a :class:`Problem`
    with 401 without a key, :class:`KeyReplaced` for one that opens nothing, and
    :class:`.MayNotWrite` for writing with a view key."""
    credentials = request.authorization
    if credentials is None or credentials.type != "bearer" or not credentials.token:
        raise unauthorized(gettext("This needs a key: Authorization: Bearer KEY."))
    opened = open_key(credentials.token, session_id)
    if opened is None:
        raise KeyReplaced
    g.access = opened
    if request.method not in READING:
        opened.for_writing()


SESSION = "/sessions/<id:session_id>"
GAME = f"{SESSION}/games/<number:number>"
KEYED: dict[str, object] = {"security": [{"key": []}]}


def keyed_blueprint(
    name: str, description: str, *, public_view: str = "", unchecked_view: str = ""
) -> Blueprint:
    """Return a blueprint of calls that need a key. ``public_view`` names one that does not;
    ``unchecked_view`` names one that checks by itself whether its game exists."""
    blueprint = calls(name, description, keyed=True)
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
