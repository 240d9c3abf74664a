"""Migrations on a phone, from the statements that Alembic writes for SQLite.

Alembic itself stays on servers: it is a megabyte, most of it for databases that no phone has.
``migrations/`` beside this module has one file a revision;
``tests/offline/test_schema_migration.py`` wants the same tables of both.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(Exception):
    """A database that a newer version of the app wrote."""


class MigrationFailed(Exception):
    """A step of this version that cannot be done with this database."""


def upgrade(file: Path) -> bool:
    """Bring a database file up to date, or make it; True if something was done.

    A copy is changed and then takes its place: what goes wrong leaves the file as it was.
    Raises :class:`NewerDatabase`, :class:`MigrationFailed`, and :class:`sqlite3.DatabaseError` for
    what is no sound database.
    """
    steps = _steps_after(_revision(file))
    if not steps:
        return False
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    if file.exists():
        shutil.copy(file, fresh)
    try:
        with closing(sqlite3.connect(fresh)) as opened:
            for step in steps:
                opened.executescript(step.read_text("utf-8"))
        fresh.replace(file)
    except sqlite3.Error as error:
        raise MigrationFailed(steps[-1].stem) from error
    finally:
        fresh.unlink(missing_ok=True)
    return True


def _revision(file: Path) -> str:
    """Return where a database stands; empty if there is nothing in it."""
    if not file.exists() or not file.stat().st_size:
        return ""
    with closing(sqlite3.connect(file)) as opened:
        (sound,) = opened.execute("PRAGMA quick_check").fetchone()
        row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    if sound != "ok" or row is None:
        raise sqlite3.DatabaseError(sound)
    return str(row[0])


def _steps_after(revision: str) -> list[Path]:
    """Return the files of the migrations after a revision, in order."""
    files = sorted(MIGRATIONS.glob("*.sql"))
    if revision and revision not in {file.stem for file in files}:
        raise NewerDatabase(revision)
    return [file for file in files if file.stem > revision]
