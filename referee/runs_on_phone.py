"""Setting of an app that runs on a phone without a server, and its reading."""

from __future__ import annotations

from flask import current_app

ON_PHONE = "ON_PHONE"
"""The setting of an app that runs on a phone without a server."""


def on_phone() -> bool:
    """Return whether this app runs on a phone without a server."""
    return bool(current_app.config.get(ON_PHONE))
