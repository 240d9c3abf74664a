"""Formats of days and times."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_datetime

from ..languages import locale


def date_text(day: date) -> str:
    """Return a day: "21 November 2026"."""
    return str(format_date(day, format="long", locale=locale()))


def time_text(moment: datetime) -> str:
    """Return a day and a time, in the time zone of ``moment``."""
    return str(format_datetime(moment, format="short", tzinfo=moment.tzinfo, locale=locale()))
