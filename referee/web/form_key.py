"""Idempotency key of a form: sent again with the same key, it changes nothing twice."""

from __future__ import annotations

from flask import abort, request

from ..services.names import is_client_key


def read_key() -> str:
    """Return the idempotency key in the form of this request; 400 without a valid one."""
    key = request.form.get("key", "")
    if not is_client_key(key):
        abort(400)
    return key
