"""Whose turn it is to write: those who wait for theirs leave threads free for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore, Lock
from typing import TypeVar

PATIENCE = 0.5
"""Seconds that a writer waits for a place among those who may wait. A change takes milliseconds,
so somebody who has to wait longer meets a writer that takes its time."""

_T = TypeVar("_T")


class Busy(Exception):
    """Too many wait already, or it took too long."""


class Turns:
    """The writers of one process, of whom only ``places`` may wait at a time.

    Where they write ``one_by_one``, as on SQLite, they queue up here. There they would look again
    and again, and sleep in between.
    """

    def __init__(self, places: int, patience: float, *, one_by_one: bool) -> None:
        self._places = BoundedSemaphore(places)
        self._patience = patience
        self._turn = Lock() if one_by_one else None
        self._stuck = False

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
        # Once somebody has found no place, nobody looks for one until a writer gets on: they would
        # hold all threads one after the other.
        if not self._places.acquire(timeout=0 if self._stuck else PATIENCE):
            self._stuck = True
            raise Busy
        try:
            yield
            self._stuck = False
        finally:
            self._places.release()
