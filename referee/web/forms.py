"""What the forms of several pages share."""

from __future__ import annotations

from flask import abort, request

from ..services.names import is_client_key


class Mistyped(Exception):
    """What was typed cannot be meant; the argument is a sentence about it."""


def is_number(text: str) -> bool:
    """Plain digits, and no more than any number here can have."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def read_key() -> str:
    """The form's own name for its request."""
    key = request.form.get("key", "")
    if not is_client_key(key):
        abort(400)
    return key
