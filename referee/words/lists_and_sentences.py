"""Lists of words, and texts that begin a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from babel.lists import format_list

from ..languages import locale


def sentence(text: str) -> str:
    """Return a text with a capital first letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def and_(words: Iterable[str]) -> str:
    """Return words as a list with "and", in the reader's language."""
    return format_list(list(words), style="standard", locale=locale())


def or_(words: Iterable[str]) -> str:
    """Return words as a list with "or", in the reader's language."""
    return format_list(list(words), style="or", locale=locale())
