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
from io import BytesIO
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.api_calls import API
from tests.forked_server import serving
from tests.oracle.krypkasino_simulator import simulate
from tests.server_processes import free_port
from tests.store.server_calls import call
from tests.store.test_long_sessions import TIME, group
from tests.strategies import SOAK
from tests.written_logs import lines_of

ATTACKERS = 4
# What is said otherwise over and over costs all the time that a file may cost.
KINDS, GAMES, SECONDS = (["undone", "said otherwise"], 80, 60) if SOAK > 1 else (["undone"], 4, 1)
SOON = 1.0
"""Seconds in which half of all answers must be there, or in ``make test``, which does other things
as well, ten times what they took before."""
ENOUGH = 7

LOG = logging.getLogger(__name__)


def padded(kind: str) -> list[str]:
    """Return a log as long as one may be: undone and brought back, or its beginning said otherwise
    over and over, so that all that follows is played again."""
    lines = lines_of(simulate(random.Random(1), 4, 0))[:-1]
    while len(lines) < 1000:
        if kind == "undone":
            lines.append(f"undo {len(lines)}")
        else:
            lines.append(f"replace 2 {('9D', '8D')[len(lines) % 2]} - !")
    return lines


def attack(kind: str) -> bytes:
    """Return a file of whole games, padded."""
    file = group(GAMES)
    log = [
        {"key": f"entry {n}", "text": line, "asked": line, "at": TIME}
        for n, line in enumerate(padded(kind))
    ]
    for game in file["sessions"][0]["games"]:
        game |= {"log": log, "sweeps": [], "corrections": []}
    return json.dumps(file, separators=(",", ":")).encode()


def attacked(port: int, content: bytes, stop: threading.Event) -> Counter[int]:
    """Send it until it is over; return what was answered, and how often."""
    boundary, body = encode_multipart({"file": FileStorage(BytesIO(content), "referee.json")})
    sent = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    sent["Sec-Fetch-Site"] = "same-origin"
    answers = Counter[int]()
    while not stop.is_set():
        answers[call(port, "POST", "/import", body, **sent)[0]] += 1
    return answers


def times(ask: Callable[[], Any], seconds: float) -> list[float]:
    """Return the seconds of repeated calls, each of which succeeds."""
    took: list[float] = []
    end = time.monotonic() + seconds
    while len(took) < ENOUGH or time.monotonic() < end:
        status, _, answer, seconds_of_it = ask()
        assert status in (200, 201), answer
        took.append(seconds_of_it)
    return took


@pytest.mark.parametrize("kind", KINDS)
def test_people_play_on_while_strangers_send_files(tmp_path: Path, kind: str) -> None:
    port, content, stop = free_port(), attack(kind), threading.Event()
    with serving(port, {"REFEREE_INSTANCE": str(tmp_path)}, tmp_path / "log"):
        body = {"game": "krypkasino", "players": ["Ada", "Bo"]}
        started = call(port, "POST", f"{API}/sessions", body)[2]
        games, key = f"{API}/sessions/{started['id']}/games", started["edit_key"]
        call(port, "POST", games, {}, key)
        sweeps = count()

        def sweep() -> Any:
            counted = {"seat": next(sweeps) % 2, "key": f"sweep {next(sweeps)}"}
            return call(port, "POST", f"{games}/1/sweeps", counted, key)

        asked: dict[str, Callable[[], Any]] = {
            "page": lambda: call(port, "GET", "/krypkasino/referee?table=8S+9C&played=8H"),
            "game": lambda: call(port, "GET", f"{games}/1", None, key),
            "sweep": sweep,
        }
        with ThreadPoolExecutor(ATTACKERS + len(asked)) as threads:
            calm = {name: median(times(ask, 0)) for name, ask in asked.items()}
            attackers = [threads.submit(attacked, port, content, stop) for _ in range(ATTACKERS)]
            answers = {name: threads.submit(times, ask, SECONDS) for name, ask in asked.items()}
            try:
                found = {name: done.result() for name, done in answers.items()}
            finally:
                stop.set()
            statuses = sum((done.result() for done in attackers), Counter[int]())
    LOG.info("%s: %.1f MB, answers %s", kind, len(content) / 1e6, dict(statuses))
    for name, took in found.items():
        LOG.info("%s: %.3f s, %.3f s before", name, median(took), calm[name])
        assert median(took) < max(SOON, calm[name] * 10 if SOAK == 1 else 0), took
    assert statuses.keys() <= {200, 303, 422, 503}
    assert statuses[503]
