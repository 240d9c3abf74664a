"""Time zone of a phone, which scripts write into forms and a cookie."""

from __future__ import annotations

from flask import request

from ..time_zones import find_zone

COOKIE = "zone"


def phone_zone() -> str | None:
    """Return the time zone in the form or cookie of this request, None without a valid one."""
    return find_zone(request.form.get("timezone", "")) or find_zone(request.cookies.get(COOKIE, ""))
