"""Parts of a night in their order: sessions that continue one another."""

from __future__ import annotations

from collections.abc import Sequence

from ..store import queries
from ..store.models import GameSession


def part_before(session: GameSession, parts: Sequence[GameSession]) -> GameSession | None:
    """Return the part of a night that a session continues; None for the first."""
    earlier = [part for part in parts if _order(part) < _order(session)]
    return earlier[-1] if earlier else None


def part_after(session: GameSession, parts: Sequence[GameSession]) -> GameSession | None:
    """Return the part of a night that continues a session; None for the last."""
    return next((part for part in parts if _order(part) > _order(session)), None)


def _order(session: GameSession) -> tuple[object, str]:
    """Return the key by which parts of a night are ordered."""
    return session.started_at, session.id


def parts_of_night(session: GameSession) -> Sequence[GameSession]:
    """Return the parts of a session's night, locked; none if it is no part of one."""
    return queries.parts(session.group_id, session.night, lock=True) if session.night else ()
