"""The server is killed while plays are written: what was acknowledged is in the log, once."""

import logging
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from referee.rules.games import ruleset
from referee.rules.log.entries import read_entry
from referee.rules.log.record import replay
from tests.api_calls import NAMES
from tests.followed_game_calls import shown
from tests.forked_server import serving
from tests.oracle.krypkasino_simulator import Game, State, simulate
from tests.server_processes import free_port
from tests.store.server_calls import WAITS, insist
from tests.strategies import SOAK

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
