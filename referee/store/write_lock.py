"""The lock of those who write in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from .driver_errors import DatabaseBusy

PATIENCE = 1.0
"""Seconds that somebody waits for a place. A change takes milliseconds, so who finds none for so
long has met a writer that takes its time."""

_T = TypeVar("_T")


class WriteLock:
    """A lock for which at most ``places`` threads wait, so that the others stay free to read.

    ``alone``: those who have it write one by one, as SQLite wants it, whose own way to wait is to
    look again and again.
    """

    def __init__(self, places: int, seconds: float, *, alone: bool) -> None:
        self._places, self._seconds = BoundedSemaphore(places), seconds
        self._writer = Lock() if alone else None
        self._moves = True
        """False from when somebody waited in vain until somebody writes."""

    @contextmanager
    def hold(self, begin: Callable[[], _T]) -> Iterator[_T]:
        """Hold the lock, with what ``begin`` gives; as long as that takes the place is taken.

        Raises :class:`~referee.store.driver_errors.DatabaseBusy`.
        """
        with ExitStack() as held:
            with self._place():
                if self._writer is not None:
                    if not self._writer.acquire(timeout=self._seconds):
                        raise DatabaseBusy
                    held.callback(self._writer.release)
                begun = begin()
            yield begun

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._places.acquire(timeout=PATIENCE if self._moves else 0):
            self._moves = False
            raise DatabaseBusy
        try:
            yield
            self._moves = True
        finally:
            self._places.release()
