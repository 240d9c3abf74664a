"""What only PostgreSQL needs: its server may be somewhere else, and be away."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from logging import Logger
from typing import Any

from flask import has_request_context
from sqlalchemy import Connection, Dialect, Engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from .postgresql_watchdog import Watch

WRITING = "referee_writing"
"""The option of connections that write."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between the tries to reach a server; the last one for ever."""
CONNECT_SECONDS = 5
STATEMENT_SECONDS = 12
"""For one statement of an answer: longer than anybody waits for a lock, and shorter than anybody
waits for a server that says nothing, so that a server that can tells us itself."""
CONNECTING = {
    "connect_timeout": CONNECT_SECONDS,
    # A machine that is gone closes nothing. So it is noticed after a quarter of a minute.
    "tcp_user_timeout": 15_000,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


def engine_options(url: str) -> dict[str, Any]:
    """Connections that were lost are noticed before they are used, and a server that does not
    answer holds nobody for long. What the address says itself holds."""
    said = make_url(url).query
    arguments = {name: value for name, value in CONNECTING.items() if name not in said}
    return {"pool_pre_ping": True, "connect_args": arguments}


def set_up(connection: Any, lock_seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{lock_seconds}s'")
        if has_request_context():
            cursor.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
    connection.commit()


def watch(engine: Engine, watched: Watch, lock_seconds: float) -> None:
    """Watch the connections of answers. Commands and migrations may take their time."""

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _record: object, arguments: Any, options: Any) -> Any:
        if not has_request_context():
            return None  # as always
        with watched.opening():
            return dialect.connect(*arguments, **options)

    @event.listens_for(engine, "before_cursor_execute")
    def ask(connection: Connection, *_: object) -> None:
        if has_request_context():
            writes = connection.get_execution_options().get(WRITING)
            driver = connection.connection.dbapi_connection
            watched.ask(driver, grace=lock_seconds if writes else 0)

    @event.listens_for(engine, "after_cursor_execute")
    def hear(*_: object) -> None:
        watched.hear()


def when_it_is_there(engine: Engine, work: Callable[[], None], log: Logger) -> None:
    """Do the work as soon as the server lets us, however long that takes: it may start after us.

    Raises :class:`~sqlalchemy.exc.OperationalError` where waiting mends nothing: the server is
    there and refuses (a password, a database that does not exist), or the address is none.
    """
    refused = False
    with _leaving_on_sigterm():
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                work()
            except OperationalError as error:
                there = not _is_away(engine)
                if there and refused:
                    raise
                # It may have come back between our try and the question.
                refused = there
                said = " ".join(str(error.orig).split())
                log.warning("waiting for the database, next try in %g s: %s", pause, said)
                engine.dispose()
                time.sleep(pause)
            else:
                return


def _is_away(engine: Engine) -> bool:
    """Is there no server, or one that is starting or stopping?"""
    from psycopg import conninfo, pq  # noqa: PLC0415 - SQLite needs no driver

    arguments, options = engine.dialect.create_connect_args(engine.url)
    options.pop("context", None)  # psycopg's own
    asked = conninfo.make_conninfo(*arguments, **options)
    return pq.PGconn.ping(asked.encode()) in (pq.Ping.REJECT, pq.Ping.NO_RESPONSE)


@contextmanager
def _leaving_on_sigterm() -> Iterator[None]:
    """A worker of gunicorn would only note that it is to end, and go on waiting."""
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
