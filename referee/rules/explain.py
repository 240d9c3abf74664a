"""The table shows something else than the log says: which entry, said otherwise, explains it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cards import Card, Cards, Impossible
from .entering import accept
from .entries import Dealt, Entry, Happening, Played, Replace
from .record import Kind, Record, Step, append

LOOK_BACK = 40
"""Entries that are tried, the latest first. A table that drifted apart is noticed before that."""

MOST = 5


def explain(record: Record, table: Cards) -> tuple[Entry, ...]:
    """Entries that would make the log end with this table, the likeliest first: one entry
    replaced by what it may have been (a wrong card, a card too many or too few taken, another
    option), or the next play, if nobody has entered it."""
    position = record.position
    if position is None or position.turn is None:
        return ()
    there, shown = Counter(position.table), Counter(table)
    extra, gone = shown - there, there - shown
    found: list[Entry] = []
    for entry in _candidates(record, extra, gone):
        accepted = _accepted(record, entry)
        if accepted is not None and _explains(record, accepted, table):
            found.append(accepted)
        if len(found) == MOST:
            break
    return tuple(dict.fromkeys(found))


def _candidates(record: Record, extra: Counter[Card], gone: Counter[Card]) -> Iterator[Entry]:
    if extra.total() == 1 and not gone:
        yield Played(next(iter(extra)), captured=())
    for step in reversed(record.steps[-LOOK_BACK:]):
        for happening in _otherwise(step, extra, gone):
            yield Replace(step.seq, happening)


def _otherwise(step: Step, extra: Counter[Card], gone: Counter[Card]) -> Iterator[Happening]:
    """What else an entry may have been, if it alone made the difference, legal or not."""
    one_for_one = extra.total() == gone.total() == 1
    match step.entry:
        case Dealt(table) if one_for_one:
            (wrong,), (right,) = gone, extra
            if wrong in table:
                place = table.index(wrong)
                yield Dealt((*table[:place], right, *table[place + 1 :]))
        case Played(card, captured):
            if one_for_one and not captured and gone[card]:
                yield step.entry._replace(card=next(iter(extra)), as_played=True)
            # Laid or taken: the cards that its turn brought to the table and took from it.
            taken = Counter(captured or ()) - extra + gone
            if not captured and gone[card]:
                taken[card] -= 1
            taken = +taken
            if taken != Counter(captured or ()):
                yield step.entry._replace(captured=tuple(sorted(taken.elements())), as_played=False)


def _accepted(record: Record, entry: Entry) -> Entry | None:
    """The entry as it goes into the log; None if it cannot have happened."""
    try:
        return accept(record, entry)
    except Impossible:
        return None


def _explains(record: Record, entry: Entry, table: Cards) -> bool:
    after = append(record, entry)
    return (
        after.position is not None
        and after.position.table == tuple(sorted(table))
        and _misfits(after) <= _misfits(record)
    )


def _misfits(record: Record) -> int:
    return sum(found.kind is Kind.DOES_NOT_FIT for found in record.irregularities)
