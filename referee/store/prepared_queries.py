"""Prepared selects of the most frequent requests: building one takes longer than a small answer.

:mod:`.queries` executes them with values for their parameters.
"""

from __future__ import annotations

from typing import TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
)
from sqlalchemy.orm import aliased, selectinload

from .models import Correction, CountedSweep, Game, GameSession, Group, LogEntry, SheetRow

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
    select(Game, SheetRow.total, _IS_COUNTED)
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
