"""The sentence of an error of the rules, a refusal, or an error of a photo, by its type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from ..languages import gettext
from ..photo import PhotoError
from ..rules.card_notation import AmbiguousSuit, UnreadableCard
from ..rules.error_bases import RulesError
from ..services import refusals
from ..words.bidi_names import isolated

_LONGEST_QUOTE = 40


@singledispatch
def error_text(error: RulesError | refusals.Refusal | PhotoError) -> str:
    """Return an error as a sentence that names what is wrong."""
    raise NotImplementedError(f"no words for {type(error).__name__}")


def short_error_text(error: RulesError) -> str:
    """Return an error as a heading, for pages where the full sentence stands beside the field."""
    if isinstance(error, UnreadableCard | AmbiguousSuit):
        return gettext("“%(text)s” is not a card.", text=quote(error.text))
    return error_text(error)


def add_fixed_texts(texts: Mapping[type[Exception], str]) -> None:
    """Register the sentences of errors that carry no facts, by type; they may be lazy."""

    def fixed_text(error: Exception) -> str:
        return str(texts[type(error)])

    for error_type in texts:
        error_text.register(error_type, fixed_text)


def quote(text: str) -> str:
    """Return a typed text for a sentence: shortened, isolated, without lone surrogates."""
    text = text.encode("utf-8", "replace").decode()
    return isolated(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")
