"""The table shows something else than the log says: which entry, said otherwise, explains it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..cards import Card, Impossible, Rank
from ..steps import Kind, Played, Shows
from ..table import Table
from ..turns import turn_of
from .entering import accept, settled_table
from .entries import Entry, Replace
from .record import Record, append

LOOK_BACK = 40
"""Entries that are tried, the latest first. A table that drifted apart is noticed before that."""

MOST = 5


def explain(record: Record, shows: Shows) -> tuple[Entry, ...]:
    """Entries that would make the log end with this table: one entry replaced by what it may have
    been (a wrong card, a card too many or too few taken, another option), or the next play, if
    nobody has entered it. What the rules allow comes first, and then the latest entry.
    Raises as :func:`~referee.rules.log.entering.settled_table` does."""
    shown = settled_table(record, shows)
    found_there = _differences(record, shows)
    if found_there is None:
        return ()
    extra, gone = found_there
    found: dict[Entry, int] = {}
    for candidate in _candidates(record, extra, gone):
        entry = _accepted(record, candidate)
        if entry is not None:
            after = append(record, entry)
            if _shown(after) == shown and _misfits(after) <= _misfits(record):
                found[entry] = _against_the_rules(after)
    return tuple(sorted(found, key=lambda entry: found[entry])[:MOST])


def forgotten(record: Record, shows: Shows) -> tuple[Rank, ...]:
    """The ranks that would have taken exactly what is gone from the table: perhaps the next play
    was made and not entered. Its suit nobody can tell from the table."""
    found = _differences(record, shows)
    if found is None:
        return ()
    extra, gone = found
    if not gone or extra:
        return ()
    return record.live.may_have_taken(record.state, tuple(sorted(gone.elements())))


def _differences(record: Record, shows: Shows) -> tuple[Counter[Card], Counter[Card]] | None:
    """Cards that lie there although they should not, and those that are gone; None while nobody
    plays."""
    state = record.state
    if state is None or state.turn is None:
        return None
    there = Counter(Table(state.table, state.builds).cards)
    shown = Counter(Table(*shows).cards)
    return shown - there, there - shown


def _candidates(record: Record, extra: Counter[Card], gone: Counter[Card]) -> Iterator[Entry]:
    if extra.total() == 1 and not gone:
        yield Played(turn_of(next(iter(extra)), ()), as_played=True)
    for step in reversed(record.steps[-LOOK_BACK:]):
        for happening in record.live.otherwise(step, extra, gone):
            yield Replace(step.seq, happening)


def _accepted(record: Record, entry: Entry) -> Entry | None:
    """The entry as it goes into the log; None if it cannot have happened."""
    try:
        return accept(record, entry)
    except Impossible:
        return None


def _shown(record: Record) -> Shows | None:
    state = record.state
    return Shows(state.table, state.builds) if state else None


def _against_the_rules(record: Record) -> int:
    kinds = (record.live.AGAINST_THE_RULES, Kind.OUT_OF_TURN, Kind.DOES_NOT_FIT)
    return sum(found.kind in kinds for found in record.irregularities)


def _misfits(record: Record) -> int:
    return sum(found.kind is Kind.DOES_NOT_FIT for found in record.irregularities)
