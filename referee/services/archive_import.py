"""Import of an archive as a new group, one at a time and within a time limit."""

import json
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Insert, insert

from ..store import queries
from ..store.database import db, writing
from ..store.models import Base, Correction, CountedSweep, Game, LogEntry, SheetRow
from .access import new_edit_key
from .archive_rows import ReadGroup, read_group
from .names import new_id
from .refusals import Cause, GroupAlreadyOnPhone, ImportLimit, ImportTooLarge, TryLater
from .sessions import add_group


def refuse_known(group_ids: Collection[str], begun: Collection[datetime]) -> None:
    """Raise :class:`.GroupAlreadyOnPhone` for sessions that are known.

    They are known if one of these groups has a session that began at each of these moments.
    """
    for group_id, moments in queries.begun(group_ids).items() if begun else ():
        if moments.issuperset(begun):
            raise GroupAlreadyOnPhone(group_id)


def refuse_followed(group_ids: Collection[str], texts: Sequence[str], began: datetime) -> None:
    """Raise :class:`.GroupAlreadyOnPhone` for a known followed game.

    It is known if a log of one of these groups starts with these entries, the first at this second.
    """
    for game in queries.followed(group_ids, texts[0]) if texts else ():
        log = queries.log_texts(game.game_id)
        if game.made_at.replace(microsecond=0) == began and log[: len(texts)] == tuple(texts):
            raise GroupAlreadyOnPhone(game.group_id)


MOST_SECONDS = 120
"""Seconds of processor time for one file. Four years of followed evenings take some twenty; a small
computer at home is slower."""

_RETRY_AFTER = 5  # seconds
_one_file = threading.Lock()
_spent = getattr(time, "thread_time", time.process_time)  # phones have no other thread


@contextmanager
def reading_in() -> Iterator[Callable[[], None]]:
    """Bound the import of a file that happens in the context.

    Yields a function that raises :class:`.ImportTooLarge` when the import has taken too long.
    Raises :class:`.TryLater` while another file is imported: waiting would hold a thread that pages
    need.
    """
    if not _one_file.acquire(blocking=False):
        raise TryLater(_RETRY_AFTER, Cause.ANOTHER_FILE)
    end = _spent() + MOST_SECONDS

    def check_time() -> None:
        if _spent() > end:
            raise ImportTooLarge(ImportLimit.SECONDS, MOST_SECONDS)

    try:
        yield check_time
    finally:
        _one_file.release()


Columns = dict[str, object]


def import_group(
    text: str, timezone: str | None = None, phone_groups: Collection[str] = ()
) -> tuple[str, str]:
    """Import a new group, and return its id and edit key.

    It gets this ``timezone`` if the file names none. All is checked before the transaction, so that
    others need not wait for the file. Raises :class:`ValueError` or :class:`RecursionError` for
    text that is no JSON, :class:`.GroupAlreadyOnPhone` if one of the ``phone_groups`` has all its
    sessions, :class:`.UnreadableArchive`, :class:`.ImportTooLarge` and :class:`.TryLater`.
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
    return insert(db.metadata.tables[model.__tablename__])


def _columns(row: Game | SheetRow) -> Columns:
    """Return the columns of a new row, without its ids."""
    names = [column.key for column in db.metadata.tables[row.__tablename__].columns]
    return {name: getattr(row, name) for name in names if name not in _IDS}


_IDS = ("id", "game_id")
