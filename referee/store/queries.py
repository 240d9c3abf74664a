"""Queries, each prepared once and executed with values for its parameters."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased, selectinload

from .database import connection, db
from .models import (
    Correction,
    CountedSweep,
    Game,
    GameFindings,
    GameSession,
    Group,
    GroupPreset,
    LogEntry,
    Player,
    Receipt,
    Seat,
    SheetRow,
)

_T = TypeVar("_T")

_IN_GROUP: BindParameter[str] = bindparam("group_id")
_IN_SESSION: BindParameter[str] = bindparam("session_id")
_IN_GAME: BindParameter[int] = bindparam("game_id")
_NUMBER: BindParameter[int] = bindparam("number")
_KEY: BindParameter[str] = bindparam("key")
_HASH: BindParameter[str] = bindparam("hash")


def locked(statement: Select[_T]) -> Select[_T]:
    """Return a select that locks its rows and reads them anew."""
    return statement.with_for_update().execution_options(populate_existing=True)


GROUP = select(Group).where(Group.id == _IN_GROUP)
LOCKED_GROUP = locked(GROUP)
HELD_GROUP = (
    select(Group.id).where(Group.id == _IN_GROUP).with_for_update(read=True, key_share=True)
)
EDIT_HASH = select(Group.edit_hash).where(Group.id == _IN_GROUP)
TIMEZONE = select(Group.timezone).where(Group.id == _IN_GROUP)
_PART = aliased(GameSession)
_CHANGES_OF_NIGHT = (
    select(func.sum(_PART.version))
    .where(_PART.group_id == GameSession.group_id, _PART.night == GameSession.night)
    .scalar_subquery()
)
_CHANGES: ColumnElement[int] = case(
    (GameSession.night.is_(None), GameSession.version), else_=_CHANGES_OF_NIGHT
)
"""The number of changes of a session, or of all parts of its night, which its page shows too."""
OPENED_BY = (
    select(Group.id, Group.edit_hash, Group.version, _CHANGES)
    .outerjoin(GameSession, and_(GameSession.group_id == Group.id, GameSession.id == _IN_SESSION))
    .where(or_(Group.edit_hash == _HASH, Group.view_hash == _HASH))
)

SESSION = select(GameSession).where(
    GameSession.group_id == _IN_GROUP, GameSession.id == _IN_SESSION
)
LOCKED_SESSION = locked(SESSION)

_IS_COUNTED = or_(SheetRow.card_points.is_not(None), SheetRow.kinds.is_not(None))
GAMES = (
    select(Game, SheetRow.total, SheetRow.markers, _IS_COUNTED)
    .join(SheetRow, SheetRow.game_id == Game.id)
    .where(Game.session_id == _IN_SESSION)
    .order_by(Game.number, SheetRow.seat)
)
GAME = (
    select(Game)
    .where(Game.session_id == _IN_SESSION, Game.number == _NUMBER)
    .options(selectinload(Game.rows))
)
LAST_GAME = select(Game).where(Game.session_id == _IN_SESSION).order_by(Game.number.desc()).limit(1)
POINTS_BEFORE = (
    select(SheetRow.seat, func.sum(SheetRow.total))
    .join(Game, Game.id == SheetRow.game_id)
    .where(Game.session_id == _IN_SESSION, Game.number < _NUMBER, Game.finished_at.is_not(None))
    .group_by(SheetRow.seat)
)

SWEEPS = (
    select(CountedSweep)
    .where(CountedSweep.game_id == _IN_GAME, CountedSweep.taken_back.is_(False))
    .order_by(CountedSweep.id)
)
SWEEP = select(CountedSweep).where(CountedSweep.game_id == _IN_GAME, CountedSweep.key == _KEY)
LOG_TEXTS = select(LogEntry.text).where(LogEntry.game_id == _IN_GAME).order_by(LogEntry.seq)
LOG_ENTRY = select(LogEntry).where(LogEntry.game_id == _IN_GAME, LogEntry.key == _KEY)
CORRECTIONS = (
    select(Correction).where(Correction.game_id == _IN_GAME).order_by(Correction.id.desc())
)


_Row = TypeVar("_Row", CountedSweep, Correction, LogEntry)


def group(group_id: str, *, lock: bool = False) -> Group | None:
    """Return a group, locked on request; None without one."""
    statement = LOCKED_GROUP if lock else GROUP
    return db.session.scalar(statement, {"group_id": group_id})


def edit_hash(group_id: str) -> str:
    """Return the hash of a group's edit key; it is fixed while a session of the group is locked."""
    return db.session.scalars(EDIT_HASH, {"group_id": group_id}).one()


