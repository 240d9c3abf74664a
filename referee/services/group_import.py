"""Import of groups from files, as plain data."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from sqlalchemy import Insert, insert

from ..store import queries
from ..store.database import db
from ..store.models import Base, Correction, CountedSweep, Game, LogEntry, SheetRow
from ..store.write_transaction import writing
from .archive_to_database_rows import ReadGroup, read_group
from .group_keys import new_edit_key
from .groups_already_on_phone import refuse_known
from .ids import new_id
from .import_lock_and_time_limit import reading_in
from .sessions import add_group

Columns = dict[str, object]


def import_group(
    text: str, timezone: str | None = None, phone_groups: Collection[str] = ()
) -> tuple[str, str]:
    """Import a new group, and return its id and edit key.

    It gets this ``timezone`` if the file names none. All is checked before the transaction, so that
    others need not wait for the file. Raises :class:`ValueError` or :class:`RecursionError` for
    text that is no JSON, :class:`~referee.services.refusals.GroupAlreadyOnPhone` if one of the
    ``phone_groups`` has all its sessions, :class:`~referee.services.refusals.UnreadableArchive`,
    :class:`~referee.services.refusals.ImportTooLarge` and
    :class:`~referee.services.refusals.TryLater`.
    """
    group_id, key = new_id(), new_edit_key()
    with reading_in() as check_time:
        group = read_group(json.loads(text), group_id, check_time)
        refuse_known(phone_groups, {session.session.started_at for session in group.sessions})
        with writing():
            add_new(group, group_id, key, timezone)
    return group_id, key


def add_new(group: ReadGroup, group_id: str, key: str, timezone: str | None = None) -> None:
    """Store a group that was read, as a new group of this id. Belongs into a transaction."""
    added = add_group(group.name, key, group_id)
    added.blames, added.timezone = group.blames, group.timezone or timezone
    add(group, group_id)


def add(group: ReadGroup, group_id: str) -> None:
    """Store the sessions that were read in a group. Belongs into a transaction.

    Rows of which there may be thousands are not written as objects, which would take seconds and
    keep others from writing.
    """
    games = [game for session in group.sessions for game in session.games]
    db.session.add_all((*group.people, *group.presets))
    db.session.add_all(session.session for session in group.sessions)
    db.session.flush()
    if not games:
        return
    db.session.execute(_insert(Game), [_columns(game.game) for game in games])
    ids = queries.game_ids(group_id)
    numbered = [(ids[game.game.session_id, game.game.number], game) for game in games]
    rows_by_model: tuple[tuple[type[Base], Iterable[tuple[int, Columns]]], ...] = (
        (SheetRow, ((id_, _columns(row)) for id_, game in numbered for row in game.game.rows)),
        (CountedSweep, ((id_, row) for id_, game in numbered for row in game.sweeps)),
        (Correction, ((id_, row) for id_, game in numbered for row in game.corrections)),
        (LogEntry, ((id_, row) for id_, game in numbered for row in game.log)),
    )
    for model, rows_of_model in rows_by_model:
        if rows := [row | {"game_id": id_} for id_, row in rows_of_model]:
            db.session.execute(_insert(model), rows)


def _insert(model: type[Base]) -> Insert:
    """Return the statement that inserts rows of a model."""
    return insert(db.metadata.tables[model.__tablename__])


def _columns(row: Game | SheetRow) -> Columns:
    """Return the columns of a new row, without its ids."""
    names = [column.key for column in db.metadata.tables[row.__tablename__].columns]
    return {name: getattr(row, name) for name in names if name not in _IDS}


_IDS = ("id", "game_id")
