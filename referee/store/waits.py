"""How many answers may wait for a database that says nothing.

One that answers lets nobody wait for long, and everybody may ask it at once. One that was stopped,
or that no packet reaches any more, keeps whoever asks: all threads of a server, if it is let, and
with them the pages that need no database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from time import monotonic

from .turns import Busy

PATIENCE = 2.0
"""Seconds in which somebody must be answered, or else the database stands still."""
SILENCE = 15.0
"""Seconds after which nobody goes on waiting for a word."""

_has_turn = ContextVar("has_turn", default=False)


@contextmanager
def by_turns() -> Iterator[None]:
    """Who waits in here was counted already, in :class:`~referee.store.turns.Turns`: locks that
    others hold for long are no sign of trouble."""
    token = _has_turn.set(True)
    try:
        yield
    finally:
        _has_turn.reset(token)


class Waits:
    """Those of one process who wait for a word of the database. Where it stands still only
    ``places`` of them go on, and nobody joins, until it answers somebody."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._lock = Lock()
        self._since: dict[object, float] = {}
        """Since when each of them waits; who came first stands first."""
        self._answers = True
        """Did it, when somebody waited last?"""
        self._moved = 0.0
        """When they began to wait, or one of them was answered."""

    @contextmanager
    def waiting(self) -> Iterator[Callable[[bool], None]]:
        """As long as this lasts somebody waits. Gives what is to be called now and then, with
        whether something was heard meanwhile. Both raise :class:`Busy`."""
        mine, begun = object(), monotonic()
        if _has_turn.get():
            yield _alone(begun)
            return
        with self._lock:
            if not self._since:
                self._moved = begun
            if len(self._since) >= self._places and self._stands_still(begun):
                raise Busy
            self._since[mine] = begun
        answered = False
        try:
            yield lambda heard: self._look(mine, heard)
            answered = True
        except Exception as error:
            answered = bool(getattr(error, "sqlstate", None))  # a refusal is an answer too
            raise
        finally:
            with self._lock:
                del self._since[mine]
                self._answers = answered
                if answered:
                    self._moved = monotonic()

    def _look(self, mine: object, heard: bool) -> None:
        now = monotonic()
        with self._lock:
            if heard:
                self._since[mine] = self._moved = now
            first = [*self._since][: self._places]
            if now - self._since[mine] > SILENCE or (mine not in first and self._stands_still(now)):
                raise Busy

    def _stands_still(self, now: float) -> bool:
        return not self._answers or now - self._moved > PATIENCE


def _alone(begun: float) -> Callable[[bool], None]:
    since = begun

    def look(heard: bool) -> None:
        nonlocal since
        now = monotonic()
        if heard:
            since = now
        elif now - since > SILENCE:
            raise Busy

    return look