def timezone(group_id: str) -> str | None:
    """Return the time zone of a group; None stands for the server's."""
    return db.session.scalar(TIMEZONE, {"group_id": group_id})


def lock_all() -> None:
    """Lock all groups and sessions against changes; on SQLite a writing transaction does it."""
    if db.session.connection().dialect.name != "sqlite":
        db.session.execute(text("LOCK TABLE groups IN EXCLUSIVE MODE"))


class Opened(NamedTuple):
    """A group that a key opens.

    It has the hash of its edit key, and the number of changes of the group and of one of its
    sessions; None without that session.
    """

    group_id: str
    edit_hash: str
    version: int
    session_version: int | None


def opened_by(key_hash: str, session_id: str) -> Opened | None:
    """Return the group that a key opens to write or to read; None without one.

    Twelve phones ask every two seconds whether anything has changed, and are answered from this. So
    the statement needs no session of SQLAlchemy. Later reads of the same request see the same
    moment.
    """
    parameters = {"hash": key_hash, "session_id": session_id}
    row = connection().execute(OPENED_BY, parameters).first()
    return row and Opened(*row)


def groups_named(name: str) -> Sequence[Group]:
    """Return the groups with this id or name, the oldest first."""
    statement = select(Group).where(or_(Group.id == name, Group.name == name))
    return db.session.scalars(statement.order_by(Group.created_at)).all()


def players(group_id: str) -> Sequence[Player]:
    """Return the people of a group, by name."""
    statement = select(Player).where(Player.group_id == group_id).order_by(Player.name)
    return db.session.scalars(statement).all()


def names_by_coming(group_id: str) -> Sequence[str]:
    """Return the names of a group's people, in the order in which they came into it."""
    statement = select(Player.name).where(Player.group_id == group_id).order_by(Player.id)
    return db.session.scalars(statement).all()


def presets(group_id: str) -> Sequence[GroupPreset]:
    """Return the presets of a group, in the order in which they came."""
    statement = select(GroupPreset).where(GroupPreset.group_id == group_id)
    return db.session.scalars(statement.order_by(GroupPreset.id)).all()


def names_by_sessions(group_id: str) -> Sequence[str]:
    """Return the names of a group's people, those who played most sessions first."""
    statement = (
        select(Player.name)
        .outerjoin(Seat, Seat.player_id == Player.id)
        .where(Player.group_id == group_id)
        .group_by(Player.id, Player.name)
        .order_by(func.count(Seat.seat).desc(), Player.name)
    )
    return db.session.scalars(statement).all()


def player(group_id: str, player_id: int) -> Player | None:
    """Return a person of a group; None without one."""
    return db.session.scalar(
        select(Player).where(Player.group_id == group_id, Player.id == player_id)
    )


def sat_together(player_id: int, other_id: int) -> bool:
    """Return whether two people ever sat at one table."""
    sessions = select(Seat.session_id).where(Seat.player_id == player_id)
    statement = select(Seat.seat).where(Seat.player_id == other_id, Seat.session_id.in_(sessions))
    return db.session.scalar(statement.limit(1)) is not None


def sessions(group_id: str) -> Sequence[GameSession]:
    """Return a group's sessions, the latest first."""
    statement = select(GameSession).where(GameSession.group_id == group_id)
    in_order = statement.order_by(GameSession.started_at.desc(), GameSession.id)
    return db.session.scalars(in_order.options(selectinload(GameSession.seats))).all()


def parts(group_id: str, night: str, *, lock: bool = False) -> Sequence[GameSession]:
    """Return the sessions of a night that count, in order, locked on request."""
    statement = select(GameSession).where(
        GameSession.group_id == group_id,
        GameSession.night == night,
        GameSession.set_aside.is_(False),
    )
    statement = statement.order_by(GameSession.started_at, GameSession.id)
    statement = statement.options(selectinload(GameSession.seats))
    return db.session.scalars(locked(statement) if lock else statement).all()


def latest_session(group_id: str) -> GameSession | None:
    """Return the session of a group that began last, of those that count; None without one."""
    statement = select(GameSession).where(
        GameSession.group_id == group_id, GameSession.set_aside.is_(False)
    )
    return db.session.scalar(statement.order_by(GameSession.started_at.desc()).limit(1))


