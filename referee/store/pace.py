"""How fast each sender makes something: counted for all workers of a machine together.

A small SQLite file of its own in the instance folder, so that nobody who plays waits for it. It
holds one moment for each sender: when all that was made would have been made at the pace that is
allowed. That may lie ahead by what may be made at once. A row is of no use once its moment is past.
"""

from __future__ import annotations

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
    now, ahead = time.time(), step * (at_once - 1)
    facts = {"sender": sender, "now": now, "step": step, "ahead": ahead}
    file: Path = current_app.extensions[_EXTENSION]
    with closing(sqlite3.connect(file, timeout=1, isolation_level=None)) as opened:
        opened.execute("PRAGMA synchronous = OFF")  # what is lost with the power may be lost
        opened.execute(_TABLE)
        # Whoever is too fast only reads.
        found = opened.execute("SELECT moment FROM paces WHERE sender = :sender", facts).fetchone()
        if found is None or found[0] <= now + ahead:
            opened.execute("DELETE FROM paces WHERE moment < :now", facts)
            if opened.execute(_COUNT, facts).rowcount:
                return 0.0
            found = opened.execute(
                "SELECT moment FROM paces WHERE sender = :sender", facts
            ).fetchone()
    return float(max(found[0] - now - ahead, step))
