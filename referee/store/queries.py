"""Selects. A session is looked up in the group that a key opened, never by its id alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    delete,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, selectinload

from . import prepared_queries
from .database import connection, db
from .models import (
    Correction,
    CountedSweep,
    Game,
    GameSession,
    Group,
    LogEntry,
    Player,
    Receipt,
    Seat,
    SheetRow,
)

_T = TypeVar("_T")
_Kept = TypeVar("_Kept", CountedSweep, Correction, LogEntry)


def group(group_id: str, *, lock: bool = False) -> Group | None:
    found = prepared_queries.LOCKED_GROUP if lock else prepared_queries.GROUP
    return db.session.scalar(found, {"group_id": group_id})


def edit_hash(group_id: str) -> str:
    """The hash of a group's edit key. As long as a session of the group is locked it stays."""
    return db.session.scalars(prepared_queries.EDIT_HASH, {"group_id": group_id}).one()


def timezone(group_id: str) -> str | None:
    """The time zone of a group; None stands for the server's."""
    return db.session.scalar(prepared_queries.TIMEZONE, {"group_id": group_id})


def lock_all() -> None:
    """Nobody changes any group or its sessions; reading goes on. On SQLite writing does it."""
    if db.session.connection().dialect.name != "sqlite":
        db.session.execute(text("LOCK TABLE groups IN EXCLUSIVE MODE"))


class Opened(NamedTuple):
    """What a key opens: a group, the hash of its edit key, and how often the group and one of
    its sessions have changed (None: there is no such session)."""

    group_id: str
    edit_hash: str
    version: int
    session_version: int | None


def opened_by(key_hash: str, session_id: str) -> Opened | None:
    """The group that a key opens, either way.

    Twelve phones ask every two seconds whether anything has changed, and this is what they are
    answered from. So the statement needs no session of SQLAlchemy's. What a session reads
    afterwards for the same answer is of the same moment.
    """
    asked = {"hash": key_hash, "session_id": session_id}
    row = connection().execute(prepared_queries.OPENED_BY, asked).first()
    return row and Opened(*row)


def groups_named(name: str) -> Sequence[Group]:
    """Groups with this id or name, oldest first."""
    found = select(Group).where(or_(Group.id == name, Group.name == name))
    return db.session.scalars(found.order_by(Group.created_at)).all()


def players(group_id: str) -> Sequence[Player]:
    """The people of a group by name."""
    found = select(Player).where(Player.group_id == group_id).order_by(Player.name)
    return db.session.scalars(found).all()


def names_by_sessions(group_id: str) -> Sequence[str]:
    """The names of a group's people, those who played most evenings first."""
    found = (
        select(Player.name)
        .outerjoin(Seat, Seat.player_id == Player.id)
        .where(Player.group_id == group_id)
        .group_by(Player.id, Player.name)
        .order_by(func.count(Seat.seat).desc(), Player.name)
    )
    return db.session.scalars(found).all()


def player(group_id: str, player_id: int) -> Player | None:
    return db.session.scalar(
        select(Player).where(Player.group_id == group_id, Player.id == player_id)
    )


def sat_together(one: int, other: int) -> bool:
    """Did two people ever sit at one table?"""
    mine = select(Seat.session_id).where(Seat.player_id == one)
    found = select(Seat.seat).where(Seat.player_id == other, Seat.session_id.in_(mine))
    return db.session.scalar(found.limit(1)) is not None


def sessions(group_id: str) -> Sequence[GameSession]:
    """A group's sessions, the latest first."""
    found = select(GameSession).where(GameSession.group_id == group_id)
    newest = found.order_by(GameSession.started_at.desc(), GameSession.id)
    return db.session.scalars(newest.options(selectinload(GameSession.seats))).all()


def parts(group_id: str, night: str, *, lock: bool = False) -> Sequence[GameSession]:
    """The sessions of a night that count, in order."""
    found = select(GameSession).where(
        GameSession.group_id == group_id,
        GameSession.night == night,
        GameSession.set_aside.is_(False),
    )
    found = found.order_by(GameSession.started_at, GameSession.id)
    found = found.options(selectinload(GameSession.seats))
    return db.session.scalars(prepared_queries.locked(found) if lock else found).all()


def latest_session(group_id: str) -> GameSession | None:
    """The session of a group that began last, of those that count."""
    found = select(GameSession).where(
        GameSession.group_id == group_id, GameSession.set_aside.is_(False)
    )
    return db.session.scalar(found.order_by(GameSession.started_at.desc()).limit(1))


