"""Acceptance of entries into a log (#deal to #sweep).

The table decides: a play that breaks the rules is accepted if the entry says that it stands as it
was played. An entry that cannot have happened at all is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards, Impossible, KnownCards, TooManyCopies
from ..plays import (
    CardOnly,
    Dealt,
    Event,
    Play,
    Played,
    Table,
    TableShown,
    Tapped,
    TopRevealed,
    in_card_order,
    played_in,
    seats_in,
)
from ..question_fields import NotInThisGame
from ..ruleset import AppliedEvent, GameOver, IllegalPlay, SeveralOptions, State
from ..seating import check_seat
from .entries import Agreed, Entry, Insert, NoSuchEntry, Replace, StepBack, Undo, played_by
from .record import MOST_ENTRIES, Accepted, Record, apply_dealt, apply_played, apply_shown


class NotDealt(Impossible):
    """A play before the cards on the table are known."""

    field = "card"


class AlreadyDealt(Impossible):
    """A second deal to the table."""

    field = "table"


class LogFull(Impossible):
    """More entries than any game needs."""


class SameTable(Impossible):
    """A correction of the table that changes nothing."""

    field = "table_is"


class NotLatest(Impossible):
    """An undo of an entry that is neither the latest one that stands nor the latest undo."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is not the latest")
        self.seq = seq


class NoCardLeft(Impossible):
    """A play of a seat whose hand is empty."""

    field = "seat"

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} holds no card")
        self.seat = seat


class OutOfTurn(Impossible):
    """A play of another seat than the one whose turn it is; ``played`` is the play after taps were
    resolved."""

    field = "seat"

    def __init__(self, seat: int, turn: int, played: Played) -> None:
        super().__init__(f"seat {seat} played, but it is the turn of {turn}")
        self.seat, self.turn, self.played = seat, turn, played


@dataclass(frozen=True)
class _EntryPlace:
    """The place in a log where an entry goes: after ``events_before``, under the number ``seq``."""

    record: Record
    events_before: Sequence[AppliedEvent]
    seq: int

    @property
    def state(self) -> State:
        """Return the game at the place. Raises :class:`NotDealt`."""
        state = self.record.after(self.events_before)
        if state is None:
            raise NotDealt
        return state

    @property
    def turn(self) -> int:
        """Return the seat whose turn it is at the place. Raises :class:`NotDealt` and
        :class:`~referee.rules.ruleset.GameOver`."""
        turn = self.state.turn
        if turn is None:
            raise GameOver
        return turn


def accept(record: Record, entry: Entry, tapped: Tapped | None = None) -> Accepted:
    """Return the entry as it goes into the log, completed, with the applied event that it gives
    there.

    ``tapped`` is what a page knows about a play of which only the card was entered. Raises the
    errors above, :class:`~referee.rules.log.entries.NoSuchEntry`, those of
    :mod:`referee.rules.ruleset`, :class:`~referee.rules.log.record.NotFollowed`,
    :class:`~referee.rules.question_fields.NotInThisGame`,
    :class:`~referee.rules.cards.TooManyCopies`,
    :class:`~referee.rules.notation.UnreadablePlay` and
    :class:`~referee.rules.seating.NoSuchSeat`.
    """
    played, engine = played_by(entry), record.engine
    if played and isinstance(played.play, CardOnly) and tapped is None and not engine.BY_CARD:
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
        case Agreed(seq, text):
            about = record.events[record.index(seq)].seq
            if all(irregularity.play != about for irregularity in record.irregularities):
                raise NoSuchEntry(seq)
            return Accepted(Agreed(about, text))
        case Replace():
            return _accept_replace(record, entry, tapped)
        case Insert():
            return _accept_insert(record, entry, tapped)
        case _:
            applied = _accept(_EntryPlace(record, record.events, record.seq + 1), entry, tapped)
            return Accepted(applied.event, applied)


def _accept_replace(record: Record, entry: Replace, tapped: Tapped | None) -> Accepted:
    """Return a replacement as it goes into the log. Raises as :func:`accept` does."""
    index = record.index(entry.seq)
    applied = record.events[index]
    if type(applied.event) is not type(entry.by):
        raise NoSuchEntry(entry.seq)
    replacement = _accept(_EntryPlace(record, record.events[:index], applied.seq), entry.by, tapped)
    return Accepted(Replace(applied.seq, replacement.event), replacement)


