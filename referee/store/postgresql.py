"""PostgreSQL: settings, a watchdog, waiting for the server.

A server that was stopped lets a connection wait for ever: its machine still acknowledges what is
sent, so no timeout of the driver or the network ends the wait. All threads would hang, also those
for pages that need no database.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

from flask import has_request_context
from sqlalchemy import Connection, Dialect, Engine, event
from sqlalchemy.engine import make_url

from .driver_errors import DatabaseBusy

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy.engine.interfaces import DBAPIConnection


PATIENCE = 2.0
"""Seconds without an answer after which a server is taken to stand still."""
SILENCE = 15.0
"""Seconds without an answer after which a connection is closed."""
LOOK_SECONDS = 0.2


class Watch:
    """A watch on the connections of one process.

    While the server stands still, ``places`` requests go on waiting for it, and others are refused
    at once.
    """

    def __init__(self, places: int) -> None:
        self._places, self._lock = places, Lock()
        self._opened: dict[psycopg.Connection, float] = {}
        """Connections of psycopg, and when each was heard last or asked anew."""
        self._opening: dict[object, float] = {}
        self._answers = True
        """False from when somebody waited in vain until somebody is answered."""

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Count a connection that is being opened, for which the driver has a timeout.

        Raises :class:`DatabaseBusy`.
        """
        self.check()
        token = object()
        self._opening[token] = monotonic()
        try:
            yield
        except BaseException:
            self._answers = False
            raise
        finally:
            del self._opening[token]

    def ask(self, connection: psycopg.Connection, grace: float = 0) -> None:
        """Note that a statement is sent, which may take ``grace`` seconds by itself.

        Raises :class:`DatabaseBusy`.
        """
        if not grace:
            self.check()
        with self._lock:
            if not self._opened:
                Thread(target=self._look_on, name="postgresql-watch", daemon=True).start()
            self._opened[connection] = monotonic() + grace

    def hear(self) -> None:
        """Note that the server has answered a statement."""
        self._answers = True

    def check(self) -> None:
        """Raise :class:`DatabaseBusy` if the server stands still and enough requests wait."""
        with self._lock:
            before = monotonic() - (PATIENCE if self._answers else 0)
            opening = [since for since in [*self._opening.values()] if since < before]
            if len(opening) + len(self._silent_since(before)) >= self._places:
                raise DatabaseBusy

    def _silent_since(self, before: float) -> list[psycopg.Connection]:
        """Return the connections without an answer since a moment, the longest silent first."""
        silent = [c for c, since in self._opened.items() if since < before and _waits(c)]
        return sorted(silent, key=self._opened.__getitem__)

    def _look_on(self) -> None:
        while self._look():
            sleep(LOOK_SECONDS)

    def _look(self) -> bool:
        """Close connections that have waited too long, and return whether any is left."""
        with self._lock:
            moment = monotonic()
            self._opened = {
                connection: max(since, moment) if not _waits(connection) else since
                for connection, since in self._opened.items()
                if not connection.closed
            }
            too_many = self._silent_since(moment - PATIENCE)[self._places :]
            for connection in {*too_many, *self._silent_since(moment - SILENCE)}:
                self._answers = False
                _end(connection)
            return bool(self._opened)


def _waits(connection: psycopg.Connection) -> bool:
    return bool(connection.info.transaction_status.name == "ACTIVE")


def _end(connection: psycopg.Connection) -> None:
    """Shut a connection down, so that the thread that waits on it sees it as lost."""
    with (
        suppress(Exception),  # it was lost by itself
        socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as tcp,
    ):
        tcp.shutdown(socket.SHUT_RDWR)


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
