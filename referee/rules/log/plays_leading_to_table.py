"""Plays that lead from the table of the log to a shown one: the entries that may be missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Card, Cards, Rank
from ..events import Played, TableShown
from ..plays import Play
from ..table_and_builds import Table
from .accept_entry import accept_or_none
from .explain_table_mismatch import differences
from .record import Record


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
            play for play in record.engine.plays(state, card) if _leads_to(record, play, wanted)
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
