"""Types of the entries of a log."""

from __future__ import annotations

from typing import NamedTuple

from ..events import Event, Played


class Undo(NamedTuple):
    """Entry ``seq`` is taken back; if that is an undo, its entry stands again."""

    seq: int


class StepBack(NamedTuple):
    """The game goes back to before entry ``seq``: that entry and all later ones are taken back.
    Later corrections of earlier entries stay. Undoing this brings the entries back, one after the
    other."""

    seq: int


class Replace(NamedTuple):
    """Entry ``seq`` is replaced by the event that it should have been."""

    seq: int
    by: Event


class Insert(NamedTuple):
    """A play that was not entered in its time; it came right before entry ``before``."""

    before: int
    play: Played


class Agreed(NamedTuple):
    """The decision of the people at the table about the irregular play of entry ``seq``, in their
    own words; an empty ``text`` lets it stand. It changes nothing in the game."""

    seq: int
    text: str = ""


Entry = Event | Undo | StepBack | Replace | Insert | Agreed

LONGEST_AGREEMENT = 200
_JOINERS = "\u200c\u200d"
"""Characters that some scripts and pictures need inside a word, though they cannot be seen."""


def agreement_text(text: str) -> str:
    """Return words of people as they can stand in an entry: one line, without a semicolon."""
    line = " ".join(text.replace(";", ",").split())
    shown = "".join(letter for letter in line if letter.isprintable() or letter in _JOINERS)
    return " ".join(shown[:LONGEST_AGREEMENT].split())


def played_by(entry: Entry) -> Played | None:
    """Return the play that an entry, a replacement or an insertion contains; None if there is
    none."""
    event = entry.by if isinstance(entry, Replace) else entry
    event = event.play if isinstance(event, Insert) else event
    return event if isinstance(event, Played) else None
