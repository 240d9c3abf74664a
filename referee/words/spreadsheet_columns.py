"""Headings of the columns of a table for spreadsheets."""

from __future__ import annotations

from ..languages import lazy_pgettext
from .score_names import FIELDS

COLUMNS = {
    "session": lazy_pgettext("column", "session"),
    "night": lazy_pgettext("column", "night"),
    "started": lazy_pgettext("column", "started"),
    "game": lazy_pgettext("column", "game"),
    "number": lazy_pgettext("column", "number"),
    "finished": lazy_pgettext("column", "finished"),
    "dealer": lazy_pgettext("column", "dealer"),
    "seat": lazy_pgettext("column", "seat"),
    "player": lazy_pgettext("column", "player"),
    "team": lazy_pgettext("column", "team"),
    "markers": lazy_pgettext("column", "markers"),
    "sweeps": lazy_pgettext("column", "sweeps"),
    "set_ups": lazy_pgettext("column", "set_ups"),
    "over_spades": lazy_pgettext("column", "over_spades"),
    "last_capture": lazy_pgettext("column", "last_capture"),
    "total": lazy_pgettext("column", "total"),
    "balanced": lazy_pgettext("column", "balanced"),
    **{key: field.column for key, field in FIELDS.items()},
    **{f"{key}_counted": field.counted for key, field in FIELDS.items() if field.counted},
}
"""The headings of a table for spreadsheets, by column."""
