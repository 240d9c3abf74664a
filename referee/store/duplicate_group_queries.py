"""Selects that recognise among the groups of a phone what comes to it again."""

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
    found = defaultdict(list)
    asked = select(Player.group_id, Player.name).where(Player.group_id.in_(group_ids))
    for group_id, name in db.session.execute(asked):
        found[group_id].append(name)
    return found


def tables(group_id: str) -> list[list[str]]:
    """Return the names at each table that a group has had."""
    found = defaultdict(list)
    asked = select(Seat.session_id, Player.name).join(Player, Player.id == Seat.player_id)
    for session_id, name in db.session.execute(asked.where(Player.group_id == group_id)):
        found[session_id].append(name)
    return list(found.values())


def begun(group_ids: Collection[str]) -> dict[str, set[datetime]]:
    """Return the moments at which the sessions of each group began."""
    found = defaultdict(set)
    asked = select(GameSession.group_id, GameSession.started_at)
    for group_id, at in db.session.execute(asked.where(GameSession.group_id.in_(group_ids))):
        found[group_id].add(at)
    return found


class FollowedGameStart(NamedTuple):
    """A followed game, and when its first entry was made."""

    group_id: str
    session_id: str
    number: int
    game_id: int
    made_at: datetime


def followed(group_ids: Collection[str], first: str) -> list[FollowedGameStart]:
    """Return the followed games of groups that begin with this entry."""
    asked = (
        select(GameSession.group_id, Game.session_id, Game.number, Game.id, LogEntry.made_at)
        .join(Game, Game.session_id == GameSession.id)
        .join(LogEntry, LogEntry.game_id == Game.id)
        .where(GameSession.group_id.in_(group_ids), LogEntry.seq == 1, LogEntry.text == first)
    )
    return [FollowedGameStart(*row) for row in db.session.execute(asked)]
