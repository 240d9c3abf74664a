"""Database connection of the current request, to read or to write."""

from __future__ import annotations

from flask import current_app, g
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from .postgresql_watchdog import Watch

_CONNECTION = "referee_connection"
READER, WRITER, WATCH = "referee-reader", "referee-writer", "referee-watch"
"""The app's extensions that hold its engines, and its watch where there is one."""


def connection() -> Connection:
    """Return the connection of this request: it only reads, except within
    :func:`~referee.store.write_transaction.writing`."""
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
