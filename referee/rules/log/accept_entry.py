"""Checking what somebody enters, before it goes into a log (#deal to #sweep).

The table decides: a play that breaks the rules is accepted if somebody says that it stands as it
was played. What cannot have happened at all is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards, Impossible, KnownCards, TooManyCopies
from ..events import AppliedEvent, Dealt, Event, Played, State, TableShown, TopRevealed
from ..game_engine import GameOver, IllegalPlay, SeveralOptions
from ..plays import CardOnly, Play, Tapped, in_card_order, played_in, seats_in
from ..question_fields import NotInThisGame
from ..seating import check_seat
from ..table_and_builds import Table
from .effective_entries import NoSuchEntry
from .entries import Entry, Insert, Replace, StepBack, Undo, played_by
from .record import MOST_ENTRIES, Accepted, Record, dealt_step, played_step, shown_step


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
    """A play of another seat than the one whose turn it is; ``played`` has what taps meant."""

    def __init__(self, seat: int, turn: int, played: Played) -> None:
        super().__init__(f"seat {seat} played, but it is the turn of {turn}")
        self.seat, self.turn, self.played = seat, turn, played


@dataclass(frozen=True)
class _Place:
    """The place in a log where an entry goes: after these ``steps``, under the number ``seq``."""

    record: Record
    steps: Sequence[AppliedEvent]
    seq: int

    @property
    def state(self) -> State:
        """The game there. Raises :class:`NotDealt`."""
        state = self.record.after(self.steps)
        if state is None:
            raise NotDealt
        return state

    @property
    def turn(self) -> int:
        """The seat whose turn it is there. Raises :class:`NotDealt` and
        :class:`~referee.rules.game_engine.GameOver`."""
        turn = self.state.turn
        if turn is None:
            raise GameOver
        return turn


def accept(record: Record, entry: Entry, tapped: Tapped | None = None) -> Accepted:
    """Return the entry as it goes into the log, with what was left open filled in, and the step
    that it makes there. ``tapped`` is what a page knows of a play of which only the card was said.

    Raises the errors above, :class:`~referee.rules.log.effective_entries.NoSuchEntry`,
    those of :mod:`referee.rules.game_engine`, :class:`~referee.rules.log.record.NotFollowed`,
    :class:`~referee.rules.question_fields.NotInThisGame`,
    :class:`~referee.rules.cards.TooManyCopies`,
    :class:`~referee.rules.plays.UnreadablePlay` and
    :class:`~referee.rules.seating.NoSuchSeat`.
    """
    played, live = played_by(entry), record.live
    if played and isinstance(played.play, CardOnly) and tapped is None and not live.BY_CARD:
        raise NotInThisGame
    if record.seq >= MOST_ENTRIES:
        raise LogFull
    match entry:
        case Undo(seq):
            if not record.timeline.can_undo(seq):
                raise NotLatest(seq)
            return Accepted(entry)
        case StepBack(seq):
            return Accepted(StepBack(record.events[record.index(seq)].seq))
        case Replace():
            return _accept_replace(record, entry, tapped)
        case Insert():
            return _accept_insert(record, entry, tapped)
        case _:
            result = _accept(_Place(record, record.events, record.seq + 1), entry, tapped)
            return Accepted(result.event, result)


def _accept_replace(record: Record, entry: Replace, tapped: Tapped | None) -> Accepted:
    index = record.index(entry.seq)
    step = record.events[index]
    if type(step.event) is not type(entry.by):
        raise NoSuchEntry(entry.seq)
    result = _accept(_Place(record, record.events[:index], step.seq), entry.by, tapped)
    return Accepted(Replace(step.seq, result.event), result)


def _accept_insert(record: Record, entry: Insert, tapped: Tapped | None) -> Accepted:
    if record.over:
        raise GameOver  # one more play than there are cards
    index = record.index(entry.before)
    step = record.events[index]
    if isinstance(step.event, Dealt):
        raise NoSuchEntry(entry.before)  # nobody plays before the table is dealt
    place = _Place(record, record.events[:index], record.seq + 1)
    played, result = _accept_play(place, entry.play, tapped)
    return Accepted(Insert(step.seq, played), result)


def _accept(place: _Place, entry: Event, tapped: Tapped | None) -> AppliedEvent:
    """Return the step of what happened there."""
    record = place.record
    match entry:
        case Dealt(table):
            if place.steps or record.opening is not None:
                raise AlreadyDealt
            KnownCards(record.rules.deck, table)
            return dealt_step(record, place.seq, entry)
        case Played():
            return _accept_play(place, entry, tapped)[1]
        case TopRevealed(top):
            check_seat(top.seat, record.players)
            return AppliedEvent(
                place.seq, entry, place.state, record.live.reveal_top(place.state, top)
            )
        case TableShown():
            return _accept_shows(place, entry)


def _accept_shows(place: _Place, shows: TableShown) -> AppliedEvent:
    state = place.state
    if state.turn is None:
        raise GameOver
    settled = settle_table(place.record, shows)
    if settled == (state.table, state.builds):
        raise SameTable
    return shown_step(place.record, state, place.seq, settled)


def settle_table(record: Record, shows: TableShown) -> TableShown:
    """What a table shows, as it goes into the log. Raises
    :class:`~referee.rules.cards.TooManyCopies`, :class:`~referee.rules.seating.NoSuchSeat` and what
    the game finds wrong with builds."""
    KnownCards(record.rules.deck, Table(*shows).cards)
    for build in shows.builds:
        check_seat(build.owner, record.players)
    return record.live.normalize_table(shows)


def _accept_play(
    place: _Place, played: Played, tapped: Tapped | None
) -> tuple[Played, AppliedEvent]:
    """Return a play as it goes into the log, and its step: it is judged here, and only here."""
    record, live = place.record, place.record.live
    state, next_seat = place.state, place.turn
    seat = next_seat if played.seat is None else played.seat
    if isinstance(played.play, CardOnly):
        played = played._replace(play=live.settle(state, seat, played.play, tapped))
    _check_cards(record, state, played.play)
    check_seat(seat, record.players)
    if not state.in_hands[seat]:
        raise NoCardLeft(seat)
    if seat != next_seat and not (played.as_played or played.out_of_turn):
        raise OutOfTurn(seat, next_seat, played)
    turn = in_card_order(_settled(record, state, played.play))
    result = live.play(state, Played(turn), seat)
    illegal = result.verdict.legal is False
    if illegal and not (played.as_played and result.may_stand):
        raise IllegalPlay(result.verdict, played)
    entry = Played(
        turn,
        seat=None if seat == next_seat else seat,
        as_played=illegal,
        out_of_turn=seat != next_seat,
    )
    return entry, played_step(record, place.steps, place.seq, entry, result)


def _check_cards(record: Record, state: State, turn: Play | CardOnly) -> None:
    """Are the cards in the deck, can those that left the hand have been held, and do people sit
    where piles and builds are said to be?"""
    deck = record.rules.deck
    if isinstance(turn, CardOnly):
        played: Cards = (turn.card,)
        KnownCards(deck, played)
    else:
        played = played_in(turn)
        for step in turn:
            KnownCards(deck, step.named)
        for seat in seats_in(turn):
            check_seat(seat, record.players)
    for card in played:
        if state.shown.count(card) >= deck.copies:
            raise TooManyCopies(card, deck.copies + 1, deck.copies)


def _settled(record: Record, state: State, turn: Play | CardOnly) -> Play:
    """What a card does that can do one thing only. Raises
    :class:`~referee.rules.game_engine.SeveralOptions`."""
    if not isinstance(turn, CardOnly):
        return turn
    options = record.live.options(state, turn.card)
    if options.options_total != 1:
        raise SeveralOptions(turn.card, options)
    return options.plays[0]
