"""Rulings per second that gunicorn with one sync worker gives: times the rate of a bare "hello"."""

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

from referee.rules.cards import Rank
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.judge.play_rules import BuildRules
from referee.rules.notation import write_card, write_cards
from referee.rules.ruleset import Ruleset
from tests.server_processes import HOST, free_port, running

from .bounded_figure import Figure

SECONDS, ROUNDS = 6.0, 3
"""Seconds for each kind of request, and rounds that they are spread over."""
CLIENTS = 4
"""Number of clients at a time."""
PHONES = 4
"""Number of phones that ask for a position, where it is not new."""
HELLO, REFEREE = "bench.requests_per_second:hello()", "referee:create_app()"


def hello() -> Flask:
    app = Flask("hello")

    @app.get("/")
    def say() -> str:
        return "hello"

    return app


def figures() -> Iterator[Figure]:
    cases = list(_cases())
    requests = {"hello": [get("/")]} | {
        what: [get(path, headers) for path in paths] for what, paths, headers, _ in cases
    }
    rates = dict.fromkeys(requests, 0.0)
    with gunicorn(HELLO) as bare, gunicorn(REFEREE) as ours:
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine hits all alike
            for what, sent in requests.items():
                rates[what] = max(rates[what], rate(bare if what == "hello" else ours, sent))
    hello_rate = rates.pop("hello")
    yield Figure("hello, gunicorn with one sync worker", hello_rate, "/s")
    for what, _, _, least in cases:
        yield Figure(f"{what}: of hello's rate", rates[what] / hello_rate, "x", least=least)


def _cases() -> Iterator[tuple[str, list[str], dict[str, str], float]]:
    """Yield the paths of each kind of request, their headers and the bound. New positions are all
    different; a position that is shared is asked for by several phones, one after the other."""
    for game in RULESETS:
        new = _positions(ruleset(game))
        yield f"API, {game}, a new position", [f"/api/v1/{game}/referee?{q}" for q in new], {}, 0.3
        yield f"page, {game}, a new position", [f"/{game}/referee?{q}" for q in new], {}, 0.2
    game = next(iter(RULESETS))
    repeated = [query for query in _positions(ruleset(game)) for _ in range(PHONES)]
    pages = [f"/{game}/referee?{query}" for query in repeated]
    yield "API, asked by four phones", [f"/api/v1/{game}/referee?{q}" for q in repeated], {}, 0.5
    yield "page, asked by four phones", pages, {}, 0.35
    yield "page, asked by four phones, Brotli", pages, {"Accept-Encoding": "br"}, 0.35


def _positions(rules: Ruleset) -> list[str]:
    """Return questions as they come up at a table: three to seven cards, and a card played; in a
    game with builds one card less, and a build of two."""
    chance = random.Random(rules.key)
    builds = isinstance(rules.referee, BuildRules) and rules.referee.makes_builds
    numerals = [card for card in rules.deck.faces if card.rank <= Rank.FIVE]
    queries = []
    for _ in range(600):
        build = chance.sample(numerals, 2) if builds else []
        others = [card for card in rules.deck.faces * rules.deck.copies if card not in build]
        played, *table = chance.sample(others, chance.randint(3, 7) + (not builds))
        on_table = write_cards(table)
        if builds:
            value = sum(card.rank for card in build)
            on_table += f" {'+'.join(map(write_card, build))}={value}@1"
        queries.append(urlencode({"table": on_table, "played": write_card(played)}))
    return queries


@contextmanager
def gunicorn(app: str, **env: str) -> Iterator[int]:
    """Start gunicorn with one sync worker, on a port of its own."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-w1", "-b", f"{HOST}:{port}", "--log-level=error"]
    with running([*command, app], port, env):
        yield port


def get(path: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """Return the bytes of a request."""
    lines = [f"GET {path} HTTP/1.0", f"Host: {HOST}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def rate(port: int, requests: list[bytes], status: int = 200, clients: int = CLIENTS) -> float:
    """Return requests per second, each answered with this status."""
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
