"""Files that are read in: one at a time, and none that costs too much, so that others go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .refusals import Cause, ImportLimit, ImportTooLarge, TryLater

MOST_SECONDS = 120
"""Of the processor, for one file. Four years of followed evenings take some twenty; a small
computer at home is slower."""

_RETRY_AFTER = 5  # seconds
_one_file = threading.Lock()
_spent = getattr(time, "thread_time", time.process_time)  # on a phone there is one thread alone


@contextmanager
def reading_in() -> Iterator[Callable[[], None]]:
    """While a file is read in. What is called in between raises
    :class:`~referee.services.refusals.ImportTooLarge` when that has taken too long.

    Raises :class:`~referee.services.refusals.TryLater` while another is read in: who waits
    holds a thread, and pages need those.
    """
    if not _one_file.acquire(blocking=False):
        raise TryLater(_RETRY_AFTER, Cause.ANOTHER_FILE)
    end = _spent() + MOST_SECONDS

    def go_on() -> None:
        if _spent() > end:
            raise ImportTooLarge(ImportLimit.SECONDS, MOST_SECONDS)

    try:
        yield go_on
    finally:
        _one_file.release()
