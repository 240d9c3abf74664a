"""What a phone refuses that keeps evenings by itself."""

from __future__ import annotations

from ..languages import gettext
from ..services.refusals import (
    AlreadyHandedOver,
    HandedOver,
    NewerEvenings,
    NoRoom,
    NotHandedOver,
    OlderEvenings,
    OnlyHere,
    UnreadableEvenings,
)
from .errors import error_text


@error_text.register
def _(_error: OnlyHere) -> str:
    return gettext(
        "This group is on this phone only, so other phones cannot come in. Hand it over first: then"
        " it has links."
    )


@error_text.register
def _(_error: NoRoom) -> str:
    return gettext(
        "Not saved: this phone has no room. Make some, go back and try again; what was saved before"
        " is still there."
    )


@error_text.register
def _(_error: NewerEvenings) -> str:
    return gettext(
        "A newer version of Referee has kept the evenings of this phone. Go online for a moment, so"
        " that the phone gets it; they are all still there."
    )


@error_text.register
def _(_error: OlderEvenings) -> str:
    return gettext(
        "This version of Referee cannot bring the evenings of this phone up to date. They stay as"
        " they are, and open again with the next one: go online for a moment, so that the phone"
        " gets it."
    )


@error_text.register
def _(_error: UnreadableEvenings) -> str:
    return gettext(
        "What this phone has kept of its own evenings is damaged and cannot be read. Nothing of it"
        " was changed."
    )


@error_text.register
def _(_error: HandedOver) -> str:
    return gettext("Handed over. This copy is only for looking.")


@error_text.register
def _(_error: NotHandedOver) -> str:
    return gettext("This was not handed over yet: what is on this phone is all there is of it.")


@error_text.register
def _(_error: AlreadyHandedOver) -> str:
    return gettext(
        "This group was handed over before, and is not taken twice. What came since can be saved as"
        " a file, and loaded."
    )
