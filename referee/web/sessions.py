"""The page of a session: who leads, who deals next, who pays whom."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages, words
from ..rules.standings import deals_even_out
from ..services import games, session_views, sessions
from ..services.refusals import GameUnfinished
from ..services.session_views import SessionView
from .access import access, editing
from .chart import draw_chart
from .polling import done, is_poll, show
from .session_forms import Mistyped, StakeForm

blueprint = Blueprint("sessions", __name__, url_prefix="/g/<id:group_id>/<id:session_id>")


@blueprint.get("")
def page(group_id: str, session_id: str) -> Response:
    return _show(group_id, session_id)


@blueprint.post("/games")
def begin(group_id: str, session_id: str) -> Response:
    """Begin the next game; a second tap finds it begun."""
    opened = editing(group_id)
    try:
        number = games.begin_game(opened, session_id).number
    except GameUnfinished:
        return redirect(url_for(".page", group_id=group_id, session_id=session_id), 303)
    address = url_for("play.page", group_id=group_id, session_id=session_id, number=number)
    return redirect(address, 303)


@blueprint.post("/close")
def close(group_id: str, session_id: str) -> Response:
    sessions.close_session(editing(group_id), session_id)
    return _done(group_id, session_id)


@blueprint.post("/reopen")
def reopen(group_id: str, session_id: str) -> Response:
    sessions.reopen_session(editing(group_id), session_id)
    return _done(group_id, session_id)


@blueprint.post("/settlement")
def settle(group_id: str, session_id: str) -> Response:
    """How people settle, from now on and next time."""
    opened = editing(group_id)
    sessions.choose_settlement(opened, session_id, request.form.get("settlement", ""))
    return _done(group_id, session_id)


@blueprint.post("/stake")
def stake(group_id: str, session_id: str) -> Response:
    opened = editing(group_id)
    form = StakeForm(request.form)
    try:
        sessions.set_stake(opened, session_id, form.hundredths(), form.unit)
    except Mistyped as error:
        response = _show(group_id, session_id, stake_form=form, error=str(error))
        response.status_code = 200 if is_poll() else 422  # a script draws what it gets
        return response
    return _done(group_id, session_id)


def next_page(session_view: SessionView) -> str:
    """Where a session goes on: where the unfinished game is entered, or else where the next one is
    begun."""
    game = session_view.unfinished
    here: dict[str, Any] = {"group_id": session_view.group_id, "session_id": session_view.id}
    if game is None:
        return url_for("sessions.page", **here)
    page = "sheets.page" if game.counting else "follow.page" if game.seq else "play.page"
    return url_for(page, number=game.number, **here)


def _done(group_id: str, session_id: str) -> Response:
    address = url_for(".page", group_id=group_id, session_id=session_id)
    return done(address, lambda: _show(group_id, session_id))


def _show(group_id: str, session_id: str, **more: Any) -> Response:
    opened = access(group_id)

    def facts() -> dict[str, Any]:
        session_view = session_views.read_session(opened, session_id)
        sides = words.sides_text(session_view.sides, session_view.players)
        return {
            "group_id": group_id,
            "session_view": session_view,
            "names": sides,
            "may_write": opened.may_write,
            "chart": draw_chart(session_view, sides),
            "plan": session_view.rules.deal_plan(len(session_view.players)),
            "even": deals_even_out(session_view.games_planned, len(session_view.players)),
            "say": messages,
        } | more

    return show(opened, "session", facts)
