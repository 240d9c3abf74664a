"""Limits of imports: one file at a time, within bounded time, so that other requests go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .refusals import Cause, ImportLimit, ImportTooLarge, TryLater

MOST_SECONDS = 120
"""Seconds of processor time for one file. Four years of followed evenings take some twenty; a small
computer at home is slower."""

_RETRY_AFTER = 5  # seconds
_one_file = threading.Lock()
_spent = getattr(time, "thread_time", time.process_time)  # phones have no other thread


@contextmanager
def reading_in() -> Iterator[Callable[[], None]]:
    """Bound the import of a file that happens in the context.

    Yields a function that raises :class:`~referee.services.refusals.ImportTooLarge` when the import
    has taken too long. Raises :class:`~referee.services.refusals.TryLater` while another file is
    imported: waiting would hold a thread that pages need.
    """
    if not _one_file.acquire(blocking=False):
        raise TryLater(_RETRY_AFTER, Cause.ANOTHER_FILE)
    end = _spent() + MOST_SECONDS

    def check_time() -> None:
        if _spent() > end:
            raise ImportTooLarge(ImportLimit.SECONDS, MOST_SECONDS)

    try:
        yield check_time
    finally:
        _one_file.release()
