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

import click
from flask import Flask
from flask.cli import FlaskGroup
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import OperationalError

from .database import db

MIGRATIONS = Path(__file__).parents[1] / "migrations"
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between attempts to reach a server; the last pause repeats."""


def init_app(app: Flask) -> None:
    """Make the tables of an open database, or bring them up to date."""
    command = click.get_current_context(silent=True)
    if command is not None and isinstance(command.find_root().command, FlaskGroup):
        _init_alembic(app)  # for `flask db`, which makes migrations
    with app.app_context():
        if app.config["WAIT_FOR_DATABASE"] and db.engine.dialect.name != "sqlite":
            when_server_answers(db.engine, partial(_upgrade, app), app.logger)
        else:
            _upgrade(app)
        if db.engine.dialect.name != "sqlite":
            db.engine.dispose()  # connections of requests have limits that a migration has not


def _init_alembic(app: Flask) -> None:
    from flask_migrate import Migrate  # noqa: PLC0415 - it brings Alembic

    Migrate(app, db, directory=str(MIGRATIONS))


def _upgrade(app: Flask) -> None:
    """Run the migrations that are due, and log which revision they led to. Alembic is a tenth of
    the memory of a server, so it is imported where there are any."""
    before = _revision()
    if before == newest_revision():
        return
    _init_alembic(app)
    from flask_migrate import upgrade  # noqa: PLC0415

    upgrade()
    after = _revision()
    app.logger.info("database: migrated from revision %s to %s", before or "none", after)


def newest_revision() -> str:
    """Return the revision that the last migration leads to, by which its file is named."""
    last = max((MIGRATIONS / "versions").glob("*.py"))
    return last.name.partition("_")[0]


def _revision() -> str | None:
    """Return the revision of the database's tables, None of an empty database."""
    with db.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return revision


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
