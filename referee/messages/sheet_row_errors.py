"""Sentences for refused rows of a score sheet and entries of discarded games."""

from __future__ import annotations

from ..languages import gettext
from ..services import refusals
from ..words import and_, card_text
from ..words.bidi_names import isolated
from .errors import error_text


@error_text.register
def _(error: refusals.OneForAll) -> str:
    return gettext(
        "Partners say one number: these points stand in the row of %(name)s.",
        name=isolated(error.owner),
    )


@error_text.register
def _(error: refusals.WhichAces) -> str:
    return gettext(
        "Who comes to the target first hangs on the aces: say which of them %(names)s took.",
        names=and_(map(isolated, error.names)),
    )


@error_text.register
def _(error: refusals.AceTwice) -> str:
    return gettext("Somebody else has %(card)s already.", card=card_text(error.ace))


@error_text.register
def _(error: refusals.GameDiscarded) -> str:
    if error.again:
        return gettext(
            "Game %(number)d was discarded, and begun anew: this belongs to the one before.",
            number=error.number,
        )
    return gettext("Game %(number)d was discarded.", number=error.number)
