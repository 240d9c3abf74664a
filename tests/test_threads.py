"""Who gets the next thread of the server: those who are still there, and nobody all of them."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from threading import Lock
from types import SimpleNamespace

import pytest

from referee.threads import Queue
from tests.processes import HOST, free_port, running
from tests.test_connections import connection
from tests.test_serve import answer, ask

QUEUES = [
    # who has a thread, who waits, who comes in which order if a household may have three
    ("", "a b c", "a b c"),
    ("", "a a a b", "a b a a"),
    ("a a", "a a b c", "b c a"),
    ("a a a", "a a a", ""),
    ("a a a", "a b a", "b"),
    ("a a a b", "a b c b", "c b b"),
    ("", "a a a a a", "a a a"),
]


@pytest.mark.parametrize(("working", "waiting", "order"), QUEUES)
def test_the_next_is_of_those_who_have_fewest(working: str, waiting: str, order: str) -> None:
    queue = Queue(Lock(), 3, str)
    for one in working.split():
        queue.append(one)
    begun = [queue.popleft() for _ in range(len(queue))]
    for one in waiting.split():
        queue.append(one)
    came = []
    while queue:
        came.append(queue.popleft())
    assert " ".join(one.household for one in came) == order
    for one in begun + came:
        queue.done(one.household)
    assert len(queue) == len(waiting.split()) - len(came)  # and now the others


THREADS = 2
APP = f"""
import sys, threading
from flask import Flask
from referee import serve

app, begun, free = Flask("slow"), [], threading.Event()
app.config.update(THREADS={THREADS}, PROXIES=int(sys.argv[2]))

@app.get("/dear/<name>")
def dear(name):
    begun.append(name)
    free.wait(60)
    return name

@app.get("/begun")
def say():
    return " ".join(begun)

@app.get("/free")
def let_go():
    free.set()
    return "free"

serve.serve(app, serve.listen("{HOST}", int(sys.argv[1])))
"""


@contextmanager
def slow_server(proxies: int) -> Iterator[int]:
    port = free_port()
    with running([sys.executable, "-c", APP, str(port), str(proxies)], port):
        yield port


def get(path: str, sender: str) -> bytes:
    """As a proxy passes it on; it adds its own sender to what others claimed."""
    lines = [f"GET {path} HTTP/1.1", "Host: x", "Connection: close"]
    lines.append(f"X-Forwarded-For: 203.0.113.{len(path)}, {sender}")
    return "\r\n".join([*lines, "", ""]).encode()


def said(port: int, path: str, sender: str) -> str:
    return answer(ask(port, get(path, sender))).partition("\r\n\r\n")[2]


def test_nobody_works_for_those_who_have_gone_and_nobody_has_all_threads() -> None:
    one, other = "192.0.2.1", "192.0.2.2"
    with slow_server(proxies=1) as port, ExitStack() as held:
        dear = [
            held.enter_context(closing(ask(port, get(f"/dear/{number}", one))))
            for number in range(THREADS)
        ]
        for number in range(10):
            ask(port, get(f"/dear/gone{number}", one)).close()
        dear.append(held.enter_context(closing(ask(port, get("/dear/stays", one)))))
        begun: list[str] = []
        while len(begun) < THREADS:
            begun = said(port, "/begun", other).split()
        assert sorted(begun) == ["0", "1"]
        assert said(port, "/free", other) == "free"
        assert [answer(client).rpartition("\n")[2] for client in dear] == ["0", "1", "stays"]
        assert said(port, "/begun", other).split()[THREADS:] == ["stays"]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "192.0.2.1", "198.51.100.7"),  # anybody can say anything
        (1, "", "198.51.100.7"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "192.0.2.9, 192.0.2.1", "192.0.2.1"),
        (2, "192.0.2.9, 192.0.2.1", "192.0.2.9"),
        (2, "192.0.2.1", "198.51.100.7"),
        (1, "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
    ],
)
def test_whose_request_it_is(proxies: int, forwarded: str, expected: str) -> None:
    headers = {"X_FORWARDED_FOR": forwarded} if forwarded else {}
    asked = SimpleNamespace(headers=headers)
    one = connection(0, requests=[asked], addr=("198.51.100.7", 5))
    assert one.home(proxies) == expected
