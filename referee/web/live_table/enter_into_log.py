"""Entries of forms put into the log of a followed game: accepted, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...rules.error_bases import RulesError
from ...rules.log.entries import Entry, Insert, Replace, StepBack, Undo, played_by
from ...rules.plays import CardOnly
from ...services import followed_games
from ...services.access import Access
from ...services.followed_games import FollowedGame
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
    """Put what a form says into the log. Return the entry if it is refused, None otherwise.

    A correction is judged after the plays that came since its page was drawn, such as those that
    waited on the same phone for the network.
    """
    opened, entry = place.editing(), None
    try:
        entry = read()
        seen = read_number("after")
        if isinstance(entry, Replace | Insert):
            seen = _after_later_plays(opened, place, seen)
        enter_with_taps(opened, place, entry, seen)
    except (RulesError, Conflict) as error:
        return RefusedEntry(entry, error)
    return None


def _after_later_plays(opened: Access, place: GameInUrl, seen: int) -> int:
    """Return the number of entries in the log if all after the first ``seen`` are new events, which
    leave the earlier ones as they were; otherwise ``seen``."""
    entries = followed_games.read_followed(opened, place.game_id).record.entries
    later = entries[seen:]
    are_new = not any(isinstance(entry, Undo | StepBack | Replace | Insert) for entry in later)
    return max(seen, len(entries)) if are_new else seen


def enter_with_taps(opened: Access, place: GameInUrl, entry: Entry, seen: int) -> FollowedGame:
    """Put an entry into the log, with what was tapped if it is a card alone. ``seen`` is the number
    of entries that the sender has seen. Raises what reading taps does, and
    :func:`~referee.services.followed_games.enter`."""
    key, played = read_key(), played_by(entry)
    tapped = read_tapped() if played and isinstance(played.play, CardOnly) else None
    return followed_games.enter(opened, place.game_id, entry, key=key, seen=seen, tapped=tapped)
