"""Selects of games that were followed play by play."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, or_, select

from .database import db
from .models import Game, GameSession


def followed_games(group_id: str, since: tuple[datetime, int] | None, most: int) -> Sequence[Game]:
    """The games of a group in whose logs something was missed, or of which nobody knows, the latest
    first: ``since`` is when one began, and its id, with which they begin."""
    found = (
        select(Game)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
        .where(or_(Game.missed.is_(None), Game.missed > 0))
        .order_by(Game.started_at.desc(), Game.id.desc())
        .limit(most)
    )
    if since is not None:
        at, id_ = since
        later = and_(Game.started_at == at, Game.id <= id_)
        found = found.where(or_(Game.started_at < at, later))
    return db.session.scalars(found).all()


def is_followed(group_id: str) -> bool:
    """Was any game of a group followed play by play?"""
    found = (
        select(Game.id)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
    )
    return db.session.scalar(found.limit(1)) is not None
