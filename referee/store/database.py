"""The database: SQLite in the instance folder, or what ``REFEREE_DATABASE_URL`` names.

Each request has one connection. All its reads see one moment, until it writes, and then another:
nobody sees half of a change. On SQLite every transaction begins explicitly. Python's driver would
begin it at the first write, after the reads that the write depends on, and so lose updates when
several people write.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import make_url

from ..private_files import make_folder
from . import postgresql, sqlite_begin, sqlite_files, sqlite_settings
from .models import Base
from .postgresql import WRITING
from .postgresql_watchdog import Watch
from .request_connection import READER, WATCH, WRITER, connection, release_connection
from .sqlite_foreign_log import check_log, empty_log
from .sqlite_settings import DURABLE, WITH_LOG
from .writer_threads_lock import BUSY_SECONDS, WRITE_LOCK, WriteLock

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


def init_app(app: Flask, pragmas: Sequence[str] = DURABLE) -> None:
    """Open the database; :mod:`referee.store.migrate_at_start` brings its tables up to date.

    ``pragmas`` are executed at the beginning of each connection to SQLite.
    """
    instance = Path(app.instance_path)
    url = app.config["DATABASE_URL"]
    if not url:
        make_folder(instance)
        url = f"sqlite:///{instance / 'referee.db'}"
    if file := sqlite_files.database_file(instance, url):
        check_log(file)
        sqlite_files.make_private(file)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url, app.config["THREADS"])
    db.init_app(app)
    # Before SQLAlchemy's own teardown, which would raise where the connection was lost meanwhile;
    # an answer that is made already stays right without it.
    app.teardown_appcontext(lambda _error: release_connection())
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
        event.listen(engine, "connect", lambda opened, _: sqlite_settings.set_up(opened, pragmas))
        event.listen(engine, "begin", partial(sqlite_begin.begin, with_log=WITH_LOG in pragmas))
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
