"""``referee serve``, as a process: it answers, survives slow clients, stops and fails cleanly."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from referee import serve
from tests.processes import HOST, PATIENCE, answers, free_port, running

SLOW_CLIENTS = 200


def command(port: int) -> list[str]:
    return [sys.executable, "-m", "referee", "serve", "--host", HOST, "--port", str(port)]


def ask(port: int, request: bytes) -> socket.socket:
    client = socket.create_connection((HOST, port), timeout=PATIENCE)
    client.sendall(request)
    return client


def answer(client: socket.socket) -> str:
    """All that comes, until the server closes the connection."""
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


def test_it_says_where_it_is_and_answers(tmp_path: Path) -> None:
    port = free_port()
    with server(port, tmp_path) as process:
        assert "Settle a dispute" in fetch(port)
        assert "body" in fetch(port, "/static/css/base.css")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert f"http://{HOST}:{port}/" in (tmp_path / "log").read_text("utf-8")


def test_ctrl_c_stops_it_quietly(tmp_path: Path) -> None:
    port = free_port()
    with server(port, tmp_path) as process:
        fetch(port)
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        assert "Traceback" not in (tmp_path / "log").read_text("utf-8")


IDLE = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost:",
    "half a body": b"POST /import HTTP/1.1\r\nContent-Length: 5000\r\n\r\n{",
    "served": b"GET /static/css/base.css HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """A server that all these strangers come to in turn: its port, and what it wrote."""
    port, folder = free_port(), tmp_path_factory.mktemp("lasting")
    with many_files(), server(port, folder):
        yield port, folder / "log"


def test_slow_clients_stop_nobody(lasting: tuple[int, Path]) -> None:
    port, _ = lasting
    with ExitStack() as slow:
        for number in range(SLOW_CLIENTS):
            body = b"POST /api/v1/krypkasino/score HTTP/1.1\r\nContent-Length: 5000\r\n\r\n{"
            slow.enter_context(ask(port, b"GET / HTTP/1.1\r\nHost:" if number % 2 else body))
        assert "Settle a dispute" in fetch(port)


@pytest.mark.skipif(sys.platform == "win32", reason="so many sockets are too much for it")
def test_idle_connections_block_nobody(lasting: tuple[int, Path]) -> None:
    """More of them than the server holds: those who came first make room."""
    port, log = lasting
    for kind, sent in IDLE.items():
        with ExitStack() as idle:
            for _ in range(serve.CONNECTIONS + 100):
                idle.enter_context(ask(port, sent))
            begin = time.monotonic()
            assert "Settle a dispute" in fetch(port), kind
            assert time.monotonic() - begin < 5, kind  # it was a minute
    assert "Traceback" not in log.read_text("utf-8")


def test_what_is_no_http_has_an_id_too(lasting: tuple[int, Path]) -> None:
    port, _ = lasting
    said = answer(ask(port, b"GET / HTTP/1.1\r\nno header\r\n\r\n"))
    assert said.startswith("HTTP/1.0 400")
    assert re.search(r"^X-Request-Id: [0-9a-f]{16}\r$", said, re.MULTILINE)


@contextmanager
def many_files() -> Iterator[None]:
    resource = pytest.importorskip("resource")  # not on Windows
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * serve.CONNECTIONS), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# Leaving

START = b'{"game": "krypkasino", "players": ["Ada", "Bo"]}'
POST = (
    b"POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n" % len(START)
)


def test_what_is_under_way_ends_before_the_server(tmp_path: Path) -> None:
    """Requests that are worked on, wait for a thread, or have come in half; nobody new."""
    port = free_port()
    with (
        server(port, tmp_path) as process,
        closing(sqlite3.connect(tmp_path / "referee.db", isolation_level=None)) as held,
    ):
        fetch(port)
        held.execute("BEGIN IMMEDIATE")  # whoever writes waits
        idle = ask(port, b"")
        half = ask(port, POST)
        working = [ask(port, POST + START) for _ in range(8)]
        process.terminate()
        assert answer(idle) == ""
        assert not answers(port)
        assert process.poll() is None
        half.sendall(START)
        held.execute("COMMIT")
        said = [answer(client) for client in (half, *working)]
        assert process.wait(PATIENCE) == 0
    # Too many who wait to write may be sent away, but nobody is cut off.
    statuses = [text.split()[1] for text in said]
    assert set(statuses) <= {"201", "503"}, said
    assert "201" in statuses
    assert all(text.endswith(("}\n", "}")) for text in said)
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")


def test_told_twice_the_server_does_not_wait(tmp_path: Path) -> None:
    port = free_port()
    with server(port, tmp_path) as process, ask(port, POST):
        fetch(port)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=5) == 0


@pytest.mark.parametrize(("proxies", "heard"), [("1", True), ("0", False)])
def test_it_hears_what_a_proxy_says(tmp_path: Path, proxies: str, heard: bool) -> None:
    """waitress would keep that from the app."""
    port = free_port()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    with server(port, tmp_path, REFEREE_PROXIES=proxies):
        url = f"http://{HOST}:{port}/krypkasino/referee/share?table=8"
        with urlopen(Request(url, headers=headers), timeout=PATIENCE) as response:
            page = str(response.read(), "utf-8")
    assert ("https://cards.example/" in page) == heard
    assert (f"http://{HOST}:{port}/" in page) != heard


def test_a_taken_port_is_a_sentence(tmp_path: Path) -> None:
    with closing(serve.listen(HOST, 0)) as taken:
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
    assert serve.addresses(host, port) == [address]


def test_addresses_of_all_interfaces_end_with_the_own_machine() -> None:
    *_, last = serve.addresses("0.0.0.0", 8000)
    assert last == "http://127.0.0.1:8000/"
