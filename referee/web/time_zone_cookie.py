"""The time zone of a phone: scripts write it into forms and a cookie."""

from __future__ import annotations

from flask import request

from ..time_zones import find_zone

COOKIE = "zone"


def phone_zone() -> str | None:
    """Return the zone that a form or a cookie names, None where none that is known is named."""
    return find_zone(request.form.get("timezone", "")) or find_zone(request.cookies.get(COOKIE, ""))
