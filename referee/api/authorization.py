"""Authorization of a request by its group key."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import WWWAuthenticate

from ..languages import gettext
from ..services.group_keys import Access, open_key
from ..services.refusals import KeyReplaced
from .problems import Problem

READING = ("GET", "HEAD")


def access() -> Access:
    """Return what the key of this request opens."""
    opened: Access = g.access
    return opened


def authorize(session_id: str = "") -> None:
    """Set the access of this request's key, to a session if one is named. Raises a :class:`Problem`
    with 401 without a key, :class:`KeyReplaced` for one that opens nothing, and
    :class:`~referee.services.refusals.MayNotWrite` for writing with a view key."""
    credentials = request.authorization
    if credentials is None or credentials.type != "bearer" or not credentials.token:
        raise unauthorized(gettext("This needs a key: Authorization: Bearer KEY."))
    opened = open_key(credentials.token, session_id)
    if opened is None:
        raise KeyReplaced
    g.access = opened
    if request.method not in READING:
        opened.for_writing()


def unauthorized(detail: str) -> Problem:
    return Problem(401, detail, headers={"WWW-Authenticate": str(WWWAuthenticate("bearer"))})
