"""Sentences for cards and plays that cannot be read."""

from __future__ import annotations

from ..languages import gettext
from ..rules.card_notation import AmbiguousSuit, UnreadableCard
from ..rules.play_notation import UnreadablePlay
from .error_text_by_type import error_text, quote


@error_text.register
def _(error: UnreadableCard) -> str:
    return gettext(
        "“%(text)s” is not a card. Write the rank, A 2 to 10 J Q K, and the suit if it matters: "
        "S, H, D or C.",
        text=quote(error.text),
    )


@error_text.register
def _(error: AmbiguousSuit) -> str:
    return gettext(
        "“%(text)s”: K as a suit may be klöver, Karo or Kreuz. Write C for clubs, D for diamonds.",
        text=quote(error.text),
    )


@error_text.register
def _(error: UnreadablePlay) -> str:
    return gettext(
        "“%(text)s” is not a turn. Write 8H x 5S 3C to take, 3C 5S+3C=8 to build, KD - to trail.",
        text=quote(error.text),
    )
