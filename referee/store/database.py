"""The database: SQLite in the instance folder, or what ``REFEREE_DATABASE_URL`` names.

Each request has one connection. All its reads see one moment, until it writes, and then another:
nobody sees half of a change. On SQLite every transaction begins explicitly. Python's driver would
begin it at the first write, after the reads that the write depends on, and so lose updates when
several people write.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, current_app, g
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from ..private_files import close_to_others, make_file, make_folder
from . import postgresql
from .models import Base
from .postgresql import WRITING
from .postgresql_watchdog import Watch
from .sqlite_foreign_log import check_log, count_transaction, empty_log
from .writer_threads_lock import WriteLock

BUSY_SECONDS = 10
SPARE = 10
"""Connections beyond one for each thread, where a server has more threads than configured."""

WITH_LOG = "journal_mode = WAL"
DURABLE = (
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    WITH_LOG,
    "synchronous = FULL",  # an acknowledged write survives a loss of power
    "foreign_keys = ON",
)
"""SQLite pragmas for the database of a server."""

_T = TypeVar("_T")


class _Session(Session):
    """A session on the connection of the request."""

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        return connection()


# Parameters hold names and hashes of keys, which no log is to show.
db = SQLAlchemy(
    model_class=Base,
    engine_options={"hide_parameters": True},
    session_options={"class_": _Session},
)

_CONNECTION = "referee_connection"
_READER, _WRITER = "referee-reader", "referee-writer"
_WRITE_LOCK, _WATCH = "referee-write-lock", "referee-watch"


def init_app(app: Flask, pragmas: Sequence[str] = DURABLE) -> None:
    """Open the database; :mod:`referee.store.migrate_at_start` brings its tables up to date.

    ``pragmas`` are executed at the beginning of each connection to SQLite.
    """
    instance = Path(app.instance_path)
    url = app.config["DATABASE_URL"]
    if not url:
        make_folder(instance)
        url = f"sqlite:///{instance / 'referee.db'}"
    if file := _sqlite_file(instance, url):
        check_log(file)
        _make_private(file)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url, app.config["THREADS"])
    db.init_app(app)
    # Before SQLAlchemy's own teardown, which would raise where the connection was lost meanwhile;
    # an answer that is made already stays right without it.
    app.teardown_appcontext(lambda _error: _release())
    with app.app_context():
        _set_up(app, db.engine, pragmas)
        # gunicorn's workers end without a word to the app.
        weakref.finalize(app, _close, db.engine, os.getpid())


def close(app: Flask) -> None:
    """Close the database. With its last connection SQLite puts its log into the file."""
    with app.app_context():
        _close(db.engine, os.getpid())


def _close(engine: Engine, process: int) -> None:
    """Close the connections of this process; a fork may not touch those of its parent."""
    if process == os.getpid():  # a fork may not touch what its parent opened
        empty_log(engine)
        engine.dispose()


def _engine_options(url: str, threads: int) -> dict[str, Any]:
    """Return the engine's options: a connection for each thread, so that none waits."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        options = postgresql.engine_options(url)
    elif parsed.database in (None, "", ":memory:"):
        return {}  # a single connection for all threads
    else:
        options = {}
    pool = {"pool_size": threads, "max_overflow": SPARE, "pool_timeout": BUSY_SECONDS}
    return options | pool


def _set_up(app: Flask, engine: Engine, pragmas: Sequence[str]) -> None:
    """Register how connections are opened, and make the engines to read and to write."""
    sqlite = engine.dialect.name == "sqlite"
    if sqlite:
        event.listen(engine, "connect", lambda opened, _: _set_up_sqlite(opened, pragmas))
        event.listen(engine, "begin", partial(begin_on_sqlite, with_log=WITH_LOG in pragmas))
    else:
        event.listen(engine, "connect", _set_up_postgresql)
        app.extensions[_WATCH] = Watch(max(1, (app.config["THREADS"] - 1) // 2))
        postgresql.watch(engine, app.extensions[_WATCH], BUSY_SECONDS)
    # On SQLite every transaction sees one moment.
    snapshot = {} if sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    app.extensions[_READER] = engine.execution_options(**snapshot)
    app.extensions[_WRITER] = engine.execution_options(**{WRITING: True})
    places = max(1, app.config["THREADS"] // 2)
    app.extensions[_WRITE_LOCK] = WriteLock(places, BUSY_SECONDS, alone=sqlite)


def connection() -> Connection:
    """Return the connection of this request: it only reads, except within :func:`writing`."""
    opened: Connection | None = g.get(_CONNECTION)
    return _open(_READER) if opened is None else opened


def _open(engine_name: str) -> Connection:
    """Open the connection of this request, to read or to write."""
    engine: Engine = current_app.extensions[engine_name]
    watch: Watch | None = current_app.extensions.get(_WATCH)
    if watch and engine_name == _READER:
        watch.check()
    opened = engine.connect()
    setattr(g, _CONNECTION, opened)
    return opened


def _release() -> None:
    """Close the connection of this request, so that its next read sees the present state."""
    opened: Connection | None = g.pop(_CONNECTION, None)
    if opened is None:
        return
    try:
        opened.close()
    except DBAPIError as error:
        current_app.logger.warning("database: the connection was lost: %s", error.orig)
        if not opened.closed:
            opened.invalidate()
            opened.close()


def _no_lock() -> Any:
    """Lock no rows: SQLite locks the whole file, and new rows need no lock."""


def _sqlite_file(instance: Path, url: str) -> Path | None:
    """Return the database file of SQLite; None for other databases and for memory."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.query:
        return None
    if parsed.database in (None, "", ":memory:"):
        return None
    return instance / parsed.database


def _make_private(file: Path) -> None:
    """Make a SQLite file private; the files that SQLite lays beside it get the same mode."""
    make_file(file)
    for beside in ("-wal", "-shm"):
        close_to_others(file.with_name(file.name + beside))


@contextmanager
def writing(lock: Callable[[], _T] = _no_lock) -> Iterator[_T]:
    """Run changes in one transaction, and yield the result of ``lock``.

    Rows that it reads are not changed by others meanwhile: on SQLite none, on PostgreSQL those that
    it locks. Raises :class:`~referee.store.driver_errors.DatabaseBusy` if too many others wait to
    write.
    """
    write_lock: WriteLock = current_app.extensions[_WRITE_LOCK]

    def begin() -> _T:
        _open(_WRITER)
        db.session.connection()
        return lock()

    db.session.rollback()  # an earlier read may be outdated
    _release()
    try:
        with write_lock.hold(begin) as locked:
            try:
                yield locked
                db.session.commit()
            except BaseException:
                db.session.rollback()
                raise
    finally:
        _release()


def _set_up_sqlite(connection: Any, pragmas: Sequence[str]) -> None:
    connection.isolation_level = None  # begin_on_sqlite begins transactions
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_on_sqlite(connection: Connection, *, with_log: bool) -> None:
    """Begin a transaction on SQLite; ``with_log``: the database has a write-ahead log."""
    if connection.get_execution_options().get(WRITING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if with_log:
            count_transaction(connection)
    else:  # a read waits for no lock; the driver's own cursor takes a tenth of the time
        connection.connection.cursor().execute("BEGIN")


def _set_up_postgresql(connection: Any, _record: object) -> None:
    postgresql.set_up(connection, BUSY_SECONDS)
