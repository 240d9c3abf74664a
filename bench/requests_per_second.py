"""Answers to new positions: their processor time in times that of a plain page, and how many
gunicorn with one sync worker gives in a second."""

import atexit
import gc
import random
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from shutil import rmtree
from statistics import median
from tempfile import mkdtemp
from time import perf_counter, process_time
from types import MappingProxyType
from urllib.parse import urlencode

from flask import Flask, request
from werkzeug.test import EnvironBuilder, run_wsgi_app

from referee import create_app
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
WARMING = 60
"""Positions before those that count: what is loaded and drawn once is there after them."""
HELLO, REFEREE = "bench.requests_per_second:hello()", "referee:create_app()"


def hello() -> Flask:
    app = Flask("hello")

    @app.get("/")
    def say() -> str:
        return "hello"

    return app


PLAIN = """<!doctype html><title>{{ title }}</title>
{% for card in cards %}
  <a {% if card == played %}class="chosen"{% endif %}
    href="/?table={{ cards | join("+") }}">{{ card }}</a>
{% endfor %}"""


def plain() -> Flask:
    """Return an app whose page has a link for each of ten cards, by Flask and Jinja alone."""
    app = Flask("plain")
    template = app.jinja_env.from_string(PLAIN)
    cards = ["AS", "2H", "3D", "4C", "5S", "6H", "7D", "8C", "9S", "10H"]

    @app.get("/")
    def draw() -> str:
        return template.render(title="Ten cards", cards=cards, played=request.args.get("played"))

    return app


BEFORE: dict[str, tuple[float, float]] = {
    # game: page and API
    "krypkasino": (10.6, 3.3),
    "casino": (15.3, 5.3),
    "royal-casino": (16.8, 6.5),
    "swazi-casino": (19.8, 7.0),
    "lesotho-casino": (17.3, 5.4),
    "south-african-casino": (16.0, 6.3),
    "spade-casino": (14.3, 5.5),
    "kasino": (12.9, 4.2),
}
"""Processor time of a new position in commit d34e8d4b, in times that of the :func:`plain` page.

Both are measured in one process and in turns, so that the machine is not in the figure; it was
measured twice on a quiet one, in turns with the build after it, and the slower one is here: one run
differs from the next by up to a tenth. It is the bound: a build may not be slower. A share of the
rate of a *hello*, the bound before, was missed by every page of ten cards however fast the rules
were."""


def figures() -> Iterator[Figure]:
    yield from _rates()
    for game, (page, api) in BEFORE.items():
        queries = _positions(ruleset(game))  # no page asks again what the API was asked
        of_pages = times_plain([f"/{game}/referee?{query}" for query in queries[::2]])
        of_api = times_plain([f"/api/v1/{game}/referee?{query}" for query in queries[1::2]])
        yield Figure(f"page, {game}, a new position: times plain", of_pages, "x", most=page)
        yield Figure(f"API, {game}, a new position: times plain", of_api, "x", most=api)


def _rates() -> Iterator[Figure]:
    """Yield what a server answers in a second: no bounds, since they are those of the machine."""
    game = next(iter(RULESETS))
    new = _positions(ruleset(game))
    repeated = [query for query in new for _ in range(PHONES)]
    compressed = {"Accept-Encoding": "br"}
    requests = {
        "hello": [get("/")],
        "page, new positions": [get(f"/{game}/referee?{query}") for query in new],
        "page, asked by four phones": [get(f"/{game}/referee?{query}") for query in repeated],
        "page, asked by four phones, Brotli": [
            get(f"/{game}/referee?{query}", compressed) for query in repeated
        ],
        "API, new positions": [get(f"/api/v1/{game}/referee?{query}") for query in new],
    }
    rates = dict.fromkeys(requests, 0.0)
    with gunicorn(HELLO) as bare, gunicorn(REFEREE) as ours:
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine hits all alike
            for what, sent in requests.items():
                rates[what] = max(rates[what], rate(bare if what == "hello" else ours, sent))
    for what, fastest in rates.items():
        yield Figure(f"{what}, gunicorn with one sync worker", fastest, "/s")


def times_plain(paths: Sequence[str]) -> float:
    """Return the median processor time of these pages in times that of the plain one, in turns. The
    first ones warm up what is there once for all."""
    small, ours = plain(), _referee()
    of_pages, of_plain = list[float](), list[float]()
    for path in paths:
        of_pages.append(_cost(ours, path))
        of_plain.append(_cost(small, "/?played=2H"))
    return median(of_pages[WARMING:]) / median(of_plain[WARMING:])


@cache
def _referee() -> Flask:
    folder = mkdtemp()
    atexit.register(rmtree, folder, ignore_errors=True)
    app = create_app({"DATABASE_URL": f"sqlite:///{folder}/referee.db"})
    gc.freeze()  # as the server does: what was loaded is not looked through again and again
    return app


def _cost(app: Flask, path: str) -> float:
    """Return the seconds of processor that an app takes for a page."""
    place, _, query = path.partition("?")
    environ = EnvironBuilder(path=place, query_string=query).get_environ()
    begin = process_time()
    answer, status, _headers = run_wsgi_app(app.wsgi_app, environ)
    for _ in answer:
        pass
    seconds = process_time() - begin
    assert status == "200 OK", status
    return seconds


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
