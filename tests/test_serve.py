"""``referee serve``, as a process: it answers, survives slow clients, stops and fails cleanly."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from referee import serve
from tests.processes import HOST, free_port, running

SLOW_CLIENTS = 200


def command(port: int) -> list[str]:
    return [sys.executable, "-m", "referee", "serve", "--host", HOST, "--port", str(port)]


@contextmanager
def server(port: int, folder: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    env = {"REFEREE_INSTANCE": str(folder)} | variables
    with running(command(port), port, env, log=folder / "log") as process:
        yield process


def fetch(port: int, path: str = "/") -> str:
    with urlopen(f"http://{HOST}:{port}{path}", timeout=10) as response:
        assert response.status == 200
        return str(response.read(), "utf-8")


def test_it_says_where_it_is_and_answers(tmp_path: Path) -> None:
    port = free_port()
    with server(port, tmp_path) as process:
        assert "Settle a dispute" in fetch(port)
        assert "body" in fetch(port, "/static/css/base.css")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
        assert f"http://{HOST}:{port}/" in (tmp_path / "log").read_text("utf-8")


def test_ctrl_c_stops_it_quietly(tmp_path: Path) -> None:
    port = free_port()
    with server(port, tmp_path) as process:
        fetch(port)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)
        assert "Traceback" not in (tmp_path / "log").read_text("utf-8")


def test_slow_clients_stop_nobody(tmp_path: Path) -> None:
    port = free_port()
    with server(port, tmp_path):
        slow = []
        try:
            for number in range(SLOW_CLIENTS):
                client = socket.create_connection((HOST, port))
                body = b"POST /api/v1/krypkasino/score HTTP/1.1\r\nContent-Length: 5000\r\n\r\n{"
                client.sendall(b"GET / HTTP/1.1\r\nHost:" if number % 2 else body)
                slow.append(client)
            assert "Settle a dispute" in fetch(port)
        finally:
            for client in slow:
                client.close()


@pytest.mark.parametrize(("proxies", "heard"), [("1", True), ("0", False)])
def test_it_hears_what_a_proxy_says(tmp_path: Path, proxies: str, heard: bool) -> None:
    """waitress would keep that from the app."""
    port = free_port()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    with server(port, tmp_path, REFEREE_PROXIES=proxies):
        url = f"http://{HOST}:{port}/krypkasino/referee/share?table=8"
        with urlopen(Request(url, headers=headers), timeout=10) as response:
            page = str(response.read(), "utf-8")
    assert ("https://cards.example/" in page) == heard
    assert (f"http://{HOST}:{port}/" in page) != heard


def test_a_taken_port_is_a_sentence(tmp_path: Path) -> None:
    with closing(serve.listen(HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with server(port, tmp_path) as process:  # the port answers, but it is not ours
            assert process.wait(timeout=10) == 1
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
