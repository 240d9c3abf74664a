"""The session or game that a page's URL names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, g, request

from ..services.access import Access
from ..services.names import GameId
from .permissions import access

SESSION = "/g/<id:group_id>/<id:session_id>"
GAME = f"{SESSION}/<number:number>"
SHOWN_GAME = "game"
SHOWN_HEADER = "X-Game"


@dataclass(frozen=True)
class SessionInUrl:
    """The ids of a group and of one of its sessions."""

    group_id: str
    session_id: str

    def access(self) -> Access:
        """Return what this phone may do in the session; 404 if it may not read it."""
        return access(self.group_id, self.session_id)

    def editing(self) -> Access:
        """Return the access of a phone that may change the session. Raises
        :class:`~referee.services.refusals.MayNotWrite`."""
        return self.access().for_writing()


@dataclass(frozen=True)
class GameInUrl(SessionInUrl):
    """A session and the number of a game in it."""

    number: int

    @property
    def game_id(self) -> GameId:
        """Return the id of the game, with the token of the game that the page showed, as the form
        or header of this request names it: another game may have got its number since."""
        token = request.form.get(SHOWN_GAME, request.headers.get(SHOWN_HEADER))
        return GameId(self.session_id, self.number, token)


def session_blueprint(name: str, address: str) -> Blueprint:
    """Return a blueprint of pages below :data:`SESSION` or :data:`GAME`. Its URL functions take a
    ``place`` in place of the parts of the URL that name it."""
    blueprint = Blueprint(name, __name__, url_prefix=address)
    blueprint.url_value_preprocessor(_join)
    return blueprint


def _join(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Replace the parts of a URL that name a session or game by one ``place``."""
    assert values is not None  # the address was found
    group_id, session_id = values.pop("group_id"), values.pop("session_id")
    if "number" in values:
        g.place = GameInUrl(group_id, session_id, values.pop("number"))
    else:
        g.place = SessionInUrl(group_id, session_id)
    g.private = True  # even what is refused before the key is looked at
    values["place"] = g.place


def init_app(app: Flask) -> None:
    @app.url_defaults
    def stay(endpoint: str, values: dict[str, object]) -> None:
        """Fill in the group, session and game of the present page where ``url_for`` names none."""
        if "place" in g:
            for name, value in vars(g.place).items():
                if app.url_map.is_endpoint_expecting(endpoint, "group_id", name):
                    values.setdefault(name, value)
