"""Words side by side."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from babel.dates import format_skeleton
from babel.lists import format_list

from ..languages import locale
from .bidi_names import in_sentences


def sentence(text: str) -> str:
    """A text that may begin with a card or an article, as a sentence begins."""
    return text[:1].upper() + text[1:]


def evening_text(players: Iterable[str], day: date) -> str:
    """A session in a list of pages: "Ada, Bo, Cia · 21 Nov"."""
    written = format_skeleton("MMMd", day, locale=locale())
    return f"{', '.join(in_sentences(players))} · {written}"


def and_(words: Iterable[str]) -> str:
    return format_list(list(words), style="standard", locale=locale())


def or_(words: Iterable[str]) -> str:
    return format_list(list(words), style="or", locale=locale())