def _accept_insert(record: Record, entry: Insert, tapped: Tapped | None) -> Accepted:
    """Return an insertion as it goes into the log. Raises as :func:`accept` does."""
    if record.over:
        raise GameOver  # there would be more plays than cards
    index = record.index(entry.before)
    applied = record.events[index]
    if isinstance(applied.event, Dealt):
        raise NoSuchEntry(entry.before)  # no play comes before the deal
    place = _EntryPlace(record, record.events[:index], record.seq + 1)
    played, inserted = _accept_play(place, entry.play, tapped)
    return Accepted(Insert(applied.seq, played), inserted)


def _accept(place: _EntryPlace, entry: Event, tapped: Tapped | None) -> AppliedEvent:
    """Return the applied event of an event at its place in the log. Raises as :func:`accept`
    does."""
    record = place.record
    match entry:
        case Dealt(table):
            if place.events_before or record.opening is not None:
                raise AlreadyDealt
            KnownCards(record.rules.deck, table)
            return apply_dealt(record, place.seq, entry)
        case Played():
            return _accept_play(place, entry, tapped)[1]
        case TopRevealed(top):
            check_seat(top.seat, record.players)
            return AppliedEvent(
                place.seq, entry, place.state, record.engine.reveal_top(place.state, top)
            )
        case TableShown():
            return _accept_shown_table(place, entry)


def _accept_shown_table(place: _EntryPlace, shows: TableShown) -> AppliedEvent:
    """Return the applied event of a corrected table. Raises as :func:`accept` does."""
    state = place.state
    if state.turn is None:
        raise GameOver
    normalized = settle_table(place.record, shows)
    if normalized == (state.table, state.builds):
        raise SameTable
    return apply_shown(place.record, state, place.seq, normalized)


def settle_table(record: Record, shows: TableShown) -> TableShown:
    """Return the shown table as it goes into the log. Raises
    :class:`~referee.rules.cards.TooManyCopies`,
    :class:`~referee.rules.seating.NoSuchSeat` and the game's errors for builds."""
    KnownCards(record.rules.deck, Table(*shows).cards)
    for build in shows.builds:
        check_seat(build.owner, record.players)
    return record.engine.normalize_table(shows)


def _accept_play(
    place: _EntryPlace, played: Played, tapped: Tapped | None
) -> tuple[Played, AppliedEvent]:
    """Return a play as it goes into the log and its applied event. The play is judged here and
    nowhere else."""
    record, engine = place.record, place.record.engine
    state, next_seat = place.state, place.turn
    seat = next_seat if played.seat is None else played.seat
    if isinstance(played.play, CardOnly):
        played = played._replace(play=engine.settle(state, seat, played.play, tapped))
    _check_play(record, state, played.play)
    check_seat(seat, record.players)
    if not state.in_hands[seat]:
        raise NoCardLeft(seat)
    if seat != next_seat and not (played.as_played or played.out_of_turn):
        raise OutOfTurn(seat, next_seat, played)
    play = in_card_order(_only_play(record, state, played.play))
    result = engine.play(state, Played(play), seat)
    is_illegal = result.verdict.legal is False
    if is_illegal and not (played.as_played and result.may_stand):
        raise IllegalPlay(result.verdict, played)
    entry = Played(
        play,
        seat=None if seat == next_seat else seat,
        as_played=is_illegal,
        out_of_turn=seat != next_seat,
    )
    return entry, apply_played(record, place.events_before, place.seq, entry, result)


def _check_play(record: Record, state: State, play: Play | CardOnly) -> None:
    """Raise an error if cards of a play are not in the deck or cannot have been held, or if it
    names seats that do not exist."""
    deck = record.rules.deck
    if isinstance(play, CardOnly):
        played_cards: Cards = (play.card,)
        KnownCards(deck, played_cards)
    else:
        played_cards = played_in(play)
        for step in play:
            KnownCards(deck, step.named)
        for seat in seats_in(play):
            check_seat(seat, record.players)
    for card in played_cards:
        if state.shown.count(card) >= deck.copies:
            raise TooManyCopies(card, deck.copies + 1, deck.copies)


def _only_play(record: Record, state: State, play: Play | CardOnly) -> Play:
    """Return the play itself, or the only play of a card that was entered alone. Raises
    :class:`~referee.rules.ruleset.SeveralOptions`."""
    if not isinstance(play, CardOnly):
        return play
    options = record.engine.options(state, play.card)
    if options.options_total != 1:
        raise SeveralOptions(play.card, options)
    return options.plays[0]


def accept_or_none(record: Record, entry: Entry) -> Accepted | None:
    """Return the entry as it goes into the log; None if it cannot have happened."""
    try:
        return accept(record, entry)
    except Impossible:
        return None
