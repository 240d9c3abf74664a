"""Forms that set a session aside, or delete it."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ...services import sessions
from ..session_or_game_in_url import SESSION, SessionInUrl, session_blueprint

blueprint = session_blueprint("set_aside", SESSION)


@blueprint.post("/aside")
def set_aside(place: SessionInUrl) -> Response:
    """Let the session count nowhere, or count again."""
    aside = request.form.get("aside") == "1"
    sessions.set_aside(place.editing(), place.session_id, aside=aside)
    return redirect(url_for("sessions.page"), 303)


@blueprint.post("/delete")
def delete(place: SessionInUrl) -> Response:
    """Delete a session that is set aside."""
    sessions.delete_session(place.editing(), place.session_id)
    return redirect(url_for("groups.page", group_id=place.group_id), 303)
