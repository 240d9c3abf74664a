"""The record of a followed game: its log replayed, and the check of each new entry.

Entries are numbered from 1 (``seq``) and are never removed: undoing and replacing are entries too.
New entries are checked strictly (:func:`accept`). Entries in the log are replayed leniently: one
that no longer fits, because an earlier one was replaced, is applied as far as possible and listed
as an irregularity.

The table decides: a play that breaks the rules is accepted if the entry says that it stands as it
was played. An entry that cannot have happened at all is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..cards import Cards, Impossible, KnownCards, TooManyCopies
from ..plays import (
    CardOnly,
    Dealt,
    Event,
    Irregularity,
    IrregularityKind,
    Play,
    Played,
    Table,
    TableShown,
    Tapped,
    TopRevealed,
    as_play,
    in_card_order,
    played_in,
    seats_in,
)
from ..question_fields import NotInThisGame
from ..ruleset import (
    AppliedEvent,
    GameEngine,
    GameOver,
    IllegalPlay,
    PlayResult,
    Ruleset,
    SeveralOptions,
    State,
)
from ..scoring import Sheet, score
from ..seating import Seats, Teams, check_seat
from ..sheet_plan import RowCounts
from .entries import (
    Agreed,
    Entry,
    Insert,
    NoSuchEntry,
    Replace,
    StepBack,
    Timeline,
    Undo,
    played_by,
)


class NotFollowed(Impossible):
    """An entry of a game that cannot be followed play by play."""


MOST_ENTRIES = 1000
"""A game has some hundred plays; the rest is room for corrections."""


@dataclass(frozen=True)
class Record:
    """A log with its replayed states; ``events`` are the events that stand, in order. ``opening``
    is the game before any of them, None where the table is dealt first."""

    rules: Ruleset
    players: int
    dealer: int
    teams: Teams | None
    opening: State | None
    entries: tuple[Entry, ...]
    timeline: Timeline
    events: tuple[AppliedEvent, ...]

    @property
    def engine(self) -> GameEngine:
        """Return the engine of the game. Raises :class:`NotFollowed` for a game that cannot be
        followed."""
        if self.rules.engine is None:
            raise NotFollowed
        return self.rules.engine

    @property
    def seats(self) -> Seats:
        """Return the players, the dealer and the teams."""
        return Seats(self.players, self.dealer, self.teams)

    @property
    def seq(self) -> int:
        """Return the number of the last entry; 0 before the first."""
        return len(self.entries)

    @property
    def state(self) -> State | None:
        """Return the current state of the game; None until the table is dealt."""
        return self.after(self.events)

    def after(self, applied_events: Sequence[AppliedEvent]) -> State | None:
        """Return the state after some of the events, which begin with the first."""
        return applied_events[-1].state if applied_events else self.opening

    @property
    def over(self) -> bool:
        """Return whether the last card has been played."""
        return self.state is not None and self.state.turn is None

    @property
    def is_certain(self) -> bool:
        """Return whether the log shows where every card went. If not, the piles must be counted."""
        return all(applied.is_certain for applied in self.events)

    @property
    def finished(self) -> bool:
        """Return whether the game is over and its score known."""
        return self.over and self.is_certain

    @cached_property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """Return all irregularities, in the order in which they came to light."""
        return tuple(
            irregularity for applied in self.events for irregularity in applied.irregularities
        )

    @property
    def misfits(self) -> tuple[Irregularity, ...]:
        """Return the irregularities of plays that no longer fit, in order."""
        return tuple(
            irregularity
            for irregularity in self.irregularities
            if irregularity.kind is IrregularityKind.DOES_NOT_FIT
        )

    @cached_property
    def rows(self) -> tuple[RowCounts, ...]:
        """Return the row of each seat for the score sheet; no rows until the table is dealt."""
        return () if self.state is None else self.engine.rows(self.state)

    @cached_property
    def score(self) -> Sheet | None:
        """Return the score sheet that follows from the log; None until the game is finished."""
        if not self.finished or self.state is None:
            return None
        return score(self.rules, self.rows, self.teams, self.state.last_capturer)

    def turns_to_come(self) -> Iterator[int]:
        """Yield the seat whose turn it is, and the seat of each further turn, assuming that every
        play is in turn."""
        state = self.state
        while state is not None and state.turn is not None:
            yield state.turn
            state = self.engine.pass_unknown_card(state, state.turn)

    def index(self, seq: int) -> int:
        """Return the index of an entry in ``events``; ``seq`` may also be an entry that replaced
        it. Raises :class:`.NoSuchEntry`."""
        original = self.timeline.original(seq)
        for index, applied in enumerate(self.events):
            if applied.seq == original:
                return index
        raise NoSuchEntry(seq)

    def hand(self, index: int) -> Cards | None:
        """Return the hand from which the play at ``index`` was made: the cards that its seat played
        from then on in that deal.

        None as long as these are not the whole hand, or if the seat drew cards since.
        """
        applied = self.events[index]
        if applied.before is None or applied.seat is None:
            return None
        events_of_deal = [
            later
            for later in self.events[index:]
            if later.before and later.before.deal == applied.before.deal
        ]
        cards = [
            later.event.card
            for later in events_of_deal
            if isinstance(later.event, Played) and later.seat == applied.seat
        ]
        last = events_of_deal[-1].state
        played_out = last.deal != applied.before.deal or not last.in_hands[applied.seat]
        is_complete = played_out and len(cards) == applied.before.in_hands[applied.seat]
        return (
            tuple(sorted(cards))
            if is_complete and all(later.is_certain for later in events_of_deal)
            else None
        )


def replay(
    rules: Ruleset,
    players: int,
    dealer: int,
    entries: Sequence[Entry],
    teams: Sequence[int] | None = None,
) -> Record:
    """Return the record of a log; ``teams`` holds the team of each seat. Every entry must have been
    accepted at its place."""
    settled_teams = rules.seating.settle(players, teams)
    opening = rules.engine.opening(Seats(players, dealer, settled_teams)) if rules.engine else None
    timeline = Timeline.of(entries)
    record = Record(
        rules, players, dealer, settled_teams, opening, tuple(entries), timeline, events=()
    )
    return _with_events(record)


class Accepted(NamedTuple):
    """An entry that may go into a log, and the applied event that it gives there as ``result``;
    None if it takes back other entries."""

    entry: Entry
    result: AppliedEvent | None = None


def append(record: Record, accepted: Accepted) -> Record:
    """Return the record with one more entry. Only later plays are judged again, where the entry
    corrects an earlier one."""
    return _with_entry(record, *accepted)


def append_stored(record: Record, entry: Entry) -> Record:
    """Return the record with one more entry of a stored log, which was accepted when it was
    stored."""
    return _with_entry(record, entry, None)


def _with_entry(record: Record, entry: Entry, result: AppliedEvent | None) -> Record:
    """Return the record with one more entry and its effect; ``result`` is the applied event of the
    entry, if it is known."""
    seq = record.seq + 1
    entries, timeline = (*record.entries, entry), record.timeline.then(seq, entry)
    longer = replace(record, entries=entries, timeline=timeline)
    if isinstance(entry, Event):
        applied = result or _apply(record, record.events, seq, entry)
        return replace(longer, events=(*record.events, applied))
    return _with_events(longer, result)


def _with_events(record: Record, result: AppliedEvent | None = None) -> Record:
    """Return the record with its events replayed. Events that stand as before are kept, and
    ``result`` is used for the first new one."""
    standing = record.timeline.standing
    events: list[AppliedEvent] = []
    for applied, (seq, entry) in zip(record.events, standing, strict=False):
        if (applied.seq, applied.event) != (seq, entry):
            break
        events.append(applied)
    for seq, entry in standing[len(events) :]:
        if result is not None and (result.seq, result.event) == (seq, entry):
            events.append(result)
        else:
            events.append(_apply(record, events, seq, entry))
    return replace(record, events=tuple(events))


def _apply(record: Record, events: Sequence[AppliedEvent], seq: int, event: Event) -> AppliedEvent:
    """Return the applied event of an event after others; an event that does not fit is applied as
    far as possible."""
    engine, before = record.engine, record.after(events)
    if isinstance(event, Dealt):
        return apply_dealt(record, seq, event)
    assert before is not None
    match event:
        case TopRevealed(top):
            try:
                return AppliedEvent(seq, event, before, engine.observed(before, event))
            except Impossible:
                misfit = Irregularity(seq, IrregularityKind.DOES_NOT_FIT, card=top.card)
                return AppliedEvent(seq, event, before, before, irregularities=(misfit,))
        case TableShown():
            return apply_shown(record, before, seq, event)
        case Played(play):
            assert before.turn is not None
            seat = before.turn if event.seat is None else event.seat
            play = as_play(play.card, ()) if isinstance(play, CardOnly) else play
            result = engine.play(before, event._replace(play=play), seat)
            return apply_played(record, events, seq, event, result)


def apply_dealt(record: Record, seq: int, event: Dealt) -> AppliedEvent:
    """Return the applied event of the deal to the table. Raises as
    :meth:`~referee.rules.ruleset.GameEngine.start` does."""
    return AppliedEvent(seq, event, None, record.engine.start(record.seats, event.table))


def apply_shown(record: Record, before: State, seq: int, event: TableShown) -> AppliedEvent:
    """Return the applied event of a corrected table."""
    correction = Irregularity(seq, IrregularityKind.TABLE_CORRECTED)
    after = record.engine.observed(before, event)
    return AppliedEvent(seq, event, before, after, irregularities=(correction,), is_certain=False)


def apply_played(
    record: Record, events: Sequence[AppliedEvent], seq: int, played: Played, result: PlayResult
) -> AppliedEvent:
    """Return the applied event of a play after others, whose ``result`` is given by the referee."""
    engine, card, before = record.engine, played.card, record.after(events)
    assert before is not None
    assert before.turn is not None
    seat = before.turn if played.seat is None else played.seat
    verdict, state, may_stand, is_certain = result
    if not before.in_hands[seat] or before.shown.count(card) >= record.rules.deck.copies:
        # This card cannot have been played: the turn passes, and the card goes nowhere.
        passed = engine.pass_unknown_card(before, seat if before.in_hands[seat] else before.turn)
        misfit = Irregularity(seq, IrregularityKind.DOES_NOT_FIT, seat, card, reason=verdict.reason)
        return AppliedEvent(seq, played, before, passed, seat, verdict, (misfit,), is_certain=False)
    irregularities = (
        [] if seat == before.turn else [Irregularity(seq, IrregularityKind.OUT_OF_TURN, seat, card)]
    )
    if verdict.legal is False:
        let_stand = played.as_played and may_stand
        kind = engine.AGAINST_THE_RULES if let_stand else IrregularityKind.DOES_NOT_FIT
        irregularities.append(Irregularity(seq, kind, seat, card, reason=verdict.reason))
    applied = AppliedEvent(
        seq, played, before, state, seat, verdict, tuple(irregularities), is_certain=is_certain
    )
    return replace(applied, irregularities=(*irregularities, *engine.audit(events, applied)))


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
        :class:`.GameOver`."""
        turn = self.state.turn
        if turn is None:
            raise GameOver
        return turn


