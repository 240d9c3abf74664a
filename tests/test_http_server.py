"""``referee serve``, as a process: it answers, survives slow clients, stops and fails cleanly."""

import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from referee import http_server
from tests.server_processes import HOST, PATIENCE, answers, free_port, running

SLOW_CLIENTS = 200


def command(port: int) -> list[str]:
    return [sys.executable, "-m", "referee", "serve", "--host", HOST, "--port", str(port)]


def ask(port: int, request: bytes) -> socket.socket:
    client = socket.create_connection((HOST, port), timeout=PATIENCE)
    client.sendall(request)
    return client


def answer(client: socket.socket) -> str:
    """Return all that comes until the server closes the connection."""
    with client:
        return str(b"".join(iter(lambda: client.recv(65536), b"")), "utf-8")


@contextmanager
def server(port: int, folder: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    env = {"REFEREE_INSTANCE": str(folder)} | variables
    with running(command(port), port, env, log=folder / "log") as process:
        yield process


def fetch(port: int, path: str = "/") -> str:
    with urlopen(f"http://{HOST}:{port}{path}", timeout=PATIENCE) as response:
        assert response.status == 200
        return str(response.read(), "utf-8")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of a server that strangers come to in turn."""
    port = free_port()
    with server(port, tmp_path_factory.mktemp("strangers")):
        yield port


def test_slow_clients_stop_nobody(port: int) -> None:
    with ExitStack() as slow:
        for number in range(SLOW_CLIENTS):
            body = b"POST /api/v1/krypkasino/score HTTP/1.1\r\nContent-Length: 5000\r\n\r\n{"
            slow.enter_context(ask(port, b"GET / HTTP/1.1\r\nHost:" if number % 2 else body))
        assert "Settle a dispute" in fetch(port)


TOO_LARGE = [
    # what is sent, the status of the answer
    (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * http_server.LARGEST_HEAD + b"\r\n\r\n", "431"),
    (
        b"POST /import HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (http_server.LARGEST_BODY + 1),
        "413",
    ),
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
    port = free_port()
    with server(port, tmp_path) as process:
        with nobody_writes(tmp_path):
            working = [ask(port, POST) for _ in range(2)]
            await_reading(port)
            fetch(port)  # threads take requests in turn, so they are at work on those
            process.terminate()
            while answers(port):
                assert process.poll() is None
            assert process.poll() is None
        assert [answer(client).split()[1] for client in working] == ["201", "201"]
        assert process.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")
    assert f"http://{HOST}:{port}/" in (tmp_path / "log").read_text("utf-8")
    assert [file.name for file in tmp_path.glob("referee.db*")] == ["referee.db"]


@pytest.mark.parametrize(("proxies", "heard"), [("1", True), ("0", False)])
def test_it_hears_what_a_proxy_says(tmp_path: Path, proxies: str, heard: bool) -> None:
    """Waitress would keep that from the app."""
    port = free_port()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    with server(port, tmp_path, REFEREE_PROXIES=proxies):
        url = f"http://{HOST}:{port}/krypkasino/referee/share?table=8"
        with urlopen(Request(url, headers=headers), timeout=PATIENCE) as response:
            page = str(response.read(), "utf-8")
    assert ("https://cards.example/" in page) == heard
    assert (f"http://{HOST}:{port}/" in page) != heard


def test_a_taken_port_is_a_sentence(tmp_path: Path) -> None:
    with closing(http_server.listen(HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with server(port, tmp_path) as process:  # the port answers, but it is not ours
            assert process.wait(PATIENCE) == 1
    output = (tmp_path / "log").read_text("utf-8")
    assert f"cannot listen on {HOST}:{port}" in output
    assert "Traceback" not in output


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
