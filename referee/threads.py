"""Who gets the next thread of ``referee serve``: nobody all of them.

waitress hands requests to its threads in the order in which they came. So whoever sent many that
take long had every thread, and those who came later waited for all of them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import Any

from waitress.task import ThreadedTaskDispatcher

SPARE = 1
"""Threads beyond those that one household may have."""


@dataclass(frozen=True)
class Waiting:
    """A connection with a whole request, of that household."""

    connection: Any
    household: str
    number: int
    queue: Queue

    def service(self) -> None:
        try:
            self.connection.service()
        finally:
            self.queue.done(self.household)

    def cancel(self) -> None:
        self.connection.cancel()


class Queue:
    """What waits for a thread, as waitress's dispatcher sees it: under its ``lock``, and empty as
    long as all who wait belong to households that have enough.

    The next is who came first of those whose household has the fewest threads.
    """

    def __init__(self, lock: Lock, most: int, household: Callable[[Any], str]) -> None:
        self._lock, self._most, self._household = lock, most, household
        self._waiting: dict[str, deque[Waiting]] = {}
        self._numbers = count()
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(self._waiting[house]) for house in self._houses())

    def __bool__(self) -> bool:
        return any(True for _ in self._houses())

    def _houses(self) -> Iterator[str]:
        return (house for house in self._waiting if self._held[house] < self._most)

    def append(self, connection: Any) -> None:
        house = self._household(connection)
        waiting = Waiting(connection, house, next(self._numbers), self)
        self._waiting.setdefault(house, deque()).append(waiting)

    def popleft(self) -> Waiting:
        house = min(self._houses(), key=lambda one: (self._held[one], self._waiting[one][0].number))
        found = self._waiting[house].popleft()
        if not self._waiting[house]:
            del self._waiting[house]
        self._held[house] += 1
        return found

    def done(self, household: str) -> None:
        with self._lock:
            self._held[household] -= 1
            if not self._held[household]:
                del self._held[household]


class Threads(ThreadedTaskDispatcher):
    """waitress's threads with this queue: so many for each household, and some to spare."""

    def __init__(self, many: int, household: Callable[[Any], str]) -> None:
        super().__init__()
        self.queue = Queue(self.lock, many, household)
        self.set_thread_count(many + SPARE)
