"""PostgreSQL restarts under twelve phones: every answer is one that they understand, and nothing
that was acknowledged is lost. Workers that start before it wait for it."""

import http.client
import json
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import event

from referee.startup_errors import CannotStart
from referee.store.database import db
from tests.api_calls import API, JSON, NAMES, PROBLEM
from tests.databases import app_on
from tests.forked_server import serving
from tests.page_client import keys_of, new_group
from tests.postgresql_server import Server
from tests.server_processes import HOST, free_port
from tests.strategies import SOAK

PHONES = 12
RESTARTS = 60 if SOAK > 1 else 2
HTML = "text/html; charset=utf-8"
UNDERSTOOD = (200, 201, 302, 303, 304, 409, 412, 503)
"""A link leads on with 302."""
PATIENCE = 60.0
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

    def ask(self, method: str, path: str, body: str | None, **headers: str) -> Any:
        end = time.monotonic() + PATIENCE
        while True:
            begin = time.monotonic()
            with closing(http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)) as opened:
                opened.request(method, path, body, {"Cookie": self.cookie, **headers})
                answer = opened.getresponse()
                text = answer.read().decode()
            self.longest = max(self.longest, time.monotonic() - begin)
            self.check(path, answer, text)
            if answer.status != 503:
                return answer, text
            assert time.monotonic() < end, text
            time.sleep(0.05)

    def check(self, path: str, answer: http.client.HTTPResponse, text: str) -> None:
        """Check that an answer is one that a phone understands."""
        self.seen[answer.status] += 1
        assert answer.status in UNDERSTOOD, (answer.status, path, text)
        kind = answer.headers.get("Content-Type")
        if answer.status == 503:
            assert int(answer.headers["Retry-After"]) > 0
        if answer.status == 304:
            assert not text
        elif not path.startswith("/api"):
            assert answer.status in (302, 303) or (kind == HTML and text.endswith("</html>"))
        elif answer.status >= 400:
            assert kind == PROBLEM
            assert json.loads(text)["status"] == answer.status
        else:
            assert kind == JSON
            assert json.loads(text)

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        sent = None if body is None else json.dumps(body)
        return self.ask(method, path, sent, Authorization=f"Bearer {self.key}", **headers)

    def open_link(self) -> None:
        """Open a link as a browser would, with cookies."""
        answer, _ = self.ask("GET", f"/k/{self.key}", None)
        cookies = answer.headers.get_all("Set-Cookie")
        self.cookie = "; ".join(one.partition(";")[0] for one in cookies or [])

    def tap(self, key: str) -> None:
        """Count a sweep once, however often it is sent. Half of the phones use the pages."""
        seat = self.number % len(NAMES)
        if self.number % 2:
            sent = urlencode({"sweep": seat, "key": key})
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            kind["Sec-Fetch-Site"] = "same-origin"
            answer, _ = self.ask("POST", f"{self.pages}/1/sweeps", sent, **kind)
            # The page itself says where another phone has just counted one for the same player.
            assert answer.status in (200, 303)
        else:
            answer, _ = self.call("POST", f"{self.game}/sweeps", {"seat": seat, "key": key})
            assert answer.status == 201
        self.acknowledged.append(key)

    def look(self) -> None:
        answer, _ = self.call("GET", self.game, None, **{"If-None-Match": self.etag})
        self.etag = answer.headers["ETag"]
        self.ask("GET", f"{self.pages}/1/sheet", None)
        self.call("POST", f"{API}/sessions/{self.session}/games", {})  # 409: one is being played

    def play(self, stop: threading.Event) -> None:
        self.open_link()
        tap = 0
        while not stop.is_set():
            self.tap(f"{self.number} {tap}")
            self.look()
            tap += 1


def test_postgresql_restarts_under_twelve_phones(postgres: Server, tmp_path: Path) -> None:
    port, chance = free_port(), random.Random(SOAK)
    env = {"REFEREE_INSTANCE": str(tmp_path), "REFEREE_DATABASE_URL": postgres.url}
    log, stop = tmp_path / "log", threading.Event()
    with serving(port, env, log), ThreadPoolExecutor(PHONES) as threads:
        phones = phones_of(port)
        at_work = [threads.submit(phone.play, stop) for phone in phones]
        try:
            for _ in range(RESTARTS):
                time.sleep(chance.uniform(0.2, 1.5))
                postgres.stop(chance.choice(["fast", "immediate"]))
                time.sleep(chance.uniform(0, 0.5))
                postgres.start()
        finally:
            stop.set()
        for one in at_work:
            one.result(2 * PATIENCE)
        _, text = phones[0].call("GET", f"{phones[0].game}/sheet")
    markers = [row["markers"] if row else 0 for row in json.loads(text)["rows"]]
    counted: Counter[int] = Counter()
    for phone in phones:
        counted[phone.number % len(NAMES)] += len(phone.acknowledged)
    assert markers == [counted[seat] for seat in range(len(NAMES))]
    seen = sum((phone.seen for phone in phones), Counter[int]())
    longest = max(phone.longest for phone in phones)
    log_of_run.info(
        "%d restarts: answers %s, longest %.1f s, %d taps acknowledged and counted",
        *(RESTARTS, dict(seen), longest, sum(markers)),
    )
    assert seen[503]
    assert "Error on request" not in log.read_text("utf-8")


def phones_of(port: int) -> list[Phone]:
    """Twelve of one group, whose game has begun."""
    plan = json.dumps({"game": "krypkasino", "players": NAMES})
    made = json.loads(Phone(port, 0, "", "", "").ask("POST", f"{API}/sessions", plan)[1])
    pages = f"/g/{made['group_id']}/{made['id']}"
    phones = [Phone(port, n, made["edit_key"], pages, made["id"]) for n in range(PHONES)]
    assert phones[0].call("POST", f"{API}/sessions/{made['id']}/games", {})[0].status == 201
    return phones


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


WORKER = "from referee import create_app; create_app(); print('started', flush=True)"


def worker(url: str, folder: Path) -> subprocess.Popen[str]:
    env = {"REFEREE_INSTANCE": str(folder), "REFEREE_DATABASE_URL": url}
    return subprocess.Popen(
        [sys.executable, "-c", WORKER],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | env,
        cwd=Path(__file__).parents[2],
    )


def test_a_worker_waits_for_its_database(postgres: Server, tmp_path: Path) -> None:
    postgres.stop("fast")
    waiting = worker(postgres.url, tmp_path)
    assert waiting.stderr
    said = waiting.stderr.readline()
    assert "waiting for the database, next try in 0.5 s" in said
    postgres.start()
    out, errors = waiting.communicate(timeout=60)
    assert (out, waiting.returncode) == ("started\n", 0), errors
    assert "Traceback" not in errors


def test_a_worker_that_waits_ends_when_it_is_told(tmp_path: Path) -> None:
    waiting = worker(f"postgresql://referee@{HOST}:{free_port()}/referee", tmp_path)
    assert waiting.stderr
    assert "waiting for the database" in waiting.stderr.readline()
    waiting.send_signal(signal.SIGTERM)
    _, errors = waiting.communicate(timeout=60)
    assert waiting.returncode == 0
    assert "Traceback" not in errors


def test_whoever_asks_for_it_does_not_wait() -> None:
    url = f"postgresql://referee@{HOST}:{free_port()}/referee"
    with pytest.raises(CannotStart), app_on(url, WAIT_FOR_DATABASE=False):
        pass
