"""``referee serve`` as a process, the ids of its answers, and what its log says."""

import logging
import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.logging import default_handler
from werkzeug.test import create_environ

from referee import create_app, http_server
from referee.cli import main
from referee.config import version
from referee.headers import REQUEST_ID
from referee.store.database import close, db
from tests.databases import quick_folder
from tests.server_processes import HOST, PATIENCE, answers, free_port, running, serving

SLOW_CLIENTS = 200


def ask(port: int, request: bytes) -> socket.socket:
    client = socket.create_connection((HOST, port), timeout=PATIENCE)
    client.sendall(request)
    return client


def answer(client: socket.socket) -> str:
    """Return all that comes until the server closes the connection."""
    with client:
        return str(b"".join(iter(lambda: client.recv(65536), b"")), "utf-8")


def fetch(port: int, path: str = "/") -> str:
    with urlopen(f"http://{HOST}:{port}{path}", timeout=PATIENCE) as response:
        assert response.status == 200
        return str(response.read(), "utf-8")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Yield the port of a server behind a proxy, that strangers come to in turn."""
    port = free_port()
    command = [sys.executable, "-m", "referee", "serve", "--host", HOST, "--port", str(port)]
    with quick_folder() as folder:
        env = {"REFEREE_INSTANCE": str(folder), "REFEREE_PROXIES": "1"}
        with running(command, port, env, log=folder / "log"):
            yield port


def test_slow_clients_stop_nobody(port: int) -> None:
    with ExitStack() as slow:
        for number in range(SLOW_CLIENTS):
            body = b"POST /api/v1/krypkasino/score HTTP/1.1\r\nContent-Length: 5000\r\n\r\n{"
            slow.enter_context(ask(port, b"GET / HTTP/1.1\r\nHost:" if number % 2 else body))
        assert "Settle a dispute" in fetch(port)


BODY = b"POST /import HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (http_server.LARGEST_BODY + 1)
TOO_LARGE = [
    # what is sent, the status of the answer
    (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * http_server.LARGEST_HEAD + b"\r\n\r\n", "431"),
    (BODY, "413"),
]


@pytest.mark.parametrize(("sent", "status"), TOO_LARGE, ids=["head", "body"])
def test_what_is_too_large_is_refused_before_it_has_come(
    port: int, sent: bytes, status: str
) -> None:
    assert answer(ask(port, sent)).split()[1] == status


# Leaving
START = b'{"game": "krypkasino", "players": ["Ada", "Bo"]}'
HEAD = (
    b"POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n" % len(START)
)
POST = HEAD + b"Connection: close\r\n\r\n" + START


def await_reading(port: int) -> None:
    """Return when the server has read all that was sent before: the thread that reads answers
    this by itself."""
    with ask(port, HEAD + b"Expect: 100-continue\r\n\r\n") as client:
        assert client.recv(100).startswith(b"HTTP/1.1 100")


@contextmanager
def nobody_writes(folder: Path) -> Iterator[None]:
    """Hold the lock of the database: whoever writes waits until the end of the block."""
    with closing(sqlite3.connect(folder / "referee.db", isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        yield
        held.execute("COMMIT")


def test_what_is_worked_on_ends_before_the_server(tmp_path: Path) -> None:
    """No new connection is taken in; then all that is kept lies in one file."""
    port, log = free_port(), tmp_path / "log"
    with serving(port, {"REFEREE_INSTANCE": str(tmp_path)}, log) as process:
        with nobody_writes(tmp_path):
            working = [ask(port, POST) for _ in range(2)]
            await_reading(port)
            fetch(port)  # threads take requests in turn, so they are at work on those
            process.terminate()
            while answers(port):
                assert process.is_alive()
            assert process.is_alive()
        assert [answer(client).split()[1] for client in working] == ["201", "201"]
        process.join(PATIENCE)
    assert (process.exitcode, "Traceback" in log.read_text("utf-8")) == (0, False)
    assert f"http://{HOST}:{port}/" in log.read_text("utf-8")
    assert [file.name for file in tmp_path.glob("referee.db*")] == ["referee.db"]


def test_it_hears_what_a_proxy_says(port: int) -> None:
    """Waitress would keep that from the app."""
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    url = f"http://{HOST}:{port}/krypkasino/referee/share?table=8"
    with urlopen(Request(url, headers=headers), timeout=PATIENCE) as response:
        page = str(response.read(), "utf-8")
    assert "https://cards.example/" in page
    assert f"http://{HOST}:{port}/" not in page


def test_a_taken_port_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    with closing(http_server.listen(HOST, 0)) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(main, ["serve", "--host", HOST, "--port", port])
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"cannot listen on {HOST}:{port}" in result.stderr


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000/"),
        ("localhost", 80, "http://localhost/"),
        ("::1", 8000, "http://[::1]:8000/"),
    ],
)
def test_addresses(host: str, port: int, address: str) -> None:
    assert http_server.addresses(host, port) == [address]


ID = re.compile("[0-9a-f]{16}")


def fail(_error: object = None) -> str:
    raise RuntimeError("what nobody thought of")


@pytest.fixture(scope="module", params=[{}])
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Yield an app that answers its own errors, and writes its log as it does outside of tests; a
    page and a call of it fail."""
    with quick_folder() as folder:
        app = create_app({"DATABASE_URL": f"sqlite:///{folder / 'referee.db'}"} | request.param)
        for path in ("/broken", "/api/v1/broken"):
            app.add_url_rule(path, path, fail)
        app.logger.addHandler(default_handler)
        yield app
        app.logger.removeHandler(default_handler)
        app.logger.setLevel(logging.NOTSET)
        close(app)


