"""Migrations on a phone, from the statements that Alembic writes for SQLite.

Alembic itself is left out of the pack: it is a megabyte, most of it for databases that no phone
has. ``migrations/`` beside this module has one file a revision;
``tests/offline/test_bridge.py`` requires the same tables of both."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(Exception):
    """A database that a newer version of the app wrote."""


class MigrationFailed(Exception):
    """A migration that fails with this database; the text is its revision."""


def upgrade(file: Path) -> bool:
    """Migrate a database file to this version, or make it; return whether anything was done.

    A copy is migrated and then takes the file's place: an error leaves the file as it was. Raises
    :class:`NewerDatabase`, :class:`MigrationFailed`, and :class:`sqlite3.DatabaseError` for a
    damaged database."""
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
    """Return the revision of a database, "" if it is empty."""
    if not file.exists() or not file.stat().st_size:
        return ""
    with closing(sqlite3.connect(file)) as opened:
        (sound,) = opened.execute("PRAGMA quick_check").fetchone()
        row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    if sound != "ok" or row is None:
        raise sqlite3.DatabaseError(sound)
    return str(row[0])


def _steps_after(revision: str) -> list[Path]:
    files = sorted(MIGRATIONS.glob("*.sql"))
    if revision and revision not in {file.stem for file in files}:
        raise NewerDatabase(revision)
    return [file for file in files if file.stem > revision]
