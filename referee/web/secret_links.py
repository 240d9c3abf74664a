"""Links instead of accounts: opening one lets this phone in."""

from __future__ import annotations

import logging
import re

from flask import Blueprint, abort, g, redirect, url_for
from werkzeug.wrappers import Response

from ..services import group_overview
from ..services.group_keys import Access, open_key
from .key_cookies import key_of
from .permissions import admit

blueprint = Blueprint("links", __name__)

_KEY = re.compile(r"/k/[^\s/]+")


class HideKeys(logging.Filter):
    """Keys stand in the addresses of links, and an address may stand in a log."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _KEY.sub("/k/…", record.getMessage()), None
        return True


@blueprint.after_request
def keep_out_of_logs(response: Response) -> Response:
    """Keep the address of this page out of other requests: a proxy may log where they come from."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@blueprint.get("/k/<id:key>")
@blueprint.get("/k/<id:key>/<id:session_id>")
def open_link(key: str, session_id: str | None = None) -> Response:
    """Keep what the link allows, and go on to an address without the key."""
    g.private = True
    opened = open_key(key)
    if opened is None:
        abort(404)
    response = redirect(_page(opened, session_id))
    if opened.may_write or not _may_write(opened.group_id):
        admit(response, opened.group_id, key)
    return response


def _may_write(group_id: str) -> bool:
    """Does this phone have the edit key? The view link takes nothing away from it."""
    key = key_of(group_id)
    opened = open_key(key) if key else None
    return opened is not None and opened.may_write


def _page(opened: Access, session_id: str | None) -> str:
    """The session that the link is for, or the only one, or the group."""
    if session_id is None:
        sessions = group_overview.read_group(opened).sessions
        if len(sessions) != 1:
            return url_for("groups.page", group_id=opened.group_id)
        session_id = sessions[0].id
    return url_for("sessions.page", group_id=opened.group_id, session_id=session_id)
