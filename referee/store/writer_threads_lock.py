"""The lock of the threads of a process that write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from .driver_errors import DatabaseBusy

WRITE_LOCK = "referee-write-lock"
"""The app's extension that holds its lock."""
BUSY_SECONDS = 10
"""Seconds to wait for others that write, or for a connection."""
PATIENCE = 1.0
"""Seconds to wait for a place. A change takes milliseconds, so a thread that finds no place for so
long has met a slow writer."""

_T = TypeVar("_T")


class WriteLock:
    """A lock for which at most ``places`` threads wait, so that the others stay free to read.

    ``alone``: its holders write one by one, as SQLite needs it, whose own way to wait is polling.
    """

    def __init__(self, places: int, seconds: float, *, alone: bool) -> None:
        self._places, self._seconds = BoundedSemaphore(places), seconds
        self._writer = Lock() if alone else None
        self._moves = True
        """False from when somebody waited in vain until somebody writes."""

    @contextmanager
    def hold(self, begin: Callable[[], _T]) -> Iterator[_T]:
        """Hold the lock and yield the result of ``begin``; until that returns, keep a place.

        Raises :class:`~referee.store.driver_errors.DatabaseBusy`.
        """
        with ExitStack() as stack:
            with self._place():
                if self._writer is not None:
                    if not self._writer.acquire(timeout=self._seconds):
                        raise DatabaseBusy
                    stack.callback(self._writer.release)
                result = begin()
            yield result

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Take a place for the context.

        Raises :class:`~referee.store.driver_errors.DatabaseBusy` if all are taken.
        """
        if not self._places.acquire(timeout=PATIENCE if self._moves else 0):
            self._moves = False
            raise DatabaseBusy
        try:
            yield
            self._moves = True
        finally:
            self._places.release()
