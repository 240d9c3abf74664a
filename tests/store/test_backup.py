"""Backups: everything or nothing, from any database to any other, while people go on playing."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from flask import Flask

from referee.rules.log.entries import read_entry
from referee.services import followed_games, game_changes, group_edits, sessions, sheet_entry
from referee.services.access import Access
from referee.services.names import GameId
from referee.store.backup import read_backup, write_backup
from tests.backup_files import SQLITE, keep, on
from tests.database_dump import counts, dump
from tests.databases import app_on, new_database


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Flask]:
    """Yield an app on SQLite, where one database is as good as the other."""
    with app_on(f"{SQLITE}{tmp_path / 'here.db'}") as app:
        yield app


# Out and in again


def test_a_restored_backup_is_what_was(app: Flask, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    keep(app)
    keep(app, "Monday")
    before = dump(app)
    assert all(before.values())
    assert on(app, write_backup, file) == sum(counts(app).values())
    assert dump(app) == before
    group, session = keep(app, "Sunday")
    on(app, group_edits.rename_group, group, "Saturday")
    on(app, sessions.close_session, group, session)
    assert dump(app) != before
    assert on(app, read_backup, file) == sum(counts(app).values())
    assert dump(app) == before
    keep(app, "Sunday")
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup.db"]


# From one database to another


@pytest.fixture
def apps(
    request: pytest.FixtureRequest, tmp_path: Path, postgresql_url: str
) -> Iterator[dict[str, Flask]]:
    """Three apps on empty databases."""
    wanted = SimpleNamespace(param="postgresql", getfixturevalue=request.getfixturevalue)
    with (
        new_database(wanted, tmp_path) as url,
        app_on(f"{SQLITE}{tmp_path / 'one.db'}") as one,
        app_on(url) as other,
        app_on(f"{SQLITE}{tmp_path / 'three.db'}") as last,
    ):
        yield {"SQLite": one, "PostgreSQL": other, "SQLite again": last}


def test_moving_to_postgresql_and_back(apps: dict[str, Flask], tmp_path: Path) -> None:
    """Nothing is lost, and new rows get ids that nothing had."""
    here, there, again = apps.values()
    group, session = keep(here)
    keep(there, "somebody else's")
    for number, (source, target) in enumerate([(here, there), (there, again)]):
        file = tmp_path / f"backup {number}.db"
        on(source, write_backup, file)
        on(target, read_backup, file)
        assert dump(target) == dump(source)
        on(
            target,
            sheet_entry.count_sweep,
            group,
            GameId(session, 2),
            number,
            f"after {number}",
        )
        on(target, game_changes.discard_game, group, GameId(session, 2))
        on(target, game_changes.begin_game, group, session)
        on(target, sheet_entry.count_sweep, group, GameId(session, 2), number, "sweep")
        on(target, enter, group, session)
        keep(target, f"new {number}")
        before = {name: len(rows) for name, rows in dump(source).items()}
        after = {name: len(rows) for name, rows in dump(target).items()}
        assert all(after[name] > before[name] for name in before)


def enter(group: Access, session: str) -> None:
    dealt = read_entry("table 2S 3H 5D JC 9C")
    followed_games.enter(group, GameId(session, 2), dealt, key="dealt", seen=0)


# While people play


def test_a_backup_is_of_one_moment(app: Flask, tmp_path: Path) -> None:
    """Each sweep is two rows that change together; each backup has both or neither."""
    group, session = keep(app)
    written, stop = Event(), Event()

    def write() -> None:
        with app.app_context():
            number = 0
            while not stop.is_set():
                sheet_entry.count_sweep(group, GameId(session, 2), number % 3, f"sweep {number}")
                number += 1
                written.set()

    writer = Thread(target=write)
    writer.start()
    seen = []
    try:
        for number in range(4):
            assert written.wait(10)
            written.clear()
            file = tmp_path / f"backup {number}.db"
            on(app, write_backup, file)
            seen.append(check_consistent(file))
    finally:
        stop.set()
        writer.join()
    assert seen == sorted(seen)
    assert seen[-1] > seen[0]


def check_consistent(file: Path) -> int:
    """Return how many sweeps a backup has, once all of it fits together."""
    with closing(sqlite3.connect(file)) as opened:
        rows = opened.execute("SELECT game_id, seat, markers FROM sheet_rows").fetchall()
        counted: Counter[tuple[int, int]] = Counter()
        for game, seat, markers in opened.execute(
            "SELECT game_id, seat, markers FROM counted_sweeps"
        ):
            counted[game, seat] += markers
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
    finished = min(game for game, _, _ in rows)
    for game, seat, markers in rows:
        assert game == finished or markers == counted[game, seat]
    return sum(counted.values())