def last_begun(group_ids: Iterable[str]) -> dict[str, datetime]:
    """When each of these groups, or its latest session, began; without those that are gone."""
    found = select(Group.id, Group.created_at, func.max(GameSession.started_at))
    found = found.outerjoin(GameSession).where(Group.id.in_([*group_ids]))
    rows = db.session.execute(found.group_by(Group.id, Group.created_at))
    return {row[0]: max(filter(None, row[1:])) for row in rows}


def last_played(group_id: str) -> datetime | None:
    """When the latest session began in which a game was finished."""
    found = select(func.max(GameSession.started_at)).join(Game, Game.session_id == GameSession.id)
    return db.session.scalar(
        found.where(
            GameSession.group_id == group_id,
            GameSession.set_aside.is_(False),
            Game.finished_at.is_not(None),
        )
    )


def session(group_id: str, session_id: str, *, lock: bool = False) -> GameSession | None:
    """A session of a group. The group is always locked before any of its sessions, or else two
    writers could wait for each other: what names a group in a foreign key locks it as well. It is
    locked against being changed, and several sessions of it are changed at the same time."""
    if lock:
        db.session.execute(prepared_queries.HELD_GROUP, {"group_id": group_id})
    asked = {"group_id": group_id, "session_id": session_id}
    return db.session.scalar(
        prepared_queries.LOCKED_SESSION if lock else prepared_queries.SESSION, asked
    )


def bump_sessions(group_id: str) -> None:
    """All pages of a group's sessions have changed: somebody has another name, say."""
    db.session.execute(
        update(GameSession)
        .where(GameSession.group_id == group_id)
        .values(version=GameSession.version + 1)
    )


class GameRow(NamedTuple):
    """A game with the score of each seat, and whether its counting cards were entered."""

    game: Game
    totals: list[int | None]
    counted: list[bool]


def games(session_id: str) -> list[GameRow]:
    """The games of a session in order, with what their rows say in seat order."""
    rows: list[GameRow] = []
    for game, total, by_hand in db.session.execute(
        prepared_queries.GAMES, {"session_id": session_id}
    ):
        if not rows or rows[-1].game is not game:
            rows.append(GameRow(game, [], []))
        rows[-1].totals.append(total)
        rows[-1].counted.append(by_hand)
    return rows


def game(session_id: str, number: int) -> Game | None:
    """A game with its rows."""
    return db.session.scalar(prepared_queries.GAME, {"session_id": session_id, "number": number})


def whole_games(session_id: str) -> Sequence[Game]:
    """All games of a session with their rows, in order."""
    found = select(Game).where(Game.session_id == session_id).order_by(Game.number)
    return db.session.scalars(found.options(selectinload(Game.rows))).all()


class GameDetails(NamedTuple):
    """What is kept of games beside their rows, in order, by the id of the game."""

    sweeps: Mapping[int, Sequence[CountedSweep]]
    corrections: Mapping[int, Sequence[Correction]]
    log: Mapping[int, Sequence[LogEntry]]


def beside_games(session_id: str) -> GameDetails:
    """The same as :func:`sweeps`, :func:`corrections` and :func:`log` say of each game of a
    session, but the earliest correction first. A session may have thousands of games."""
    return GameDetails(
        _by_game(session_id, CountedSweep, CountedSweep.id, CountedSweep.taken_back.is_(False)),
        _by_game(session_id, Correction, Correction.id),
        _by_game(session_id, LogEntry, LogEntry.seq),
    )


def _by_game(
    session_id: str,
    model: type[_Kept],
    order: InstrumentedAttribute[int],
    *which: ColumnElement[bool],
) -> Mapping[int, Sequence[_Kept]]:
    found = select(model).join(Game, Game.id == model.game_id)
    found = found.where(Game.session_id == session_id, *which).order_by(order)
    kept: dict[int, list[_Kept]] = defaultdict(list)
    for one in db.session.scalars(found):
        kept[one.game_id].append(one)
    return kept


def game_ids(group_id: str) -> dict[tuple[str, int], int]:
    """The ids of a group's games, by session and number."""
    found = select(Game.session_id, Game.number, Game.id).join(
        GameSession, GameSession.id == Game.session_id
    )
    rows = db.session.execute(found.where(GameSession.group_id == group_id))
    return {(session_id, number): id_ for session_id, number, id_ in rows}


