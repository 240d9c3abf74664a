"""A game followed play by play: a log of entries, and the state that replaying it gives.

Entries are numbered from 1 (``seq``) and never go away: undoing and replacing are entries too.
What is entered is checked strictly, in :mod:`referee.rules.log.accept_entry`. What stands in the
log already is replayed with patience: an entry that no longer fits, because an earlier one was
replaced, is applied as far as it can be and listed as an irregularity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..cards import Cards, Impossible
from ..events import (
    AppliedEvent,
    Dealt,
    Event,
    Irregularity,
    IrregularityKind,
    Played,
    State,
    TableShown,
    TopRevealed,
)
from ..game_engine import GameEngine, PlayResult
from ..plays import CardOnly, as_play
from ..ruleset import Ruleset
from ..scoring import Sheet, score
from ..seating import Seats, Teams
from ..sheet_plan import RowCounts
from .effective_entries import NoSuchEntry, Timeline
from .entries import Entry


class NotFollowed(Impossible):
    """An entry of a game that cannot be followed play by play."""


MOST_ENTRIES = 1000
"""A game has some hundred plays; the rest is room for corrections."""


@dataclass(frozen=True)
class Record:
    """A game as its log tells it; ``steps`` are the entries that stand, in order. ``opening`` is
    the game before any of them, None where the table is dealt first."""

    rules: Ruleset
    players: int
    dealer: int
    teams: Teams | None
    opening: State | None
    entries: tuple[Entry, ...]
    timeline: Timeline
    events: tuple[AppliedEvent, ...]

    @property
    def live(self) -> GameEngine:
        """How its game goes on. Raises :class:`NotFollowed` where nobody can follow it."""
        if self.rules.live is None:
            raise NotFollowed
        return self.rules.live

    @property
    def seats(self) -> Seats:
        return Seats(self.players, self.dealer, self.teams)

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 before the first."""
        return len(self.entries)

    @property
    def state(self) -> State | None:
        """None until the table is dealt."""
        return self.after(self.events)

    def after(self, steps: Sequence[AppliedEvent]) -> State | None:
        """The game after some of its steps."""
        return steps[-1].state if steps else self.opening

    @property
    def over(self) -> bool:
        """Has the last card been played?"""
        return self.state is not None and self.state.turn is None

    @property
    def is_certain(self) -> bool:
        """Does the log know where every card went? If not, the piles must be counted."""
        return all(step.is_certain for step in self.events)

    @property
    def finished(self) -> bool:
        """Is the game over, and its score known?"""
        return self.over and self.is_certain

    @cached_property
    def irregularities(self) -> tuple[Irregularity, ...]:
        return tuple(found for step in self.events for found in step.irregularities)

    @property
    def misfits(self) -> tuple[Irregularity, ...]:
        """Plays that do not fit any more, in order."""
        return tuple(
            found for found in self.irregularities if found.kind is IrregularityKind.DOES_NOT_FIT
        )

    @cached_property
    def rows(self) -> tuple[RowCounts, ...]:
        """What each seat has, for the sheet; nothing until the table is dealt."""
        return () if self.state is None else self.live.rows(self.state)

    @cached_property
    def score(self) -> Sheet | None:
        """The score from the log alone; None until the game is finished."""
        if not self.finished or self.state is None:
            return None
        return score(self.rules, self.rows, self.teams, self.state.last_capturer)

    def turns_to_come(self) -> Iterator[int]:
        """Whose turn it is now and after each further play, as long as nobody plays out of turn."""
        state = self.state
        while state is not None and state.turn is not None:
            yield state.turn
            state = self.live.pass_unknown_card(state, state.turn)

    def index(self, seq: int) -> int:
        """The place of an entry among ``steps``; ``seq`` may also be an entry that replaced it.
        Raises :class:`~referee.rules.log.effective_entries.NoSuchEntry`."""
        original = self.timeline.original(seq)
        for index, step in enumerate(self.events):
            if step.seq == original:
                return index
        raise NoSuchEntry(seq)

    def hand(self, index: int) -> Cards | None:
        """The hand from which a step played: what its seat played from then on in that deal.
        None as long as that is not all of it, or if it drew cards since."""
        step = self.events[index]
        if step.before is None or step.seat is None:
            return None
        deal = [
            later
            for later in self.events[index:]
            if later.before and later.before.deal == step.before.deal
        ]
        cards = [card for later in deal for card in _card_of(later) if later.seat == step.seat]
        last = deal[-1].state
        played_out = last.deal != step.before.deal or not last.in_hands[step.seat]
        whole = played_out and len(cards) == step.before.in_hands[step.seat]
        return tuple(sorted(cards)) if whole and all(later.is_certain for later in deal) else None


def replay(
    rules: Ruleset,
    players: int,
    dealer: int,
    entries: Sequence[Entry],
    teams: Sequence[int] | None = None,
) -> Record:
    """What a log gives; ``teams`` holds the team of each seat. Every entry must have been accepted
    at its place."""
    settled = rules.seating.settle(players, teams)
    opening = rules.live.opening(Seats(players, dealer, settled)) if rules.live else None
    timeline = Timeline.of(entries)
    record = Record(rules, players, dealer, settled, opening, tuple(entries), timeline, events=())
    return _worked_out(record)


