"""Servers that are killed: what was acknowledged is there, once, and SQLite's log beside it."""

import logging
import os
import random
import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import create_engine, text

from referee.cli import main
from referee.rules.games import ruleset
from referee.rules.log.entries import read_entry
from referee.rules.log.record import replay
from referee.services import group_edits
from referee.store import queries, sqlite
from referee.store.backup import write_backup
from referee.store.database import db
from referee.store.sqlite import ForeignLog, check_log, log_of
from tests.api_calls import API, NAMES, shown
from tests.databases import SQLITE, app_on, keep, on, quick_folder
from tests.oracle.krypkasino_simulator import Game, State, simulate
from tests.server_processes import HOST, PATIENCE, WAITS, free_port, insist, running, serving
from tests.strategies import SOAK
from tests.test_server import fetch

KILLS = {"sqlite": 400, "postgresql": 100} if SOAK > 1 else {"sqlite": 1, "postgresql": 1}
SOONEST, LATEST = 0.005, 0.3
"""Seconds of traffic before the server dies."""
TABLES = 2
CLIENTS = 2 * TABLES
"""Two phones at each table, which enter the same plays: one of them is faster."""

log_of_run = logging.getLogger(__name__)
"""`--log-cli-level=INFO` shows it."""


@dataclass
class Followed:
    """A session whose game is followed: what will be entered, and what has been."""

    game: Game
    session: str
    key: str
    entries: list[dict[str, Any]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    acknowledged: dict[str, tuple[dict[str, Any], Any]] = field(default_factory=dict)
    """Each key, with what was sent and what came back."""

    @property
    def path(self) -> str:
        return f"/sessions/{self.session}/games/1"

    def write_script(self, chance: random.Random) -> None:
        """Write all plays of the game; now and then one is undone and brought back. Entry n is
        ``entries[n - 1]``, and ``states[n - 1]`` is the table after it."""
        state = self.game.start
        self._then({"table": self.game.dealt}, state)
        for play in self.game.plays:
            before, state = state, play.state
            self._then({"card": play.card, "captured": play.captured}, state)
            if chance.random() < 0.1:
                seq = len(self.entries)
                self._then({"undo": seq}, before)
                self._then({"undo": seq + 1}, state)

    def _then(self, entry: dict[str, Any], state: State) -> None:
        self.entries.append(entry)
        self.states.append(state)


def enter_all(
    port: int, number: int, table: Followed, begin: threading.Barrier, stop: threading.Event
) -> None:
    """Enter what comes next until the server is gone, and what was on its way once more."""
    seq = get(port, table, table.path)["seq"]
    begin.wait(WAITS)
    while not stop.is_set() and seq < len(table.entries):
        key = f"{number} {seq}"
        body = {"key": key, "after": seq, **table.entries[seq]}
        status, answer = insist(port, "POST", f"{table.path}/plays", body, table.key)
        assert status in (201, 409), answer
        if status == 201:
            assert answer["seq"] == seq + 1
            table.acknowledged[key] = body, answer
            seq += 1
        else:  # the other phone was faster
            assert answer["state"]["seq"] > seq
            seq = answer["state"]["seq"]


def get(port: int, table: Followed, path: str) -> Any:
    status, answer = insist(port, "GET", path, None, table.key)
    assert status == 200, answer
    return answer


def new_table(port: int, chance: random.Random) -> Followed:
    game = simulate(chance, chance.randint(2, 6), 0, careless=0.3)
    body = {"game": "krypkasino", "players": NAMES[: game.players]}
    _, started = insist(port, "POST", "/sessions", body)
    table = Followed(game, started["id"], started["edit_key"])
    assert insist(port, "POST", f"/sessions/{table.session}/games", {}, table.key)[0] == 201
    table.write_script(chance)
    return table


@dataclass(frozen=True)
class Server:
    port: int
    url: str
    folder: Path

    @contextmanager
    def __call__(self) -> Iterator[Any]:
        """Yield a life of the server."""
        env = {"REFEREE_INSTANCE": str(self.folder), "REFEREE_DATABASE_URL": self.url}
        log = self.folder / "log"
        with serving(self.port, env, log) as process:
            yield process
        assert "Traceback" not in log.read_text("utf-8")

    def logs(self) -> dict[str, list[Any]]:
        """Return the entries of each session's game in the database."""
        query = """
            SELECT games.session_id, log_entries.seq, log_entries.key, log_entries.text, games.seq
            FROM games LEFT JOIN log_entries ON log_entries.game_id = games.id
            ORDER BY games.id, log_entries.seq"""
        engine = create_engine(self.url)
        with engine.connect() as connection:
            rows = connection.execute(text(query)).all()
        engine.dispose()
        found: dict[str, list[Any]] = {}
        for session, *row in rows:
            found.setdefault(session, []).extend([row] if row[0] else [])
        return found


def check(server: Server, table: Followed, log: list[Any]) -> None:
    """Everything acknowledged is there once, and the state is what the log gives."""
    assert [seq for seq, *_ in log] == list(range(1, len(log) + 1))
    assert {whole for *_, whole in log} <= {len(log)}
    seqs = {key: seq for seq, key, *_ in log}
    assert len(seqs) == len(log)
    assert {key: seqs.get(key) for key in table.acknowledged} == {
        key: answer["seq"] for key, (_, answer) in table.acknowledged.items()
    }
    for body, answer in table.acknowledged.values():
        again = insist(server.port, "POST", f"{table.path}/plays", body, table.key)
        assert again == (201, answer)
    state = get(server.port, table, table.path)
    assert state["seq"] == len(log)
    if log:
        expected = shown(table.states[len(log) - 1])
        assert {name: state[name] for name in expected} == expected
        entries = [read_entry(line) for _, _, line, _ in log]
        record = replay(ruleset("krypkasino"), table.game.players, 0, entries)
        assert len(record.irregularities) == len(state["irregularities"])
        assert record.finished == (state["scores"] is not None)
        if record.finished:
            sheet = get(server.port, table, f"{table.path}/sheet")
            assert sheet["result"] == state["scores"]


@pytest.mark.parametrize(
    ("empty_database", "database"),
    [(name, name) for name in KILLS],
    indirect=["empty_database"],
    ids=list(KILLS),
)
def test_the_server_is_killed(empty_database: str, database: str, tmp_path: Path) -> None:
    chance = random.Random(f"{database} {SOAK if SOAK == 1 else time.time()}")
    server = Server(free_port(), empty_database, tmp_path)
    tables: list[Followed] = []
    at_work: list[Future[None]] = []
    acknowledged = 0
    with ThreadPoolExecutor(CLIENTS) as threads:
        for _ in range(KILLS[database]):
            with server() as process:
                acknowledged += finish(server, tables, at_work)
                while len(tables) < TABLES:
                    tables.append(new_table(server.port, chance))
                begin, stop = threading.Barrier(CLIENTS + 1), threading.Event()
                at_work = [
                    threads.submit(
                        enter_all, server.port, number, tables[number % TABLES], begin, stop
                    )
                    for number in range(CLIENTS)
                ]
                begin.wait(WAITS)
                time.sleep(chance.uniform(SOONEST, LATEST))
                process.kill()
                stop.set()
        with server():
            acknowledged += finish(server, tables, at_work)
    log_of_run.info("%s: %d kills, %d acknowledged", database, KILLS[database], acknowledged)


def finish(server: Server, tables: list[Followed], at_work: list[Future[None]]) -> int:
    """Wait for what was on its way, and look at the logs: how many acknowledged entries stand
    there. Games that are over are put away."""
    for done in at_work:
        done.result(WAITS)
    logs = server.logs()
    for table in tables:
        check(server, table, logs[table.session])
    assert server.logs() == logs
    acknowledged = sum(len(table.acknowledged) for table in tables)
    for table in tables[:]:
        table.acknowledged.clear()
        if len(logs[table.session]) == len(table.entries):
            tables.remove(table)
    return acknowledged


# After a stop
GROUP = '{"game": "krypkasino", "players": ["Ada", "Bo"]}'


def gunicorn(port: int) -> list[str]:
    workers = [sys.executable, "-m", "gunicorn", "--workers", "2"]
    return [*workers, "--bind", f"{HOST}:{port}", "referee:create_app()"]


STOPS = {"SIGINT": signal.SIGINT, "gunicorn": signal.SIGTERM}
"""`test_server.py` has the third way, SIGTERM to the command."""


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
