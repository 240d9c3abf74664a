"""The table shows something else than the log says: which entry, said otherwise, explains it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...cards import Card, Cards, Impossible, Packs, Rank
from ...log.entering import accept
from ...log.entries import Dealt, Entry, Happening, Played, Replace
from ...log.record import Kind, Record, Step, append
from .capturing import capture_rules
from .verdict import judge_claim

LOOK_BACK = 40
"""Entries that are tried, the latest first. A table that drifted apart is noticed before that."""

MOST = 5


def explain(record: Record, table: Cards) -> tuple[Entry, ...]:
    """Entries that would make the log end with this table: one entry replaced by what it may have
    been (a wrong card, a card too many or too few taken, another option), or the next play, if
    nobody has entered it. What the rules allow comes first, and then the latest entry.
    Raises :class:`~referee.rules.cards.TooManyCopies`."""
    Packs(record.rules.deck, table)
    position = record.position
    if position is None or position.turn is None:
        return ()
    there, shown = Counter(position.table), Counter(table)
    extra, gone = shown - there, there - shown
    found: dict[Entry, int] = {}
    for candidate in _candidates(record, extra, gone):
        entry = _accepted(record, candidate)
        if entry is not None:
            after = append(record, entry)
            if _table(after) == tuple(sorted(table)) and _misfits(after) <= _misfits(record):
                found[entry] = _against_the_rules(after)
    return tuple(sorted(found, key=lambda entry: found[entry])[:MOST])


def forgotten(record: Record, table: Cards) -> tuple[Rank, ...]:
    """The ranks that would have taken exactly what is gone from the table: perhaps the next play
    was made and not entered. Its suit nobody can tell from the table."""
    position = record.position
    if position is None or position.turn is None:
        return ()
    there, shown = Counter(position.table), Counter(table)
    gone = tuple(sorted((there - shown).elements()))
    if not gone or shown - there:
        return ()
    rules = capture_rules(record.rules)
    return tuple(
        rank
        for rank in rules.hand_values
        if judge_claim(rules, position.table, Card(rank), gone).legal
    )


def _candidates(record: Record, extra: Counter[Card], gone: Counter[Card]) -> Iterator[Entry]:
    if extra.total() == 1 and not gone:
        yield Played(next(iter(extra)), captured=(), as_played=True)
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
                captured = tuple(sorted(taken.elements()))
                yield step.entry._replace(captured=captured, as_played=True)


def _accepted(record: Record, entry: Entry) -> Entry | None:
    """The entry as it goes into the log; None if it cannot have happened."""
    try:
        return accept(record, entry)
    except Impossible:
        return None


def _table(record: Record) -> Cards | None:
    return record.position.table if record.position else None


def _against_the_rules(record: Record) -> int:
    kinds = (Kind.ILLEGAL_CAPTURE, Kind.OUT_OF_TURN, Kind.DOES_NOT_FIT)
    return sum(found.kind in kinds for found in record.irregularities)


def _misfits(record: Record) -> int:
    return sum(found.kind is Kind.DOES_NOT_FIT for found in record.irregularities)