class Accepted(NamedTuple):
    """An entry that may go into a log, and its ``result``: the step that it makes there. None where
    it takes back other entries."""

    entry: Entry
    result: AppliedEvent | None = None


def append(record: Record, accepted: Accepted) -> Record:
    """Return the record with one more entry. Nothing is judged again but later plays, where the
    entry corrects an earlier one."""
    return _longer(record, *accepted)


def append_stored(record: Record, entry: Entry) -> Record:
    """Return the record with one more entry of a stored log, which was accepted there."""
    return _longer(record, entry, None)


def _longer(record: Record, entry: Entry, result: AppliedEvent | None) -> Record:
    seq = record.seq + 1
    entries, timeline = (*record.entries, entry), record.timeline.then(seq, entry)
    longer = replace(record, entries=entries, timeline=timeline)
    if isinstance(entry, Event):
        step = result or _step(record, record.events, seq, entry)
        return replace(longer, events=(*record.events, step))
    return _worked_out(longer, result)


def _worked_out(record: Record, result: AppliedEvent | None = None) -> Record:
    """The record with its steps; those that stand as they stood before are kept, and so is the
    ``result`` of the first that does not."""
    standing = record.timeline.standing
    steps: list[AppliedEvent] = []
    for step, (seq, entry) in zip(record.events, standing, strict=False):
        if (step.seq, step.event) != (seq, entry):
            break
        steps.append(step)
    for seq, entry in standing[len(steps) :]:
        if result is not None and (result.seq, result.event) == (seq, entry):
            steps.append(result)
        else:
            steps.append(_step(record, steps, seq, entry))
    return replace(record, events=tuple(steps))


def _step(record: Record, steps: Sequence[AppliedEvent], seq: int, entry: Event) -> AppliedEvent:
    """Return what an entry made of the game, however little of it was right."""
    live, before = record.live, record.after(steps)
    if isinstance(entry, Dealt):
        return dealt_step(record, seq, entry)
    assert before is not None
    match entry:
        case TopRevealed(top):
            try:
                return AppliedEvent(seq, entry, before, live.reveal_top(before, top))
            except Impossible:
                found = Irregularity(seq, IrregularityKind.DOES_NOT_FIT, card=top.card)
                return AppliedEvent(seq, entry, before, before, irregularities=(found,))
        case TableShown():
            return shown_step(record, before, seq, entry)
        case Played(turn):
            assert before.turn is not None
            seat = before.turn if entry.seat is None else entry.seat
            turn = as_play(turn.card, ()) if isinstance(turn, CardOnly) else turn
            result = live.play(before, entry._replace(play=turn), seat)
            return played_step(record, steps, seq, entry, result)


def dealt_step(record: Record, seq: int, entry: Dealt) -> AppliedEvent:
    """Return the step of the cards that are dealt to the table. Raises as
    :meth:`~referee.rules.game_engine.GameEngine.start` does."""
    return AppliedEvent(seq, entry, None, record.live.start(record.seats, entry.table))


def shown_step(record: Record, before: State, seq: int, entry: TableShown) -> AppliedEvent:
    """Return the step of a table that was corrected."""
    corrected = Irregularity(seq, IrregularityKind.TABLE_CORRECTED)
    now = record.live.corrected(before, entry)
    return AppliedEvent(seq, entry, before, now, irregularities=(corrected,), is_certain=False)


def played_step(
    record: Record, steps: Sequence[AppliedEvent], seq: int, entry: Played, result: PlayResult
) -> AppliedEvent:
    """Return the step of a play after ``steps``, of which the referee says ``result``."""
    live, card, before = record.live, entry.card, record.after(steps)
    assert before is not None
    assert before.turn is not None
    seat = before.turn if entry.seat is None else entry.seat
    verdict, state, may_stand, is_certain = result
    if not before.in_hands[seat] or before.shown.count(card) >= record.rules.deck.copies:
        # Nobody can have played this card: the turn passes, and the card is nowhere.
        passed = live.pass_unknown_card(before, seat if before.in_hands[seat] else before.turn)
        misfit = Irregularity(seq, IrregularityKind.DOES_NOT_FIT, seat, card, reason=verdict.reason)
        return AppliedEvent(seq, entry, before, passed, seat, verdict, (misfit,), is_certain=False)
    irregular = (
        [] if seat == before.turn else [Irregularity(seq, IrregularityKind.OUT_OF_TURN, seat, card)]
    )
    if verdict.legal is False:
        let_stand = entry.as_played and may_stand
        kind = live.AGAINST_THE_RULES if let_stand else IrregularityKind.DOES_NOT_FIT
        irregular.append(Irregularity(seq, kind, seat, card, reason=verdict.reason))
    step = AppliedEvent(
        seq, entry, before, state, seat, verdict, tuple(irregular), is_certain=is_certain
    )
    return replace(step, irregularities=(*irregular, *live.audit(steps, step)))


def _card_of(step: AppliedEvent) -> Cards:
    return (step.event.card,) if isinstance(step.event, Played) else ()
