"""A watch on requests that wait for a PostgreSQL server.

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

from .driver_errors import DatabaseBusy

if TYPE_CHECKING:
    import psycopg

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
        """Look at the connections until none is open."""
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
    """Return whether a connection waits for the answer to a statement."""
    return bool(connection.info.transaction_status.name == "ACTIVE")


def _end(connection: psycopg.Connection) -> None:
    """Shut a connection down, so that the thread that waits on it sees it as lost."""
    with (
        suppress(Exception),  # it was lost by itself
        socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as tcp,
    ):
        tcp.shutdown(socket.SHUT_RDWR)
