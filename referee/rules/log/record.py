"""A game followed play by play: a log of entries, and the state that replaying it gives.

Entries are numbered from 1 (``seq``) and never go away: undoing and replacing are entries too.
What is entered is checked strictly, in :mod:`referee.rules.log.entering`. What stands in the log
already is replayed with patience: an entry that no longer fits, because an earlier one was
replaced, is applied as far as it can be and listed as an irregularity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..cards import Cards, Impossible
from ..live import Live
from ..ruleset import Ruleset
from ..scoring import Sheet, score
from ..sheet import Row
from ..steps import Dealt, Entered, Happening, Irregularity, Kind, Played, Shows, State, times_seen
from ..turns import Unsettled, turn_of
from .entries import Entry
from .timeline import NoSuchEntry, Timeline


class NotFollowed(Impossible):
    """An entry of a game that cannot be followed play by play."""


MOST_ENTRIES = 1000
"""A game has some hundred plays; the rest is room for corrections."""


@dataclass(frozen=True)
class Record:
    """A game as its log tells it; ``steps`` are the entries that stand, in order."""

    rules: Ruleset
    players: int
    dealer: int
    entries: tuple[Entry, ...]
    timeline: Timeline
    steps: tuple[Entered, ...]

    @property
    def live(self) -> Live[Any]:
        """How its game goes on. Raises :class:`NotFollowed` where nobody can follow it."""
        if self.rules.live is None:
            raise NotFollowed
        return self.rules.live

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 before the first."""
        return len(self.entries)

    @property
    def state(self) -> State | None:
        """None until the table is dealt."""
        return self.steps[-1].state if self.steps else None

    @property
    def over(self) -> bool:
        """Has the last card been played?"""
        return self.state is not None and self.state.turn is None

    @property
    def sure(self) -> bool:
        """Does the log know where every card went? If not, the piles must be counted."""
        return all(step.sure for step in self.steps)

    @property
    def finished(self) -> bool:
        """Is the game over, and its score known?"""
        return self.over and self.sure

    @cached_property
    def irregularities(self) -> tuple[Irregularity, ...]:
        return tuple(found for step in self.steps for found in step.irregularities)

    @property
    def misfits(self) -> tuple[Irregularity, ...]:
        """Plays that do not fit any more, in order."""
        return tuple(found for found in self.irregularities if found.kind is Kind.DOES_NOT_FIT)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """What each seat has, for the sheet; nothing until the table is dealt."""
        return () if self.state is None else self.live.rows(self.state)

    def score(self, teams: tuple[int, ...] | None = None) -> Sheet | None:
        """The score from the log alone; None until the game is finished."""
        if not self.finished or self.state is None:
            return None
        return score(self.rules, self.rows, teams, self.state.last_capturer)

    def turns_to_come(self) -> Iterator[int]:
        """Whose turn it is now and after each further play, as long as nobody plays out of turn."""
        state = self.state
        while state is not None and state.turn is not None:
            yield state.turn
            state = self.live.after(state, None, state.turn).state

    def index(self, seq: int) -> int:
        """The place of an entry among ``steps``; ``seq`` may also be an entry that replaced it.
        Raises :class:`~referee.rules.log.timeline.NoSuchEntry`."""
        original = self.timeline.original(seq)
        for index, step in enumerate(self.steps):
            if step.seq == original:
                return index
        raise NoSuchEntry(seq)

    def hand(self, index: int) -> Cards | None:
        """The hand from which a step played: what its seat played from then on in that deal.
        None as long as that is not all of it."""
        step = self.steps[index]
        if step.before is None or step.seat is None:
            return None
        deal = [
            later
            for later in self.steps[index:]
            if later.before and later.before.deal == step.before.deal
        ]
        cards = [card for later in deal for card in _card_of(later) if later.seat == step.seat]
        whole = len(cards) == step.before.in_hands[step.seat]
        return tuple(sorted(cards)) if whole and all(later.sure for later in deal) else None


def replay(rules: Ruleset, players: int, dealer: int, entries: Sequence[Entry]) -> Record:
    """What a log gives. Every entry must have been accepted at its place."""
    timeline = Timeline.of(entries)
    return _worked_out(Record(rules, players, dealer, tuple(entries), timeline, steps=()))


def append(record: Record, entry: Entry) -> Record:
    """The record with one more entry, which has been accepted."""
    seq = record.seq + 1
    longer = replace(
        record, entries=(*record.entries, entry), timeline=record.timeline.then(seq, entry)
    )
    if isinstance(entry, Happening):
        return replace(longer, steps=(*record.steps, _step(record, record.steps, seq, entry)))
    return _worked_out(longer)


def _worked_out(record: Record) -> Record:
    """The record with its steps; those that stand as they stood before are kept."""
    standing = record.timeline.standing
    steps: list[Entered] = []
    for step, (seq, entry) in zip(record.steps, standing, strict=False):
        if (step.seq, step.entry) != (seq, entry):
            break
        steps.append(step)
    for seq, entry in standing[len(steps) :]:
        steps.append(_step(record, steps, seq, entry))
    return replace(record, steps=tuple(steps))


def _step(record: Record, steps: Sequence[Entered], seq: int, entry: Happening) -> Entered:
    match entry:
        case Dealt(table):
            state = record.live.start(record.players, record.dealer, table)
            return Entered(seq, entry, None, state)
        case Shows(table):
            before = steps[-1].state
            found = Irregularity(seq, Kind.TABLE_CORRECTED)
            now = record.live.corrected(before, table)
            return Entered(seq, entry, before, now, irregularities=(found,), sure=False)
        case Played():
            return _play(record, steps, seq, entry)


def _play(record: Record, steps: Sequence[Entered], seq: int, played: Played) -> Entered:
    """What a play made of the game, however little of it was right."""
    live, before, card = record.live, steps[-1].state, played.card
    assert before.turn is not None
    seat = before.turn if played.seat is None else played.seat
    turn = turn_of(card, ()) if isinstance(played.turn, Unsettled) else played.turn
    verdict = live.judge(before, turn)
    if not before.in_hands[seat] or times_seen(steps, card) >= record.rules.deck.copies:
        # Nobody can have played this card: the turn passes, and the card is nowhere.
        holder = seat if before.in_hands[seat] else before.turn
        state, sure = live.after(before, None, holder)
        found = Irregularity(seq, Kind.DOES_NOT_FIT, seat, card)
        return Entered(seq, played, before, state, seat, verdict, (found,), sure=sure)
    kinds = [] if seat == before.turn else [Kind.OUT_OF_TURN]
    if not verdict.legal:
        stands = played.as_played and live.may_stand(verdict)
        kinds.append(Kind.ILLEGAL_CAPTURE if stands else Kind.DOES_NOT_FIT)
    irregular = [Irregularity(seq, kind, seat, card) for kind in kinds]
    irregular += live.audit(steps, seq, seat, card)
    state, sure = live.after(before, played, seat)
    return Entered(seq, played, before, state, seat, verdict, tuple(irregular), sure=sure)


def _card_of(step: Entered) -> Cards:
    return (step.entry.card,) if isinstance(step.entry, Played) else ()
