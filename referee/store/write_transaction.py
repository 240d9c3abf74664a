"""Transactions that write: rows are locked, and all changes are made together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from flask import current_app

from .database import db
from .request_connection import WRITER, open_connection, release_connection
from .writer_threads_lock import WRITE_LOCK, WriteLock

_T = TypeVar("_T")


def _no_lock() -> None:
    """Lock no rows: SQLite locks the whole file, and new rows need no lock."""


@contextmanager
def writing(lock: Callable[[], _T | None] = _no_lock) -> Iterator[_T | None]:
    """Run changes in one transaction, and yield the result of ``lock``.

    Rows that it reads are not changed by others meanwhile: on SQLite none, on PostgreSQL those that
    it locks. Raises :class:`~referee.store.driver_errors.DatabaseBusy` if too many others wait to
    write.
    """
    write_lock: WriteLock = current_app.extensions[WRITE_LOCK]

    def begin() -> _T | None:
        open_connection(WRITER)
        db.session.connection()
        return lock()

    db.session.rollback()  # an earlier read may be outdated
    release_connection()
    try:
        with write_lock.hold(begin) as locked:
            try:
                yield locked
                db.session.commit()
            except BaseException:
                db.session.rollback()
                raise
    finally:
        release_connection()
