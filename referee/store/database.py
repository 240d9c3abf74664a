"""The database: SQLite in the instance folder, or what ``REFEREE_DATABASE_URL`` names.

On SQLite every transaction begins when it says so. Python's own way begins one at the first write,
after the reads that it depends on, and so loses updates when several people write.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import flask_migrate
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url

from ..private import close_to_others, make_file, make_folder
from .models import Base

MIGRATIONS = Path(__file__).parents[1] / "migrations"
BUSY_SECONDS = 10

# Parameters hold names and hashes of keys, which no log is to show.
db = SQLAlchemy(model_class=Base, engine_options={"hide_parameters": True})

_WRITING = "referee_writing"


def init_app(app: Flask) -> None:
    """Open the database, and bring its tables up to date."""
    instance = Path(app.instance_path)
    url = app.config["DATABASE_URL"]
    if not url:
        make_folder(instance)
        url = f"sqlite:///{instance / 'referee.db'}"
    _make_private(instance, url)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    if not url.startswith("sqlite"):
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_pre_ping": True}
    db.init_app(app)
    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _set_up_sqlite)
            event.listen(db.engine, "begin", _begin_on_sqlite)
        else:
            event.listen(db.engine, "connect", _set_up_postgresql)
        flask_migrate.upgrade()


def _make_private(instance: Path, url: str) -> None:
    """A SQLite file; those that SQLite lays beside it get the same mode."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.query:
        return
    if parsed.database and parsed.database != ":memory:":
        file = instance / parsed.database
        make_file(file)
        for beside in ("-wal", "-shm"):
            close_to_others(file.with_name(file.name + beside))


@contextmanager
def writing() -> Iterator[None]:
    """One transaction for changes that belong together; what it reads nobody else changes
    meanwhile on SQLite, and on PostgreSQL what it locks."""
    db.session.rollback()  # what was read before may be old by now
    db.session.connection(execution_options={_WRITING: True})
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN
    cursor = connection.cursor()
    for setting in (
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",  # what was acknowledged survives a loss of power
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_on_sqlite(connection: Connection) -> None:
    if connection.get_execution_options().get(_WRITING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # it waits for nobody, so it needs no care, and straight away it takes a tenth
        connection.connection.cursor().execute("BEGIN")


def _set_up_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    connection.commit()
