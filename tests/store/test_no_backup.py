"""Files that are no backups, or of another version: nothing is changed by them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.store.backup import NoBackup, read_backup, write_backup
from tests.backups import NO_BACKUPS, SQLITE, keep, on
from tests.databases import app_on
from tests.dumps import dump


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Path]]:
    """An app that keeps something, and its backup; no test changes it."""
    folder = tmp_path_factory.mktemp("full")
    with app_on(f"{SQLITE}{folder / 'full.db'}") as app:
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


def test_a_newer_backup_changes_nothing_on_any_database(app: Flask, tmp_path: Path) -> None:
    keep(app)
    on(app, write_backup, tmp_path / "backup.db")
    NO_BACKUPS["newer"](tmp_path / "file.db", tmp_path / "backup.db")
    before = dump(app)
    with pytest.raises(NoBackup):
        on(app, read_backup, tmp_path / "file.db")
    assert dump(app) == before


def test_no_file_is_written_over(full: tuple[Flask, Path], tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    file.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        on(full[0], write_backup, file)
    assert file.read_bytes() == b"mine"
    with pytest.raises(FileNotFoundError):
        on(full[0], write_backup, tmp_path / "folder" / "backup.db")
