"""Secret links, which admit a phone to a group without an account."""

from __future__ import annotations

from flask import Blueprint, abort, g, redirect, url_for
from werkzeug.wrappers import Response

from ..services import groups
from ..services.access import Access, open_key
from .key_cookies import key_of
from .remember_group_on_phone import admit

blueprint = Blueprint("links", __name__)


@blueprint.after_request
def keep_out_of_logs(response: Response) -> Response:
    """Forbid the browser to name this page's URL in other requests, which a proxy may log."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@blueprint.get("/k/<id:key>")
@blueprint.get("/k/<id:key>/<id:session_id>")
def open_link(key: str, session_id: str | None = None) -> Response:
    """Store the key of a link in a cookie, and redirect to a URL without it."""
    g.private = True
    opened = open_key(key)
    if opened is None:
        abort(404)
    response = redirect(_page(opened, session_id))
    if opened.may_write or not _may_write(opened.group_id):
        admit(response, opened.group_id, key)
    return response


def _may_write(group_id: str) -> bool:
    """Return whether this phone has the edit key of a group, which opening a view link must not
    take away."""
    key = key_of(group_id)
    opened = open_key(key) if key else None
    return opened is not None and opened.may_write


def _page(opened: Access, session_id: str | None) -> str:
    """Return the URL of the link's session, else of the group's only session, else of the group."""
    if session_id is None:
        sessions = groups.read_group(opened).sessions
        if len(sessions) != 1:
            return url_for("groups.page", group_id=opened.group_id)
        session_id = sessions[0].id
    return url_for("sessions.page", group_id=opened.group_id, session_id=session_id)
