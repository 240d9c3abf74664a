"""Selects that compare the groups of a phone with a group that comes to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from .database import db
from .models import Game, GameSession, LogEntry, Player, Seat


def people(group_ids: Collection[str]) -> dict[str, list[str]]:
    """Return the names of the people of each group."""
    names = defaultdict(list)
    statement = select(Player.group_id, Player.name).where(Player.group_id.in_(group_ids))
    for group_id, name in db.session.execute(statement):
        names[group_id].append(name)
    return names


def tables(group_id: str) -> list[list[str]]:
    """Return the players' names of each session of a group."""
    names = defaultdict(list)
    statement = select(Seat.session_id, Player.name).join(Player, Player.id == Seat.player_id)
    for session_id, name in db.session.execute(statement.where(Player.group_id == group_id)):
        names[session_id].append(name)
    return list(names.values())


def begun(group_ids: Collection[str]) -> dict[str, set[datetime]]:
    """Return the moments at which the sessions of each group began."""
    moments = defaultdict(set)
    statement = select(GameSession.group_id, GameSession.started_at)
    for group_id, moment in db.session.execute(
        statement.where(GameSession.group_id.in_(group_ids))
    ):
        moments[group_id].add(moment)
    return moments


class FollowedGameStart(NamedTuple):
    """A followed game, and the moment of its first entry."""

    group_id: str
    session_id: str
    number: int
    game_id: int
    made_at: datetime


def followed(group_ids: Collection[str], first: str) -> list[FollowedGameStart]:
    """Return the followed games of groups whose first entry has this text."""
    statement = (
        select(GameSession.group_id, Game.session_id, Game.number, Game.id, LogEntry.made_at)
        .join(Game, Game.session_id == GameSession.id)
        .join(LogEntry, LogEntry.game_id == Game.id)
        .where(GameSession.group_id.in_(group_ids), LogEntry.seq == 1, LogEntry.text == first)
    )
    return [FollowedGameStart(*row) for row in db.session.execute(statement)]
