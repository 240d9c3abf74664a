"""Sentences on a table that shows other cards than the log: how it differs, and why."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext
from ..rules.cards import Rank
from ..rules.events import Played
from ..rules.log.entries import Entry, Replace
from ..rules.log.explain_table_mismatch import Differences
from ..rules.log.record import Record
from ..words import A_RANK, cards_text, or_
from .live_table_events import Names, play_text, played_text, table_event_text


def explanation_text(entry: Entry, record: Record, names: Names) -> str:
    """Return what may have happened instead of what the log says."""
    if isinstance(entry, Replace):
        index = record.index(entry.seq)
        event = record.events[index]
        if isinstance(entry.by, Played) and event.seat is not None:
            assert isinstance(event.event, Played)  # only a play replaces a play
            return gettext(
                "Play %(play)d was different. %(name)s: %(told)s, not: %(was)s.",
                play=index,
                name=names[event.seat],
                told=play_text(record.engine, event.state, entry.by, event.seat, names),
                was=play_text(record.engine, event.state, event.event, event.seat, names),
            )
        return table_event_text(entry.by, record.state, names)
    assert isinstance(entry, Played)
    assert record.state is not None
    seat = record.state.turn
    assert seat is not None
    text = played_text(record.engine, record.state, entry, seat, names)
    return gettext("A play was not entered. %(told)s.", told=text)


def forgotten_text(ranks: Sequence[Rank], record: Record, names: Names) -> str:
    """Return that the next play was perhaps not entered, with the ranks that it may have had."""
    assert record.state is not None
    assert record.state.turn is not None
    return gettext(
        "Or a play was not entered: %(name)s took exactly that with %(ranks)s. "
        "Then enter that card on the live table.",
        name=names[record.state.turn],
        ranks=or_(str(A_RANK[rank]) for rank in ranks),
    )


def photo_differs_text(differs: Differences) -> str:
    """Return how a photo of the table differs from the log; empty where it does not."""
    extra, lacking = (cards_text(sorted(cards.elements())) for cards in differs)
    if extra and lacking:
        return gettext(
            "The photo has %(extra)s, the log does not; the log has %(gone)s on the table, the"
            " photo does not.",
            extra=extra,
            gone=lacking,
        )
    if extra:
        return gettext("The photo has %(extra)s, the log does not.", extra=extra)
    if lacking:
        return gettext("The log has %(gone)s on the table, the photo does not.", gone=lacking)
    return ""
