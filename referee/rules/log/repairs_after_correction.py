"""Repairs of later plays that no longer fit after a correction of the log."""

from __future__ import annotations

from collections import Counter

from ..cards import Rank
from ..error_bases import Impossible
from ..events import Played
from ..game_engine_errors import SeveralOptions
from ..irregularities import Irregularity
from ..play_options_interface import Options
from ..plays import CardOnly
from .accept_entry import accept
from .entries import Replace
from .record import Accepted, Record, append


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
        record = append(record, repairs[-1])
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
    """Return the captured ranks of a play with their numbers."""
    return Counter(card.rank for card in played.captured or ())
