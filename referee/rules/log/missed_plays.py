"""What a table has missed in a followed game: what passed, or was first entered, although the rules
wanted it otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ..cards import Cards, RulesError
from ..events import AppliedEvent, Event, Irregularity, IrregularityKind, Played, PlayVerdict
from ..plays import CardOnly
from .entries import UnreadableEntry, read_entry, write_entry
from .record import Record, replay

KINDS = (
    IrregularityKind.MISSED_FORCED_SWEEP,
    IrregularityKind.ILLEGAL_CAPTURE,
    IrregularityKind.ILLEGAL_TURN,
    IrregularityKind.NO_HOLDER,
    IrregularityKind.KEEP_CARD,
)
"""What somebody can learn from. Other irregularities are slips of whoever enters."""

MOST_REFUSED = 8
"""So many refused plays are kept of a game: a slip is one or two."""
_LINE = re.compile(r"(0|[1-9][0-9]{0,5}) (.+)")


def is_forbidden(verdict: PlayVerdict) -> bool:
    """Does a clause of the rules forbid it? From a card that nobody has, or that does not lie
    there, nobody learns anything."""
    return verdict.legal is False and verdict.clause is not None


class RefusedPlay(NamedTuple):
    """A play that the referee refused after so many entries (``seq``), as it was entered."""

    seq: int
    played: Played


def read_refused(line: str) -> RefusedPlay:
    """``12 8H x 8S``: a play after twelve entries. Raises
    :class:`~referee.rules.log.entries.UnreadableEntry` and what reading an entry raises."""
    found = _LINE.fullmatch(line)
    entry = read_entry(found[2]) if found else None
    if found is None or not isinstance(entry, Played):
        raise UnreadableEntry(line)
    return RefusedPlay(int(found[1]), entry)


def write_refused(refused: RefusedPlay) -> str:
    return f"{refused.seq} {write_entry(refused.played)}"


class MissedPlay(NamedTuple):
    """A play of a game, the ``play``-th that stands, in which something was missed: ``found``, or
    it was refused. Then ``step`` is what it would have been, and another play stands there."""

    play: int
    event: AppliedEvent
    irregularity: Irregularity | None

    @property
    def kind(self) -> IrregularityKind | None:
        """None where the play was refused."""
        return self.irregularity.kind if self.irregularity else None


def missed_in(record: Record, refused: Iterable[RefusedPlay] = ()) -> tuple[MissedPlay, ...]:
    """All of them, in the order of play."""
    listed = [*_let_pass(record), *_turned_back(record, refused)]
    return tuple(sorted(listed, key=lambda one: one.play))


def count_missed(record: Record) -> int:
    """How many the log alone tells of."""
    return sum(1 for _ in _let_pass(record))


def _let_pass(record: Record) -> Iterator[MissedPlay]:
    for found in record.irregularities:
        if found.kind in KINDS:
            index = record.index(found.missed_at or found.seq)
            yield MissedPlay(index, record.events[index], found)


def _turned_back(record: Record, refused: Iterable[RefusedPlay]) -> Iterator[MissedPlay]:
    """What was refused and would be still, unless just that was let stand after all."""
    for one in refused:
        if one.seq > record.seq:
            continue
        stood = record.entries[one.seq] if one.seq < record.seq else None
        if isinstance(stood, Played) and stood.play == one.played.play:
            continue
        then = _until(record, one.seq)
        step = _refused_step(then, one)
        if step is not None:
            yield MissedPlay(min(len(then.events), len(record.events) - 1), step, None)


def _until(record: Record, seq: int) -> Record:
    """The game as it stood after so many entries."""
    entries = record.entries[:seq]
    if all(isinstance(entry, Event) for entry in record.entries):
        return replace(record, entries=entries, events=record.events[:seq])
    return replay(record.rules, record.players, record.dealer, entries, record.teams)


def _refused_step(then: Record, refused: RefusedPlay) -> AppliedEvent | None:
    """What a play would have been; None if nobody can have played it, or if no rule forbids it."""
    state, played = then.state, refused.played
    if state is None or state.turn is None or isinstance(played.play, CardOnly):
        return None
    seat = state.turn if played.seat is None else played.seat
    if not (seat < then.players and state.in_hands[seat] and played.plays_a_card):
        return None
    try:
        made = then.live.play(state, played, seat)
    except RulesError:
        return None
    if not is_forbidden(made.verdict):
        return None
    return AppliedEvent(refused.seq, played, state, made.state, seat, made.verdict)


def known_hand(record: Record, index: int) -> Cards:
    """What a seat is known to have held when it played: all that it played from then on in that
    deal."""
    step = record.events[index]
    assert step.before is not None
    return tuple(
        sorted(
            later.event.card
            for later in record.events[index:]
            if later.seat == step.seat
            and isinstance(later.event, Played)
            and later.before is not None
            and later.before.deal == step.before.deal
        )
    )
