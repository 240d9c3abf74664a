"""Begin of a transaction on SQLite, for reading or for writing."""

from __future__ import annotations

from sqlalchemy import Connection

from .postgresql import WRITING
from .sqlite_foreign_log import count_transaction


def begin(connection: Connection, *, with_log: bool) -> None:
    """Begin a transaction on SQLite; ``with_log``: the database has a write-ahead log."""
    if connection.get_execution_options().get(WRITING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if with_log:
            count_transaction(connection)
    else:  # a read waits for no lock; the driver's own cursor takes a tenth of the time
        connection.connection.cursor().execute("BEGIN")
