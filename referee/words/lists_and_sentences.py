"""Lists of words, and texts that begin a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from babel.dates import format_skeleton
from babel.lists import format_list

from ..languages import locale
from .bidi_names import in_sentences


def sentence(text: str) -> str:
    """Return a text with a capital first letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def evening_text(players: Iterable[str], day: date) -> str:
    """Return a session as it stands in a list of pages: "Ada, Bo, Cia · 21 Nov"."""
    date_text = format_skeleton("MMMd", day, locale=locale())
    return f"{', '.join(in_sentences(players))} · {date_text}"


def and_(words: Iterable[str]) -> str:
    """Return words as a list with "and", in the reader's language."""
    return format_list(list(words), style="standard", locale=locale())


def or_(words: Iterable[str]) -> str:
    """Return words as a list with "or", in the reader's language."""
    return format_list(list(words), style="or", locale=locale())
