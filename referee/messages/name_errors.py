"""Sentences about names that are refusals."""

from __future__ import annotations

from ..languages import gettext
from ..rules.log.game_as_text import PlaysTwice
from ..services import refusals
from ..services.invisible_characters import TURNING
from ..words.bidi_names import isolated
from .error_text_by_type import error_text, quote


@error_text.register
def _(error: refusals.BadName) -> str:
    return gettext(
        "“%(name)s” cannot be a name: 1 to %(most)d characters on one line.",
        name=quote(error.name),
        most=error.most,
    )


@error_text.register
def _(error: refusals.HiddenCharacter) -> str:
    facts = {"name": quote(error.name), "code": f"U+{ord(error.character):04X}"}
    if error.character in TURNING:
        return gettext(
            "“%(name)s” has a character that turns the writing around (%(code)s). Leave it out.",
            **facts,
        )
    return gettext(
        "“%(name)s” has a character that cannot be seen (%(code)s). Leave it out.", **facts
    )


@error_text.register
def _(error: refusals.SameName | PlaysTwice) -> str:
    return gettext("“%(name)s” plays twice. Give one of them another name.", name=quote(error.name))


@error_text.register
def _(error: refusals.TakenName) -> str:
    name = isolated(error.name)
    return gettext("Somebody else here is called “%(name)s”. Is it the same person?", name=name)
