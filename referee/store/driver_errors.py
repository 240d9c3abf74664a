"""Causes of database errors, from the codes of the drivers."""

from enum import Enum

from sqlalchemy import exc
from sqlalchemy.exc import DBAPIError, SQLAlchemyError


class DatabaseBusy(Exception):
    """The refusal to wait for a database for which too many wait, or which took too long."""


class DriverError(Enum):
    """The cause of a database error, as a sentence for the log.

    Only after ``BUSY`` is it worth trying again.
    """

    BUSY = "it is locked, away, or too many wait for it"
    FULL = "there is no room left on its disk"
    READ_ONLY = "it cannot be opened or written: look at the rights of its files and their folder"
    OTHER_TABLES = "its tables are not those of this version"
    DAMAGED = "its file is damaged: there may be a backup"
    UNKNOWN = "this should not have happened"


def driver_error_of(error: SQLAlchemyError | DatabaseBusy) -> DriverError:
    """Return the cause of an error of the database."""
    if isinstance(error, DatabaseBusy | exc.TimeoutError):  # the second: all connections are in use
        return DriverError.BUSY
    if not isinstance(error, DBAPIError):
        return DriverError.UNKNOWN
    if error.connection_invalidated:
        return DriverError.BUSY
    if name := getattr(error.orig, "sqlite_errorname", None):
        return _by_prefix(name, _SQLITE)
    state = getattr(error.orig, "sqlstate", "")  # psycopg's; None where there is no connection
    return _by_prefix(_NO_CONNECTION if state is None else state, _POSTGRESQL)


def _by_prefix(code: str, meanings: dict[str, DriverError]) -> DriverError:
    """Return the cause of the longest prefix of a code that ``meanings`` has."""
    matches = [beginning for beginning in meanings if code.startswith(beginning)]
    return meanings[max(matches, key=len)] if matches else DriverError.UNKNOWN


# https://www.sqlite.org/rescode.html
_SQLITE = {
    "SQLITE_BUSY": DriverError.BUSY,
    "SQLITE_LOCKED": DriverError.BUSY,
    "SQLITE_PROTOCOL": DriverError.BUSY,
    "SQLITE_FULL": DriverError.FULL,
    "SQLITE_IOERR_SHMSIZE": DriverError.FULL,
    "SQLITE_READONLY": DriverError.READ_ONLY,
    "SQLITE_CANTOPEN": DriverError.READ_ONLY,
    "SQLITE_PERM": DriverError.READ_ONLY,
    "SQLITE_ERROR": DriverError.OTHER_TABLES,  # our statements are right for our tables
    "SQLITE_CORRUPT": DriverError.DAMAGED,
    "SQLITE_NOTADB": DriverError.DAMAGED,
}

_NO_CONNECTION = "08"
# https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRESQL = {
    _NO_CONNECTION: DriverError.BUSY,
    "40": DriverError.BUSY,  # deadlocks, and transactions that cannot go side by side
    "53": DriverError.BUSY,  # connections, memory
    "53100": DriverError.FULL,
    "55P03": DriverError.BUSY,  # a lock that others hold
    "57": DriverError.BUSY,  # somebody stops or restarts it
    "25006": DriverError.READ_ONLY,
    "42": DriverError.OTHER_TABLES,
    "42501": DriverError.READ_ONLY,
    "XX001": DriverError.DAMAGED,
    "XX002": DriverError.DAMAGED,
}