def points_before(session_id: str, number: int) -> dict[int, int]:
    """What each seat has from the finished games of a session before this one."""
    asked = {"session_id": session_id, "number": number}
    rows = db.session.execute(prepared_queries.POINTS_BEFORE, asked)
    return {seat: int(points or 0) for seat, points in rows}


def claimed_games(session_id: str, number: int) -> Sequence[Game]:
    """The games of a session, from this one on, that somebody has ended by claiming the target."""
    found = select(Game).where(Game.session_id == session_id, Game.number >= number)
    claimed = found.where(Game.claimed_by.is_not(None)).order_by(Game.number)
    return db.session.scalars(claimed.options(selectinload(Game.rows))).all()


def last_game(session_id: str) -> Game | None:
    return db.session.scalar(prepared_queries.LAST_GAME, {"session_id": session_id})


def sweeps(game_id: int) -> Sequence[CountedSweep]:
    """The sweeps that were counted and not taken back, in order."""
    return db.session.scalars(prepared_queries.SWEEPS, {"game_id": game_id}).all()


def sweep(game_id: int, key: str) -> CountedSweep | None:
    return db.session.scalar(prepared_queries.SWEEP, {"game_id": game_id, "key": key})


def log(game_id: int) -> Sequence[LogEntry]:
    """The log of a game that is followed play by play, in order."""
    found = select(LogEntry).where(LogEntry.game_id == game_id)
    return db.session.scalars(found.order_by(LogEntry.seq)).all()


def log_entry(game_id: int, key: str) -> LogEntry | None:
    """The entry that was made with a key."""
    return db.session.scalar(prepared_queries.LOG_ENTRY, {"game_id": game_id, "key": key})


def log_texts(game_id: int) -> tuple[str, ...]:
    """The entries of a log, each in its notation."""
    return tuple(db.session.scalars(prepared_queries.LOG_TEXTS, {"game_id": game_id}))


def corrections(game_id: int) -> Sequence[Correction]:
    """What stood before, the latest correction first."""
    return db.session.scalars(prepared_queries.CORRECTIONS, {"game_id": game_id}).all()


def receipt(scope: str, key_hash: str) -> Receipt | None:
    return db.session.get(Receipt, (scope, key_hash))


def forget_receipts(scope: str, before: datetime) -> None:
    """Clear away what was made before. Who does the same at this moment is not waited for."""
    old = select(Receipt.key_hash).where(Receipt.scope == scope, Receipt.made_at < before)
    db.session.execute(
        delete(Receipt)
        .where(Receipt.scope == scope, Receipt.key_hash.in_(old.with_for_update(skip_locked=True)))
        .execution_options(synchronize_session=False)
    )


_COUNTS = or_(GameSession.ends_with.is_(None), Game.number <= GameSession.ends_with)
"""What is played after the game with which its session ends does not count."""


class Sums(NamedTuple):
    """What a seat has in all finished games of a session."""

    session_id: str
    seat: int
    games: int
    points: int | None
    markers: int


def sums(group_id: str) -> Iterable[Sums]:
    """Finished games of a group's sessions that count, added up by seat."""
    found = (
        select(
            Game.session_id,
            SheetRow.seat,
            func.count(),
            func.sum(SheetRow.total),
            func.sum(SheetRow.markers),
        )
        .join(SheetRow, SheetRow.game_id == Game.id)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, Game.finished_at.is_not(None), _COUNTS)
        .group_by(Game.session_id, SheetRow.seat)
        .order_by(Game.session_id, SheetRow.seat)
    )
    return [Sums(*row) for row in db.session.execute(found)]


Figures = dict[str, Any]
"""What the log of a followed game tells: see :mod:`referee.services.stored_scores`."""


def figures(group_id: str) -> dict[str, list[Figures]]:
    """What the logs of a group's followed games tell, of those that count, by session."""
    found = (
        select(Game.session_id, Game.figures)
        .join(GameSession, GameSession.id == Game.session_id)
        .where(GameSession.group_id == group_id, GameSession.set_aside.is_(False))
        .where(Game.figures.is_not(None), _COUNTS)
    )
    told: dict[str, list[Figures]] = defaultdict(list)
    for session_id, one in db.session.execute(found):
        told[session_id].append(one)
    return told
