"""Backups: everything or nothing, from any database to any other, while people go on playing."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee import create_app
from referee.cli import main
from referee.rules.scoring import Row
from referee.services import games, groups, sessions, sheets
from referee.services.links import Access
from referee.services.sessions import Plan
from referee.store.backup import NoBackup, is_empty, read_backup, write_backup
from referee.store.database import db
from tests.databases import app_on, new_database
from tests.dumps import counts, dump, wipe
from tests.phones import Phone

SQLITE = "sqlite:///"
NEWER = "9999"


@pytest.fixture
def app(empty_database: str) -> Iterator[Flask]:
    """An app on each database."""
    with app_on(empty_database) as app:
        yield app


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Flask]:
    """An app on SQLite, where one database is as good as the other."""
    with app_on(f"{SQLITE}{tmp_path / 'here.db'}") as app:
        yield app


def keep(app: Flask, name: str = "Friday") -> tuple[Access, str]:
    """Rows in every table: a group, and its session with a finished and an open game."""
    with app.app_context():
        plan = Plan("krypkasino", ["Ada", "שרה", "👵🏽"], house=["last_capture_point"])
        session, group_id, _ = sessions.start_group(plan, name, f"key of {name}")
        group = Access(group_id, may_write=True)
        for number in (1, 2):
            games.begin_game(group, session)
            games.count_sweep(group, session, number, 1, "sweep", double=True)
            if number == 1:
                kinds = {"storan": 2, "lillan": 2, "ace_of_spades": 2}
                counted = [kinds | {"other_spades": 0, "other_aces": 0}, 20, 8]
                for seat, one in enumerate(counted):
                    sheets.put_row(group, session, 1, seat, Row(seat, one), sheets.ANY_VERSION)
                sheets.close_game(group, session, 1, 2, accept_imbalance=True)
                sheets.put_row(group, session, 1, 2, Row(0, 9), sheets.ANY_VERSION)
        return group, session


def on(app: Flask, act: Callable[..., Any], *arguments: Any) -> Any:
    with app.app_context():
        return act(*arguments)


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
    on(app, groups.rename_group, group, "Saturday")
    on(app, sessions.close_session, group, session)
    assert dump(app) != before
    assert on(app, read_backup, file) == sum(counts(app).values())
    assert dump(app) == before
    keep(app, "Sunday")
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup.db"]


def test_nothing_can_be_kept_too(app: Flask, tmp_path: Path) -> None:
    assert on(app, is_empty)
    assert on(app, write_backup, tmp_path / "backup.db") == 0
    keep(app)
    assert not on(app, is_empty)
    assert on(app, read_backup, tmp_path / "backup.db") == 0
    assert on(app, is_empty)


def test_a_backup_can_be_read_again_and_again(here: Flask, tmp_path: Path) -> None:
    keep(here)
    on(here, write_backup, tmp_path / "one.db")
    content = (tmp_path / "one.db").read_bytes()
    before = dump(here)
    for number in range(3):
        on(here, read_backup, tmp_path / "one.db")
        on(here, write_backup, tmp_path / f"two {number}.db")
    assert (tmp_path / "one.db").read_bytes() == content
    assert dump(here) == before


def test_links_work_as_before(here: Flask, tmp_path: Path) -> None:
    with here.app_context():
        started = sessions.start_group(Plan("krypkasino", ["Ada", "Bo"]))
    on(here, write_backup, tmp_path / "backup.db")
    wipe(here)
    assert Phone(here).ask(f"/k/{started.edit_key}").status_code == 404
    on(here, read_backup, tmp_path / "backup.db")
    assert "Ada" in Phone(here).get(f"/k/{started.edit_key}").text


# From one database to another


@pytest.fixture
def apps(
    request: pytest.FixtureRequest, tmp_path: Path, postgresql_url: str
) -> Iterator[dict[str, Flask]]:
    """Three apps on empty databases."""
    wanted = SimpleNamespace(param="postgresql", getfixturevalue=request.getfixturevalue)
    with (
        new_database(wanted, tmp_path) as url,  # type: ignore[arg-type]  # all it asks for
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
        on(target, games.count_sweep, group, session, 2, number, f"after {number}")
        on(target, games.discard_game, group, session, 2)
        on(target, games.begin_game, group, session)
        on(target, games.count_sweep, group, session, 2, number, "sweep")
        keep(target, f"new {number}")
        before = {name: len(rows) for name, rows in dump(source).items()}
        after = {name: len(rows) for name, rows in dump(target).items()}
        assert all(after[name] > before[name] for name in before)


# What is no backup


def text(file: Path, _backup: Path) -> None:
    file.write_text("no backup", "utf-8")


def nothing(file: Path, _backup: Path) -> None:
    file.touch()


def cut_off(file: Path, backup: Path) -> None:
    file.write_bytes(backup.read_bytes()[:20_000])


def scribbled(file: Path, backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[4096 * 3 : 4096 * 5] = b"x" * 4096 * 2
    file.write_bytes(content)


def changed(script: str) -> Callable[[Path, Path], None]:
    """A backup on which something was done."""

    def make(file: Path, backup: Path) -> None:
        file.write_bytes(backup.read_bytes())
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(script)

    return make


def another(script: str) -> Callable[[Path, Path], None]:
    """A SQLite file of somebody else's."""

    def make(file: Path, _backup: Path) -> None:
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(script)

    return make


