"""What a log of a game is made of, and its notation: one line of text for each entry.

``table 5H 9C JD``     the cards dealt to the table
``8H x 8S AD``         a turn, as :mod:`referee.rules.plays` has it; ``8H``: what only it can do
``@2! 8H x 8S``        the seat that played out of turn; ``!`` says that it stands
``8H x 8S !``          a turn that stands as it was played, whatever the rules say
``undo 17``            takes back entry 17
``back 12``            takes back entry 12 and all later ones
``replace 12 8H x 8S`` what entry 12 should have said
``before 12 8H x 8S``  a play that was forgotten, and came before entry 12
``top 5H^1``           the card on top of the pile of seat 1
``shows 5H 3C+5S=8@0`` the table shows these cards and builds, and nobody knows why
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..cards import Card, Cards, SuitMissing, Unreadable
from ..events import Dealt, Event, Played, TableShown, TopRevealed
from ..notation import read_card, read_cards, write_cards
from ..plays import CardOnly, Play, UnreadablePlay, in_card_order, read_play, write_play
from ..table_and_builds import Table, read_build, read_cards_and_tops, write_table, write_top


class UnreadableEntry(Unreadable):
    """Text that is no entry of a log."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no entry: {text!r}")
        self.text = text


class Undo(NamedTuple):
    """Entry ``seq`` is taken back; if that is an undo, what it took back stands again."""

    seq: int


class StepBack(NamedTuple):
    """The game goes back to before entry ``seq``: it and all later ones are taken back. What was
    said since about earlier ones stays. Undoing this brings them back, one after the other."""

    seq: int


class Replace(NamedTuple):
    """Entry ``seq`` was entered wrongly and should have been this."""

    seq: int
    by: Event


class Insert(NamedTuple):
    """A play that nobody had entered; it came right before entry ``before``."""

    before: int
    play: Played


Entry = Event | Undo | StepBack | Replace | Insert


def played_by(entry: Entry) -> Played | None:
    """Return the play that an entry says happened, or should have been entered."""
    said = entry.by if isinstance(entry, Replace) else entry
    said = said.play if isinstance(said, Insert) else said
    return said if isinstance(said, Played) else None


_NUMBER = r"[1-9][0-9]{0,5}"
_UNDO = re.compile(rf"(undo|back) ({_NUMBER})")
_REPLACE = re.compile(rf"replace ({_NUMBER}) (.+)")
_INSERT = re.compile(rf"before ({_NUMBER}) (.+)")
_TABLE = re.compile(r"(table|shows)((?: \S+)*)")
_TOP = re.compile(r"top (\S+)")
_PLAYED = re.compile(r"(?:@([0-9]{1,2})(!)? )?(\S+|[^!]+?)( !)?")


def read_entry(text: str) -> Entry:
    """An entry from its line. Raises :class:`UnreadableEntry`, :class:`SuitMissing` and what
    reading a card raises."""
    text = " ".join(text.split())
    if undo := _UNDO.fullmatch(text):
        return (Undo if undo[1] == "undo" else StepBack)(int(undo[2]))
    if replace := _REPLACE.fullmatch(text):
        return Replace(int(replace[1]), _read_happening(replace[2]))
    if insert := _INSERT.fullmatch(text):
        return Insert(int(insert[1]), _read_played(insert[2]))
    return _read_happening(text)


def _read_happening(text: str) -> Event:
    if table := _TABLE.fullmatch(text):
        word, cards = table.groups()
        return Dealt(read_suited_cards(cards)) if word == "table" else read_shows(cards)
    if top := _TOP.fullmatch(text):
        tops, others = read_cards_and_tops([top[1]])
        if others:
            raise UnreadableEntry(text)
        _suited((tops[0].card,))
        return TopRevealed(*tops)
    return _read_played(text)


def read_shows(text: str) -> TableShown:
    """Loose cards and builds that a table shows, each with its suit. Raises :class:`SuitMissing`
    and what reading cards and builds raises."""
    words = text.replace(",", " ").split()
    builds = tuple(read_build(word) for word in words if "=" in word)
    loose = read_cards(" ".join(word for word in words if "=" not in word))
    _suited(Table(loose, builds).cards)
    return TableShown(loose, builds)


def _read_played(text: str) -> Played:
    played = _PLAYED.fullmatch(text)
    if played is None:
        raise UnreadableEntry(text)
    seat, out_of_turn, turn, as_played = played.groups()
    return Played(
        _read_turn(text, turn),
        seat=None if seat is None else int(seat),
        as_played=bool(as_played),
        out_of_turn=bool(out_of_turn),
    )


def _read_turn(text: str, turn: str) -> Play | CardOnly:
    """The turn of an entry."""
    try:
        play = read_play(turn)
    except UnreadablePlay:
        raise UnreadableEntry(text) from None
    if isinstance(play, CardOnly):
        return CardOnly(_suited((play.card,))[0])
    return settled_play(play)


def settled_play(turn: Play) -> Play:
    """A turn as it goes into a log. Raises :class:`SuitMissing`."""
    for step in turn:
        _suited(step.named)
    return in_card_order(turn)


def write_entry(entry: Entry) -> str:
    """An entry's line; reading it gives the entry again."""
    match entry:
        case Dealt(table):
            return f"table {write_cards(table)}".rstrip()
        case TopRevealed(top):
            return f"top {write_top(top)}"
        case TableShown(table, builds):
            return f"shows {write_table(Table(table, builds))}".rstrip()
        case Played():
            return _write_played(entry)
        case _:
            return _write_correction(entry)


def _write_correction(entry: Undo | StepBack | Replace | Insert) -> str:
    match entry:
        case Undo(seq):
            return f"undo {seq}"
        case StepBack(seq):
            return f"back {seq}"
        case Replace(seq, by):
            return f"replace {seq} {write_entry(by)}"
        case Insert(before, play):
            return f"before {before} {write_entry(play)}"


def _write_played(played: Played) -> str:
    stands = "!" if played.out_of_turn else ""
    seat = "" if played.seat is None else f"@{played.seat}{stands} "
    return f"{seat}{write_play(played.play)}{' !' if played.as_played else ''}"


def read_suited(text: str) -> Card:
    """A card with its suit. Raises :class:`SuitMissing` and what reading a card raises."""
    return _suited((read_card(text),))[0]


def read_suited_cards(text: str) -> Cards:
    """Cards, each with its suit. Raises as :func:`read_suited` does."""
    return _suited(read_cards(text))


def _suited(cards: Cards) -> Cards:
    for card in cards:
        if not card.suited:
            raise SuitMissing(card)
    return cards
