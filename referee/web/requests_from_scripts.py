"""Requests of this app's scripts: polls, and entries of a phone's outbox."""

from __future__ import annotations

from flask import request

HEADER = "X-Poll"
OUTBOX = "X-Outbox"


def is_poll() -> bool:
    """Return whether a script of this app asks for the changing part of a page."""
    return HEADER in request.headers


def is_outbox() -> bool:
    """Return whether the request comes from a phone's outbox. It is answered with nothing, or with
    the reason of a refusal; without ``X-Poll`` with no page."""
    return OUTBOX in request.headers
