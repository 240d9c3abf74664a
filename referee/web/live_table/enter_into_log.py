"""Entries of forms put into the log of a followed game: accepted, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...rules.error_bases import RulesError
from ...rules.log.entries import Entry, played_by
from ...rules.plays import CardOnly
from ...services import followed_games
from ...services.followed_games import FollowedGame
from ...services.group_keys import Access
from ...services.refusals import Conflict
from ..form_key import read_key
from ..session_or_game_in_url import GameInUrl
from .live_table_with_builds import read_tapped
from .read_entry_from_form import read_number


class RefusedEntry(NamedTuple):
    """An entry that was refused: as much of it as could be read, and why."""

    entry: Entry | None
    error: RulesError | Conflict


def try_to_enter(place: GameInUrl, read: Callable[[], Entry]) -> RefusedEntry | None:
    """Put what a form says into the log. Return the entry if it is refused, None otherwise."""
    opened, entry = place.editing(), None
    try:
        entry = read()
        enter_with_taps(opened, place, entry)
    except (RulesError, Conflict) as error:
        return RefusedEntry(entry, error)
    return None


def enter_with_taps(opened: Access, place: GameInUrl, entry: Entry) -> FollowedGame:
    """Put an entry into the log, with what was tapped if it is a card alone. Raises what reading
    taps does, and :func:`~referee.services.followed_games.enter`."""
    seen, key, played = read_number("after"), read_key(), played_by(entry)
    tapped = read_tapped() if played and isinstance(played.play, CardOnly) else None
    return followed_games.enter(opened, place.game_id, entry, key=key, seen=seen, tapped=tapped)