# Whoever watches it
def test_a_server_that_is_well(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "version": version()})
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_server_without_its_tables(app: Flask) -> None:
    with app.app_context():
        with db.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE alembic_version RENAME TO taken")
        answer = app.test_client().get("/healthz")
        with db.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE taken RENAME TO alembic_version")
    assert (answer.status_code, answer.json["version"]) == (503, version())


def test_the_version_is_on_the_page_about_this_phone(app: Flask) -> None:
    assert f"Referee {version()}" in app.test_client().get("/about/this-phone").text


def test_the_log_begins_with_version_database_and_migration(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for started in range(2):
        port = free_port()
        with serving(port, {"REFEREE_INSTANCE": str(tmp_path)}, log) as process:
            process.terminate()
            process.join(PATIENCE)
        first, second, *_ = log.read_text("utf-8").splitlines()
        assert f": Referee {version()}, database {tmp_path}/referee.db" in first
        assert ("database: migrated from revision none to " in second) == (not started)
        log.unlink()


STARTED = """
import gc
seen = []
gc.callbacks.append(lambda phase, facts: seen.append(facts["generation"]))
from referee import create_app
before = len(seen)
create_app()
print(len(seen) - before, gc.isenabled(), gc.get_freeze_count() > 100_000)
"""


def test_an_app_starts_without_looking_for_garbage(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", STARTED],
        env=os.environ | {"REFEREE_INSTANCE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["0", "True", "True"]


ANSWERS = [
    # the address, its status
    ("/", 200),
    ("/nothing", 404),
    ("/api/v1/krypkasino/referee?table=8S", 200),
    ("/api/v1/sessions/nothing", 401),
]


@pytest.mark.parametrize(("path", "status"), ANSWERS)
def test_every_answer_has_an_id(app: Flask, path: str, status: int) -> None:
    answers = [app.test_client().get(path, buffered=True) for _ in range(2)]
    assert [one.status_code for one in answers] == [status] * 2
    ids = [one.headers.getlist(REQUEST_ID) for one in answers]
    assert all(len(found) == 1 and ID.fullmatch(found[0]) for found in ids)
    assert ids[0] != ids[1]


def test_a_file_that_caches_keep_has_no_id(app: Flask) -> None:
    client = app.test_client()
    path = re.search(r'"(/assets/\w+/css/[^"]+)"', client.get("/").text)[1]
    assert REQUEST_ID not in client.get(path).headers
    assert REQUEST_ID in client.get(path.replace("base", "gone")).headers


def test_the_id_of_an_error_is_on_its_page_and_in_the_log(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    found = answer.headers[REQUEST_ID]
    assert f"in the log as {found}." in answer.text
    written = capsys.readouterr().err
    assert re.search(rf"^\[.+\] {found} ERROR in .+: Exception on /broken", written)
    assert "RuntimeError: what nobody thought of" in written


def test_the_id_of_an_error_is_in_its_problem(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = app.test_client().get("/api/v1/broken")
    assert (answer.status_code, answer.json["request_id"]) == (500, answer.headers[REQUEST_ID])
    assert answer.json["request_id"] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/plain"), ("/api/v1/krypkasino/referee", "application/problem+json")],
)
def test_what_fails_after_the_answer_was_made(
    app: Flask,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    kind: str,
) -> None:
    monkeypatch.setitem(app.teardown_request_funcs, None, [fail])
    told: list[Any] = []  # Werkzeug's client would raise, where a server begins anew
    body = b"".join(app(create_environ(path), lambda *facts: told.append(facts)))
    status, listed, _ = told[-1]
    headers = dict(listed)
    assert (status, headers["Content-Type"]) == ("500 Internal Server Error", kind)
    assert headers["Content-Length"] == str(len(body))
    assert headers[REQUEST_ID] in body.decode()
    written = capsys.readouterr().err
    assert re.search(rf"{headers[REQUEST_ID]} ERROR .*\n.*Traceback", written)


PROXY = {"PROXIES": 1}
GIVEN = [
    # settings, what the request brings, is it taken?
    (PROXY, "7f3a.b_c-9", True),
    (PROXY, "x" * 65, False),
    (PROXY, "<b>", False),
    (PROXY, "", False),
    ({}, "7f3a", False),
]


@pytest.mark.parametrize(("app", "given", "taken"), GIVEN, indirect=["app"], scope="module")
def test_an_id_that_a_proxy_gave_is_taken(app: Flask, given: str, taken: bool) -> None:
    answer = app.test_client().get("/", headers={REQUEST_ID: given})
    assert (answer.headers[REQUEST_ID] == given) is taken


@pytest.mark.parametrize("app", [{"ACCESS_LOG": True}], indirect=True)
def test_every_request_can_be_logged_without_keys(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    client = app.test_client()
    answers = [client.get("/k/a-secret-key"), client.get("/a%0ab?who=me")]
    lines = capsys.readouterr().err.splitlines()
    for answer, line, path in zip(answers, lines, ("/k/…", "/a%0Ab"), strict=True):
        start, _, end = line.partition(f" {answer.headers[REQUEST_ID]} INFO in server: ")
        assert start.startswith("[")
        assert re.fullmatch(rf"127\.0\.0\.1 GET {path} 404 in \d+ ms", end)


def test_requests_are_not_logged_without_being_asked_for(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    app.test_client().get("/nothing")
    assert capsys.readouterr().err == ""
