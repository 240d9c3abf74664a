"""Whose turn it is to write: those who wait for theirs leave threads free for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Condition, Lock
from time import monotonic
from typing import TypeVar

PATIENCE = 1.0
"""Seconds in which somebody must get on, or else nobody joins those who wait. A change takes
milliseconds, so a queue that stands still for so long has met a writer that takes its time."""

_T = TypeVar("_T")


class Busy(Exception):
    """Too many wait already, or it took too long."""


class Turns:
    """The writers of one process, of whom only ``places`` may wait at a time; a few more as long
    as the queue moves, which is not for long.

    Where they write ``one_by_one``, as on SQLite, they queue up here. There they would look again
    and again, and sleep in between.
    """

    def __init__(self, places: int, patience: float, *, one_by_one: bool) -> None:
        self._places, self._patience = places, patience
        self._turn = Lock() if one_by_one else None
        self._queue = Condition()
        self._waiters = 0
        self._moved = 0.0
        """When the queue formed, or somebody got on."""

    @contextmanager
    def turn(self, begin: Callable[[], _T]) -> Iterator[_T]:
        """A turn, with what ``begin`` gives; as long as that takes somebody waits for others.

        Raises :class:`Busy`.
        """
        with ExitStack() as held:
            with self._waiting():
                if self._turn is not None:
                    if not self._turn.acquire(timeout=self._patience):
                        raise Busy
                    held.callback(self._turn.release)
                begun = begin()
            yield begun

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        with self._queue:
            self._find_place()
            self._waiters += 1
        try:
            yield
            self._moved = monotonic()
        finally:
            with self._queue:
                self._waiters -= 1
                self._queue.notify_all()

    def _find_place(self) -> None:
        if not self._waiters:
            self._moved = monotonic()
        while self._waiters >= self._places:
            left = self._moved + PATIENCE - monotonic()
            if left <= 0:
                raise Busy
            self._queue.wait(left)
