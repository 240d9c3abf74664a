"""PostgreSQL that stands still, restarts or does not answer: whom it delays, and for how long."""

import logging
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from referee.config import version
from referee.startup import CannotStart
from referee.store import database, postgresql
from referee.store import postgresql as ours
from referee.store.database import db, writing
from referee.store.driver_errors import DatabaseBusy, DriverError, driver_error_of
from tests.api_calls import API, JSON, NAMES, PROBLEM
from tests.databases import app_on
from tests.page_client import keys_of, new_group
from tests.server_processes import (
    HOST,
    PATIENCE,
    PG_BIN,
    Server,
    call,
    forked,
    free_port,
    server,
    serving,
    start_once,
)
from tests.strategies import SOAK

PHONES = 12
STOPS, RESTARTS = (10, 60) if SOAK > 1 else (1, 2)
STOPPED = 20.0 if SOAK > 1 else 0.0
"""Seconds at least: long enough that those who wait are told so as well."""
LONGEST = 4.0
"""Seconds for an answer without a database, on a machine that is busy with other tests."""
HTML = "text/html; charset=utf-8"
UNDERSTOOD = (200, 201, 302, 303, 304, 409, 412, 503)
"""A link leads on with 302."""
WITHOUT = (
    "/krypkasino/referee?table=8+10H&played=8", "/casino/referee?table=8&played=8",
    "/krypkasino/rules", "/krypkasino/referee/share?table=8", "/static/css/base.css",
    "/api/v1/krypkasino/referee?table=8&played=8", "/api/v1/openapi.json",
)  # fmt: skip
"""Nothing of these is kept."""
log_of_run = logging.getLogger(__name__)
"""`--log-cli-level=INFO` shows it."""


@dataclass
class Phone:
    """A phone that taps, looks, and taps again; what gets no answer, or 503, is sent again."""

    port: int
    number: int
    key: str
    pages: str
    session: str
    cookie: str = ""
    etag: str = ""
    acknowledged: list[str] = field(default_factory=list)
    seen: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0

    @property
    def game(self) -> str:
        return f"{API}/sessions/{self.session}/games/1"

    def ask(self, method: str, path: str, body: object = None, key: str = "", **more: str) -> Any:
        """Return status, headers and content of an answer."""
        end = time.monotonic() + PATIENCE
        while True:
            sent = {"Cookie": self.cookie, **more}
            status, headers, content, took = call(self.port, method, path, body, key, **sent)
            self.longest = max(self.longest, took)
            self.check(path, status, headers, content)
            if status != 503:
                return status, headers, content
            assert time.monotonic() < end, content
            time.sleep(0.05)

    def check(self, path: str, status: int, headers: Any, content: Any) -> None:
        """Check that an answer is one that a phone understands."""
        self.seen[status] += 1
        assert status in UNDERSTOOD, (status, path, content)
        kind = headers.get("Content-Type")
        if status == 503:
            assert int(headers["Retry-After"]) > 0
        if status == 304:
            assert not content
        elif not path.startswith("/api"):
            assert status in (302, 303) or (kind == HTML and content.endswith(b"</html>"))
        elif status >= 400:
            assert (kind, content["status"]) == (PROBLEM, status)
        else:
            assert kind == JSON
            assert content

    def open_link(self) -> None:
        """Open a link as a browser would, with cookies."""
        cookies = self.ask("GET", f"/k/{self.key}")[1].get_all("Set-Cookie")
        self.cookie = "; ".join(one.partition(";")[0] for one in cookies or [])

    def tap(self, key: str) -> None:
        """Count a sweep once, however often it is sent. Half of the phones use the pages."""
        seat = self.number % len(NAMES)
        if self.number % 2:
            sent = urlencode({"sweep": seat, "key": key}).encode()
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            kind["Sec-Fetch-Site"] = "same-origin"
            status, _, _ = self.ask("POST", f"{self.pages}/1/sweeps", sent, **kind)
            # The page itself says where another phone has just counted one for the same player.
            assert status in (200, 303)
        else:
            sweep = {"seat": seat, "key": key}
            assert self.ask("POST", f"{self.game}/sweeps", sweep, self.key)[0] == 201
        self.acknowledged.append(key)

    def look(self) -> None:
        _, headers, _ = self.ask("GET", self.game, None, self.key, **{"If-None-Match": self.etag})
        self.etag = headers["ETag"]
        self.ask("GET", f"{self.pages}/1/sheet")
        games = f"{API}/sessions/{self.session}/games"
        self.ask("POST", games, {}, self.key)  # 409: one is being played

    def play(self, stop: threading.Event) -> None:
        self.open_link()
        tap = 0
        while not stop.is_set():
            self.tap(f"{self.number} {tap}")
            self.look()
            tap += 1


