"""Strangers send the most expensive files that they can think of, again and again, and people play
on: pages and plays answer as if nothing was."""

import json
import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from io import BytesIO
from itertools import count
from pathlib import Path
from statistics import median
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.calls import API
from tests.logs import lines_of
from tests.oracle.simulator import simulate
from tests.processes import HOST, free_port
from tests.served import serving
from tests.strategies import SOAK

ATTACKERS = 4
# What is said otherwise over and over costs all the time that a file may cost.
KINDS, GAMES, SECONDS = (["undone", "said otherwise"], 80, 60) if SOAK > 1 else (["undone"], 4, 2)
PATIENCE = 600
SOON = 1.0
"""Seconds in which half of all answers must be there, or in ``make test``, which does other things
as well, ten times what they took before."""
ENOUGH = 7

LOG = logging.getLogger(__name__)
TIME = "2026-11-21T20:00:00+00:00"


def padded(kind: str) -> list[str]:
    """A log as long as one may be: undone and brought back, or its beginning said otherwise over
    and over, so that all that follows is played again."""
    lines = lines_of(simulate(random.Random(1), 4, 0))[:-1]
    while len(lines) < 1000:
        if kind == "undone":
            lines.append(f"undo {len(lines)}")
        else:
            lines.append(f"replace 2 {('9D', '8D')[len(lines) % 2]} - !")
    return lines


def attack(kind: str) -> bytes:
    """Whole games, padded."""
    log = [
        {"key": f"entry {n}", "text": line, "asked": line, "at": TIME}
        for n, line in enumerate(padded(kind))
    ]
    row = dict(version=1, markers=0, card_points=10, kinds=None)
    game = dict(
        game="krypkasino",
        rules_version=1,
        house=[],
        deal=1,
        last_capturer=None,
        started_at=TIME,
        finished_at=TIME,
        accepted_imbalance=True,
        rows=[row] * 4,
        sweeps=[],
        corrections=[],
        log=log,
    )
    session = dict(
        game="krypkasino",
        house=[],
        players=["Ada", "Bo", "Cia", "Dan"],
        teams=None,
        games_planned=4,
        first_dealer=0,
        stake=None,
        currency="",
        started_at=TIME,
        closed_at=None,
        games=[game] * GAMES,
    )
    group = dict(format="referee-group", version=1, name="x", players=[], sessions=[session])
    return json.dumps(group, separators=(",", ":")).encode()


@dataclass
class Phone:
    """A browser at this server, and how long each answer took."""

    root: str
    opener: OpenerDirector = field(
        default_factory=lambda: build_opener(HTTPCookieProcessor(CookieJar()))
    )

    def __call__(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        """The status and the body of what comes, after all redirections."""
        try:
            with self.opener.open(
                Request(self.root + path, data, headers), timeout=PATIENCE
            ) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def send(self, content: bytes) -> int:
        """Read a file in, and see what that led to."""
        file = FileStorage(BytesIO(content), "referee.json")
        boundary, body = encode_multipart({"file": file})
        kind = f"multipart/form-data; boundary={boundary}"
        headers = {"Content-Type": kind, "Sec-Fetch-Site": "same-origin"}
        return self("/import", body, **headers)[0]


def attacked(root: str, content: bytes, stop: threading.Event) -> Counter[int]:
    """One stranger, until it is over; what was answered, and how often."""
    phone, answers = Phone(root), Counter[int]()
    while not stop.is_set():
        answers[phone.send(content)] += 1
    return answers


def times(ask: Callable[[], tuple[int, str]], seconds: float) -> list[float]:
    """How long it takes, over and over for so long; it always works."""
    took: list[float] = []
    end = time.monotonic() + seconds
    while len(took) < ENOUGH or time.monotonic() < end:
        begin = time.monotonic()
        status, told = ask()
        took.append(time.monotonic() - begin)
        assert status in (200, 201), told
        time.sleep(0.05)
    return took


@pytest.mark.parametrize("kind", KINDS)
def test_people_play_on_while_strangers_send_files(tmp_path: Path, kind: str) -> None:
    port, content = free_port(), attack(kind)
    root = f"http://{HOST}:{port}"
    env = {"REFEREE_INSTANCE": str(tmp_path)}
    with serving(port, env, tmp_path / "log"):
        phone, stop = Phone(root), threading.Event()
        body = {"game": "krypkasino", "players": ["Ada", "Bo"]}
        started = json.loads(phone(f"{API}/sessions", json.dumps(body).encode())[1])
        keyed = {"Authorization": f"Bearer {started['edit_key']}"}
        game = f"{API}/sessions/{started['id']}/games"
        phone(game, b"", **keyed)
        sweeps = count()

        def sweep() -> tuple[int, str]:
            counted = {"seat": next(sweeps) % 2, "key": f"sweep {next(sweeps)}"}
            return phone(f"{game}/1/sweeps", json.dumps(counted).encode(), **keyed)

        asked: dict[str, Callable[[], tuple[int, str]]] = {
            "without the database": lambda: phone("/krypkasino/referee?table=8S+9C&played=8H"),
            "with the database": lambda: phone(f"{game}/1", **keyed),
            "a sweep is counted": sweep,
        }
        with ThreadPoolExecutor(ATTACKERS + len(asked)) as threads:
            calm = {name: median(times(ask, 0)) for name, ask in asked.items()}
            attackers = [threads.submit(attacked, root, content, stop) for _ in range(ATTACKERS)]
            time.sleep(1)  # they are at it
            answers = {name: threads.submit(times, ask, SECONDS) for name, ask in asked.items()}
            try:
                found = {name: done.result() for name, done in answers.items()}
            finally:
                stop.set()
            statuses = sum((done.result() for done in attackers), Counter[int]())
    LOG.info("%s: %.1f MB, answers %s", kind, len(content) / 1e6, dict(statuses))
    for name, took in found.items():
        before = calm[name]
        LOG.info("%s: %.3f s, %.3f s at most; %.3f s", name, median(took), max(took), before)
        assert median(took) < max(SOON, before * 10 if SOAK == 1 else 0), took
    assert statuses.keys() <= {200, 422, 503}
    assert statuses[503]
