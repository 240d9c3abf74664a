"""Entries of a log: their types, their notation, and which of them stand.

``table 5H 9C JD``     the cards dealt to the table
``8H x 8S AD``         a play, as :mod:`referee.rules.notation` has it; ``8H``: the only
                       option of 8H
``@2! 8H x 8S``        the seat that played out of turn; ``!``: the play stands
``@2+ 8H x 8S``        the seat that played a card though its hand should have had none left
``8H x 8S !``          a play that stands as it was played, whatever the rules say
``undo 17``            takes back entry 17
``back 12``            takes back entry 12 and all later ones
``replace 12 8H x 8S`` the event that entry 12 should have been
``before 12 8H x 8S``  a play that was forgotten, and came before entry 12
``top 5H^1``           the card on top of the pile of seat 1
``shows 5H 3C+5S=8@0`` the table shows these cards and builds, for unknown reasons
``hands 1 0``          the number of cards that each seat holds, where the deals give another
``agreed 12 Bo deals`` the table's decision about what was irregular at entry 12; ``agreed 12``: it
                       stands
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card, Cards, Impossible, SuitMissing, Unreadable
from ..notation import (
    UnreadablePlay,
    read_build,
    read_card,
    read_cards,
    read_cards_and_tops,
    read_play,
    words_of,
    write_cards,
    write_play,
    write_table,
    write_top,
)
from ..plays import (
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    Play,
    Played,
    Table,
    TableShown,
    TopRevealed,
    in_card_order,
)


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


class UnreadableEntry(Unreadable):
    """Text that is no entry of a log."""


_NUMBER = r"[1-9][0-9]{0,5}"


_UNDO = re.compile(rf"(undo|back) ({_NUMBER})")


_REPLACE = re.compile(rf"replace ({_NUMBER}) (.+)")


_INSERT = re.compile(rf"before ({_NUMBER}) (.+)")


_AGREED = re.compile(rf"agreed ({_NUMBER})(?: (.+))?")


_TABLE = re.compile(r"(table|shows)((?: \S+)*)")


_TOP = re.compile(r"top (\S+)")


_HANDS = re.compile(r"hands((?: [0-9]{1,3})+)")


_PLAYED = re.compile(r"(?:@([0-9]{1,2})([!+])? )?(\S+|[^!]+?)( !)?")


def read_entry(text: str) -> Entry:
    """Return the entry that a line describes. Raises :class:`UnreadableEntry`, :class:`SuitMissing`
    and the errors of :func:`~referee.rules.notation.read_card`."""
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
    if hands := _HANDS.fullmatch(text):
        return HandsCounted(tuple(map(int, hands[1].split())))
    return _read_played(text)


def read_shows(text: str) -> TableShown:
    """Return the loose cards and builds that a table shows, each card with its suit. Raises
    :class:`SuitMissing` and what reading cards and builds raises."""
    words = words_of(text)
    builds = tuple(read_build(word) for word in words if "=" in word)
    loose = read_cards(" ".join(word for word in words if "=" not in word))
    _suited(Table(loose, builds).cards)
    return TableShown(loose, builds)


def _read_played(text: str) -> Played:
    match = _PLAYED.fullmatch(text)
    if match is None:
        raise UnreadableEntry(text)
    seat, mark, play_text, as_played = match.groups()
    return Played(
        _read_play_of(text, play_text),
        seat=None if seat is None else int(seat),
        as_played=bool(as_played),
        out_of_turn=mark == "!",
        wrong_hand=mark == "+",
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
        case HandsCounted(cards):
            return f"hands {' '.join(map(str, cards))}"
        case Played():
            mark = "+" if entry.wrong_hand else "!" if entry.out_of_turn else ""
            seat = "" if entry.seat is None else f"@{entry.seat}{mark} "
            return f"{seat}{write_play(entry.play)}{' !' if entry.as_played else ''}"
        case _:
            return _write_correction(entry)


def _write_correction(entry: Undo | StepBack | Replace | Insert | Agreed) -> str:
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


def read_suited(text: str) -> Card:
    """Return the card that a text names, which must have a suit. Raises :class:`SuitMissing` and as
    :func:`~referee.rules.notation.read_card` does."""
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


class NoSuchEntry(Impossible):
    """An entry that does not stand in the log, or that the correction does not fit."""

    field = "replace"

    def __init__(self, seq: int) -> None:
        super().__init__(f"no entry {seq}")
        self.seq = seq


class _EffectiveEntry(NamedTuple):
    """An entry that has its effect. ``names`` are the numbers by which it can be undone: its own,
    and those of the entries that brought it back."""

    seq: int
    entry: Event | Replace | Insert | Agreed
    names: tuple[int, ...]

    @property
    def original(self) -> int:
        """Return the number of the entry, or of the one that it replaces or is about."""
        return self.entry.seq if isinstance(self.entry, Replace | Agreed) else self.seq


class _UndoneEntry(NamedTuple):
    """An entry that was taken back by the entry with the number ``by``."""

    by: int
    item: _EffectiveEntry


@dataclass(frozen=True)
class Timeline:
    """The entries of a log, numbered from 1, with undo and redo resolved."""

    _effective: tuple[_EffectiveEntry, ...] = ()
    _undone: tuple[_UndoneEntry, ...] = ()

    @staticmethod
    def of(entries: Sequence[Entry]) -> Timeline:
        """Return the timeline of a whole log."""
        timeline = Timeline()
        for seq, entry in enumerate(entries, 1):
            timeline = timeline.then(seq, entry)
        return timeline

    def then(self, seq: int, entry: Entry) -> Timeline:
        """Return the timeline with one more entry."""
        if isinstance(entry, StepBack):
            return self._back(seq, entry.seq)
        if not isinstance(entry, Undo):
            return Timeline((*self._effective, _EffectiveEntry(seq, entry, (seq,))))
        if self.undone == entry.seq:
            restored = self._undone[-1].item
            restored = restored._replace(names=(*restored.names, seq))
            return Timeline((*self._effective, restored), self._undone[:-1])
        return Timeline(
            self._effective[:-1], (*self._undone, _UndoneEntry(seq, self._effective[-1]))
        )

    def _back(self, seq: int, to: int) -> Timeline:
        """Return the timeline without entry ``to`` and all later ones, and without their
        corrections. Corrections of earlier entries stay."""
        seqs = [number for number, _ in self.standing]
        staying = set(seqs[: seqs.index(to)])
        effective = tuple(item for item in self._effective if item.original in staying)
        undone = [
            _UndoneEntry(seq, item) for item in self._effective if item.original not in staying
        ]
        return Timeline(effective, (*self._undone, *reversed(undone)))

    @property
    def latest(self) -> int | None:
        """Return the number of the latest entry that can be undone; None if there is none."""
        return self._effective[-1].seq if self._effective else None

    @property
    def latest_entry(self) -> Event | Replace | Insert | Agreed | None:
        """Return the latest entry that can be undone; None if there is none."""
        return self._effective[-1].entry if self._effective else None

    @property
    def undone(self) -> int | None:
        """Return the number of the undo or step back whose next entry can be brought back; None if
        there is none."""
        return self._undone[-1].by if self._undone else None

    @property
    def taken_back(self) -> tuple[Event | Replace | Insert | Agreed, ...]:
        """Return the entries that were undone and can be brought back, the first one first."""
        return tuple(undone.item.entry for undone in reversed(self._undone))

    def can_undo(self, seq: int) -> bool:
        """Return whether an entry is the latest that stands or the latest undo."""
        return seq == self.undone or bool(self._effective and seq in self._effective[-1].names)

    @property
    def standing(self) -> list[tuple[int, Event]]:
        """Return the events that stand, in order, each with the number of its first entry."""
        order: list[int] = []
        events: dict[int, Event] = {}
        for item in self._effective:
            match item.entry:
                case Replace(seq, by):
                    events[seq] = by
                case Insert(before, play):
                    # The entry after it may be undone by now, and may be redone later.
                    place = order.index(before) if before in order else len(order)
                    order.insert(place, item.seq)
                    events[item.seq] = play
                case Agreed():
                    pass  # it changes nothing in the game
                case event:
                    order.append(item.seq)
                    events[item.seq] = event
        return [(seq, events[seq]) for seq in order]

    @property
    def agreements(self) -> dict[int, str]:
        """Return what the table has agreed on, by the number of the entry that it is about."""
        return {
            item.entry.seq: item.entry.text
            for item in self._effective
            if isinstance(item.entry, Agreed)
        }

    def original(self, seq: int) -> int:
        """Return the number of the entry that ``seq`` names or replaced. Raises
        :class:`NoSuchEntry`."""
        for item in self._effective:
            if seq in item.names:
                return item.original
        raise NoSuchEntry(seq)
