"""Checking what somebody enters, before it goes into a log (#deal to #sweep).

The table decides: a play that breaks the rules is accepted if somebody says that it stands as it
was played. What cannot have happened at all is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Cards, Impossible, Packs, TooManyCopies
from ..live import Choose, GameOver, IllegalPlay
from ..seating import check_seat
from ..steps import Dealt, Entered, Happening, Played, Shows, State, Told
from ..table import Table
from ..turns import Turn, Unsettled, in_card_order, played_in, seats_in
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
            if isinstance(record.steps[index].entry, Dealt):
                raise NoSuchEntry(before)  # nobody plays before the table is dealt
            seq = record.steps[index].seq
            return Insert(seq, _accept_play(record, record.steps[:index], play))
        case _:
            return _accept(record, record.steps, entry)


def _accept(record: Record, steps: Sequence[Entered], entry: Happening) -> Happening:
    """Check what happened after these steps."""
    match entry:
        case Dealt(table):
            if steps or record.opening is not None:
                raise AlreadyDealt
            Packs(record.rules.deck, table)
            record.live.start(record.seats, table)
            return entry
        case Played():
            return _accept_play(record, steps, entry)
        case Told(top):
            check_seat(top.seat, record.players)
            record.live.told(_dealt(record, steps), top)
            return entry
        case Shows():
            return _accept_shows(record, steps, entry)


def _accept_shows(record: Record, steps: Sequence[Entered], shows: Shows) -> Shows:
    state, _ = _in_play(record, steps)
    settled = settled_table(record, shows)
    if settled == (state.table, state.builds):
        raise SameTable
    return settled


def settled_table(record: Record, shows: Shows) -> Shows:
    """What a table shows, as it goes into the log. Raises
    :class:`~referee.rules.cards.TooManyCopies`, :class:`~referee.rules.seating.NoSuchSeat` and what
    the game finds wrong with builds."""
    Packs(record.rules.deck, Table(*shows).cards)
    for build in shows.builds:
        check_seat(build.keeper, record.players)
    return record.live.settled(shows)


def _dealt(record: Record, steps: Sequence[Entered]) -> State:
    """The game after these steps."""
    state = record.after(steps)
    if state is None:
        raise NotDealt
    return state


def _in_play(record: Record, steps: Sequence[Entered]) -> tuple[State, int]:
    """The same, and whose turn it is."""
    state = _dealt(record, steps)
    if state.turn is None:
        raise GameOver
    return state, state.turn


def _accept_play(record: Record, steps: Sequence[Entered], played: Played) -> Played:
    state, next_seat = _in_play(record, steps)
    _check_cards(record, state, played.turn)
    seat = next_seat if played.seat is None else played.seat
    check_seat(seat, record.players)
    if not state.in_hands[seat]:
        raise NoCardLeft(seat)
    if seat != next_seat and not (played.as_played or played.out_of_turn):
        raise OutOfTurn(seat, next_seat)
    turn = in_card_order(_settled(record, state, played.turn))
    made = record.live.play(state, played._replace(turn=turn), seat)
    illegal = made.verdict.legal is False
    if illegal and not (played.as_played and made.stands):
        raise IllegalPlay(made.verdict)
    return Played(
        turn,
        seat=None if seat == next_seat else seat,
        as_played=illegal,
        out_of_turn=seat != next_seat,
    )


def _check_cards(record: Record, state: State, turn: Turn | Unsettled) -> None:
    """Are the cards in the deck, can those that left the hand have been held, and do people sit
    where piles and builds are said to be?"""
    deck = record.rules.deck
    if isinstance(turn, Unsettled):
        played: Cards = (turn.card,)
        Packs(deck, played)
    else:
        played = played_in(turn)
        for step in turn:
            Packs(deck, step.named)
        for seat in seats_in(turn):
            check_seat(seat, record.players)
    for card in played:
        if state.shown.count(card) >= deck.copies:
            raise TooManyCopies(card, deck.copies + 1, deck.copies)


def _settled(record: Record, state: State, turn: Turn | Unsettled) -> Turn:
    """What a card does that can do one thing only. Raises :class:`~referee.rules.live.Choose`."""
    if not isinstance(turn, Unsettled):
        return turn
    options = record.live.options(state, turn.card)
    if options.options_total != 1:
        raise Choose(turn.card, options)
    return options.turns[0]
