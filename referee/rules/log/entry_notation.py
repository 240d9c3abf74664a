"""Notation of the entries of a log: one line of text for each.

``table 5H 9C JD``     the cards dealt to the table
``8H x 8S AD``         a play, as :mod:`referee.rules.play_notation` has it; ``8H``: the only
                       option of 8H
``@2! 8H x 8S``        the seat that played out of turn; ``!``: the play stands
``8H x 8S !``          a play that stands as it was played, whatever the rules say
``undo 17``            takes back entry 17
``back 12``            takes back entry 12 and all later ones
``replace 12 8H x 8S`` the event that entry 12 should have been
``before 12 8H x 8S``  a play that was forgotten, and came before entry 12
``top 5H^1``           the card on top of the pile of seat 1
``shows 5H 3C+5S=8@0`` the table shows these cards and builds, for unknown reasons
``agreed 12 Bo deals`` the table's decision about what was irregular at entry 12; ``agreed 12``: it
                       stands
"""

from __future__ import annotations

import re

from ..card_notation import read_card, read_cards, write_cards
from ..cards import Card, Cards, SuitMissing
from ..error_bases import Unreadable
from ..events import Dealt, Event, Played, TableShown, TopRevealed
from ..play_notation import UnreadablePlay, read_play, write_play
from ..plays import CardOnly, Play, in_card_order
from ..table_and_builds import Table
from ..table_notation import read_build, read_cards_and_tops, write_table, write_top
from .entries import Agreed, Entry, Insert, Replace, StepBack, Undo, agreement_text


class UnreadableEntry(Unreadable):
    """Text that is no entry of a log."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no entry: {text!r}")
        self.text = text


_NUMBER = r"[1-9][0-9]{0,5}"


_UNDO = re.compile(rf"(undo|back) ({_NUMBER})")


_REPLACE = re.compile(rf"replace ({_NUMBER}) (.+)")


_INSERT = re.compile(rf"before ({_NUMBER}) (.+)")


_AGREED = re.compile(rf"agreed ({_NUMBER})(?: (.+))?")


_TABLE = re.compile(r"(table|shows)((?: \S+)*)")


_TOP = re.compile(r"top (\S+)")


_PLAYED = re.compile(r"(?:@([0-9]{1,2})(!)? )?(\S+|[^!]+?)( !)?")


def read_entry(text: str) -> Entry:
    """Return the entry that a line describes. Raises :class:`UnreadableEntry`, :class:`SuitMissing`
    and the errors of :func:`~referee.rules.card_notation.read_card`."""
    text = " ".join(text.split())
    if undo := _UNDO.fullmatch(text):
        return (Undo if undo[1] == "undo" else StepBack)(int(undo[2]))
    if replace := _REPLACE.fullmatch(text):
        return Replace(int(replace[1]), _read_event(replace[2]))
    if insert := _INSERT.fullmatch(text):
        return Insert(int(insert[1]), _read_played(insert[2]))
    if agreed := _AGREED.fullmatch(text):
        return _read_agreed(int(agreed[1]), agreed[2] or "")
    return _read_event(text)


def _read_agreed(seq: int, text: str) -> Agreed:
    """Return a decision of the table. Raises :class:`UnreadableEntry` for a text that no page
    writes."""
    if agreement_text(text) != text:
        raise UnreadableEntry(text)
    return Agreed(seq, text)


def _read_event(text: str) -> Event:
    """Return the event that a part of a line describes. Raises as :func:`read_entry` does."""
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
    """Return the loose cards and builds that a table shows, each card with its suit. Raises
    :class:`SuitMissing` and what reading cards and builds raises."""
    words = text.replace(",", " ").split()
    builds = tuple(read_build(word) for word in words if "=" in word)
    loose = read_cards(" ".join(word for word in words if "=" not in word))
    _suited(Table(loose, builds).cards)
    return TableShown(loose, builds)


def _read_played(text: str) -> Played:
    """Return the play that a part of a line describes, with its seat and marks."""
    match = _PLAYED.fullmatch(text)
    if match is None:
        raise UnreadableEntry(text)
    seat, out_of_turn, play_text, as_played = match.groups()
    return Played(
        _read_play_of(text, play_text),
        seat=None if seat is None else int(seat),
        as_played=bool(as_played),
        out_of_turn=bool(out_of_turn),
    )


def _read_play_of(text: str, play_text: str) -> Play | CardOnly:
    """Return the play in the text of an entry. Raises :class:`UnreadableEntry`."""
    try:
        play = read_play(play_text)
    except UnreadablePlay:
        raise UnreadableEntry(text) from None
    if isinstance(play, CardOnly):
        return CardOnly(_suited((play.card,))[0])
    return settled_play(play)


def settled_play(play: Play) -> Play:
    """Return a play as it goes into a log, with captured cards in order. Raises
    :class:`SuitMissing`."""
    for step in play:
        _suited(step.named)
    return in_card_order(play)


def write_entry(entry: Entry) -> str:
    """Return the line of an entry, from which :func:`read_entry` returns the entry again."""
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


def _write_correction(entry: Undo | StepBack | Replace | Insert | Agreed) -> str:
    """Return the line of an entry that is about others."""
    match entry:
        case Undo(seq):
            return f"undo {seq}"
        case StepBack(seq):
            return f"back {seq}"
        case Replace(seq, by):
            return f"replace {seq} {write_entry(by)}"
        case Insert(before, play):
            return f"before {before} {write_entry(play)}"
        case Agreed(seq, text):
            return f"agreed {seq} {text}".rstrip()


def _write_played(played: Played) -> str:
    """Return a play as it is written in a log, with its seat and marks."""
    mark = "!" if played.out_of_turn else ""
    seat = "" if played.seat is None else f"@{played.seat}{mark} "
    return f"{seat}{write_play(played.play)}{' !' if played.as_played else ''}"


def read_suited(text: str) -> Card:
    """Return the card that a text names, which must have a suit. Raises :class:`SuitMissing` and as
    :func:`~referee.rules.card_notation.read_card` does."""
    return _suited((read_card(text),))[0]


def read_suited_cards(text: str) -> Cards:
    """Return the cards that a text names, each with its suit. Raises as :func:`read_suited`
    does."""
    return _suited(read_cards(text))


def _suited(cards: Cards) -> Cards:
    """Return the cards unchanged. Raises :class:`SuitMissing` if one has no suit."""
    for card in cards:
        if not card.suited:
            raise SuitMissing(card)
    return cards
