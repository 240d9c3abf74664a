"""The key of a request: what it opens, and whether what the address names is in there."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import WWWAuthenticate

from ..languages import gettext
from ..services.group_keys import Access, open_key
from ..services.refusals import KeyReplaced
from .problems import Problem

READING = ("GET", "HEAD")


def access() -> Access:
    """What the key of this request opens."""
    found: Access = g.access
    return found


def authorize(session_id: str = "") -> None:
    """Before a call, which may be about a session: 401 without a key that opens something, 403 for
    writing with a view key."""
    given = request.authorization
    if given is None or given.type != "bearer" or not given.token:
        raise unauthorized(gettext("This needs a key: Authorization: Bearer KEY."))
    opened = open_key(given.token, session_id)
    if opened is None:
        raise KeyReplaced
    g.access = opened
    if request.method not in READING:
        opened.for_writing()


def unauthorized(detail: str) -> Problem:
    return Problem(401, detail, headers={"WWW-Authenticate": str(WWWAuthenticate("bearer"))})
