"""Database: engine, connection of a request, migration at the start, write transactions.

Each request has one connection. All its reads see one moment, until it writes, and then another:
nobody sees half of a change. On SQLite every transaction begins explicitly. Python's driver would
begin it at the first write, after the reads that the write depends on, and so lose updates when
several people write.
"""

import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar
from urllib.parse import quote

from flask import Flask, copy_current_request_context, current_app, g
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..config import make_folder
from . import postgresql
from .driver_errors import DatabaseBusy
from .models import Base
from .postgresql import WRITING, Watch
from .sqlite import (
    BUSY_SECONDS,
    DURABLE,
    WITH_LOG,
    WRITE_LOCK,
    WriteLock,
    begin,
    check_log,
    database_file,
    empty_log,
    make_private,
    network_file_system,
    set_up,
)

_CONNECTION = "referee_connection"
READER, WRITER, WATCH = "referee-reader", "referee-writer", "referee-watch"
"""The app's extensions that hold its engines, and its watch where there is one."""


def connection() -> Connection:
    """Return the connection of this request: it only reads, except within
    :func:`~referee.store.database.writing`."""
    opened: Connection | None = g.get(_CONNECTION)
    return open_connection(READER) if opened is None else opened


def open_connection(engine_name: str) -> Connection:
    """Open the connection of this request, to read or to write."""
    engine: Engine = current_app.extensions[engine_name]
    watch: Watch | None = current_app.extensions.get(WATCH)
    if watch and engine_name == READER:
        watch.check()
    opened = engine.connect()
    setattr(g, _CONNECTION, opened)
    return opened


def release_connection() -> None:
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


_CLOSER = "referee-closer"
"""The app's extension that closes its database, once."""
SPARE = 10
"""Connections beyond one for each thread, where a server has more threads than configured."""


class _Session(Session):
    """A session on the connection of the request."""

    def get_bind(self, *_: object, **__: object) -> Connection:
        return connection()


# Parameters hold names and hashes of keys, which no log is to show.
db = SQLAlchemy(
    model_class=Base,
    engine_options={"hide_parameters": True},
    session_options={"class_": _Session},
)


_HIDDEN = "***"
_ON_NETWORK = (
    "the database %s lies on a network file system (%s), where SQLite may lose what is written:"
    " put it on a disk of this machine, or take PostgreSQL"
)


def shown_url(app: Flask) -> str:
    """Return the URL of the app's database for people, without its passwords; of SQLite the path of
    the file."""
    url: URL = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    for name in [name for name in url.query if "password" in name.lower()]:
        url = url.update_query_dict({name: _HIDDEN})
    return url.render_as_string(hide_password=True).replace(quote(_HIDDEN, safe=""), _HIDDEN)


def init_app(app: Flask, pragmas: Sequence[str] = DURABLE) -> None:
    """Open the database; :mod:`referee.store.database` brings its tables up to date.

    ``pragmas`` are executed at the beginning of each connection to SQLite.
    """
    instance = Path(app.instance_path)
    url = app.config["DATABASE_URL"]
    if not url:
        make_folder(instance)
        url = f"sqlite:///{instance / 'referee.db'}"
    if file := database_file(instance, url):
        check_log(file)
        make_private(file)
        if kind := network_file_system(file):
            app.logger.warning(_ON_NETWORK, file, kind)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url, app.config["THREADS"])
    db.init_app(app)
    # Before SQLAlchemy's own teardown, which would raise where the connection was lost meanwhile;
    # an answer that is made already stays right without it.
    app.teardown_appcontext(lambda _error: release_connection())
    app.extensions[_PROBE] = _Probe()
    with app.app_context():
        _set_up(app, db.engine, pragmas)
        # gunicorn's workers end without a word to the app.
        app.extensions[_CLOSER] = weakref.finalize(app, _close, db.engine, os.getpid())


def close(app: Flask) -> None:
    """Close the database. With its last connection SQLite puts its log into the file.

    An app that is not closed is closed when it is collected: amid the transaction of another app of
    the same process, it waits for that in vain.
    """
    app.extensions[_CLOSER]()


def _close(engine: Engine, process: int) -> None:
    """Close the connections of this process; a fork may not touch those of its parent."""
    if process == os.getpid():
        empty_log(engine)
        engine.dispose()


def _engine_options(url: str, threads: int) -> dict[str, object]:
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
        event.listen(engine, "connect", lambda opened, _: set_up(opened, pragmas))
        event.listen(engine, "begin", partial(begin, with_log=WITH_LOG in pragmas))
    else:
        event.listen(engine, "connect", lambda opened, _: postgresql.set_up(opened, BUSY_SECONDS))
        app.extensions[WATCH] = Watch(max(1, (app.config["THREADS"] - 1) // 2))
        postgresql.watch(engine, app.extensions[WATCH], BUSY_SECONDS)
    # On SQLite every transaction sees one moment.
    snapshot = {} if sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    app.extensions[READER] = engine.execution_options(**snapshot)
    app.extensions[WRITER] = engine.execution_options(**{WRITING: True})
    places = max(1, app.config["THREADS"] // 2)
    app.extensions[WRITE_LOCK] = WriteLock(places, BUSY_SECONDS, alone=sqlite)


_PROBE = "referee-probe"
"""The app's extension that asks its database whether it is there."""


class _Probe:
    """A question to the database, asked by one thread at a time: a database that does not answer
    keeps one thread waiting, however often it is asked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thread: Thread | None = None
        self._is_there = False

    def answers(self, seconds: float) -> bool:
        """Return whether the database answers within some seconds. To be called in a request."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._is_there = False
                self._thread = Thread(target=copy_current_request_context(self._ask), daemon=True)
                self._thread.start()
            thread = self._thread
        thread.join(seconds)
        return self._is_there and not thread.is_alive()

    def _ask(self) -> None:
        try:
            connection().execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        except (SQLAlchemyError, DatabaseBusy):
            return
        self._is_there = True


def answers(seconds: float) -> bool:
    """Return whether the database of this request's app answers within some seconds."""
    probe: _Probe = current_app.extensions[_PROBE]
    return probe.answers(seconds)


_T = TypeVar("_T")


def _no_lock() -> None:
    """Lock no rows: SQLite locks the whole file, and new rows need no lock."""


@contextmanager
def writing(lock: Callable[[], _T | None] = _no_lock) -> Iterator[_T | None]:
    """Run changes in one transaction, and yield the result of ``lock``.

    Rows that it reads are not changed by others meanwhile: on SQLite none, on PostgreSQL those that
    it locks. Raises :class:`.DatabaseBusy` if too many others wait to write.
    """
    write_lock: WriteLock = current_app.extensions[WRITE_LOCK]

    def begin() -> _T | None:
        open_connection(WRITER)
        db.session.connection()
        return lock()

    db.session.rollback()  # an earlier read may be outdated
    release_connection()
    try:
        with write_lock.hold(begin) as locked:
            try:
                yield locked
                db.session.commit()
            except BaseException:
                db.session.rollback()
                raise
    finally:
        release_connection()