def phones_of(port: int) -> list[Phone]:
    """Twelve of one group, whose game has begun, and one more."""
    plan = {"game": "krypkasino", "players": NAMES}
    _, _, made = Phone(port, 0, "", "", "").ask("POST", f"{API}/sessions", plan)
    pages, key = f"/g/{made['group_id']}/{made['id']}", made["edit_key"]
    phones = [Phone(port, number, key, pages, made["id"]) for number in range(PHONES + 1)]
    games = f"{API}/sessions/{made['id']}/games"
    assert phones[0].ask("POST", games, {}, key)[0] == 201
    return phones


@contextmanager
def stopped(postgres: Server) -> Iterator[None]:
    """Stop all processes of the server: the machine takes what is sent, and nobody answers."""
    pids = postgres.processes()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def look_around(postgres: Server, phones: list[Phone], home: Phone) -> float:
    """Stop the server until somebody is sent away; return the longest that anything took which
    needs no database. Home says that it cannot show the groups."""
    longest, begin, unseen = 0.0, time.monotonic(), "Your groups cannot be shown just now."
    before = sum(phone.seen[503] for phone in phones)
    with stopped(postgres):
        while time.monotonic() < begin + STOPPED or sum(one.seen[503] for one in phones) == before:
            assert time.monotonic() < begin + PATIENCE
            for path in WITHOUT:
                status, _, _, took = call(home.port, "GET", path)
                assert status == 200, path
                longest = max(longest, took)
        _, _, page = home.ask("GET", "/")
        assert unseen in page.decode()
        assert "The referee at your card table" in page.decode()
    while unseen in home.ask("GET", "/")[2].decode():
        assert time.monotonic() < begin + STOPPED + PATIENCE
    return longest


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server of its own, which a test may stop, and starts again."""
    if PG_BIN is None and not os.environ.get("CI"):
        pytest.skip("not on this machine: postgresql")
    with server(tmp_path_factory.mktemp("postgresql")) as started:
        yield started


def test_postgresql_stops_and_restarts_under_twelve_phones(
    postgres: Server, tmp_path: Path
) -> None:
    port, chance, longest = free_port(), random.Random(SOAK), 0.0
    env = {"REFEREE_INSTANCE": str(tmp_path), "REFEREE_DATABASE_URL": postgres.url}
    log, stop = tmp_path / "log", threading.Event()
    with serving(port, env, log), ThreadPoolExecutor(PHONES) as threads:
        *phones, home = phones_of(port)
        home.open_link()
        at_work = [threads.submit(phone.play, stop) for phone in phones]
        try:
            for number in range(STOPS):
                while any(len(phone.acknowledged) <= number for phone in phones):
                    assert not any(one.done() for one in at_work), at_work
                    time.sleep(0.05)
                longest = max(longest, look_around(postgres, phones, home))
            assert "Traceback" not in log.read_text("utf-8")
            for number in range(RESTARTS):
                time.sleep(chance.uniform(0.2, 1.5 if SOAK > 1 else 0.5))
                postgres.stop(("fast", "immediate")[number % 2])
                time.sleep(chance.uniform(0, 0.5))
                postgres.start()
        finally:
            stop.set()
        for one in at_work:
            one.result(2 * PATIENCE)
        _, _, sheet = phones[0].ask("GET", f"{phones[0].game}/sheet", None, phones[0].key)
    counted: Counter[int] = Counter()
    for phone in phones:
        counted[phone.number % len(NAMES)] += len(phone.acknowledged)
    markers = [row["markers"] if row else 0 for row in sheet["rows"]]
    assert markers == [counted[seat] for seat in range(len(NAMES))]
    seen = sum((phone.seen for phone in phones), Counter[int]())
    log_of_run.info(
        "%d stops, %d restarts: answers %s, %d taps acknowledged and counted; longest of a phone "
        "%.1f s, without the database %.1f s",
        *(STOPS, RESTARTS, dict(seen), sum(markers), max(one.longest for one in phones), longest),
    )
    assert longest < LONGEST
    assert "Error on request" not in log.read_text("utf-8")


def test_whoever_watches_is_told_within_a_second_that_it_is_away(
    postgres: Server, tmp_path: Path
) -> None:
    port, log = free_port(), tmp_path / "log"
    env = {"REFEREE_INSTANCE": str(tmp_path), "REFEREE_DATABASE_URL": postgres.url}
    with serving(port, env, log):
        statuses = [health(port)]
        postgres.stop("fast")
        statuses.append(health(port))
        postgres.start()
        statuses.append(health(port))
        processes = postgres.processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            statuses += [health(port), health(port)]
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        while health(port) != 200:  # what waited is answered, or given up
            time.sleep(0.05)
    assert statuses == [200, 503, 200, 503, 503]
    assert "Traceback" not in log.read_text("utf-8")


def health(port: int) -> int:
    """Return the status of the server as a watcher sees it, who waits for it as long as pages may
    take."""
    status, _, answer, seconds = call(port, "GET", "/healthz")
    assert seconds < LONGEST
    assert (answer["status"] == "ok", answer["version"]) == (status == 200, version())
    return int(status)


# The connection ends after the last statement
def cut(app: Flask, after: str) -> None:
    """End the connection at the server when this statement is done, or after the commit."""
    with app.app_context():
        engine = db.engine

    done: list[int] = []

    def end(connection: Any) -> None:
        pid = connection.connection.dbapi_connection.info.backend_pid
        done.append(pid)
        with ThreadPoolExecutor(1) as other:
            other.submit(terminate, app, pid).result()

    def at_statement(connection: Any, _cursor: object, statement: str, *_: object) -> None:
        if after and after in statement and not done:
            end(connection)

    def at_commit(connection: Any) -> None:
        if not after and not done:
            connection.connection.dbapi_connection.commit()
            end(connection)

    event.listen(engine, "commit", at_commit)
    event.listen(engine, "after_cursor_execute", at_statement)


def terminate(app: Flask, pid: int) -> None:
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({pid}, 5000)")


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
def test_the_connection_ends_at_the_end(app: Flask) -> None:
    """The page that was read is right all the same."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    group = new_group(app)
    key, _ = keys_of(group.phone, group.id)
    headers = {"Authorization": f"Bearer {key}"}
    game = f"{API}/sessions/{group.session.split('/')[3]}/games/1"
    expected = group.phone.ask(game, headers=headers)
    headers |= {"If-None-Match": expected.headers["ETag"]}
    cut(app, "edit_hash")
    assert group.phone.ask(game, headers=headers).status_code == 304
    del headers["If-None-Match"]
    cut(app, "FROM corrections")
    answer = group.phone.ask(game, headers=headers)
    assert (answer.status_code, answer.json) == (200, expected.json)
    cut(app, "FROM game_sessions")
    answer = group.phone.ask(game, headers=headers)
    assert (answer.status_code, answer.content_type) == (503, PROBLEM)
    cut(app, "FROM game_sessions")
    assert group.phone.ask(group.session).content_type == HTML
    assert group.phone.get(group.session)


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
def test_the_connection_ends_with_the_commit(app: Flask) -> None:
    """The change is made, and the answer may be right, or ask to send again: it counts once."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    group = new_group(app)
    key, _ = keys_of(group.phone, group.id)
    headers = {"Authorization": f"Bearer {key}"}
    path = f"{API}/sessions/{group.session.split('/')[3]}/games/1/sweeps"
    cut(app, "")
    first = group.phone.ask(path, "POST", json={"seat": 0, "key": "k"}, headers=headers)
    assert first.status_code in (201, 503)
    assert first.content_type == (JSON if first.status_code == 201 else PROBLEM)
    again = group.phone.ask(path, "POST", json={"seat": 0, "key": "k"}, headers=headers)
    assert again.status_code == 201
    assert "+5" in group.phone.get(f"{group.session}/1").text


# Workers that start before their database
@contextmanager
def waiting(url: str, folder: Path) -> Iterator[tuple[Any, Path]]:
    """Yield a worker that has said that it waits, and its log."""
    env, log = {"REFEREE_INSTANCE": str(folder), "REFEREE_DATABASE_URL": url}, folder / "log"
    log.touch()
    with forked(start_once, env, log) as worker:
        while "waiting for the database, next try in 0.5 s" not in log.read_text("utf-8"):
            assert worker.is_alive()
            time.sleep(0.05)
        yield worker, log


def test_a_worker_waits_for_its_database(postgres: Server, tmp_path: Path) -> None:
    postgres.stop("fast")
    with waiting(postgres.url, tmp_path) as (worker, log):
        postgres.start()
        worker.join(PATIENCE)
    assert (worker.exitcode, "Traceback" in log.read_text("utf-8")) == (0, False)


def test_a_worker_that_waits_ends_when_it_is_told(tmp_path: Path) -> None:
    with waiting(f"postgresql://referee@{HOST}:{free_port()}/referee", tmp_path) as (worker, log):
        worker.terminate()
        worker.join(PATIENCE)
    assert (worker.exitcode, "Traceback" in log.read_text("utf-8")) == (0, False)


def test_whoever_asks_for_it_does_not_wait() -> None:
    url = f"postgresql://referee@{HOST}:{free_port()}/referee"
    with pytest.raises(CannotStart), app_on(url, WAIT_FOR_DATABASE=False):
        pass


@pytest.fixture
def small_app(empty_database: str) -> Iterator[Flask]:
    """Yield an app of which one may wait for a database that stands still."""
    with app_on(empty_database, THREADS=4) as app:
        yield app


def ask(app: Flask, statement: str = "SELECT 1") -> None:
    """Ask the database within a request, in a connection that reads."""
    with app.test_request_context():
        database.connection().exec_driver_sql(statement)


def ask_on(app: Flask) -> NoReturn:
    """Ask until that fails."""
    while True:
        ask(app)


ON_POSTGRESQL = pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
LONG = "SELECT pg_sleep(60)"


@ON_POSTGRESQL
def test_nobody_waits_for_ever(small_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "SILENCE", 0.3)
    with pytest.raises(OperationalError) as lost:
        ask(small_app, LONG)
    assert driver_error_of(lost.value) is DriverError.BUSY
    ask(small_app)


@ON_POSTGRESQL
def test_while_one_waits_for_long_others_are_told_at_once(
    small_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.3)
    with ThreadPoolExecutor(1) as other:
        waits = other.submit(ask, small_app, LONG)
        with pytest.raises(DatabaseBusy):
            ask_on(small_app)
        with small_app.test_request_context(), writing():  # there is another bound for those
            cancelled = text(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%sleep(60)'"
                " AND pid <> pg_backend_pid()"
            )
            assert db.session.scalar(cancelled)
        with pytest.raises(OperationalError, match="user request"):
            waits.result(PATIENCE)
    ask(small_app)


# Connections
def test_there_is_a_connection_for_each_thread(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 1)
    with app_on(empty_database, THREADS=40) as app, app.app_context(), ExitStack() as opened:
        for _ in range(40):
            opened.enter_context(db.engine.connect()).exec_driver_sql("SELECT 1")


SETTINGS = [
    # how the connection was made, what the server says, what the driver was told
    (True, f"{ours.STATEMENT_SECONDS}s"),
    (False, "0"),
]


@ON_POSTGRESQL
@pytest.mark.parametrize(("in_request", "statement"), SETTINGS)
def test_what_bounds_a_connection(empty_database: str, in_request: bool, statement: str) -> None:
    """Commands and migrations may take their time."""
    url = empty_database + "?keepalives_idle=33"
    with ExitStack() as opened:
        app = opened.enter_context(app_on(url))
        opened.enter_context(app.test_request_context() if in_request else app.app_context())
        connection = opened.enter_context(db.engine.connect())
        said = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar_one()
            for name in ("statement_timeout", "lock_timeout")
        }
        told = connection.connection.dbapi_connection.info.get_parameters()
    assert said == {"statement_timeout": statement, "lock_timeout": "10s"}
    assert {name: told[name] for name in ("tcp_user_timeout", "keepalives_idle")} == {
        "tcp_user_timeout": "15000",
        "keepalives_idle": "33",
    }
