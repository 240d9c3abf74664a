"""Selects for the sums of points, games and sweeps, over the games of sessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import func, or_, select

from .database import db
from .models import Game, GameSession, SheetRow

COUNTS = or_(GameSession.ends_with.is_(None), Game.number <= GameSession.ends_with)
"""The condition that a game counts: it is not after the game with which its session ends."""


class Sums(NamedTuple):
    """The sums of a seat over all finished games of a session."""

    session_id: str
    seat: int
    games: int
    points: int | None
    markers: int


def sums(group_id: str) -> Iterable[Sums]:
    """Return the sums over the finished games that count, by session of a group and seat."""
    statement = (
        select(
            Game.session_id,
            SheetRow.seat,
            func.count(),
            func.sum(SheetRow.total),
            func.sum(SheetRow.markers),
        )
        .join(SheetRow, SheetRow.game_id == Game.id)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, Game.finished_at.is_not(None), COUNTS)
        .group_by(Game.session_id, SheetRow.seat)
        .order_by(Game.session_id, SheetRow.seat)
    )
    return [Sums(*row) for row in db.session.execute(statement)]
