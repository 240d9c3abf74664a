"""Pages on which somebody joins or leaves: the next part of a night, begun from the page of a
session."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ...messages import error_text
from ...rules.cards import RulesError
from ...services import parts
from ...services.refusals import ContinuedAlready, Invalid
from ..form_checks import read_key
from ..session_in_url import SESSION, SessionInUrl, session_blueprint
from .session_page import show_session
from .start_form import request_key

blueprint = session_blueprint("parts", SESSION)


@blueprint.post("/people")
def change_people(place: SessionInUrl) -> Response:
    """Let somebody join or leave; whoever taps after another phone sees what that one did."""
    opened = place.editing()
    joins, leaves = request.form.get("joins", ""), request.form.get("leaves", "")
    if not (joins.strip() or leaves):
        return redirect(url_for("sessions.page"), 303)
    key = request_key(read_key(), [joins, leaves])  # the page has a button for each name
    try:
        part = parts.change_people(opened, place.session_id, joins=joins, leaves=leaves, key=key)
    except ContinuedAlready:
        return redirect(url_for("sessions.page"), 303)
    except (Invalid, RulesError) as error:
        response = show_session(place, people_error=error_text(error), typed_name=joins)
        response.status_code = 422
        return response
    return redirect(url_for("sessions.page", session_id=part.session_id), 303)


@blueprint.post("/back")
def take_back(place: SessionInUrl) -> Response:
    """Go on with the people of before, where nobody has played with others yet."""
    before = parts.take_back(place.editing(), place.session_id)
    return redirect(url_for("sessions.page", session_id=before), 303)
