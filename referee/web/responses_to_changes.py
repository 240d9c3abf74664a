"""Responses to changes: the changed part, a redirect, or nothing for a phone's outbox."""

from __future__ import annotations

from collections.abc import Callable

from flask import make_response, redirect, url_for
from werkzeug.wrappers import Response

from .requests_from_scripts import is_outbox, is_poll


def done(page: Callable[[], Response]) -> Response:
    """Return the response to a change: the changed part for a script, a redirect to the blueprint's
    ``page`` for others."""
    return page() if is_poll() else leave(url_for(".page"))


def leave(address: str) -> Response:
    """Return the response to a change after which the page is left: a redirect, or nothing for an
    outbox."""
    return make_response("", 204) if is_outbox() and not is_poll() else redirect(address, 303)
