"""Settings for PostgreSQL, whose server may be another machine, and be away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import has_request_context
from sqlalchemy import Connection, Dialect, Engine, event
from sqlalchemy.engine import make_url

from .postgresql_watchdog import Watch

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy.engine.interfaces import DBAPIConnection

WRITING = "referee_writing"
"""The execution option of connections that write."""
CONNECT_SECONDS = 5
STATEMENT_SECONDS = 12
"""Limit for a statement of a request: longer than the wait for a lock, and shorter than the wait
for a silent server, so that a server that can reports it itself."""
CONNECTING = {
    "connect_timeout": CONNECT_SECONDS,
    # A machine that is gone closes no connection; so its loss is noticed after 15 seconds.
    "tcp_user_timeout": 15_000,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


def engine_options(url: str) -> dict[str, object]:
    """Return the engine's options, which detect lost connections and bound waiting for a server.

    Options in the URL take precedence.
    """
    in_url = make_url(url).query
    arguments = {name: value for name, value in CONNECTING.items() if name not in in_url}
    return {"pool_pre_ping": True, "connect_args": arguments}


def set_up(connection: psycopg.Connection, lock_seconds: float) -> None:
    """Set the time limits of a new connection; statements of commands and migrations have none."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{lock_seconds}s'")
        if has_request_context():
            cursor.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
    connection.commit()


def watch(engine: Engine, watchdog: Watch, lock_seconds: float) -> None:
    """Watch the connections of requests. Commands and migrations may take their time."""

    @event.listens_for(engine, "do_connect")
    def connect(
        dialect: Dialect, _record: object, arguments: list[object], options: dict[str, object]
    ) -> DBAPIConnection | None:
        if not has_request_context():
            return None  # as always
        with watchdog.opening():
            return dialect.connect(*arguments, **options)

    @event.listens_for(engine, "before_cursor_execute")
    def ask(connection: Connection, cursor: psycopg.Cursor, *_: object) -> None:
        if has_request_context():
            writes = connection.get_execution_options().get(WRITING)
            watchdog.ask(cursor.connection, grace=lock_seconds if writes else 0)

    @event.listens_for(engine, "after_cursor_execute")
    def hear(*_: object) -> None:
        watchdog.hear()
