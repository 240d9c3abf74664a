"""Migration of the database tables when the app starts, as soon as the server answers."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, repeat
from logging import Logger
from pathlib import Path

import flask_migrate
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from .database import db

MIGRATIONS = Path(__file__).parents[1] / "migrations"
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between attempts to reach a server; the last pause repeats."""


def init_app(app: Flask) -> None:
    """Make the tables of an open database, or bring them up to date."""
    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        if app.config["WAIT_FOR_DATABASE"] and db.engine.dialect.name != "sqlite":
            when_server_answers(db.engine, partial(_upgrade, app.logger), app.logger)
        else:
            _upgrade(app.logger)
        if db.engine.dialect.name != "sqlite":
            db.engine.dispose()  # connections of requests have limits that a migration has not


def _upgrade(log: Logger) -> None:
    """Run the migrations that are due, and log which revision they led to."""
    before = _revision()
    flask_migrate.upgrade()
    after = _revision()
    if after != before:
        log.info("database: migrated from revision %s to %s", before or "none", after)


def _revision() -> str | None:
    """Return the revision of the database's tables, None of an empty database."""
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def when_server_answers(engine: Engine, work: Callable[[], None], log: Logger) -> None:
    """Run ``work`` as soon as the server allows it, however long that takes.

    The server may start after this program. Raises :class:`~sqlalchemy.exc.OperationalError` where
    waiting is in vain: the server refuses (a password, a database that does not exist), or its
    address is wrong.
    """
    was_refused = False
    with _leaving_on_sigterm():
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                work()
            except OperationalError as error:
                is_there = not _is_away(engine)
                if is_there and was_refused:
                    raise
                # It may have come back between our try and the question.
                was_refused = is_there
                message = " ".join(str(error.orig).split())
                log.warning("waiting for the database, next try in %g s: %s", pause, message)
                engine.dispose()
                time.sleep(pause)
            else:
                return


def _is_away(engine: Engine) -> bool:
    """Return whether there is no server, or one that is starting or stopping."""
    from psycopg import conninfo, pq  # noqa: PLC0415 - SQLite needs no driver

    arguments, options = engine.dialect.create_connect_args(engine.url)
    options.pop("context", None)  # psycopg's own
    conninfo_text = conninfo.make_conninfo(*arguments, **options)
    return pq.PGconn.ping(conninfo_text.encode()) in (pq.Ping.REJECT, pq.Ping.NO_RESPONSE)


@contextmanager
def _leaving_on_sigterm() -> Iterator[None]:
    """Leave the program on SIGTERM, which a worker of gunicorn would note and go on waiting."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(_signal: int, _frame: object) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
