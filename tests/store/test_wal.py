"""SQLite's log beside the database: none after a clean stop, and one of another file is refused."""

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner
from flask import Flask

from referee.cli import main
from referee.services import group_edits
from referee.store import queries, sqlite
from referee.store.backup import write_backup
from referee.store.database import db
from referee.store.sqlite import ForeignLog, check_log, log_of
from tests.api_calls import API
from tests.backup_files import SQLITE, keep, on
from tests.databases import app_on, quick_folder
from tests.forked_server import serving
from tests.server_processes import HOST, PATIENCE, free_port, running
from tests.test_http_server import fetch

# After a stop

GROUP = '{"game": "krypkasino", "players": ["Ada", "Bo"]}'


def gunicorn(port: int) -> list[str]:
    workers = [sys.executable, "-m", "gunicorn", "--workers", "2"]
    return [*workers, "--bind", f"{HOST}:{port}", "referee:create_app()"]


STOPS = {"SIGINT": signal.SIGINT, "gunicorn": signal.SIGTERM}
"""`test_http_server.py` has the third way, SIGTERM to the command."""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("name", STOPS)
def test_a_clean_stop_leaves_one_file(tmp_path: Path, name: str) -> None:
    port, folder, log = free_port(), tmp_path / "instance", tmp_path / "log"
    env = {"REFEREE_INSTANCE": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    one = name == "SIGINT"
    start = serving(port, env, log) if one else running(gunicorn(port), port, env, log=log)
    with start as process:
        make_group(port)
        fetch(port)
        assert process.pid
        os.kill(process.pid, STOPS[name])
        if one:
            process.join(PATIENCE)
        assert (process.exitcode if one else process.wait(PATIENCE)) == 0
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")
    log = log_of(folder / "referee.db")
    assert not log.exists() or log.stat().st_size == 0  # of several workers none may be the last
    assert groups_in(shutil.copy(folder / "referee.db", tmp_path / "copied.db")) == ["Ada, Bo"]


def make_group(port: int) -> None:
    url = f"http://{HOST}:{port}{API}/sessions"
    asked = Request(url, GROUP.encode(), {"Content-Type": "application/json"})
    with urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.status == 201


def groups_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as opened:
        return [name for (name,) in opened.execute("SELECT name FROM groups ORDER BY name")]


# At the start


def on_disk(app: Flask) -> None:
    """Write all of the log into the database file, and start the log anew."""
    with app.app_context(), closing(db.engine.raw_connection()) as opened:
        opened.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.fixture(scope="module")
def killed() -> Iterator[Path]:
    """Yield a folder with what a killed server leaves, ``referee.db`` and its log, and what
    somebody may copy over ``referee.db``."""
    with quick_folder() as folder:
        leave(folder)
        yield folder


def leave(folder: Path) -> None:
    file = folder / "live.db"
    with app_on(f"{SQLITE}{file}") as app:
        on_disk(app)
        keep(app, "Monday")
        on_disk(app)
        shutil.copy(file, folder / "monday.db")
        on(app, write_backup, folder / "backup.db")
        keep(app, "Tuesday")
        on_disk(app)
        keep(app, "Wednesday")
        shutil.copy(file, folder / "referee.db")
        shutil.copy(log_of(file), log_of(folder / "referee.db"))
        with app.app_context(), closing(db.engine.raw_connection()) as opened:
            opened.cursor().execute("PRAGMA wal_checkpoint(FULL)")
    with app_on(f"{SQLITE}{folder / 'another.db'}") as app:
        for number in range(5):
            keep(app, f"Club {number}")


def laid(killed: Path, folder: Path, base: str | None, log: bytes | None = None) -> Path:
    """Return the log of the killed server, or this one, beside such a file."""
    file = folder / "referee.db"
    log_of(file).write_bytes(log_of(killed / "referee.db").read_bytes() if log is None else log)
    if base is not None:
        file.write_bytes((killed / base).read_bytes() if base else b"")
    return file


@pytest.mark.parametrize("base", [None, "", "backup.db", "monday.db", "another.db"])
def test_the_log_of_another_file_is_refused(killed: Path, tmp_path: Path, base: str | None) -> None:
    with pytest.raises(ForeignLog):
        check_log(laid(killed, tmp_path, base))


def test_what_the_command_says_of_such_a_log(
    killed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = laid(killed, tmp_path, "backup.db")
    before = [path.read_bytes() for path in (file, log_of(file))]
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    for call in (["serve"], ["backup", str(tmp_path / "kept.db")]):
        result = CliRunner().invoke(main, call)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Error: {log_of(file)} belongs to another database than")
        assert f"move {log_of(file)} elsewhere" in result.stderr
        assert result.stderr.count("\n") == 1
    assert [path.read_bytes() for path in (file, log_of(file))] == before
    log_of(file).rename(tmp_path / "elsewhere")
    file.with_name("referee.db-shm").unlink(missing_ok=True)
    assert CliRunner().invoke(main, ["backup", str(tmp_path / "kept.db")]).exit_code == 0


def test_what_was_copied_with_its_log_is_restored_whole(
    killed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = laid(killed, tmp_path, "referee.db")
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path / "instance"))
    assert CliRunner().invoke(main, ["restore", "--yes", str(file)]).exit_code == 0
    kept = groups_in(tmp_path / "instance" / "referee.db")
    assert kept == ["Monday", "Tuesday", "Wednesday"]


OWN: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    # what lies there, what is left of the log, the last of the groups that are in it
    "its own": ("referee.db", bytes, "Wednesday"),
    # The power failed in the middle of a page.
    "cut off": ("referee.db", lambda log: log[:-5000], "Tuesday"),
    "no pages": ("monday.db", lambda log: log[:32], "Monday"),
    "noise": ("monday.db", lambda _: b"x" * 10_000, "Monday"),
}


@pytest.mark.parametrize("name", OWN)
def test_its_own_log_is_taken(killed: Path, tmp_path: Path, name: str) -> None:
    base, left, last = OWN[name]
    file = laid(killed, tmp_path, base, left(log_of(killed / "referee.db").read_bytes()))
    check_log(file)
    with app_on(f"{SQLITE}{file}"):
        pass
    days = ["Monday", "Tuesday", "Wednesday"]
    assert groups_in(file)[: days.index(last) + 1] == days[: days.index(last) + 1]


# Of an earlier version, which did not count


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a database of such a version after its stop; one of the day before lies beside it."""
    monkeypatch.setattr(sqlite, "count_transaction", lambda _connection: None)
    file = tmp_path / "live.db"
    with app_on(f"{SQLITE}{file}") as app:
        keep(app, "Monday")
        on_disk(app)
        shutil.copy(file, tmp_path / "monday.db")
        for number in range(20):
            keep(app, f"Tuesday {number}")
        on_disk(app)
        with app.app_context():
            group_edits.new_links(queries.groups_named("Monday")[0].id)
        shutil.copy(file, tmp_path / "referee.db")
        shutil.copy(log_of(file), log_of(tmp_path / "referee.db"))
    return tmp_path / "referee.db"


def test_a_log_is_refused_unless_the_file_is_damaged_itself(older: Path) -> None:
    shutil.copy(older.with_name("monday.db"), older)
    content = older.read_bytes()
    with pytest.raises(ForeignLog):
        check_log(older)
    older.write_bytes(content[:8192] + b"?" * (len(content) - 8192))
    check_log(older)
