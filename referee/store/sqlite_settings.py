"""Pragmas for new connections of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from .writer_threads_lock import BUSY_SECONDS

WITH_LOG = "journal_mode = WAL"
DURABLE = (
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    WITH_LOG,
    "synchronous = FULL",  # an acknowledged write survives a loss of power
    "foreign_keys = ON",
)
"""SQLite pragmas for the database of a server."""


def set_up(connection: sqlite3.Connection, pragmas: Sequence[str]) -> None:
    """Set up a new connection of the driver."""
    connection.isolation_level = None  # begin() begins transactions
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
