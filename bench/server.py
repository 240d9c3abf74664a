"""Requests per second under gunicorn with one sync worker, against a bare Flask "hello"."""

import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import perf_counter
from urllib.parse import urlencode

from flask import Flask

from referee.rules.cards import FACES
from referee.rules.notation import write_cards

from .report import Figure

HOST = "127.0.0.1"
SECONDS = 4.0
ROUNDS = 3


def hello() -> Flask:
    app = Flask("hello")

    @app.get("/")
    def say() -> str:
        return "hello"

    return app


def figures() -> Iterator[Figure]:
    api = [f"/api/v1/krypkasino/referee?{query}" for query in _positions()]
    page = [f"/krypkasino/referee?{query}" for query in _positions()]
    with _gunicorn("bench.server:hello()") as bare, _gunicorn("referee:create_app()") as ours:
        rates = {"hello": 0.0, "api": 0.0, "page": 0.0}
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine hits all alike
            rates["hello"] = max(rates["hello"], _rate(bare, ["/"]))
            rates["api"] = max(rates["api"], _rate(ours, api))
            rates["page"] = max(rates["page"], _rate(ours, page))
    yield Figure("hello, gunicorn with one sync worker", rates["hello"], "/s")
    yield Figure("API: a ruling, of hello's rate", rates["api"] / rates["hello"], "x", least=0.5)
    yield Figure("page: a ruling, of hello's rate", rates["page"] / rates["hello"], "x", least=0.35)


def _positions() -> list[str]:
    """Questions as they come up at a table: three to seven cards, a card played."""
    chance = random.Random(7)
    queries = []
    for _ in range(300):
        played, *table = chance.sample(FACES * 2, chance.randint(4, 8))
        queries.append(urlencode({"table": write_cards(table), "played": write_cards([played])}))
    return queries


@contextmanager
def _gunicorn(app: str) -> Iterator[int]:
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-w1", "-b", f"{HOST}:{port}", "--log-level=error"]
    process = subprocess.Popen([*command, app])
    try:
        for _ in range(100):
            with closing(socket.socket()) as probe:
                if probe.connect_ex((HOST, port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


def _rate(port: int, paths: list[str]) -> float:
    requests = [f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode() for path in paths]
    done = 0
    begin = perf_counter()
    while perf_counter() - begin < SECONDS / ROUNDS:
        with closing(socket.create_connection((HOST, port))) as client:
            client.sendall(requests[done % len(requests)])
            answer = client.recv(65536)
            while chunk := client.recv(65536):
                answer += chunk
        assert b" 200 OK" in answer[:20], answer[:200]
        done += 1
    return done / (perf_counter() - begin)
