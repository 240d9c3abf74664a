"""Pages on which somebody joins or leaves: the next part of a night, begun from the page of a
session."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...messages.session_results import entered_so_far_text
from ...rules.error_bases import RulesError
from ...services import followed_games, nights, session_views
from ...services.access import Access
from ...services.names import GameId
from ...services.refusals import ContinuedAlready, Invalid
from ..form_key import read_key, request_key
from ..requests_from_scripts import is_poll
from ..session_or_game_in_url import SESSION, SessionInUrl, session_blueprint
from .session_page import show_session

blueprint = session_blueprint("parts", SESSION)


@blueprint.post("/people")
def change_people(place: SessionInUrl) -> Response:
    """Let somebody join or leave, after a question where an unfinished game would be lost.

    Whoever taps after another phone sees what that one did.
    """
    opened = place.editing()
    joins, leaves = request.form.get("joins", ""), request.form.get("leaves", "")
    if not (joins.strip() or leaves):
        return redirect(url_for("sessions.page"), 303)
    lost = "" if request.form.get("drop") else _lost_text(opened, place.session_id)
    if lost:
        response = show_session(place, lost=lost, joins=joins.strip(), leaves=leaves)
        response.status_code = 200 if is_poll() else 409  # a script draws what it gets
        return response
    key = request_key(read_key(), [joins, leaves])  # the page has a button for each name
    try:
        part = nights.change_people(opened, place.session_id, joins=joins, leaves=leaves, key=key)
    except ContinuedAlready:
        return redirect(url_for("sessions.page"), 303)
    except (Invalid, RulesError) as error:
        response = show_session(place, people_error=error_text(error), typed_name=joins)
        response.status_code = 200 if is_poll() else 422
        return response
    return redirect(url_for("sessions.page", session_id=part.session_id), 303)


def _lost_text(opened: Access, session_id: str) -> str:
    """Return what has been entered of the unfinished game; empty where nothing would be lost."""
    session_view = session_views.read_session(opened, session_id)
    if session_view.unfinished is None or session_view.continued_by is not None:
        return ""
    game = followed_games.read_game(opened, GameId(session_id, session_view.unfinished.number))
    return entered_so_far_text(game)


@blueprint.post("/back")
def take_back(place: SessionInUrl) -> Response:
    """Go on with the people of before, where nobody has played with others yet."""
    before = nights.take_back(place.editing(), place.session_id)
    return redirect(url_for("sessions.page", session_id=before), 303)