def accept(record: Record, entry: Entry, tapped: Tapped | None = None) -> Accepted:
    """Return the entry as it goes into the log, completed, with the applied event that it gives
    there.

    ``tapped`` is what a page knows about a play of which only the card was entered. Raises the
    errors above, :class:`.NoSuchEntry`, those of :mod:`referee.rules.ruleset`,
    :class:`NotFollowed`, :class:`.NotInThisGame`, :class:`.TooManyCopies`, :class:`.UnreadablePlay`
    and :class:`.NoSuchSeat`.
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
    index = record.index(entry.seq)
    applied = record.events[index]
    if type(applied.event) is not type(entry.by):
        raise NoSuchEntry(entry.seq)
    replacement = _accept(_EntryPlace(record, record.events[:index], applied.seq), entry.by, tapped)
    return Accepted(Replace(applied.seq, replacement.event), replacement)


def _accept_insert(record: Record, entry: Insert, tapped: Tapped | None) -> Accepted:
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
                place.seq, entry, place.state, record.engine.observed(place.state, entry)
            )
        case TableShown():
            return _accept_shown_table(place, entry)


def _accept_shown_table(place: _EntryPlace, shows: TableShown) -> AppliedEvent:
    state = place.state
    if state.turn is None:
        raise GameOver
    normalized = settle_table(place.record, shows)
    if normalized == (state.table, state.builds):
        raise SameTable
    return apply_shown(place.record, state, place.seq, normalized)


def settle_table(record: Record, shows: TableShown) -> TableShown:
    """Return the shown table as it goes into the log. Raises :class:`.TooManyCopies`,
    :class:`.NoSuchSeat` and the game's errors for builds."""
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
    :class:`.SeveralOptions`."""
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
