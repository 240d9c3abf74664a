"""The record of a followed game: its log replayed, and the check of each new entry.

Entries are numbered from 1 (``seq``) and are never removed: undoing and replacing are entries too.
New entries are checked strictly (:func:`accept`). Entries in the log are replayed leniently: one
that no longer fits, because an earlier one was replaced, is applied as far as possible and listed
as an irregularity.

The table decides: a play that breaks the rules is accepted if the entry says that it stands as it
was played. An entry that cannot have happened at all is refused.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..cards import Cards, Impossible, KnownCards, TooManyCopies, answers
from ..plays import (
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    Irregularity,
    IrregularityKind,
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
from ..ruleset import (
    AppliedEvent,
    GameEngine,
    GameOver,
    IllegalPlay,
    Ruleset,
    SeveralOptions,
    State,
)
from ..scoring import Sheet, score
from ..seating import Seats, Teams, check_seat
from ..sheet_plan import RowCounts
from .effects import (
    EventPlace,
    apply,
    apply_dealt,
    apply_hands,
    apply_played,
    apply_shown,
    mover_of,
)
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

    def place(self, events: Sequence[AppliedEvent], seq: int) -> EventPlace:
        """Return the place of an event after some of the events, under the number ``seq``."""
        return EventPlace(self.rules, self.seats, events, self.after(events), seq)

    @property
    def over(self) -> bool:
        """Return whether the last card has been played."""
        return self.state is not None and self.state.turn is None

    @property
    def is_certain(self) -> bool:
        """Return whether the log shows where every card went. If not, the piles must be counted."""
        return all(applied.is_certain for applied in self.events)

    @property
    def lacks_cards(self) -> bool:
        """Return whether the log knows where every card went, and that some have not been shown."""
        shown = self.state.shown if self.state else ()
        return self.is_certain and len(shown) < self.rules.deck.size

    @property
    def takes_insertions(self) -> bool:
        """Return whether a play may have been forgotten. Once every card has been played, there
        would be more plays than cards."""
        return not self.over or self.lacks_cards

    @property
    def finished(self) -> bool:
        """Return whether the game is over and its score known."""
        return self.over and self.is_certain

    @cached_property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """Return all irregularities, in the order in which they came to light.

        A card that was lacking for a build may come from a hand that had more cards than it should;
        then it was not lacking.
        """
        return tuple(
            irregularity
            for index, applied in enumerate(self.events)
            for irregularity in applied.irregularities
            if irregularity.lacked is None or not self._appears(irregularity, index)
        )

    def _appears(self, lacking: Irregularity, index: int) -> bool:
        """Return whether a card that was lacking came from the same hand after the event at
        ``index``, which was to be the last card of that hand."""
        deal, lacked = _deal_of(self.events[index]), lacking.lacked
        return lacked is not None and any(
            later.seat == lacking.seat
            and _deal_of(later) == deal
            and isinstance(later.event, Played)
            and answers(later.event.card, lacked)
            for later in self.events[index + 1 :]
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
        # A hand that was dealt wrongly has other cards than it should.
        applied = self.events[index]
        if applied.before is None or applied.seat is None:
            return None
        events_of_deal = [
            later
            for later in self.events[index:]
            if later.before and _deal_of(later) == applied.before.deal
        ]
        cards = [
            later.event.card
            for later in events_of_deal
            if isinstance(later.event, Played) and later.seat == applied.seat
        ]
        last = events_of_deal[-1].state
        played_out = last.deal != applied.before.deal or not last.in_hands[applied.seat]
        more = sum(_difference(later, applied.seat) for later in events_of_deal[1:])
        is_complete = played_out and len(cards) == applied.before.in_hands[applied.seat] + more
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


def append_to_misfit(record: Record, accepted: Accepted) -> Record:
    """Return the record with a correction more, replayed as far as the first play that no longer
    fits: whoever mends that one next needs no later events."""
    longer = _longer(record, accepted.entry)
    return _with_events(longer, accepted.result, as_far_as=AppliedEvent.is_misfit)


def append_stored(record: Record, entry: Entry) -> Record:
    """Return the record with one more entry of a stored log, which was accepted when it was
    stored."""
    return _with_entry(record, entry, None)


def _with_entry(record: Record, entry: Entry, result: AppliedEvent | None) -> Record:
    """Return the record with one more entry and its effect; ``result`` is the applied event of the
    entry, if it is known."""
    longer = _longer(record, entry)
    if isinstance(entry, Event):
        applied = result or apply(record.place(record.events, longer.seq), entry)
        return replace(longer, events=(*record.events, applied))
    return _with_events(longer, result)


def _longer(record: Record, entry: Entry) -> Record:
    """Return the record with one more entry, and its events as they were."""
    timeline = record.timeline.then(record.seq + 1, entry)
    return replace(record, entries=(*record.entries, entry), timeline=timeline)


def _with_events(
    record: Record,
    result: AppliedEvent | None = None,
    *,
    as_far_as: Callable[[AppliedEvent], bool] = lambda _applied: False,
) -> Record:
    """Return the record with its events replayed. Events that stand as before are kept, and
    ``result`` is used for the first new one. A new event that is ``as_far_as`` wanted is the last
    one."""
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
            events.append(apply(record.place(events, seq), entry))
        if as_far_as(events[-1]):
            break
    return replace(record, events=tuple(events))


def _deal_of(applied: AppliedEvent) -> int:
    """Return the deal in which an event happened, which may have taken a later one back."""
    deal = applied.state.deal
    return min(applied.before.deal, deal) if applied.before else deal


def _difference(applied: AppliedEvent, seat: int) -> int:
    """Return the number of cards that the hand of a seat had more, as an event brought to light."""
    return sum(found.difference or 0 for found in applied.irregularities if found.seat == seat)


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
    """A play of a seat whose hand is empty; ``turn`` is the seat that plays, ``played`` the play
    after taps were resolved."""

    field = "seat"

    def __init__(self, seat: int, turn: int, played: Played) -> None:
        super().__init__(f"seat {seat} holds no card")
        self.seat, self.turn, self.played = seat, turn, played


class WrongHands(Impossible):
    """Numbers of cards in hands that cannot be; ``left`` is the number of cards that nobody has
    seen."""

    field = "hands"

    def __init__(self, cards: Sequence[int], players: int, left: int) -> None:
        super().__init__(f"{players} players cannot hold {cards} of {left} cards")
        self.cards, self.players, self.left = cards, players, left


class SameHands(Impossible):
    """Numbers of cards in hands that the log has already."""

    field = "hands"


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
    def of_event(self) -> EventPlace:
        """Return the place as its event sees it."""
        return self.record.place(self.events_before, self.seq)

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
    if not record.takes_insertions:
        raise GameOver
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
            return apply_dealt(place.of_event, entry)
        case Played():
            return _accept_play(place, entry, tapped)[1]
        case TopRevealed(top):
            check_seat(top.seat, record.players)
            return AppliedEvent(
                place.seq, entry, place.state, record.engine.observed(place.state, entry)
            )
        case TableShown():
            return _accept_shown_table(place, entry)
        case HandsCounted():
            return _accept_hands(place, entry)


def _accept_hands(place: _EntryPlace, hands: HandsCounted) -> AppliedEvent:
    """Return the applied event of hands that were counted. Raises as :func:`accept` does."""
    record, state = place.record, place.state
    if state.turn is None:
        raise GameOver
    left = record.rules.deck.size - len(state.shown)
    if len(hands.cards) != record.players or sum(hands.cards) > left:
        raise WrongHands(hands.cards, record.players, left)
    if hands.cards == state.in_hands:
        raise SameHands
    return apply_hands(place.of_event, hands)


def _accept_shown_table(place: _EntryPlace, shows: TableShown) -> AppliedEvent:
    state = place.state
    if state.turn is None:
        raise GameOver
    normalized = settle_table(place.record, shows)
    if normalized == (state.table, state.builds):
        raise SameTable
    return apply_shown(place.of_event, normalized)


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
    check_seat(played.seat, record.players)
    is_let_stand = played.as_played or played.wrong_hand
    mover = mover_of(place.of_event, played._replace(wrong_hand=True))
    seat = mover.seat
    if isinstance(played.play, CardOnly):
        played = played._replace(play=engine.settle(mover.state, seat, played.play, tapped))
    _check_play(record, state, played.play)
    if not (state.in_hands[seat] or (is_let_stand and mover.wrong_hand)):
        raise NoCardLeft(seat, next_seat, played)
    if seat != next_seat and not (is_let_stand or played.out_of_turn):
        raise OutOfTurn(seat, next_seat, played)
    play = in_card_order(_only_play(record, mover.state, played.play))
    result = engine.play(mover.state, Played(play), seat)
    is_illegal = result.verdict.legal is False
    if is_illegal and not (played.as_played and result.may_stand):
        raise IllegalPlay(result.verdict, played)
    entry = Played(
        play,
        seat=None if seat == next_seat else seat,
        as_played=is_illegal,
        out_of_turn=seat != next_seat and not mover.wrong_hand,
        wrong_hand=mover.wrong_hand,
    )
    return entry, apply_played(place.of_event, entry, mover, result)


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
