"""``referee serve``, as a process: it answers, survives slow clients, stops and fails cleanly."""

import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from referee import http_server
from referee.cli import main
from tests.databases import quick_folder
from tests.forked_server import serving
from tests.server_processes import HOST, PATIENCE, answers, free_port, running

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