def open_sessions(group_ids: Iterable[str]) -> dict[str, list[GameSession]]:
    """Return the sessions that count and are not closed by group, the latest first."""
    statement = select(GameSession).where(
        GameSession.group_id.in_([*group_ids]),
        GameSession.set_aside.is_(False),
        GameSession.closed_at.is_(None),
    )
    in_order = statement.order_by(GameSession.started_at.desc(), GameSession.id)
    by_group: dict[str, list[GameSession]] = defaultdict(list)
    for session in db.session.scalars(in_order.options(selectinload(GameSession.seats))):
        by_group[session.group_id].append(session)
    return by_group


def last_begun(group_ids: Iterable[str]) -> dict[str, datetime]:
    """Return when each of these groups, or its latest session, began.

    Groups that are gone are left out.
    """
    statement = select(Group.id, Group.created_at, func.max(GameSession.started_at))
    statement = statement.outerjoin(GameSession).where(Group.id.in_([*group_ids]))
    rows = db.session.execute(statement.group_by(Group.id, Group.created_at))
    return {row[0]: max(filter(None, row[1:])) for row in rows}


def last_played(group_ids: Iterable[str]) -> dict[str, datetime]:
    """Return when the latest session of each group began in which a game was finished; groups
    without one are left out."""
    statement = select(GameSession.group_id, func.max(GameSession.started_at))
    statement = statement.join(Game, Game.session_id == GameSession.id).where(
        GameSession.group_id.in_([*group_ids]),
        GameSession.set_aside.is_(False),
        Game.finished_at.is_not(None),
    )
    rows = db.session.execute(statement.group_by(GameSession.group_id))
    return {row[0]: row[1] for row in rows}


def session(group_id: str, session_id: str, *, lock: bool = False) -> GameSession | None:
    """Return a session of a group, locked on request; None without one.

    A group is always locked before its sessions: a foreign key to a group locks it as well, so two
    writers could else wait for each other. The lock on the group only keeps it from being changed,
    so several of its sessions can be changed at the same time.
    """
    if lock:
        db.session.execute(HELD_GROUP, {"group_id": group_id})
    parameters = {"group_id": group_id, "session_id": session_id}
    return db.session.scalar(LOCKED_SESSION if lock else SESSION, parameters)


def bump_sessions(group_id: str) -> None:
    """Note a change on the pages of all sessions of a group, such as another name of a person."""
    db.session.execute(
        update(GameSession)
        .where(GameSession.group_id == group_id)
        .values(version=GameSession.version + 1)
    )


class GameRow(NamedTuple):
    """A game with the score and the face-up cards of each seat, and whether its counting cards were
    entered."""

    game: Game
    totals: list[int | None]
    markers: list[int]
    counted: list[bool]


def games(session_id: str) -> list[GameRow]:
    """Return the games of a session in order, with the scores of their rows in seat order."""
    rows: list[GameRow] = []
    for game, total, markers, by_hand in db.session.execute(GAMES, {"session_id": session_id}):
        if not rows or rows[-1].game is not game:
            rows.append(GameRow(game, [], [], []))
        rows[-1].totals.append(total)
        rows[-1].markers.append(markers)
        rows[-1].counted.append(by_hand)
    return rows


def game(session_id: str, number: int) -> Game | None:
    """Return a game with its rows; None without one."""
    return db.session.scalar(GAME, {"session_id": session_id, "number": number})


def whole_games(session_id: str) -> Sequence[Game]:
    """Return all games of a session with their rows, in order."""
    statement = select(Game).where(Game.session_id == session_id).order_by(Game.number)
    return db.session.scalars(statement.options(selectinload(Game.rows))).all()


class GameDetails(NamedTuple):
    """Sweeps, corrections and logs of games, in order, by the id of the game."""

    sweeps: Mapping[int, Sequence[CountedSweep]]
    corrections: Mapping[int, Sequence[Correction]]
    log: Mapping[int, Sequence[LogEntry]]


def beside_games(session_id: str) -> GameDetails:
    """Return the sweeps, corrections and logs of all games of a session, the earliest first.

    It takes three selects, since a session may have thousands of games.
    """
    return GameDetails(
        _by_game(session_id, CountedSweep, CountedSweep.id, CountedSweep.taken_back.is_(False)),
        _by_game(session_id, Correction, Correction.id),
        _by_game(session_id, LogEntry, LogEntry.seq),
    )


