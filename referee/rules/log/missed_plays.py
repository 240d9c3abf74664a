"""Missed plays of a followed game: plays that were let pass, or first entered, against the
rules."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ..cards import Card, Cards, RulesError
from ..plays import CardOnly, Event, HandsCounted, Irregularity, IrregularityKind, Played
from ..ruleset import AppliedEvent, PlayVerdict
from .entries import UnreadableEntry, read_entry, write_entry
from .record import Record, replay

KINDS = (
    IrregularityKind.MISSED_FORCED_SWEEP,
    IrregularityKind.ILLEGAL_CAPTURE,
    IrregularityKind.ILLEGAL_TURN,
    IrregularityKind.NO_HOLDER,
    IrregularityKind.KEEP_CARD,
)
"""The kinds of irregularities that players can learn from. Other kinds are slips when entering."""

MOST_REFUSED = 8
"""The largest number of refused plays stored for a game; usually there are one or two."""
_LINE = re.compile(r"(0|[1-9][0-9]{0,5}) (.+)")


def is_forbidden(verdict: PlayVerdict) -> bool:
    """Return whether a clause of the rules forbids a play. Plays of cards that are not in the hand
    or not on the table have no such clause, and teach nothing."""
    return verdict.legal is False and verdict.clause is not None


class RefusedPlay(NamedTuple):
    """A play that the referee refused after ``seq`` entries, as it was entered."""

    seq: int
    played: Played


def read_refused(line: str) -> RefusedPlay:
    """Return the refused play that a line such as ``12 8H x 8S`` describes: here a play after
    twelve entries. Raises :class:`.UnreadableEntry` and what reading an entry raises."""
    match = _LINE.fullmatch(line)
    entry = read_entry(match[2]) if match else None
    if match is None or not isinstance(entry, Played):
        raise UnreadableEntry(line)
    return RefusedPlay(int(match[1]), entry)


def write_refused(refused: RefusedPlay) -> str:
    """Return the line of a refused play."""
    return f"{refused.seq} {write_entry(refused.played)}"


class MissedPlay(NamedTuple):
    """The ``play``-th standing play of a game, in which a rule was missed.

    ``irregularity`` is None if the play was refused; then ``event`` is the refused play as applied,
    and another play stands there.
    """

    play: int
    event: AppliedEvent
    irregularity: Irregularity | None

    @property
    def kind(self) -> IrregularityKind | None:
        """Return the kind of irregularity; None if the play was refused."""
        return self.irregularity.kind if self.irregularity else None


def missed_in(record: Record, refused: Iterable[RefusedPlay] = ()) -> tuple[MissedPlay, ...]:
    """Return all missed plays of a followed game, in the order of play."""
    missed = [*_missed_by_irregularity(record), *_missed_by_refusal(record, refused)]
    return tuple(sorted(missed, key=lambda item: item.play))


def count_missed(record: Record) -> int:
    """Return the number of missed plays that the log alone shows, without refused ones."""
    return sum(1 for _ in _missed_by_irregularity(record))


def _missed_by_irregularity(record: Record) -> Iterator[MissedPlay]:
    for irregularity in record.irregularities:
        if irregularity.kind in KINDS:
            index = record.index(irregularity.missed_at or irregularity.seq)
            yield MissedPlay(index, record.events[index], irregularity)


def _missed_by_refusal(record: Record, refused: Iterable[RefusedPlay]) -> Iterator[MissedPlay]:
    """Yield the refused plays that would still be refused, unless exactly that play was let stand
    later."""
    for refusal in refused:
        if refusal.seq > record.seq:
            continue
        entry = record.entries[refusal.seq] if refusal.seq < record.seq else None
        if isinstance(entry, Played) and entry.play == refusal.played.play:
            continue
        earlier = _record_until(record, refusal.seq)
        applied = _refused_event(earlier, refusal)
        if applied is not None:
            yield MissedPlay(min(len(earlier.events), len(record.events) - 1), applied, None)


def _record_until(record: Record, seq: int) -> Record:
    entries = record.entries[:seq]
    if all(isinstance(entry, Event) for entry in record.entries):
        return replace(record, entries=entries, events=record.events[:seq])
    return replay(record.rules, record.players, record.dealer, entries, record.teams)


def _refused_event(record: Record, refused: RefusedPlay) -> AppliedEvent | None:
    """Return the applied event that a refused play would have been; None if it cannot have been
    played, or if no rule forbids it."""
    state, played = record.state, refused.played
    if state is None or state.turn is None or isinstance(played.play, CardOnly):
        return None
    seat = state.turn if played.seat is None else played.seat
    if not (seat < record.players and state.in_hands[seat] and played.plays_a_card):
        return None
    try:
        result = record.engine.play(state, played, seat)
    except RulesError:
        return None
    if not is_forbidden(result.verdict):
        return None
    return AppliedEvent(refused.seq, played, state, result.state, seat, result.verdict)


def known_hand(record: Record, index: int) -> Cards:
    """Return the cards that a seat is known to have held at a play: those that it played from then
    on in that deal, without cards of which all copies were already shown."""
    applied = record.events[index]
    assert applied.before is not None
    shown, hand = Counter(applied.before.shown), Counter[Card]()
    for later in record.events[index:]:
        if isinstance(later.event, HandsCounted):
            continue
        if later.before is None or later.before.deal != applied.before.deal:
            break
        if later.seat == applied.seat and isinstance(later.event, Played):
            card = later.event.card
            hand[card] += shown[card] + hand[card] < record.rules.deck.copies
    return tuple(sorted(hand.elements()))
