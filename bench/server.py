"""Requests per second under gunicorn with one sync worker, against a bare Flask "hello"."""

import random
import socket
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from time import perf_counter
from types import MappingProxyType
from urllib.parse import urlencode

from flask import Flask

from referee.rules.cards import FACES, Rank
from referee.rules.notation import write_card, write_cards
from tests.processes import HOST, free_port, running

from .report import Figure

SECONDS = 6.0
ROUNDS = 3
CLIENTS = 4
PHONES = 4
WITH_BUILDS = ("casino", "swazi-casino")
BOUNDS = {"API": 0.5, "pag": 0.35}


def hello() -> Flask:
    app = Flask("hello")

    @app.get("/")
    def say() -> str:
        return "hello"

    return app


def figures() -> Iterator[Figure]:
    """New positions are all different; an asked one is asked by several phones, one after the
    other, as it happens when a position is shared."""
    new = _positions()
    asked = [query for query in new for _ in range(PHONES)]
    api, page = "/api/v1/krypkasino/referee?", "/krypkasino/referee?"
    paths = {
        "hello": ["/"],
        "API, a new position": [api + query for query in new],
        "API, asked by four phones": [api + query for query in asked],
        "page, a new position": [page + query for query in new],
        "page, asked by four phones": [page + query for query in asked],
    }
    for game in WITH_BUILDS:
        built = _positions_with_builds(game)
        paths[f"API, {game}, a new position"] = [f"/api/v1/{game}/referee?{q}" for q in built]
        paths[f"page, {game}, a new position"] = [f"/{game}/referee?{q}" for q in built]
    requests = {what: [get(path) for path in found] for what, found in paths.items()}
    for what in ("page, a new position", "page, asked by four phones"):
        packed = [get(path, {"Accept-Encoding": "br"}) for path in paths[what]]
        requests[f"{what}, Brotli"] = packed
    rates = dict.fromkeys(requests, 0.0)
    with gunicorn("bench.server:hello()") as bare, gunicorn("referee:create_app()") as ours:
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine hits all alike
            for what, found in requests.items():
                rates[what] = max(rates[what], rate(bare if what == "hello" else ours, found))
    hello_rate = rates.pop("hello")
    yield Figure("hello, gunicorn with one sync worker", hello_rate, "/s")
    for what, found in rates.items():
        yield Figure(f"{what}: of hello's rate", found / hello_rate, "x", least=BOUNDS[what[:3]])


def _positions() -> list[str]:
    """Questions as they come up at a table: three to seven cards, a card played."""
    chance = random.Random(7)
    queries = []
    for _ in range(600):
        played, *table = chance.sample(FACES * 2, chance.randint(4, 8))
        queries.append(urlencode({"table": write_cards(table), "played": write_cards([played])}))
    return queries


def _positions_with_builds(game: str) -> list[str]:
    """The same with a build of two cards, by one pack."""
    chance = random.Random(game)
    numerals = [card for card in FACES if card.rank <= Rank.FIVE]
    queries = []
    for _ in range(600):
        build = chance.sample(numerals, 2)
        others = [card for card in FACES if card not in build]
        played, *table = chance.sample(others, chance.randint(3, 7))
        value = sum(card.rank for card in build)
        lies = f"{write_cards(table)} {'+'.join(map(write_card, build))}={value}@1"
        queries.append(urlencode({"table": lies, "played": write_card(played)}))
    return queries


@contextmanager
def gunicorn(app: str, **env: str) -> Iterator[int]:
    """One sync worker, on a port of its own."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-w1", "-b", f"{HOST}:{port}", "--log-level=error"]
    with running([*command, app], port, env):
        yield port


def get(path: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """A request as it goes over the line."""
    lines = [f"GET {path} HTTP/1.0", f"Host: {HOST}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def rate(port: int, requests: list[bytes], status: int = 200, clients: int = CLIENTS) -> float:
    """Requests per second, each answered with this status."""
    begin = perf_counter()
    end = begin + SECONDS / ROUNDS

    def client(number: int) -> int:
        done = 0
        while perf_counter() < end:
            _ask(port, requests[(number + done * clients) % len(requests)], status)
            done += 1
        return done

    with ThreadPoolExecutor(clients) as pool:
        done = sum(pool.map(client, range(clients)))
    return done / (perf_counter() - begin)


def _ask(port: int, request: bytes, status: int) -> None:
    with closing(socket.create_connection((HOST, port))) as client:
        client.sendall(request)
        answer = client.recv(65536)
        while chunk := client.recv(65536):
            answer += chunk
    assert f" {status} ".encode() in answer[:20], answer[:200]
