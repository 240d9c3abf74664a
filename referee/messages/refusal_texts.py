"""Sentences of refusals: by the services, of names, of imported files."""

from ..languages import and_, gettext, in_sentences, isolated, lazy_gettext, ngettext, number_text
from ..rules.log.game_text import PlaysTwice
from ..services import refusals
from ..services.names import TURNING
from ..services.refusals import (
    Cause,
    Conflict,
    FileKind,
    ForeignFile,
    ImportLimit,
    ImportTooLarge,
    Invalid,
    MayNotWrite,
    PhoneDataUnavailable,
    PhoneStorageFull,
    TryLater,
    UnreadableArchive,
)
from ..words.card_names import card_text
from .error_texts import add_fixed_texts, error_text, quote
from .sheet_balance import balance_text

_OF_CAUSE = {
    Cause.NOT_DEALT: lazy_gettext(
        "The rules of this game do not deal to so many players: count the piles at the end."
    ),
    Cause.FASTER: lazy_gettext("Another phone was faster: the game has moved on."),
    Cause.SESSION_CLOSED: lazy_gettext("This session has ended."),
    Cause.NOT_FOLLOWED: lazy_gettext(
        "This game was counted and not followed play by play, so there are no plays to look at."
    ),
    Cause.NOT_OVER: lazy_gettext(
        "This game is not finished yet. Afterwards its plays can be looked at."
    ),
    Cause.NOT_TO_THE_END: lazy_gettext(
        "This game was not followed to its last card, so its hands are not known."
    ),
    Cause.NOT_SET_ASIDE: lazy_gettext("Set the session aside first; then it can be deleted."),
    Cause.ANOTHER_GAME: lazy_gettext("The evening goes on with the same game."),
    Cause.CANNOT_CLAIM: lazy_gettext("In this game nobody claims the target."),
    Cause.NO_SWEEPS: lazy_gettext("Sweeps do not count in this game."),
    Cause.SAME_GROUP: lazy_gettext("This is the same group."),
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
    Cause.NO_POINTS: lazy_gettext(
        "Round %(round)d of the table: “%(cell)s” is not a number of points."
    ),
    Cause.TOO_MANY_POINTS: lazy_gettext(
        "Round %(round)d of the table: a score of more than %(most)d points cannot be loaded."
    ),
    Cause.TOO_MANY_ROUNDS: lazy_gettext("A table of at most %(most)d rounds can be loaded."),
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
_FIXED_TEXTS: dict[type[Exception], str] = {
    refusals.NotAccessible: lazy_gettext("There is nothing here, or the key does not open it."),
    refusals.KeyReplaced: lazy_gettext("This key opens nothing. Perhaps the links were replaced."),
    refusals.NoPlayersYet: lazy_gettext(
        "Referee cannot play this game yet, so it cannot say what would have been better."
    ),
    refusals.GameUnfinished: lazy_gettext(
        "Another game is not finished yet. Finish or discard it first."
    ),
    refusals.GameFinished: lazy_gettext(
        "This game is finished. Its score sheet can still be corrected."
    ),
    refusals.SessionHasBegun: lazy_gettext("A game has begun: now this session stays as it is."),
    refusals.SessionWon: lazy_gettext("Somebody has won already. Play on all the same?"),
    refusals.ContinuedAlready: lazy_gettext(
        "This session goes on with other people already, or it is set aside."
    ),
    refusals.MustCount: lazy_gettext(
        "The cards must be counted here: points alone are not enough."
    ),
    refusals.RowChangedMeanwhile: lazy_gettext(
        "Somebody else has changed this row meanwhile. Nothing is lost: choose one."
    ),
    refusals.KeyReused: lazy_gettext("This key was used before, for something else."),
    refusals.GroupAlreadyOnPhone: lazy_gettext("This phone has this group already."),
}
"""The sentences of refusals that carry no facts."""

add_fixed_texts(_FIXED_TEXTS)

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


@error_text.register
def _(error: refusals.OneForAll) -> str:
    return gettext(
        "Partners say one number: these points stand in the row of %(name)s.",
        name=isolated(error.owner),
    )


@error_text.register
def _(error: refusals.WhichAces) -> str:
    return gettext(
        "Who reaches the target first depends on the aces: say which of them %(names)s took.",
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


@error_text.register
def _(error: refusals.SheetUnbalanced) -> str:
    return balance_text(error.check)


@error_text.register
def _(error: refusals.SheetIncomplete) -> str:
    return ngettext(
        "%(names)s has not counted yet.",
        "%(names)s have not counted yet.",
        len(error.names),
        names=and_(in_sentences(error.names)),
    )


@error_text.register
def _(error: refusals.ClaimTooLow) -> str:
    return gettext(
        "That makes %(points)d, not %(target)d: the claim does not count, and play goes on.",
        points=error.points,
        target=error.target,
    )


@error_text.register
def _(error: refusals.UnknownZone) -> str:
    return gettext(
        "“%(text)s” is not a time zone: write Europe/Stockholm, say.", text=quote(error.text)
    )


@error_text.register
def _(error: refusals.BadName) -> str:
    return gettext(
        "“%(name)s” cannot be a name: 1 to %(most)d characters on one line.",
        name=quote(error.name),
        most=error.most,
    )


@error_text.register
def _(error: refusals.BadReason) -> str:
    return gettext(
        "“%(reason)s” cannot be a reason: at most %(most)d characters on one line.",
        reason=quote(error.name),
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
def _(error: refusals.TooManyMarks) -> str:
    return gettext(
        "“%(letter)s” in the name has more than %(most)s marks above or below it. Leave some out.",
        letter=error.letter,
        most=number_text(error.most),
    )


@error_text.register
def _(error: refusals.SameName | PlaysTwice) -> str:
    return gettext("“%(name)s” plays twice. Give one of them another name.", name=quote(error.name))


@error_text.register
def _(error: refusals.TakenName) -> str:
    name = isolated(error.name)
    return gettext("Somebody else here is called “%(name)s”. Is it the same person?", name=name)


@error_text.register
def _(error: UnreadableArchive) -> str:
    text = gettext(
        "This is not a saved group, or it was changed: see %(where)s.",
        where=quote(error.where),
    )
    return text if error.why is None else f"{text} {error_text(error.why)}"


_KINDS_OF_FILES = {
    FileKind.BOARD_GAME_STATS: lazy_gettext("This is a file of another app, Board Game Stats."),
    FileKind.OTHER_PROGRAM: lazy_gettext("This is a file of another program."),
    FileKind.TABLE: lazy_gettext("This is a table for spreadsheets (CSV), which leaves out a lot."),
    FileKind.DATABASE: lazy_gettext(
        "This is a database. If it is a backup of a server, whoever runs the server can restore it."
    ),
    FileKind.ZIP: lazy_gettext("This is a ZIP archive or a document."),
    FileKind.PICTURE: lazy_gettext("This is a picture."),
    FileKind.PDF: lazy_gettext("This is a PDF document."),
    FileKind.WEB_PAGE: lazy_gettext("This is a web page."),
    FileKind.EMPTY: lazy_gettext("This file is empty."),
    FileKind.UNKNOWN: lazy_gettext(
        "This file cannot be read: it is neither a saved group nor a saved game."
    ),
}


@error_text.register
def _(error: ForeignFile) -> str:
    what_can = gettext(
        "What can be loaded is a group that was saved here as “Everything (JSON)”, or a followed"
        " game that was saved as text."
    )
    return f"{_KINDS_OF_FILES[error.kind]} {what_can}"


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
