"""The remark that another phone entered something first."""

from __future__ import annotations

from ..languages import gettext
from ..rules.events import Played
from ..rules.log.entries import Entry
from ..rules.log.record import Record
from ..words import card_text
from .live_table_events import Names, step_text


def faster_text(entry: Entry, record: Record, names: Names) -> str:
    """Return that another phone entered something before this phone's ``entry`` came."""
    last = record.events[-1] if record.events else None
    if last is None or last.seat is None or not isinstance(entry, Played):
        return gettext("Another phone was faster: the game has moved on.")
    if isinstance(last.event, Played) and last.event.card == entry.card:
        return gettext(
            "Another phone was faster: %(name)s's %(card)s is in the log already.",
            name=names[last.seat],
            card=card_text(entry.card),
        )
    return gettext(
        "Another phone was faster: %(last)s. Your %(card)s was not entered.",
        last=step_text(last, record.rules, names),
        card=card_text(entry.card),
    )
