"""Idempotency key of a form: sent again with the same key, it changes nothing twice."""

from __future__ import annotations

import hashlib
import secrets

from flask import abort, request

from ..services.access import is_client_key, is_secret


def read_key() -> str:
    """Return the idempotency key in the form of this request; 400 without a valid one."""
    key = request.form.get("key", "")
    if not is_client_key(key):
        abort(400)
    return key


def request_key(drawn: str, content: object) -> str:
    """Return the key of a request, of the secret drawn for its form and the form's content. A form
    without such a secret gets one, so that no other request can have its key."""
    drawn = drawn if is_secret(drawn) else secrets.token_urlsafe(12)
    return hashlib.sha256(f"{drawn} {content}".encode("utf-8", "replace")).hexdigest()[:40]
