"""Checks of the write-ahead log that SQLite lays beside a database file (``referee.db-wal``).

After a clean stop there is no log. Otherwise its pages belong on top of those of the file, and
SQLite puts them there without a check. A log beside another file, since a backup was copied over
the old one, would mix two databases. SQLite's formats do not tie a log to its file. So each writing
transaction increments a count in the header of the file (``user_version``), which starts at a
random number.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

# https://www.sqlite.org/fileformat2.html
_HEADER, _NAME = 100, b"SQLite format 3\0"
_READ_VERSION, _WITH_LOG = 19, 2
"""Offset of the read version in a header, and its value for a file that uses a log."""
_COUNT = slice(60, 64)
_LOG_NAMES = (0x377F0682, 0x377F0683)
_LOG_HEADER, _FRAME_HEADER = 32, 24

_LATEST_START = 2**30
"""The largest first count; the other half of its 31 bits is never used up."""
_DAMAGES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
CHECK_SECONDS = 20.0
_STEPS = 10_000
"""Instructions of SQLite between two looks at the clock."""


class ForeignLog(Exception):
    """A write-ahead log that does not belong to the database file beside it."""

    def __init__(self, database: Path) -> None:
        super().__init__(f"{log_of(database)} is not of {database}")
        self.database, self.log = database, log_of(database)


def log_of(database: Path) -> Path:
    """Return the path of the log of a database file."""
    return database.with_name(f"{database.name}-wal")


def count_transaction(connection: Connection) -> None:
    """Count a transaction that has just begun to write."""
    count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    count = count + 1 if count else 1 + secrets.randbelow(_LATEST_START)
    connection.exec_driver_sql(f"PRAGMA user_version = {count}")


def empty_log(engine: Engine) -> None:
    """Move the whole log into the database file.

    Several processes that end at once would each leave that to the others. Pages that cannot be
    moved now stay in the log.
    """
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database or not log_of(Path(database)).exists():
        return
    with contextlib.suppress(DBAPIError, sqlite3.Error), closing(engine.raw_connection()) as opened:
        opened.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def check_log(database: Path) -> None:
    """Raise :class:`ForeignLog` if the log does not belong to the database, and change nothing.

    It does not if the file is empty, uses no log, as a backup, or has another count. A file of an
    earlier version has no count: it must be sound with its log, or damaged without it.
    """
    if not any(_ends(log_of(database))):
        return
    header = _header(database)
    if header and not header.startswith(_NAME):
        return  # no database at all: SQLite's own error is clearer
    if len(header) < _HEADER or header[_READ_VERSION] != _WITH_LOG or not _fit(database):
        raise ForeignLog(database)


def _fit(database: Path) -> bool:
    """Return whether the log continues the count of the file, or makes it a sound database."""
    try:
        with closing(_opened(database, "mode=ro")) as opened:
            opened.execute("BEGIN")  # until it ends, whoever writes does not begin the log anew
            count = int(opened.execute("PRAGMA user_version").fetchone()[0])
            if count_in_file := int.from_bytes(_header(database)[_COUNT], "big"):
                return 0 <= count - count_in_file <= sum(_ends(log_of(database)))
    except sqlite3.DatabaseError:
        return True  # SQLite's own error follows when it is opened
    end = time.monotonic() + CHECK_SECONDS
    return _is_sound(database, "mode=ro", end) or not _is_sound(database, "immutable=1", end)


def _ends(log: Path) -> Iterator[bool]:
    """Yield for each page that SQLite would take from a log whether a transaction ends there."""
    if not log.exists():
        return
    with log.open("rb") as opened:
        header = opened.read(_LOG_HEADER)
        if int.from_bytes(header[:4], "big") not in _LOG_NAMES:
            return
        page_size, salt = int.from_bytes(header[8:12], "big"), header[16:24]
        while len(frame := opened.read(_FRAME_HEADER)) == _FRAME_HEADER and frame[8:16] == salt:
            yield any(frame[4:8])
            opened.seek(page_size, 1)


def _header(database: Path) -> bytes:
    """Return the header of a database file; shorter if the file is, empty if there is none."""
    try:
        with database.open("rb") as opened:
            return opened.read(_HEADER)
    except FileNotFoundError:
        return b""


def _is_sound(database: Path, option: str, end: float) -> bool:
    """Return whether pages, indexes and references are right, as far as checked until ``end``."""
    with closing(_opened(database, option)) as opened:
        opened.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        try:
            integrity = opened.execute("PRAGMA integrity_check(1)").fetchone()
            orphan = opened.execute("PRAGMA foreign_key_check").fetchone()
        except sqlite3.DatabaseError as error:
            return error.sqlite_errorcode & 0xFF not in _DAMAGES
    return integrity == ("ok",) and orphan is None


def _opened(database: Path, option: str) -> sqlite3.Connection:
    """Open a file with its log (``mode=ro``) or alone (``immutable=1``), without writing."""
    return sqlite3.connect(
        f"{database.absolute().as_uri()}?{option}", uri=True, isolation_level=None
    )