def _by_game(
    session_id: str,
    model: type[_Row],
    order: InstrumentedAttribute[int],
    *which: ColumnElement[bool],
) -> Mapping[int, Sequence[_Row]]:
    statement = select(model).join(Game, Game.id == model.game_id)
    statement = statement.where(Game.session_id == session_id, *which).order_by(order)
    rows: dict[int, list[_Row]] = defaultdict(list)
    for row in db.session.scalars(statement):
        rows[row.game_id].append(row)
    return rows


def game_ids(group_id: str) -> dict[tuple[str, int], int]:
    """Return the ids of a group's games, by session and number."""
    statement = select(Game.session_id, Game.number, Game.id).join(
        GameSession, GameSession.id == Game.session_id
    )
    rows = db.session.execute(statement.where(GameSession.group_id == group_id))
    return {(session_id, number): id_ for session_id, number, id_ in rows}


def points_before(session_id: str, number: int) -> dict[int, int]:
    """Return the points of each seat from the finished games of a session before this one."""
    parameters = {"session_id": session_id, "number": number}
    rows = db.session.execute(POINTS_BEFORE, parameters)
    return {seat: int(points or 0) for seat, points in rows}


def claimed_games(session_id: str, number: int) -> Sequence[Game]:
    """Return the games of a session, from this number on, that ended by a claim of the target."""
    statement = select(Game).where(Game.session_id == session_id, Game.number >= number)
    claimed = statement.where(Game.claimed_by.is_not(None)).order_by(Game.number)
    return db.session.scalars(claimed.options(selectinload(Game.rows))).all()


def last_game(session_id: str) -> Game | None:
    """Return the last game of a session; None without one."""
    return db.session.scalar(LAST_GAME, {"session_id": session_id})


def sweeps(game_id: int) -> Sequence[CountedSweep]:
    """Return the sweeps that were counted and not taken back, in order."""
    return db.session.scalars(SWEEPS, {"game_id": game_id}).all()


def sweep(game_id: int, key: str) -> CountedSweep | None:
    """Return the sweep that was counted with a key, also if it was taken back; None without one."""
    return db.session.scalar(SWEEP, {"game_id": game_id, "key": key})


def log(game_id: int) -> Sequence[LogEntry]:
    """Return the log of a followed game, in order."""
    statement = select(LogEntry).where(LogEntry.game_id == game_id)
    return db.session.scalars(statement.order_by(LogEntry.seq)).all()


def log_entry(game_id: int, key: str) -> LogEntry | None:
    """Return the entry that was made with a key; None without one."""
    return db.session.scalar(LOG_ENTRY, {"game_id": game_id, "key": key})


def log_texts(game_id: int) -> tuple[str, ...]:
    """Return the entries of a log, each in its notation."""
    return tuple(db.session.scalars(LOG_TEXTS, {"game_id": game_id}))


def log_seqs(game_id: int, part: str) -> frozenset[int]:
    """Return the numbers of the entries whose keys have a part."""
    statement = select(LogEntry.seq).where(LogEntry.game_id == game_id)
    return frozenset(db.session.scalars(statement.where(LogEntry.key.contains(part))))


def findings(game_id: int) -> GameFindings | None:
    """Return the findings that are kept with a game; None without any."""
    return db.session.get(GameFindings, game_id)


def forget_findings(game_id: int) -> None:
    """Delete the findings that are kept with a game."""
    db.session.execute(delete(GameFindings).where(GameFindings.game_id == game_id))


def corrections(game_id: int) -> Sequence[Correction]:
    """Return the states of a game before its corrections, the latest first."""
    return db.session.scalars(CORRECTIONS, {"game_id": game_id}).all()


def receipt(scope: str, key_hash: str) -> Receipt | None:
    """Return the receipt for a key; None without one."""
    return db.session.get(Receipt, (scope, key_hash))


def forget_receipts(scope: str, before: datetime) -> None:
    """Delete the receipts of a scope from before a moment, but those that another request locks."""
    expired = select(Receipt.key_hash).where(Receipt.scope == scope, Receipt.made_at < before)
    db.session.execute(
        delete(Receipt)
        .where(
            Receipt.scope == scope, Receipt.key_hash.in_(expired.with_for_update(skip_locked=True))
        )
        .execution_options(synchronize_session=False)
    )


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
