"""Queries over all games of a group: sums of points, statistics, missed plays."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, exists, func, or_, select

from .database import db
from .models import Figures, Game, GameFindings, GameSession, Group, LogEntry, SheetRow


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


def finished_followed_games(group_id: str, session_id: str | None, most: int) -> Sequence[Game]:
    """Return the finished games of a group, or of one of its sessions, of which plays were entered,
    the latest first; only the first ``most``."""
    statement = (
        select(Game)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
        .where(Game.finished_at.is_not(None))
        .order_by(Game.started_at.desc(), Game.id.desc())
    )
    if session_id is not None:
        statement = statement.where(GameSession.id == session_id)
    return db.session.scalars(statement.limit(most)).all()


def analysed_games(session_ids: Collection[str]) -> Sequence[tuple[str, int]]:
    """Return the session and number of each game of sessions with which findings are kept."""
    statement = (
        select(Game.session_id, Game.number)
        .join(GameFindings, GameFindings.game_id == Game.id)
        .where(Game.session_id.in_(session_ids), Game.finished_at.is_not(None))
        .order_by(Game.id)
    )
    return [(session_id, number) for session_id, number in db.session.execute(statement)]


def is_followed(group_id: str) -> bool:
    """Return whether any game of a group was followed."""
    statement = (
        select(Game.id)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
    )
    return db.session.scalar(statement.limit(1)) is not None


def count_followed(group_id: str) -> int:
    """Return the number of games of a group that were followed."""
    statement = (
        select(func.count())
        .select_from(Game)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False), Game.seq > 0)
    )
    return db.session.scalar(statement) or 0


def irregular_games(session_ids: Collection[str], most: int) -> Sequence[Game]:
    """Return the finished games of sessions that have missed plays, or may have, or about which
    something was agreed; only the latest ``most``, in order."""
    agreed = exists().where(LogEntry.game_id == Game.id, LogEntry.text.startswith("agreed "))
    statement = (
        select(Game)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.id.in_(session_ids), Game.seq > 0, Game.finished_at.is_not(None))
        .where(or_(Game.missed.is_(None), Game.missed > 0, agreed))
        .order_by(GameSession.started_at.desc(), GameSession.id.desc(), Game.number.desc())
        .limit(most)
    )
    return db.session.scalars(statement).all()[::-1]


class GroupRow(NamedTuple):
    """A group with the number of its sessions, and when the last of them began."""

    id: str
    name: str
    timezone: str | None
    created_at: datetime
    sessions: int
    last_begun: datetime | None


def all_groups() -> list[GroupRow]:
    """Return all groups, those that played last first."""
    last = func.max(GameSession.started_at)
    statement = (
        select(
            *(Group.id, Group.name, Group.timezone, Group.created_at),
            *(func.count(GameSession.id), last),
        )
        .outerjoin(GameSession, GameSession.group_id == Group.id)
        .group_by(Group.id, Group.name, Group.timezone, Group.created_at)
        .order_by(func.coalesce(last, Group.created_at).desc(), Group.id)
    )
    return [GroupRow(*row) for row in db.session.execute(statement)]


class Extent(NamedTuple):
    """The extent of a session: its finished games, all games, and entries of their logs."""

    finished: int
    games: int
    entries: int


def extents(group_ids: Iterable[str]) -> dict[str, Extent]:
    """Return the extent of each session of some groups."""
    statement = (
        select(
            GameSession.id,
            func.count(Game.finished_at),
            func.count(Game.id),
            func.coalesce(func.sum(Game.seq), 0),
        )
        .outerjoin(Game, Game.session_id == GameSession.id)
        .where(GameSession.group_id.in_(list(group_ids)))
        .group_by(GameSession.id)
    )
    return {row[0]: Extent(*row[1:]) for row in db.session.execute(statement)}


COUNTS = or_(GameSession.ends_with.is_(None), Game.number <= GameSession.ends_with)
"""The condition that a game counts: it is not after the game with which its session ends."""


class SeatSums(NamedTuple):
    """The sums of a seat over all finished games of a session."""

    session_id: str
    seat: int
    games: int
    points: int | None
    markers: int


def sums(group_id: str) -> Iterable[SeatSums]:
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
    return [SeatSums(*row) for row in db.session.execute(statement)]


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
