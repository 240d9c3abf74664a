"""The table shows something else than the log says: which entry, said otherwise, explains it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Card, Cards, Impossible, Rank
from ..events import IrregularityKind, Played, TableShown
from ..plays import Play, as_play
from ..table_and_builds import Table
from .accept_entry import accept, settle_table
from .entries import Entry, Replace
from .record import Accepted, Record, append

LOOK_BACK = 40
"""Entries that are tried, the latest first. A table that drifted apart is noticed before that."""

MOST = 5


def explain(record: Record, shows: TableShown) -> tuple[Entry, ...]:
    """Entries that would make the log end with this table: one entry replaced by what it may have
    been (a wrong card, a card too many or too few taken, another option), or the next play, if
    nobody has entered it. What the rules allow comes first, and then the latest entry.
    Raises as :func:`~referee.rules.log.accept_entry.settle_table` does."""
    shown = settle_table(record, shows)
    differs = differences(record, shows)
    if differs is None:
        return ()
    extra, gone = differs
    found: dict[Entry, int] = {}
    for candidate in _candidates(record, extra, gone):
        accepted = _accepted(record, candidate)
        if accepted is not None:
            after = append(record, accepted)
            if _shown(after) == shown and _misfits(after) <= _misfits(record):
                found[accepted.entry] = _against_the_rules(after)
    return tuple(sorted(found, key=lambda entry: found[entry])[:MOST])


def forgotten(record: Record, shows: TableShown) -> tuple[Rank, ...]:
    """The ranks that would have taken exactly what is gone from the table: perhaps the next play
    was made and not entered. Its suit nobody can tell from the table."""
    differs = differences(record, shows)
    if differs is None or record.state is None:
        return ()
    extra, gone = differs
    if not gone or extra:
        return ()
    return record.live.may_have_taken(record.state, tuple(sorted(gone.elements())))


class Differences(NamedTuple):
    """Cards that lie on the table although the log has them elsewhere, and those that lie there in
    the log alone."""

    extra: Counter[Card]
    gone: Counter[Card]


def differences(record: Record, shows: TableShown) -> Differences | None:
    """Return how a table differs from the log; None while nobody plays."""
    state = record.state
    if state is None or state.turn is None:
        return None
    there = Counter(Table(state.table, state.builds).cards)
    shown = Counter(Table(*shows).cards)
    return Differences(shown - there, there - shown)


def table_of(record: Record, cards: Cards) -> TableShown:
    """Return the table on which these cards lie: a build of the log that has all of its cards is
    there still, and all others lie loose."""
    left, builds = Counter(cards), []
    for build in record.state.builds if record.state else ():
        in_build = Counter(build.cards)
        if in_build <= left:
            left -= in_build
            builds.append(build)
    return TableShown(tuple(sorted(left.elements())), tuple(builds))


class NextPlays(NamedTuple):
    """Plays that may come next, and whether there are ``more``."""

    plays: tuple[Played, ...] = ()
    more: bool = False


MOST_NEXT = 3


def next_plays(record: Record, cards: Cards) -> NextPlays:
    """Return the legal plays of whose turn it is after which just these cards lie on the table,
    in builds or loose."""
    differs = differences(record, table_of(record, cards))
    if differs is None or not any(differs):
        return NextPlays()
    found: list[Played] = []
    for turn in _turns_to(record, Counter(cards), differs.extra):
        accepted = _accepted(record, Played(turn))
        entry = accepted.entry if accepted else None
        if isinstance(entry, Played) and entry not in found:
            found.append(entry)
        if len(found) > MOST_NEXT:
            break
    return NextPlays(tuple(found[:MOST_NEXT]), len(found) > MOST_NEXT)


def _turns_to(record: Record, wanted: Counter[Card], extra: Counter[Card]) -> Iterator[Play]:
    """Turns after which these cards lie on the table. The card that was played lies among those
    that came, if any did; else it took something, which its rank decides and not its suit."""
    state, deck = record.state, record.rules.deck
    assert state is not None
    barren: set[Rank] = set()
    for card in deck.faces:
        if (extra and card not in extra) or card.rank in barren:
            continue
        if state.shown.count(card) >= deck.copies:
            continue
        turns = [turn for turn in record.live.plays(state, card) if _leads_to(record, turn, wanted)]
        if not turns:
            barren.add(card.rank)
        yield from sorted(turns, key=lambda turn: sum(len(step.named) for step in turn))


def _leads_to(record: Record, turn: Play, wanted: Counter[Card]) -> bool:
    state = record.state
    assert state is not None
    assert state.turn is not None
    made = record.live.play(state, Played(turn), state.turn)
    after = Table(made.state.table, made.state.builds)
    return made.verdict.legal is not False and Counter(after.cards) == wanted


def _candidates(record: Record, extra: Counter[Card], gone: Counter[Card]) -> Iterator[Entry]:
    if extra.total() == 1 and not gone:
        yield Played(as_play(next(iter(extra)), ()), as_played=True)
    for step in reversed(record.events[-LOOK_BACK:]):
        for happening in record.live.other_events(step, extra, gone):
            yield Replace(step.seq, happening)


def _accepted(record: Record, entry: Entry) -> Accepted | None:
    """The entry as it goes into the log; None if it cannot have happened."""
    try:
        return accept(record, entry)
    except Impossible:
        return None


def _shown(record: Record) -> TableShown | None:
    state = record.state
    return TableShown(state.table, state.builds) if state else None


def _against_the_rules(record: Record) -> int:
    kinds = (
        record.live.AGAINST_THE_RULES,
        IrregularityKind.OUT_OF_TURN,
        IrregularityKind.DOES_NOT_FIT,
    )
    return sum(found.kind in kinds for found in record.irregularities)


def _misfits(record: Record) -> int:
    return sum(found.kind is IrregularityKind.DOES_NOT_FIT for found in record.irregularities)
