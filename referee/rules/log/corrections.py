"""Explanations and repairs of a log that does not fit the table or a correction."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Card, Cards, Impossible, Rank
from ..plays import (
    CardOnly,
    Irregularity,
    IrregularityKind,
    Play,
    Played,
    Table,
    TableShown,
    as_play,
)
from ..ruleset import Options, SeveralOptions
from .entries import Entry, Replace
from .record import (
    Accepted,
    Record,
    accept,
    accept_or_none,
    append,
    append_to_misfit,
    settle_table,
)


def suggest_repairs(record: Record) -> tuple[Accepted, ...]:
    """Return replacements for the plays that no longer fit, in order, each with the same card.

    A replacement is the only option of the card there, or the only one that captures the same ranks
    as before. The list ends before the first play without such an option, since all later ones
    depend on it. The replacements are guesses, and have to be confirmed.
    """
    repairs: list[Accepted] = []
    while record.misfits:
        entry = _repair(record, record.misfits[0])
        if entry is None:
            break
        repairs.append(accept(record, entry))
        record = append_to_misfit(record, repairs[-1])
    return tuple(repairs)


def choices(record: Record, index: int) -> Options | None:
    """Return the options of the card of a play on the table as it now is before that play; None if
    the card cannot have been played."""
    applied = record.events[index]
    if not isinstance(applied.event, Played) or applied.before is None:
        return None
    try:
        accept(
            record, Replace(applied.seq, applied.event._replace(play=CardOnly(applied.event.card)))
        )
        return record.engine.options(applied.before, applied.event.card)
    except SeveralOptions as choice:
        return choice.options
    except Impossible:
        return None


def _repair(record: Record, misfit: Irregularity) -> Replace | None:
    """Return the replacement of a play that no longer fits; None if there is no single
    candidate."""
    index = record.index(misfit.seq)
    played, options = record.events[index].event, choices(record, index)
    if options is None or not isinstance(played, Played):
        return None
    candidates = [played._replace(play=play) for play in options.plays]
    if len(candidates) != options.options_total:
        return None  # not all options are listed, so that none can be the only one
    if len(candidates) > 1:
        candidates = [candidate for candidate in candidates if _ranks(candidate) == _ranks(played)]
    return Replace(misfit.seq, *candidates) if len(candidates) == 1 else None


def _ranks(played: Played) -> Counter[Rank]:
    return Counter(card.rank for card in played.captured or ())


LOOK_BACK = 40
"""Entries that are tried, the latest first. A table that drifted apart is noticed before that."""

MOST = 5


def explain(record: Record, shows: TableShown) -> tuple[Entry, ...]:
    """Return entries each of which would make the log end with the shown table.

    They replace one entry by another event (a wrong card, a card too many or too few captured,
    another option), or enter the next play. Entries within the rules come first, then later ones.
    Raises as :func:`~referee.rules.log.record.settle_table` does.
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
    state = record.state
    return TableShown(state.table, state.builds) if state else None


def _against_the_rules(record: Record) -> int:
    """Return the number of irregularities that break a rule."""
    kinds = (
        record.engine.AGAINST_THE_RULES,
        IrregularityKind.OUT_OF_TURN,
        IrregularityKind.WRONG_HAND,
        IrregularityKind.DOES_NOT_FIT,
    )
    return sum(irregularity.kind in kinds for irregularity in record.irregularities)


def _misfits(record: Record) -> int:
    return sum(
        irregularity.kind is IrregularityKind.DOES_NOT_FIT for irregularity in record.irregularities
    )


def table_of(record: Record, cards: Cards) -> TableShown:
    """Return the table on which these cards lie: builds of the log whose cards are all there, and
    the other cards loose."""
    remaining, builds = Counter(cards), []
    for build in record.state.builds if record.state else ():
        in_build = Counter(build.cards)
        if in_build <= remaining:
            remaining -= in_build
            builds.append(build)
    return TableShown(tuple(sorted(remaining.elements())), tuple(builds))


class NextPlays(NamedTuple):
    """Plays that may come next; ``more`` is true if not all are listed."""

    plays: tuple[Played, ...] = ()
    more: bool = False


MOST_NEXT = 3


def next_plays(record: Record, cards: Cards) -> NextPlays:
    """Return the legal plays of the seat whose turn it is after which exactly these cards lie on
    the table, in builds or loose."""
    difference = differences(record, table_of(record, cards))
    if difference is None or not any(difference):
        return NextPlays()
    plays: list[Played] = []
    for play in _plays_leading_to(record, Counter(cards), difference.extra):
        accepted = accept_or_none(record, Played(play))
        entry = accepted.entry if accepted else None
        if isinstance(entry, Played) and entry not in plays:
            plays.append(entry)
        if len(plays) > MOST_NEXT:
            break
    return NextPlays(tuple(plays[:MOST_NEXT]), len(plays) > MOST_NEXT)


def _plays_leading_to(
    record: Record, wanted: Counter[Card], extra: Counter[Card]
) -> Iterator[Play]:
    """Yield plays after which the ``wanted`` cards lie on the table.

    The played card lies among the ``extra`` cards if there are any; otherwise it captured, which
    depends on its rank and not on its suit.
    """
    state, deck = record.state, record.rules.deck
    assert state is not None
    fruitless_ranks: set[Rank] = set()
    for card in deck.faces:
        if (extra and card not in extra) or card.rank in fruitless_ranks:
            continue
        if state.shown.count(card) >= deck.copies:
            continue
        plays = [
            play
            for play in record.engine.listed(state, card).plays
            if _leads_to(record, play, wanted)
        ]
        if not plays:
            fruitless_ranks.add(card.rank)
        yield from sorted(plays, key=lambda play: sum(len(step.named) for step in play))


def _leads_to(record: Record, play: Play, wanted: Counter[Card]) -> bool:
    """Return whether a play is not illegal and leaves exactly the ``wanted`` cards on the table."""
    state = record.state
    assert state is not None
    assert state.turn is not None
    result = record.engine.play(state, Played(play), state.turn)
    after = Table(result.state.table, result.state.builds)
    return result.verdict.legal is not False and Counter(after.cards) == wanted
