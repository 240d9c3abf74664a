"""The stake of a whole night, and the way in which people settle it."""

from __future__ import annotations

from ..rules.standings_and_payments import SETTLEMENTS
from ..store import queries
from ..store.models import GameSession, Group
from .group_keys import Access
from .locked_changes import changing_group
from .refusals import NotAccessible
from .sessions import session_of


def set_stake(access: Access, session_id: str, stake: int | None, currency: str) -> None:
    """Set the money for a point of a whole night, in hundredths of a currency; None: points."""
    with changing_group(access) as group:
        for part in _night_of(group, session_id):
            part.stake, part.currency = stake, currency


def choose_settlement(access: Access, session_id: str, way: str) -> None:
    """Choose how people settle a whole night, by the name of the way in the rules.

    Raises :class:`~referee.services.refusals.NotAccessible` if there is no such way.
    """
    if way not in SETTLEMENTS:
        raise NotAccessible
    with changing_group(access) as group:
        for part in _night_of(group, session_id):
            part.settlement = way


def _night_of(group: Group, session_id: str) -> set[GameSession]:
    """Return a session and the other parts of its night, locked."""
    session = session_of(group, session_id)
    return {session, *(queries.parts(group.id, session.night, lock=True) if session.night else ())}
