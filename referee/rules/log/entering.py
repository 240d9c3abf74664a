"""Checking what somebody enters, before it goes into a log (#deal to #sweep).

The table decides: a play that breaks the rules is accepted if somebody says that it stands as it
was played. What cannot have happened at all is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Impossible, Packs, TooManyCopies
from ..live import Choose, GameOver, IllegalPlay
from ..seating import check_seat
from ..steps import Dealt, Entered, Happening, Played, Shows, State, times_seen
from ..turns import Unsettled, in_card_order
from .entries import Back, Entry, Insert, Replace, Undo
from .record import MOST_ENTRIES, NotFollowed, Record
from .timeline import NoSuchEntry


class NotDealt(Impossible):
    """A play before the cards on the table are known."""


class AlreadyDealt(Impossible):
    """A second table."""


class LogFull(Impossible):
    """More entries than any game needs."""


class SameTable(Impossible):
    """A correction that corrects nothing."""


class NotLatest(Impossible):
    """Only the latest entry that stands, or the latest undo, can be undone."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is not the latest")
        self.seq = seq


class NoCardLeft(Impossible):
    """A play of a seat whose hand is empty."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} holds no card")
        self.seat = seat


class OutOfTurn(Impossible):
    """A play of another seat than the one whose turn it is."""

    def __init__(self, seat: int, turn: int) -> None:
        super().__init__(f"seat {seat} played, but it is the turn of {turn}")
        self.seat, self.turn = seat, turn


def accept(record: Record, entry: Entry) -> Entry:
    """The entry as it goes into the log, with what was left open filled in.

    Raises the errors above, :class:`~referee.rules.log.timeline.NoSuchEntry`,
    those of :mod:`referee.rules.live`, :class:`~referee.rules.log.record.NotFollowed`,
    :class:`~referee.rules.cards.TooManyCopies` and
    :class:`~referee.rules.seating.NoSuchSeat`.
    """
    if record.rules.live is None:
        raise NotFollowed
    if record.seq >= MOST_ENTRIES:
        raise LogFull
    return _accept_entry(record, entry)


def _accept_entry(record: Record, entry: Entry) -> Entry:
    match entry:
        case Undo(seq):
            if not record.timeline.can_undo(seq):
                raise NotLatest(seq)
            return entry
        case Back(seq):
            return Back(record.steps[record.index(seq)].seq)
        case Replace(seq, by):
            index = record.index(seq)
            step = record.steps[index]
            if type(step.entry) is not type(by):
                raise NoSuchEntry(seq)
            return Replace(step.seq, _accept(record, record.steps[:index], by))
        case Insert(before, play):
            if record.over:
                raise GameOver  # one more play than there are cards
            index = record.index(before)
            if not index:
                raise NoSuchEntry(before)  # nobody plays before the table is dealt
            seq = record.steps[index].seq
            return Insert(seq, _accept_play(record, record.steps[:index], play))
        case _:
            return _accept(record, record.steps, entry)


def _accept(record: Record, steps: Sequence[Entered], entry: Happening) -> Happening:
    """Check what happened after these steps."""
    deck = record.rules.deck
    if isinstance(entry, Dealt):
        if steps:
            raise AlreadyDealt
        Packs(deck, entry.table)
        record.live.start(record.players, record.dealer, entry.table)
        return entry
    if isinstance(entry, Played):
        return _accept_play(record, steps, entry)
    state, _ = _in_play(steps)
    Packs(deck, entry.table)
    table = tuple(sorted(entry.table))
    if table == state.table:
        raise SameTable
    return Shows(table)


def _in_play(steps: Sequence[Entered]) -> tuple[State, int]:
    """The game after these steps, and whose turn it is."""
    if not steps:
        raise NotDealt
    state = steps[-1].state
    if state.turn is None:
        raise GameOver
    return state, state.turn


def _accept_play(record: Record, steps: Sequence[Entered], played: Played) -> Played:
    live, copies = record.live, record.rules.deck.copies
    state, next_seat = _in_play(steps)
    if times_seen(steps, played.card) >= copies:
        raise TooManyCopies(played.card, copies + 1, copies)
    seat = next_seat if played.seat is None else played.seat
    check_seat(seat, record.players)
    if not state.in_hands[seat]:
        raise NoCardLeft(seat)
    if seat != next_seat and not played.as_played:
        raise OutOfTurn(seat, next_seat)
    turn = played.turn
    if isinstance(turn, Unsettled):
        options = live.options(state, played.card)
        if options.options_total != 1:
            raise Choose(played.card, options)
        (turn,) = options.turns
    verdict = live.judge(state, turn)
    if not verdict.legal and not (played.as_played and live.may_stand(verdict)):
        raise IllegalPlay(verdict)
    return Played(
        in_card_order(turn),
        seat=None if seat == next_seat else seat,
        as_played=seat != next_seat or not verdict.legal,
    )
