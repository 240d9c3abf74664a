"""Sentences on what is wrong with an imported file."""

from __future__ import annotations

from ..languages import gettext
from ..services.refusals import ImportLimit, ImportTooLarge, UnreadableArchive
from .error_text_by_type import error_text, quote


@error_text.register
def _(error: UnreadableArchive) -> str:
    text = gettext(
        "This is not a saved group, or it was changed: see %(where)s.",
        where=quote(error.where),
    )
    return text if error.why is None else f"{text} {error_text(error.why)}"


@error_text.register
def _(error: ImportTooLarge) -> str:
    match error.what:
        case ImportLimit.SESSIONS:
            text = gettext("This file has more than %(most)d evenings.", most=error.most)
        case ImportLimit.PEOPLE:
            text = gettext("This file has more than %(most)d people.", most=error.most)
        case ImportLimit.GAMES:
            text = gettext("This file has more than %(most)d games.", most=error.most)
        case ImportLimit.ENTRIES:
            text = gettext("This file has more than %(most)d plays in its games.", most=error.most)
        case ImportLimit.COUNTED:
            text = gettext(
                "This file has more than %(most)d sweeps and corrections.", most=error.most
            )
        case ImportLimit.SECONDS:
            text = gettext("Checking this file takes more than %(most)d seconds.", most=error.most)
    return text + " " + gettext("That is too much to load at once.")
