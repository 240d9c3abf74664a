"""Where a page is: the session, or the game of it, that its address names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, g, request

from ..services.group_keys import Access
from ..services.ids import GameId
from .permissions import access

SESSION = "/g/<id:group_id>/<id:session_id>"
GAME = f"{SESSION}/<number:number>"
SHOWN_GAME = "game"
SHOWN_HEADER = "X-Game"


@dataclass(frozen=True)
class SessionInUrl:
    """A session of a group."""

    group_id: str
    session_id: str

    def access(self) -> Access:
        """What this phone may do here; 404 if it may not even look."""
        return access(self.group_id, self.session_id)

    def editing(self) -> Access:
        """The same for those who change something. Raises
        :class:`~referee.services.refusals.MayNotWrite`."""
        return self.access().for_writing()


@dataclass(frozen=True)
class GameInUrl(SessionInUrl):
    """A game of a session."""

    number: int

    @property
    def game_id(self) -> GameId:
        """The game, which must be the one that the page of this request has shown: a form says so,
        and so does a script that asks what has changed."""
        token = request.form.get(SHOWN_GAME, request.headers.get(SHOWN_HEADER))
        return GameId(self.session_id, self.number, token)


def session_blueprint(name: str, address: str) -> Blueprint:
    """A blueprint of pages below ``SESSION`` or ``GAME``. Their views get a ``place`` instead of
    the parts of the address that name it."""
    blueprint = Blueprint(name, __name__, url_prefix=address)
    blueprint.url_value_preprocessor(_join)
    return blueprint


def _join(_endpoint: str | None, values: dict[str, Any] | None) -> None:
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
    def stay(endpoint: str, values: dict[str, Any]) -> None:
        """``url_for`` on such a page leads to its own group, session and game, unless it is told
        another one."""
        if "place" in g:
            for name, value in vars(g.place).items():
                if app.url_map.is_endpoint_expecting(endpoint, "group_id", name):
                    values.setdefault(name, value)
