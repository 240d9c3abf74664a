"""Everything that a database holds, to be compared."""

from typing import Any

from flask import Flask
from sqlalchemy import delete, func, insert, select

from referee.store.database import db, writing
from referee.store.models import Base

TABLES = Base.metadata.sorted_tables
Dump = dict[str, list[dict[str, Any]]]


def dump(app: Flask) -> Dump:
    """Return all rows of all tables."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            table.name: sorted(map(dict, connection.execute(select(table)).mappings()), key=repr)
            for table in TABLES
        }


def counts(app: Flask) -> dict[str, int]:
    """Return the number of rows of each database table."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in TABLES
        }


def wipe(app: Flask) -> None:
    """Delete all rows."""
    restore(app, {})


def restore(app: Flask, dumped: Dump) -> None:
    """Just these rows are kept."""
    with app.app_context(), writing():
        for table in reversed(TABLES):
            db.session.execute(delete(table))
        for table in TABLES:
            if rows := dumped.get(table.name):
                db.session.execute(insert(table), rows)
