"""Sentences for errors in the entries of a followed game."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.cards import SuitMissing
from ..rules.game_engine_errors import (
    DrawnAgain,
    GameOver,
    IllegalPlay,
    NoSuchTop,
    SeveralOptions,
    WrongTable,
)
from ..rules.games import UnknownVersion
from ..rules.log.accept_entry import (
    AlreadyDealt,
    LogFull,
    NoCardLeft,
    NotDealt,
    NotLatest,
    OutOfTurn,
    SameTable,
)
from ..rules.log.effective_entries import NoSuchEntry
from ..rules.log.entry_notation import UnreadableEntry
from ..rules.log.game_as_text import UnreadableTranscript
from ..rules.log.record import NotFollowed
from ..words import and_, number_text, sentence, the_card
from .capture_rulings import verdict_text
from .error_text_by_type import add_fixed_texts, error_text, quote

add_fixed_texts(
    {
        GameOver: lazy_gettext("All cards have been played."),
        NotDealt: lazy_gettext("Enter the cards on the table first."),
        AlreadyDealt: lazy_gettext("The cards on the table have been entered already."),
        LogFull: lazy_gettext(
            "No more entries fit into this game. Count the rest on the score sheet."
        ),
        DrawnAgain: lazy_gettext(
            "Three pictures, or cards worth three points, go back: draw others, and enter those."
        ),
        NotFollowed: lazy_gettext("This game cannot be followed play by play here."),
        SameTable: lazy_gettext("These are the cards that lie there. There is nothing to correct."),
        NoCardLeft: lazy_gettext("This player has no card left in this deal."),
        OutOfTurn: lazy_gettext("It is another player's turn. If the table let it stand, say so."),
    }
)


@error_text.register
def _(error: UnreadableEntry) -> str:
    return gettext("“%(text)s” is not an entry of a game.", text=quote(error.text))


@error_text.register
def _(error: SuitMissing) -> str:
    return gettext("What suit is %(card)s?", card=the_card(error.card))


@error_text.register
def _(error: WrongTable) -> str:
    return ngettext(
        "%(num)d card on the table: this game begins with %(expected)s.",
        "%(num)d cards on the table: this game begins with %(expected)s.",
        error.number,
        expected=number_text(error.expected),
    )


@error_text.register
def _(error: NoSuchTop) -> str:
    return sentence(
        gettext("%(card)s cannot lie on top of this pile.", card=the_card(error.top.card))
    )


@error_text.register
def _(error: IllegalPlay) -> str:
    return verdict_text(error.verdict)


@error_text.register
def _(error: SeveralOptions) -> str:
    text = gettext("%(card)s can take in several ways. Which one?", card=the_card(error.card))
    return sentence(text)


@error_text.register
def _(error: UnknownVersion) -> str:
    return gettext(
        "It was played by version %(version)d of the rules; known here: %(known)s.",
        version=error.version,
        known=and_(map(str, error.versions)),
    )


@error_text.register
def _(error: NotLatest) -> str:
    return gettext("Entry %(seq)d is not the latest; only the latest can be undone.", seq=error.seq)


@error_text.register
def _(error: NoSuchEntry) -> str:
    return gettext("There is no entry %(seq)d to which this belongs.", seq=error.seq)


@error_text.register
def _(error: UnreadableTranscript) -> str:
    if error.error is not None:
        return gettext(
            "Line %(line)d of the game, “%(text)s”: %(error)s",
            line=error.line,
            text=quote(error.text),
            error=error_text(error.error),
        )
    return gettext(
        "Line %(line)d of the game cannot be read: “%(text)s”.",
        line=error.line,
        text=quote(error.text),
    )
