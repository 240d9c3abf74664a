"""Words side by side."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from unicodedata import bidirectional

from babel.dates import format_skeleton
from babel.lists import format_list

from ..languages import locale


def sentence(text: str) -> str:
    """A text that may begin with a card or an article, as a sentence begins."""
    return text[:1].upper() + text[1:]


def evening_text(players: Iterable[str], started_at: datetime) -> str:
    """A session in a list of pages: "Ada, Bo, Cia · 21 Nov"."""
    day = format_skeleton("MMMd", started_at, locale=locale())
    return f"{', '.join(in_sentences(players))} · {day}"


def in_sentences(names: Iterable[str]) -> list[str]:
    """Names as they stand among other words: one that is written from right to left keeps its
    direction to itself, or the words beside it would change places."""
    return [f"\u2068{name}\u2069" if _leftwards(name) else name for name in names]


def _leftwards(name: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in name)


def and_(words: Iterable[str]) -> str:
    return format_list(list(words), style="standard", locale=locale())


def or_(words: Iterable[str]) -> str:
    return format_list(list(words), style="or", locale=locale())
