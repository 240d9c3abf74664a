"""SQLite: settings, files, writers in line, logs of other versions.

After a clean stop there is no log. Otherwise its pages belong on top of those of the file, and
SQLite puts them there without a check. A log beside another file, since a backup was copied over
the old one, would mix two databases. SQLite's formats do not tie a log to its file. So each writing
transaction increments a count in the header of the file (``user_version``), which starts at a
random number.
"""

import contextlib
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from ..config import close_to_others, make_file
from .driver_errors import DatabaseBusy
from .postgresql import WRITING

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


def begin(connection: Connection, *, with_log: bool) -> None:
    """Begin a transaction on SQLite; ``with_log``: the database has a write-ahead log."""
    if connection.get_execution_options().get(WRITING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if with_log:
            count_transaction(connection)
    else:  # a read waits for no lock; the driver's own cursor takes a tenth of the time
        connection.connection.cursor().execute("BEGIN")


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


MOUNTS = Path("/proc/mounts")
"""The list of mounted file systems on Linux."""
_NETWORK = ("9p", "afs", "ceph", "cifs", "davfs", "glusterfs", "lustre", "nfs", "smb", "sshfs")
"""Beginnings of the types of file systems that lie on other machines (``nfs4``, ``fuse.sshfs``)."""


def network_file_system(file: Path) -> str | None:
    """Return the type of the network file system that a file lies on; None if it is on none, or
    nobody knows.

    There locks and the shared memory of the log do not work as SQLite needs them.
    """
    with contextlib.suppress(OSError):
        path, types = file.resolve(), dict[Path, str]()
        for line in MOUNTS.read_text("utf-8", "replace").splitlines():
            _, place, kind, *_ = [*line.split(), "", "", ""]
            types[Path(place.replace("\\040", " "))] = kind
        kind = next((types[folder] for folder in path.parents if folder in types), "")
        return kind if kind.removeprefix("fuse.").startswith(_NETWORK) else None
    return None


WRITE_LOCK = "referee-write-lock"
"""The app's extension that holds its lock."""
BUSY_SECONDS = 10
"""Seconds to wait for others that write, or for a connection."""
PATIENCE = 1.0
"""Seconds to wait for a place. A change takes milliseconds, so a thread that finds no place for so
long has met a slow writer."""

_T = TypeVar("_T")


class WriteLock:
    """A lock for which at most ``places`` threads wait, so that the others stay free to read.

    ``alone``: its holders write one by one, as SQLite needs it, whose own way to wait is polling.
    """

    def __init__(self, places: int, seconds: float, *, alone: bool) -> None:
        self._places, self._seconds = BoundedSemaphore(places), seconds
        self._writer = Lock() if alone else None
        self._moves = True
        """False from when somebody waited in vain until somebody writes."""

    @contextmanager
    def hold(self, begin: Callable[[], _T]) -> Iterator[_T]:
        """Hold the lock and yield the result of ``begin``; until that returns, keep a place.

        Raises :class:`.DatabaseBusy`.
        """
        with ExitStack() as stack:
            with self._place():
                if self._writer is not None:
                    if not self._writer.acquire(timeout=self._seconds):
                        raise DatabaseBusy
                    stack.callback(self._writer.release)
                result = begin()
            yield result

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Take a place for the context.

        Raises :class:`.DatabaseBusy` if all are taken.
        """
        if not self._places.acquire(timeout=PATIENCE if self._moves else 0):
            self._moves = False
            raise DatabaseBusy
        try:
            yield
            self._moves = True
        finally:
            self._places.release()


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
