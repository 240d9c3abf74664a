"""Sentences of refusals that are told apart by their cause alone."""

from __future__ import annotations

from ..languages import lazy_gettext
from ..services.refusals import (
    Cause,
    Conflict,
    Invalid,
    MayNotWrite,
    PhoneDataUnavailable,
    PhoneStorageFull,
    TryLater,
)
from ..words.bidi_names import isolated
from .errors import error_text

_OF_CAUSE = {
    Cause.FASTER: lazy_gettext("Another phone was faster: the game has moved on."),
    Cause.SESSION_CLOSED: lazy_gettext("This session has ended."),
    Cause.NOT_SET_ASIDE: lazy_gettext("Set the session aside first; then it can be deleted."),
    Cause.ANOTHER_GAME: lazy_gettext("The evening goes on with the same game."),
    Cause.CANNOT_CLAIM: lazy_gettext("In this game nobody claims the target."),
    Cause.NO_SWEEPS: lazy_gettext("Sweeps do not count in this game."),
    Cause.WRONG_NAME: lazy_gettext("This is not the name of the group. Nothing was deleted."),
    Cause.NOTHING_FOLLOWED: lazy_gettext("There is no play in this game."),
    Cause.ONLY_HERE: lazy_gettext(
        "This group is on this phone only, so other phones cannot come in. Hand it over first: then"
        " it has links."
    ),
    Cause.HANDED_OVER: lazy_gettext("Handed over. This copy is only for looking."),
    Cause.NOT_HANDED_OVER: lazy_gettext(
        "This was not handed over yet: what is on this phone is all there is of it."
    ),
    Cause.HANDED_OVER_BEFORE: lazy_gettext(
        "This group was handed over before, and is not taken twice. What came since can be saved as"
        " a file, and loaded."
    ),
    Cause.PRESET_EXISTS: lazy_gettext(
        "The group has other house rules under the name “%(name)s”. Give these another one."
    ),
    Cause.TOO_MANY_PRESETS: lazy_gettext(
        "A group keeps house rules under at most %(most)d names. Delete one first."
    ),
    Cause.NO_ROOM: lazy_gettext(
        "Not saved: this phone has no room. Make some, go back and try again; what was saved before"
        " is still there."
    ),
    Cause.NEWER_EVENINGS: lazy_gettext(
        "A newer version of Referee has kept the evenings of this phone. Go online for a moment, so"
        " that the phone gets it; they are all still there."
    ),
    Cause.OLDER_EVENINGS: lazy_gettext(
        "This version of Referee cannot bring the evenings of this phone up to date. They stay as"
        " they are, and open again with the next one: go online for a moment, so that the phone"
        " gets it."
    ),
    Cause.UNREADABLE_EVENINGS: lazy_gettext(
        "What this phone has kept of its own evenings is damaged and cannot be read. Nothing of it"
        " was changed."
    ),
    Cause.ANOTHER_FILE: lazy_gettext(
        "Another file is being loaded just now. Try again in a moment."
    ),
    Cause.LONG_ENOUGH: lazy_gettext(
        "A session has at most %(most)d games. Start another session to play on."
    ),
    Cause.NO_SUCH_DEAL: lazy_gettext("The game has deals 1 to %(deals)d."),
    Cause.SHARES_PILE: lazy_gettext(
        "Partners share a pile: these cards are counted in the row of %(name)s."
    ),
    Cause.FOLLOWED_OTHERWISE: lazy_gettext(
        "Game %(number)d was followed play by play, and some of its plays were not allowed by these"
        " house rules. It stays as it is."
    ),
    Cause.SAT_TOGETHER: lazy_gettext(
        "%(one)s and %(other)s sat at one table: they are two people."
    ),
}
_ONLY_LOOKS = lazy_gettext(
    "This link is only for looking on. To change something, open the link to play."
)


@error_text.register
def _(error: Conflict | Invalid | TryLater | PhoneStorageFull | PhoneDataUnavailable) -> str:
    assert error.cause is not None  # all others have sentences of their own
    facts = error.facts.items()
    shown = {name: isolated(fact) if isinstance(fact, str) else fact for name, fact in facts}
    return str(_OF_CAUSE[error.cause]) % shown


@error_text.register
def _(error: MayNotWrite) -> str:
    return str(_OF_CAUSE[Cause.HANDED_OVER] if error.cause else _ONLY_LOOKS)
