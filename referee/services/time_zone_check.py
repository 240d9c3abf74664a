"""Check of a time zone that somebody entered."""

from __future__ import annotations

from ..time_zones import find_zone
from .refusals import UnknownZone


def clean_zone(text: str) -> str:
    """Return the name of a time zone. Raises :class:`~referee.services.refusals.UnknownZone`."""
    zone = find_zone(text)
    if zone is None:
        raise UnknownZone(text)
    return zone
