"""Title of a session in lists and on pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from babel.dates import format_skeleton

from ..languages import locale
from .bidi_names import in_sentences


def evening_text(players: Iterable[str], day: date) -> str:
    """Return a session as it stands in a list of pages: "Ada, Bo, Cia · 21 Nov"."""
    date_text = format_skeleton("MMMd", day, locale=locale())
    return f"{', '.join(in_sentences(players))} · {date_text}"
