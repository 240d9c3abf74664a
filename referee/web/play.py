"""A game while it is played: the sweep counter, and what the dealer does next."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages
from ..rules.scoring import Row, score
from ..services import games, session_views
from ..services.names import is_client_key
from .access import access, editing
from .polling import done, show

blueprint = Blueprint(
    "play", __name__, url_prefix="/g/<id:group_id>/<id:session_id>/<number:number>"
)


@blueprint.get("")
def page(group_id: str, session_id: str, number: int) -> Response:
    return _show(group_id, session_id, number)


@blueprint.post("/sweeps")
def count_sweep(group_id: str, session_id: str, number: int) -> Response:
    """One tap on the player who swept. ``sweep`` is a seat, with ``x2`` for a double sweep."""
    opened = editing(group_id)
    seat, double = _read_sweep()
    games.count_sweep(opened, session_id, number, seat, _read_key(), double=double)
    return _done(group_id, session_id, number)


@blueprint.post("/sweeps/undo")
def take_back_sweep(group_id: str, session_id: str, number: int) -> Response:
    """Undo a sweep, also one that may not have arrived: ``sweep`` says then which it was."""
    opened = editing(group_id)
    seat, double = _read_sweep() if "sweep" in request.form else (None, False)
    games.take_back_sweep(opened, session_id, number, _read_key(), seat, double=double)
    return _done(group_id, session_id, number)


def _read_sweep() -> tuple[int, bool]:
    """Whose sweep it is, and whether it is a double one."""
    seat, _, double = request.form.get("sweep", "").partition("x")
    if not (seat.isdecimal() and len(seat) <= 2 and double in ("", "2")):
        abort(400)
    return int(seat), bool(double)


def _read_key() -> str:
    key = request.form.get("key", "")
    if not is_client_key(key):
        abort(400)
    return key


@blueprint.post("/deal")
def set_deal(group_id: str, session_id: str, number: int) -> Response:
    opened = editing(group_id)
    text = request.form.get("deal", "")
    if not (text.isdecimal() and len(text) <= 3):
        abort(400)
    games.set_deal(opened, session_id, number, int(text))
    return _done(group_id, session_id, number)


@blueprint.post("/discard")
def discard(group_id: str, session_id: str, number: int) -> Response:
    games.discard_game(editing(group_id), session_id, number)
    return redirect(url_for("sessions.page", group_id=group_id, session_id=session_id), 303)


def _done(group_id: str, session_id: str, number: int) -> Response:
    address = url_for(".page", group_id=group_id, session_id=session_id, number=number)
    return done(address, lambda: _show(group_id, session_id, number))


def _show(group_id: str, session_id: str, number: int) -> Response:
    opened = access(group_id)

    def facts() -> dict[str, Any]:
        game = games.read_game(opened, session_id, number)
        sheet = game.sheet
        sweeps_only = score(sheet.rules, [Row(row.markers, 0) for row in sheet.rows])
        return {
            "group_id": group_id,
            "session_view": session_views.read_session(opened, session_id),
            "game": game,
            "may_write": opened.may_write,
            "running": [scored.sweeps + scored.set_ups for scored in sweeps_only.scores],
            "key": secrets.token_urlsafe(12),
            "say": messages,
        }

    return show(opened, "play", facts)
