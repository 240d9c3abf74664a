"""Phones bring their tables up to date without Alembic, and with the same result."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.offline import schema_migration
from referee.store.migration import MIGRATIONS
from tests.databases import at_revision

REVISIONS = sorted(path.stem[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))


def tables(file: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        found = opened.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name != 'alembic_version'"
            " AND sql IS NOT NULL"
        ).fetchall()
        revision = opened.execute("SELECT version_num FROM alembic_version").fetchall()
    same = [tuple(" ".join(text.split()) for text in row) for row in found]
    return [*sorted(same), *revision]


def with_alembic(file: Path, revision: str) -> Path:
    at_revision(f"sqlite:///{file}", revision)
    return file


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return an empty database of each revision, as Alembic has left it on its way to the last."""
    folder = tmp_path_factory.mktemp("stages")
    for revision in REVISIONS:
        file = with_alembic(folder / "referee.db", revision)
        shutil.copy(file, folder / f"{revision}.db")
    return {revision: folder / f"{revision}.db" for revision in REVISIONS}


@pytest.mark.parametrize("revision", [None, *REVISIONS])
def test_it_ends_as_alembic_ends(
    revision: str | None, stages: dict[str, Path], tmp_path: Path
) -> None:
    ours = tmp_path / "ours.db"
    if revision:
        shutil.copy(stages[revision], ours)
    assert schema_migration.upgrade(ours) is (revision != REVISIONS[-1])
    assert tables(ours) == tables(stages[REVISIONS[-1]])
    assert schema_migration.upgrade(ours) is False


def test_what_is_kept_is_still_there(tmp_path: Path) -> None:
    file = with_alembic(tmp_path / "old.db", "0003")
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("INSERT INTO groups VALUES ('0g', 'Ada', '2026-01-01', 'e', 'v', 1)")
        opened.execute(
            "INSERT INTO game_sessions (id, group_id, game, house, games_planned, first_dealer,"
            " currency, started_at, version)"
            " VALUES ('0s', '0g', 'casino', '[]', 1, 0, '', '2026', 1)"
        )
        opened.commit()
    assert schema_migration.upgrade(file)
    with closing(sqlite3.connect(file)) as opened:
        found = opened.execute("SELECT id, settlement, target FROM game_sessions").fetchall()
    assert found == [("0s", "pairwise", None)]


@pytest.mark.parametrize(
    ("damage", "refusal"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", schema_migration.NewerDatabase),
        ("DELETE FROM alembic_version", sqlite3.DatabaseError),
        ("DROP TABLE alembic_version", sqlite3.DatabaseError),
    ],
)
def test_what_is_refused_stays_as_it_is(
    damage: str, refusal: type[Exception], tmp_path: Path
) -> None:
    file = tmp_path / "referee.db"
    schema_migration.upgrade(file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute(damage)
        opened.commit()
    before = file.read_bytes()
    with pytest.raises(refusal):
        schema_migration.upgrade(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["referee.db"]


def test_a_step_that_fails_leaves_the_file(tmp_path: Path) -> None:
    file = with_alembic(tmp_path / "referee.db", "0004")
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("ALTER TABLE games ADD COLUMN missed INTEGER")
    before = tables(file)
    with pytest.raises(schema_migration.MigrationFailed):
        schema_migration.upgrade(file)
    assert tables(file) == before
    assert not (tmp_path / "referee.db.new").exists()
