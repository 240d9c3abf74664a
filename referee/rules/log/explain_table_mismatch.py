"""Explanations of a difference between the table and the log: a wrong entry, or a play that was not
entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Card, Rank
from ..events import Played, TableShown
from ..irregularities import IrregularityKind
from ..plays import as_play
from ..table_and_builds import Table
from .accept_entry import accept_or_none, settle_table
from .entries import Entry, Replace
from .record import Record, append

LOOK_BACK = 40
"""Entries that are tried, the latest first. A table that drifted apart is noticed before that."""

MOST = 5


def explain(record: Record, shows: TableShown) -> tuple[Entry, ...]:
    """Return entries each of which would make the log end with the shown table.

    They replace one entry by another event (a wrong card, a card too many or too few captured,
    another option), or enter the next play. Entries within the rules come first, then later ones.
    Raises as :func:`~referee.rules.log.accept_entry.settle_table` does.
    """
    shown = settle_table(record, shows)
    difference = differences(record, shows)
    if difference is None:
        return ()
    extra, missing = difference
    causes: dict[Entry, int] = {}
    for candidate in _candidates(record, extra, missing):
        accepted = accept_or_none(record, candidate)
        if accepted is not None:
            changed = append(record, accepted)
            if _table_shown(changed) == shown and _misfits(changed) <= _misfits(record):
                causes[accepted.entry] = _against_the_rules(changed)
    return tuple(sorted(causes, key=lambda entry: causes[entry])[:MOST])


def forgotten(record: Record, shows: TableShown) -> tuple[Rank, ...]:
    """Return the ranks that would capture exactly the cards that are gone from the table: perhaps
    the next play was made and not entered. The suit of its card does not show on the table."""
    difference = differences(record, shows)
    if difference is None or record.state is None:
        return ()
    extra, missing = difference
    if not missing or extra:
        return ()
    return record.engine.may_have_taken(record.state, tuple(sorted(missing.elements())))


class Differences(NamedTuple):
    """Cards that lie on the table but not in the log (``extra``), and in the log but not on the
    table (``missing``)."""

    extra: Counter[Card]
    missing: Counter[Card]


def differences(record: Record, shows: TableShown) -> Differences | None:
    """Return how a shown table differs from the log; None if nobody is to play."""
    state = record.state
    if state is None or state.turn is None:
        return None
    in_log = Counter(Table(state.table, state.builds).cards)
    shown = Counter(Table(*shows).cards)
    return Differences(shown - in_log, in_log - shown)


def _candidates(record: Record, extra: Counter[Card], missing: Counter[Card]) -> Iterator[Entry]:
    """Yield entries that may explain how the table differs, the most likely ones first."""
    if extra.total() == 1 and not missing:
        yield Played(as_play(next(iter(extra)), ()), as_played=True)
    for applied in reversed(record.events[-LOOK_BACK:]):
        for other_event in record.engine.other_events(applied, extra, missing):
            yield Replace(applied.seq, other_event)


def _table_shown(record: Record) -> TableShown | None:
    """Return the table of the log; None before it is dealt."""
    state = record.state
    return TableShown(state.table, state.builds) if state else None


def _against_the_rules(record: Record) -> int:
    """Return the number of irregularities that break a rule."""
    kinds = (
        record.engine.AGAINST_THE_RULES,
        IrregularityKind.OUT_OF_TURN,
        IrregularityKind.DOES_NOT_FIT,
    )
    return sum(irregularity.kind in kinds for irregularity in record.irregularities)


def _misfits(record: Record) -> int:
    """Return the number of plays that do not fit."""
    return sum(
        irregularity.kind is IrregularityKind.DOES_NOT_FIT for irregularity in record.irregularities
    )
