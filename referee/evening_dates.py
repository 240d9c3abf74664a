"""Days of evenings: until early in the morning it is still the day before."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from .time_zones import local

NIGHT_ENDS = 5
"""The hour before which an evening is still going on."""


def day_of(moment: datetime, zone: str | None) -> date:
    """Return the day of an evening: early in the morning it is still the day before."""
    at = local(moment, zone)
    return at.date() - timedelta(days=at.hour < NIGHT_ENDS)


def tonight(zone: str | None) -> date:
    """Return the day of the present evening."""
    return day_of(datetime.now(UTC), zone)
