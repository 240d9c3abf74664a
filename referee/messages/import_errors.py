"""What is wrong with a file that is read in, as sentences."""

from __future__ import annotations

from ..languages import gettext
from ..services.refusals import ImportLimit, ImportTooLarge, UnreadableArchive
from .errors import error_text, quote


@error_text.register
def _(error: UnreadableArchive) -> str:
    told = gettext(
        "This is not a saved group, or it was changed: see %(where)s.",
        where=quote(error.where),
    )
    return told if error.why is None else f"{told} {error_text(error.why)}"


@error_text.register
def _(error: ImportTooLarge) -> str:
    match error.what:
        case ImportLimit.SESSIONS:
            told = gettext("This file has more than %(most)d evenings.", most=error.most)
        case ImportLimit.PEOPLE:
            told = gettext("This file has more than %(most)d people.", most=error.most)
        case ImportLimit.GAMES:
            told = gettext("This file has more than %(most)d games.", most=error.most)
        case ImportLimit.ENTRIES:
            told = gettext("This file has more than %(most)d plays in its games.", most=error.most)
        case ImportLimit.COUNTED:
            told = gettext(
                "This file has more than %(most)d sweeps and corrections.", most=error.most
            )
        case ImportLimit.SECONDS:
            told = gettext("Checking this file takes more than %(most)d seconds.", most=error.most)
    return told + " " + gettext("That is too much to load at once.")
