"""Files that are no backups, or of another version: nothing is changed by them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.store.backup import NoBackup, read_backup, write_backup
from tests.backup_files import NO_BACKUPS, SQLITE, keep, on
from tests.database_dump import dump
from tests.databases import app_on, quick_folder


@pytest.fixture(scope="module")
def full() -> Iterator[tuple[Flask, Path]]:
    """Yield an app that keeps something, and its backup; no test changes it."""
    with quick_folder() as folder, app_on(f"{SQLITE}{folder / 'full.db'}") as app:
        keep(app)
        on(app, write_backup, folder / "backup.db")
        yield app, folder / "backup.db"


@pytest.mark.parametrize("kind", NO_BACKUPS)
def test_what_is_no_backup_changes_nothing(
    full: tuple[Flask, Path], tmp_path: Path, kind: str
) -> None:
    app, backup = full
    file = tmp_path / "file.db"
    NO_BACKUPS[kind](file, backup)
    before, content = dump(app), file.read_bytes()
    with pytest.raises(NoBackup):
        on(app, read_backup, file)
    assert dump(app) == before
    assert file.read_bytes() == content