VERSION = "CREATE TABLE alembic_version (version_num TEXT);"
NO_BACKUPS = {
    "text": text,
    "nothing": nothing,
    "cut off": cut_off,
    "scribbled over": scribbled,
    "another file": another("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('A');"),
    "another file of an Alembic": another(f"{VERSION} INSERT INTO alembic_version VALUES ('x');"),
    "no revision": changed("DELETE FROM alembic_version"),
    "newer": changed(f"UPDATE alembic_version SET version_num = '{NEWER}'"),
    "newer with other tables": changed(
        f"UPDATE alembic_version SET version_num = '{NEWER}';"
        "ALTER TABLE groups ADD COLUMN colour TEXT; DROP TABLE receipts"
    ),
    "a table short": changed("DROP TABLE receipts"),
    "a column short": changed("ALTER TABLE sheet_rows DROP COLUMN total"),
    "seats of nobody": changed("PRAGMA foreign_keys = OFF; DELETE FROM players"),
}


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


@pytest.mark.parametrize("name", ["nothing.db", "", "folder/nothing.db"])
def test_a_file_that_is_not_there(full: tuple[Flask, Path], tmp_path: Path, name: str) -> None:
    before = dump(full[0])
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        on(full[0], read_backup, tmp_path / name)
    assert dump(full[0]) == before


def test_no_file_is_written_over(full: tuple[Flask, Path], tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    file.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        on(full[0], write_backup, file)
    assert file.read_bytes() == b"mine"
    with pytest.raises(FileNotFoundError):
        on(full[0], write_backup, tmp_path / "folder" / "backup.db")


# While people play


def test_a_backup_is_of_one_moment(app: Flask, tmp_path: Path) -> None:
    """Each sweep is two rows that change together; each backup has both or neither."""
    group, session = keep(app)
    written, stop = Event(), Event()

    def write() -> None:
        with app.app_context():
            number = 0
            while not stop.is_set():
                games.count_sweep(group, session, 2, number % 3, f"sweep {number}")
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
    """How many sweeps a backup has, once all of it fits together."""
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


# The command


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
    """The app that the command is for."""
    app = create_app({"TESTING": True})
    yield app
    with app.app_context():
        db.engine.dispose()


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
    NO_BACKUPS["newer"](tmp_path / "newer.db", file)
    NO_BACKUPS["text"](tmp_path / "text", file)
    refused = [
        # arguments, what the last line says
        (("backup", file), "File exists"),
        (("backup", tmp_path / "nowhere" / "x.db"), "No such file or directory"),
        (("restore", tmp_path / "nothing.db", "--yes"), "No such file or directory"),
        (("restore", tmp_path, "--yes"), "Is a directory"),
        (("restore", tmp_path / "text", "--yes"), "no backup that this version can read"),
        (("restore", tmp_path / "newer.db", "--yes"), "no backup that this version can read"),
    ]
    for arguments, sentence in refused:
        result = command(*arguments)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.endswith(f"Error: {arguments[1]}: {sentence}\n")
        assert dump(installed) == before


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
    result = command("link", other.group_id)
    assert "http://localhost:8000/k/" in result.output


def test_links_of_no_group(command: Callable[..., Result], installed: Flask) -> None:
    keep(installed)
    before = dump(installed)
    for name in ("nobody", "", "friday", "%", "Fri"):
        result = command("link", name)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "there is no such group" in result.stderr
    assert dump(installed) == before


def test_links_of_several_groups(command: Callable[..., Result], installed: Flask) -> None:
    """They are listed, and none is changed."""
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
    """So that the same key makes another group."""
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM receipts")
        connection.commit()
