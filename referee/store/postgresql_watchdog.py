"""A watch on the answers that wait for a PostgreSQL server.

A server that was stopped keeps whoever asks it for ever: its machine goes on taking what is sent,
so no timeout of the driver or of the network ends the wait. All threads would hang there, and with
them the pages that need no database.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

from .driver_errors import DatabaseBusy

PATIENCE = 2.0
"""Seconds in which a server answers, or else it stands still."""
SILENCE = 15.0
"""Seconds after which nobody goes on waiting for a word."""
LOOK_SECONDS = 0.2


class Watch:
    """The connections of one process. While the server stands still, ``places`` of those who ask it
    go on waiting, and everybody else is told at once."""

    def __init__(self, places: int) -> None:
        self._places, self._lock = places, Lock()
        self._opened: dict[Any, float] = {}
        """Connections of psycopg, and when each was heard last or asked anew."""
        self._opening: dict[object, float] = {}
        self._answers = True
        """False from when somebody waited in vain until somebody is answered."""

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Somebody opens a connection, for which the driver has a timeout. Raises
        :class:`DatabaseBusy`."""
        self.check()
        mine = object()
        self._opening[mine] = monotonic()
        try:
            yield
        except BaseException:
            self._answers = False
            raise
        finally:
            del self._opening[mine]

    def ask(self, connection: Any, grace: float = 0) -> None:
        """Something is sent to the server, which may take so many seconds by itself. Raises
        :class:`DatabaseBusy`."""
        if not grace:
            self.check()
        with self._lock:
            if not self._opened:
                Thread(target=self._look_on, name="postgresql-watch", daemon=True).start()
            self._opened[connection] = monotonic() + grace

    def hear(self) -> None:
        """The server has answered somebody."""
        self._answers = True

    def check(self) -> None:
        """Raise :class:`DatabaseBusy` if the server stands still and enough wait for it."""
        with self._lock:
            before = monotonic() - (PATIENCE if self._answers else 0)
            opening = [since for since in [*self._opening.values()] if since < before]
            if len(opening) + len(self._silent_since(before)) >= self._places:
                raise DatabaseBusy

    def _silent_since(self, before: float) -> list[Any]:
        """Return the connections on which nothing was heard since, longest first."""
        found = [c for c, since in self._opened.items() if since < before and _waits(c)]
        return sorted(found, key=self._opened.__getitem__)

    def _look_on(self) -> None:
        while self._look():
            sleep(LOOK_SECONDS)

    def _look(self) -> bool:
        """End what lasts too long; return whether anything is left to look at."""
        with self._lock:
            now = monotonic()
            self._opened = {
                connection: max(since, now) if not _waits(connection) else since
                for connection, since in self._opened.items()
                if not connection.closed
            }
            too_many = self._silent_since(now - PATIENCE)[self._places :]
            for connection in {*too_many, *self._silent_since(now - SILENCE)}:
                self._answers = False
                _end(connection)
            return bool(self._opened)


def _waits(connection: Any) -> bool:
    return bool(connection.info.transaction_status.name == "ACTIVE")


def _end(connection: Any) -> None:
    """Let whoever waits be told that the connection was lost."""
    with (
        suppress(Exception),  # it was lost by itself
        socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)
