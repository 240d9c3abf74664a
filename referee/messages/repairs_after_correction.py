"""Sentences on plays that fit no more after a correction, and on what they most likely were."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, ngettext
from ..rules.events import Played
from ..rules.irregularities import Irregularity
from ..rules.log.entries import Replace
from ..rules.log.record import Record
from ..words import and_
from .live_table_events import Names, play_text
from .live_table_irregularities import first_few


def misfits_text(record: Record, misfits: Sequence[Irregularity]) -> str:
    """Return which plays no longer fit after an earlier one was corrected; of many the first
    ones."""
    plays = first_few([str(record.index(misfit.seq)) for misfit in misfits])
    return ngettext(
        "Play %(plays)s needs correcting",
        "Plays %(plays)s need correcting",
        len(plays),
        plays=and_(plays),
    )


def mended_text(entry: Replace, record: Record, names: Names) -> str:
    """Return what a play that no longer fits most likely was.

    "Play 12, Bo: 8♦ creeps (it said: 8♦ takes 8♠)"
    """
    index = record.index(entry.seq)
    event = record.events[index]
    assert event.seat is not None  # somebody played
    assert isinstance(event.event, Played)
    assert isinstance(entry.by, Played)
    return gettext(
        "Play %(play)d, %(name)s: %(told)s (it said: %(was)s)",
        play=index,
        name=names[event.seat],
        told=play_text(record.engine, event.state, entry.by, event.seat, names),
        was=play_text(record.engine, event.state, event.event, event.seat, names),
    )
