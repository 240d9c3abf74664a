"""Backups: everything or nothing, and the commands that make, restore and refuse them."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee import create_app
from referee.cli import main
from referee.rules.log.entries import read_entry
from referee.services import followed_games, game_changes, group_edits, sessions, sheet_entry
from referee.services.access import Access
from referee.services.exports import export_group
from referee.services.names import GameId
from referee.store.backup import NoBackup, read_backup, write_backup
from referee.store.database import close, db
from tests.databases import (
    NO_BACKUPS,
    SQLITE,
    app_on,
    counts,
    dump,
    keep,
    new_database,
    on,
    quick_folder,
    wipe,
)
from tests.page_client import Phone


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
        on(target, sheet_entry.count_sweep, group, GameId(session, 2), number, f"after {number}")
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


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """``referee`` with an instance folder of its own."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path / "instance"))

    def run(*arguments: str | Path, typed: str = "") -> Result:
        result = CliRunner().invoke(main, [str(one) for one in arguments], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def installed(command: Callable[..., Result]) -> Iterator[Flask]:
    """Yield the app that the command is for."""
    app = create_app({"TESTING": True})
    yield app
    close(app)


# Backups
def test_backup_and_restore(
    command: Callable[..., Result], installed: Flask, tmp_path: Path
) -> None:
    keep(installed)
    before, file = dump(installed), tmp_path / "backup.db"
    rows = sum(counts(installed).values())
    result = command("backup", file)
    assert (result.exit_code, result.output) == (0, f"{file}: {rows} rows\n")
    keep(installed, "Monday")
    more = dump(installed)
    result = command("restore", file, typed="n\n")
    assert result.exit_code == 1
    assert "This replaces everything that is kept." in result.output
    assert dump(installed) == more
    result = command("restore", file, typed="y\n")
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, f"{file}: {rows} rows")
    assert dump(installed) == before
    assert command("restore", file, "--yes").exit_code == 0
    wipe(installed)
    result = command("restore", file)
    assert (result.exit_code, result.output) == (0, f"{file}: {rows} rows\n")
    assert dump(installed) == before


def test_what_the_commands_refuse(
    command: Callable[..., Result], installed: Flask, tmp_path: Path
) -> None:
    keep(installed)
    before, file = dump(installed), tmp_path / "backup.db"
    assert command("backup", file).exit_code == 0
    NO_BACKUPS["text"](tmp_path / "text", file)
    refused = [
        # arguments, what the last line says
        (("backup", file), "File exists"),
        (("backup", tmp_path / "nowhere" / "x.db"), "No such file or directory"),
        (("restore", tmp_path, "--yes"), "Is a directory"),
        (("restore", tmp_path / "text", "--yes"), "not a backup that this version can read"),
    ]
    for arguments, sentence in refused:
        result = command(*arguments)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.endswith(f"Error: {arguments[1]}: {sentence}\n")
        assert dump(installed) == before


# Links
def opens(app: Flask, address: str) -> bool:
    phone = Phone(app)
    return phone.ask("/k/" + address.rpartition("/k/")[2]).status_code == 302


def test_new_links(command: Callable[..., Result], installed: Flask) -> None:
    """Of a group by its name or id; the old ones stop."""
    group, _ = keep(installed)
    other, _ = keep(installed, "Monday")
    old: list[str] = []
    for name in ("Friday", group.group_id):
        result = command("link", name, "--address", "https://cards.example/")
        assert result.exit_code == 0
        play, look = result.output.splitlines()
        assert play.startswith("to play     https://cards.example/k/")
        assert look.startswith("to look on  https://cards.example/k/")
        addresses = [line.split()[-1] for line in (play, look)]
        assert [opens(installed, address) for address in addresses] == [True, True]
        assert not any(opens(installed, address) for address in old)
        phone = Phone(installed)
        page = phone.get("/k/" + addresses[0].rpartition("/k/")[2])
        assert page.has("End the session")
        page = Phone(installed).get("/k/" + addresses[1].rpartition("/k/")[2])
        assert not page.has("End the session")
        old += addresses
    before = dump(installed)
    result = command("link", other.group_id)  # without an address that leads anywhere
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Nothing was changed: the old links still work" in result.stderr
    assert dump(installed) == before


def test_groups_are_listed_and_deleted_after_a_question(
    command: Callable[..., Result], installed: Flask
) -> None:
    friday, _ = keep(installed)
    monday, _ = keep(installed, "Monday")
    listed = command("groups")
    assert listed.exit_code == 0
    assert {tuple(line.split()[::3]) for line in listed.output.splitlines()} == {
        (friday.group_id, "Friday"),
        (monday.group_id, "Monday"),
    }
    assert all(line.split()[2] == "1" for line in listed.output.splitlines())
    before = dump(installed)
    result = command("groups", "delete", "Friday")  # nobody answers
    assert (result.exit_code, dump(installed)) == (1, before)
    assert "This deletes “Friday” for good (1 evening). Continue?" in result.output
    assert "there is no such group" in command("groups", "delete", "nobody", "--yes").stderr
    assert command("groups", "delete", friday.group_id, "--yes").exit_code == 0
    assert [line.split()[-1] for line in command("groups").output.splitlines()] == ["Monday"]


def test_groups_are_merged_by_command(
    command: Callable[..., Result], installed: Flask, tmp_path: Path
) -> None:
    """Two of them, and a file into one; it asks before."""
    keep(installed)
    monday, _ = keep(installed, "Monday")
    with installed.app_context():
        saved = json.dumps(export_group(monday, None))
    (tmp_path / "monday.json").write_text(saved, "utf-8")
    before = dump(installed)
    result = command("merge", "Monday", "Friday")  # nobody answers
    assert (result.exit_code, dump(installed)) == (1, before)
    assert "Evenings that come: 1\n" in result.output
    assert command("merge", "Monday", "Friday", "--yes").exit_code == 0
    (line,) = command("groups").output.splitlines()
    assert line.split()[2:] == ["2", "Friday"]
    again = command("merge", tmp_path / "monday.json", "Friday", "--yes")
    assert again.output.splitlines()[:2] == [
        "Evenings that come: 0",
        "Evenings in both, which stay once: 1",
    ]
    (tmp_path / "other.json").write_text('{"plays": [], "games": [], "players": []}', "utf-8")
    refused = command("merge", tmp_path / "other.json", "Friday", "--yes")
    assert (refused.exit_code, "Board Game Stats" in refused.stderr) == (1, True)
    assert "This is the same group." in command("merge", "Friday", "Friday", "--yes").stderr


def test_links_of_no_group(command: Callable[..., Result], installed: Flask) -> None:
    keep(installed)
    before = dump(installed)
    for name in ("", "friday", "%"):
        result = command("link", name)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "there is no such group" in result.stderr
    assert dump(installed) == before


def test_links_of_several_groups(command: Callable[..., Result], installed: Flask) -> None:
    """The links of all groups are listed, and none is changed."""
    ids = [keep(installed)[0].group_id]
    wipe_receipts(installed)
    ids.append(keep(installed)[0].group_id)
    before = dump(installed)
    result = command("link", "Friday")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there are several: give the id" in result.stderr
    assert [line.split()[0] for line in result.stderr.splitlines()[:2]] == ids
    assert dump(installed) == before


def wipe_receipts(app: Flask) -> None:
    """Delete the receipts, so that the same key makes another group."""
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM receipts")
        connection.commit()
