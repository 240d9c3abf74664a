"""What is the matter with the database, as far as its driver tells."""

from __future__ import annotations

from enum import Enum

from sqlalchemy import exc
from sqlalchemy.exc import DBAPIError, SQLAlchemyError


class Busy(Exception):
    """Too many wait for the database already, or it took too long."""


class Trouble(Enum):
    """What is wrong, in a sentence for the log. Only of the first kind is it worth trying again."""

    BUSY = "it is locked, away, or too many wait for it"
    FULL = "there is no room left on its disk"
    READ_ONLY = "it cannot be opened or written: look at the rights of its files and their folder"
    OTHER_TABLES = "its tables are not those of this version"
    DAMAGED = "its file is damaged: there may be a backup"
    UNKNOWN = "this should not have happened"


def trouble_of(error: SQLAlchemyError | Busy) -> Trouble:
    if isinstance(error, Busy | exc.TimeoutError):  # the second: all connections are in use
        return Trouble.BUSY
    if not isinstance(error, DBAPIError):
        return Trouble.UNKNOWN
    if error.connection_invalidated:
        return Trouble.BUSY
    if name := getattr(error.orig, "sqlite_errorname", None):
        return _first(name, _SQLITE)
    state = getattr(error.orig, "sqlstate", "")  # psycopg's; None where there is no connection
    return _first(_NO_CONNECTION if state is None else state, _POSTGRESQL)


def _first(code: str, known: dict[str, Trouble]) -> Trouble:
    """What the longest beginning of a code means that is known."""
    found = [beginning for beginning in known if code.startswith(beginning)]
    return known[max(found, key=len)] if found else Trouble.UNKNOWN


# https://www.sqlite.org/rescode.html
_SQLITE = {
    "SQLITE_BUSY": Trouble.BUSY,
    "SQLITE_LOCKED": Trouble.BUSY,
    "SQLITE_PROTOCOL": Trouble.BUSY,
    "SQLITE_FULL": Trouble.FULL,
    "SQLITE_IOERR_SHMSIZE": Trouble.FULL,
    "SQLITE_READONLY": Trouble.READ_ONLY,
    "SQLITE_CANTOPEN": Trouble.READ_ONLY,
    "SQLITE_PERM": Trouble.READ_ONLY,
    "SQLITE_ERROR": Trouble.OTHER_TABLES,  # our statements are right for our tables
    "SQLITE_CORRUPT": Trouble.DAMAGED,
    "SQLITE_NOTADB": Trouble.DAMAGED,
}

_NO_CONNECTION = "08"
# https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRESQL = {
    _NO_CONNECTION: Trouble.BUSY,
    "40": Trouble.BUSY,  # deadlocks, and transactions that cannot go side by side
    "53": Trouble.BUSY,  # connections, memory
    "53100": Trouble.FULL,
    "55P03": Trouble.BUSY,  # a lock that others hold
    "57": Trouble.BUSY,  # somebody stops or restarts it
    "25006": Trouble.READ_ONLY,
    "42": Trouble.OTHER_TABLES,
    "42501": Trouble.READ_ONLY,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
