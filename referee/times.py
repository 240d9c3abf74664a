"""Time zones, and the days that evenings belong to.

A zone is an IANA name; None is the zone of the machine.
"""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

_NO_ZONES = {"Factory", "localtime"}


def find_zone(text: str) -> str | None:
    """Return the zone that a text names in any spelling ("america/new york"), None for any other
    text ("new york")."""
    return _zones().get(text.strip().replace(" ", "_").casefold()) if len(text) < 99 else None


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones() - _NO_ZONES}


@cache
def server_zone() -> str | None:
    """Return the name of this machine's zone, None if it is unknown."""
    link = Path("/etc/localtime")
    link_name = str(link.resolve()).partition("zoneinfo/")[2] if link.exists() else ""
    variable = os.environ.get("TZ", "").removeprefix(":")
    return find_zone(variable or link_name)


def local(moment: datetime, zone: str | None) -> datetime:
    """Return a moment in the time of a zone."""
    if zone is None or find_zone(zone) is None:  # kept by a version that knew more of them
        return moment.astimezone()
    return moment.astimezone(ZoneInfo(zone))


def today(zone: str | None) -> date:
    """Return the present day, which begins at midnight."""
    return local(datetime.now(UTC), zone).date()


NIGHT_ENDS = 5
"""The hour before which an evening is still going on."""


def day_of(moment: datetime, zone: str | None) -> date:
    """Return the day of an evening: early in the morning it is still the day before."""
    at = local(moment, zone)
    return at.date() - timedelta(days=at.hour < NIGHT_ENDS)


def tonight(zone: str | None) -> date:
    """Return the day of the present evening."""
    return day_of(datetime.now(UTC), zone)
