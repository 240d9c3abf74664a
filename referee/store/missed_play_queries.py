"""Selects of followed games with missed plays, or which may have some."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, exists, or_, select

from .database import db
from .models import Game, GameSession, LogEntry


def followed_games(group_id: str, since: tuple[datetime, int] | None, most: int) -> Sequence[Game]:
    """Return the games of a group that have missed plays, or may have, the latest first.

    ``since`` is the start and id of the game to begin with. Only the first ``most`` are returned.
    """
    statement = (
        select(Game)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
        .where(or_(Game.missed.is_(None), Game.missed > 0))
        .order_by(Game.started_at.desc(), Game.id.desc())
        .limit(most)
    )
    if since is not None:
        moment, id_ = since
        same_moment = and_(Game.started_at == moment, Game.id <= id_)
        statement = statement.where(or_(Game.started_at < moment, same_moment))
    return db.session.scalars(statement).all()


def is_followed(group_id: str) -> bool:
    """Return whether any game of a group was followed."""
    statement = (
        select(Game.id)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
    )
    return db.session.scalar(statement.limit(1)) is not None


def irregular_games(session_id: str, most: int) -> Sequence[Game]:
    """Return the finished games of a session that have missed plays, or may have, or about which
    something was agreed; only the latest ``most``, in order."""
    agreed = exists().where(LogEntry.game_id == Game.id, LogEntry.text.startswith("agreed "))
    statement = (
        select(Game)
        .where(Game.session_id == session_id, Game.seq > 0, Game.finished_at.is_not(None))
        .where(or_(Game.missed.is_(None), Game.missed > 0, agreed))
        .order_by(Game.number.desc())
        .limit(most)
    )
    return db.session.scalars(statement).all()[::-1]
