"""Database file of SQLite, and the modes of the files."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url

from ..private_files import close_to_others, make_file


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
