"""Entries that a page tries to put into the log: accepted, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...rules.error_bases import RulesError
from ...rules.log.entries import Entry
from ...services.refusals import Conflict
from ..session_or_game_in_url import GameInUrl
from .live_table_page import enter_said


class RefusedEntry(NamedTuple):
    """An entry that was refused: as much of it as could be read, and why."""

    said: Entry | None
    error: RulesError | Conflict


def try_to_enter(place: GameInUrl, read: Callable[[], Entry]) -> RefusedEntry | None:
    """Put what a form says into the log. Return the entry if it is refused, None otherwise."""
    opened, entry = place.editing(), None
    try:
        entry = read()
        enter_said(opened, place, entry)
    except (RulesError, Conflict) as error:
        return RefusedEntry(entry, error)
    return None
