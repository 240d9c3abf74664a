"""Selects for the statistics of a group's followed games."""

from __future__ import annotations

from collections import defaultdict

from sqlalchemy import select

from .database import db
from .models import Figures, Game, GameSession
from .points_sum_queries import COUNTS


def figures(group_id: str) -> dict[str, list[Figures]]:
    """Return the statistics of a group's followed games that count, by session."""
    statement = (
        select(Game.session_id, Game.figures)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False))
        .where(Game.figures.is_not(None), COUNTS)
    )
    by_session: dict[str, list[Figures]] = defaultdict(list)
    for session_id, game_figures in db.session.execute(statement):
        if game_figures is not None:
            by_session[session_id].append(game_figures)
    return by_session
