"""How fast each sender makes something: counted for all workers of a machine together.

A small SQLite file of its own in the instance folder, so that nobody who plays waits for it. It
holds one moment for each sender: when all that was made would have been made at the pace that is
allowed. That may lie ahead by what may be made at once. A row is of no use once its moment is past.

Nothing in it is worth mending: what is damaged is made anew.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from flask import Flask, current_app

from ..private import make_file, make_folder

_FILE, _EXTENSION = "pace.db", "referee-pace"
_TABLE = "CREATE TABLE IF NOT EXISTS paces (sender TEXT PRIMARY KEY, moment REAL NOT NULL)"
_COUNT = """
    INSERT INTO paces VALUES (:sender, :now + :step) ON CONFLICT (sender)
    DO UPDATE SET moment = max(moment, :now) + :step WHERE moment <= :now + :ahead
"""

_DAMAGES = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)
"""Not a database, a broken one, or one with another table."""
_CLOCKS_DIFFER = 60.0
"""Seconds between what two workers take for now, at most."""


def init_app(app: Flask) -> None:
    file = Path(app.instance_path) / _FILE
    make_folder(file.parent)
    make_file(file)
    app.extensions[_EXTENSION] = file


def seconds_to_wait(sender: str, step: float, at_once: int) -> float:
    """Count one more of a sender, who may make ``at_once`` and then one every ``step`` seconds.
    Above 0 it was not counted, and may come after so many seconds.

    Raises :class:`sqlite3.Error`.
    """
    file: Path = current_app.extensions[_EXTENSION]
    try:
        return _count_one(file, sender, step, at_once)
    except sqlite3.DatabaseError as error:
        # Python's own, about text that is none, have no code.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _DAMAGES:
            raise
        current_app.logger.warning("pace: %s: %s is made anew", error, file)
        _make_anew(file)
        return _count_one(file, sender, step, at_once)


def _make_anew(file: Path) -> None:
    """Of several workers the last one's is the file; what the others counted meanwhile is lost.
    What cannot be made anew stays, and the next look at it says so."""
    fresh = file.with_name(f"{file.name}-{secrets.token_hex(8)}")
    with contextlib.suppress(OSError):
        make_file(fresh)
        file.with_name(f"{file.name}-journal").unlink(missing_ok=True)  # it is of the old one
        fresh.replace(file)
    fresh.unlink(missing_ok=True)


def _count_one(file: Path, sender: str, step: float, at_once: int) -> float:
    now, ahead = time.time(), step * (at_once - 1)
    facts = {"sender": sender, "now": now, "step": step, "ahead": ahead}
    latest = now + ahead + step + _CLOCKS_DIFFER
    with closing(sqlite3.connect(file, timeout=1, isolation_level=None)) as opened:
        opened.execute("PRAGMA synchronous = OFF")  # what is lost with the power may be lost
        opened.execute(_TABLE)
        # Whoever is too fast only reads.
        found = opened.execute("SELECT moment FROM paces WHERE sender = :sender", facts).fetchone()
        if found and not (type(found[0]) is float and found[0] <= latest):
            # No number, or the clock went wrong and was put right.
            opened.execute("DELETE FROM paces WHERE sender = :sender", facts)
            found = None
        if found is None or found[0] <= now + ahead:
            opened.execute("DELETE FROM paces WHERE moment < :now", facts)
            if opened.execute(_COUNT, facts).rowcount:
                return 0.0
            found = opened.execute(
                "SELECT moment FROM paces WHERE sender = :sender", facts
            ).fetchone()
    return float(max(found[0] - now - ahead, step))
