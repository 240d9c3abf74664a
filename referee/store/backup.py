"""Backups: the whole database in one SQLite file, whatever database it comes from.

A backup can also move an installation from SQLite to PostgreSQL, or back. It is taken in one
transaction, while people go on playing.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from sqlalchemy import JSON, Connection, RowMapping, Table, delete, func, insert, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from ..config import make_file, sync_folder
from . import database, migration
from .database import db, writing
from .models import Base
from .queries import lock_all
from .sqlite import check_log, log_of

_ROWS_AT_ONCE = 1000
_TABLES = Base.metadata.sorted_tables


class NoBackup(Exception):
    """A file that is no backup of this program, or one of a newer version."""


def write_backup(target: Path) -> int:
    """Write all rows of the database into a new file, and return their number.

    Raises :class:`OSError`, as :class:`FileExistsError` where a file stands already.
    """
    with TemporaryDirectory() as folder:
        temporary = Path(folder) / "backup.db"
        with _snapshot() as source, _opened(temporary), writing():
            try:
                rows = _copy(source, db.session.connection())
            except _DatabaseFailed as error:
                raise error.args[0] from error
        with closing(sqlite3.connect(temporary)) as plain:
            plain.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        _put_in_place(temporary, target)
    return rows


def _put_in_place(temporary: Path, target: Path) -> None:
    """Copy a temporary file to its place: private, synced to the disk, and whole or not at all."""
    make_file(target, exist_ok=False)
    try:
        with target.open("wb") as file, temporary.open("rb") as content:
            shutil.copyfileobj(content, file)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(target.parent)
    except BaseException:
        target.unlink()
        raise


def read_backup(source: Path) -> int:
    """Replace the content of the database with a backup, and return the number of rows.

    All of it is replaced, or nothing. Raises :class:`OSError` and :class:`NoBackup`.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        shutil.copyfile(source, copy)
        if log_of(source).exists():
            shutil.copyfile(log_of(source), log_of(copy))
        check_backup(copy)
        with writing(lock_all):
            target = db.session.connection()
            for table in reversed(_TABLES):
                target.execute(delete(table))
            with _as_no_backup(source), _opened(copy), db.engine.connect() as backup:
                rows = _copy(backup, target)
            _advance_ids(target)
    return rows


def is_empty() -> bool:
    """Return whether the database has no rows that a backup could replace."""
    return not any(db.session.scalar(select(func.count()).select_from(t)) for t in _TABLES)


class _DatabaseFailed(Exception):
    """The failure of the database in use, which is full, locked or away."""


@contextmanager
def _as_no_backup(source: Path) -> Iterator[None]:
    """Raise :class:`NoBackup` for the errors of a damaged backup, or one of another version.

    They may come when it is opened, brought up to date, read, or written elsewhere.
    """
    try:
        yield
    except _DatabaseFailed as error:
        raise error.args[0] from error
    except (SystemExit, SQLAlchemyError, ValueError, TypeError, LookupError) as error:
        # Flask-Migrate leaves the program where it does not know the revision.
        raise NoBackup(str(source)) from error


@contextmanager
def _snapshot() -> Iterator[Connection]:
    with db.engine.connect() as connection:
        if connection.dialect.name != "sqlite":  # where every transaction does
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """Open a database file as the database of a temporary app, its tables brought up to date."""
    app = Flask("backup", instance_path=str(file.parent))
    app.config.update(DATABASE_URL=f"sqlite:///{file}", THREADS=1, WAIT_FOR_DATABASE=False)
    database.init_app(app)
    migration.init_app(app)
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def check_backup(file: Path) -> None:
    """Raise :class:`NoBackup` for a file that is no sound backup, or :class:`OSError`.

    A file that a server kept may have a log beside it. The log belongs to it, or is refused with
    :class:`.ForeignLog`.
    """
    file.open("rb").close()
    check_log(file)
    try:
        with closing(sqlite3.connect(file)) as opened:
            integrity = opened.execute("PRAGMA integrity_check").fetchone()
            revision = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, ValueError) as error:
        raise NoBackup(str(file)) from error
    if integrity != ("ok",) or revision is None:
        raise NoBackup(str(file))


def _copy(source: Connection, target: Connection) -> int:
    copied = 0
    for table in _TABLES:
        rows = source.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(table)).mappings()
        for part in rows.partitions(_ROWS_AT_ONCE):
            for row in part:
                _check(table, row)
            try:
                target.execute(insert(table), [dict(row) for row in part])
            except OperationalError as error:
                raise _DatabaseFailed(error) from error
            copied += len(part)
    return copied


def _check(table: Table, row: RowMapping) -> None:
    """Raise :class:`TypeError` for a value of another type than its column: SQLite stores any."""
    for column in table.columns:
        value, kind = row[column.name], column.type
        if value is None or isinstance(kind, JSON):
            continue
        if not isinstance(value, kind.python_type):
            raise TypeError(f"{column}: {type(value).__name__}")


def _advance_ids(target: Connection) -> None:
    """Let PostgreSQL draw new ids after those that were copied."""
    if target.dialect.name == "sqlite":
        return
    for table in _TABLES:
        if table.autoincrement_column is not None:
            column = table.autoincrement_column
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            following = func.coalesce(func.max(column), 0) + 1
            target.execute(select(func.setval(sequence, following, False)))
