"""Settings for SQLite: pragmas, how transactions begin, and modes of the files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import make_url

from ..private_files import close_to_others, make_file
from .postgresql import WRITING
from .sqlite_foreign_log import count_transaction
from .writer_threads_lock import BUSY_SECONDS

WITH_LOG = "journal_mode = WAL"
DURABLE = (
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    WITH_LOG,
    "synchronous = FULL",  # an acknowledged write survives a loss of power
    "foreign_keys = ON",
)
"""SQLite pragmas for the database of a server."""


def database_file(instance: Path, url: str) -> Path | None:
    """Return the database file of SQLite; None for other databases and for memory."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.query:
        return None
    if parsed.database in (None, "", ":memory:"):
        return None
    return instance / parsed.database


def make_private(file: Path) -> None:
    """Make a SQLite file private; the files that SQLite lays beside it get the same mode."""
    make_file(file)
    for beside in ("-wal", "-shm"):
        close_to_others(file.with_name(file.name + beside))


def set_up(connection: Any, pragmas: Sequence[str]) -> None:
    """Set up a new connection of the driver."""
    connection.isolation_level = None  # begin() begins transactions
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection, *, with_log: bool) -> None:
    """Begin a transaction on SQLite; ``with_log``: the database has a write-ahead log."""
    if connection.get_execution_options().get(WRITING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if with_log:
            count_transaction(connection)
    else:  # a read waits for no lock; the driver's own cursor takes a tenth of the time
        connection.connection.cursor().execute("BEGIN")
