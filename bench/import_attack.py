"""Calls of people who play on while strangers send the most expensive files of groups, again and
again: milliseconds."""

import json
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from statistics import median

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.api_calls import API
from tests.followed_games import lines_of
from tests.oracle.krypkasino_simulator import simulate
from tests.server_processes import call, free_port, serving
from tests.store.test_long_sessions import TIME, group

from .bounded_figure import Figure

Answer = tuple[int, object, object, float]
"""Status, headers, body and seconds of a call."""
Calls = dict[str, Callable[[], Answer]]
ATTACKERS, GAMES, SECONDS = 4, 80, 20
ENTRIES = 1000
"""Number of entries that a log may have."""
ENOUGH = 7
"""Least number of calls of each kind."""


def figures() -> Iterator[Figure]:
    for kind in ("undone", "replaced"):
        with tempfile.TemporaryDirectory() as folder:
            port = free_port()
            with serving(port, {"REFEREE_INSTANCE": folder}, Path(folder) / "log"):
                calls = _calls(port)
                calm = {what: median(_times(ask, 0)) for what, ask in calls.items()}
                beside = _beside_attack(port, _file(kind), calls)
        for what, seconds in beside.items():
            yield Figure(f"a {what}, median", calm[what] * 1000, "ms")
            yield Figure(f"the same beside files of {kind} plays", seconds * 1000, "ms", most=1000)


def _calls(port: int) -> Calls:
    """Return calls of people who play on."""
    body = {"game": "krypkasino", "players": ["Ada", "Bo"]}
    started = call(port, "POST", f"{API}/sessions", body)[2]
    games, key = f"{API}/sessions/{started['id']}/games", started["edit_key"]
    call(port, "POST", games, {}, key)
    numbers = count()

    def sweep() -> Answer:
        number = next(numbers)
        counted = {"seat": number % 2, "key": f"sweep {number}"}
        answer: Answer = call(port, "POST", f"{games}/1/sweeps", counted, key)
        return answer

    return {
        "ruling": lambda: call(port, "GET", "/krypkasino/referee?table=8S+9C&played=8H"),
        "game": lambda: call(port, "GET", f"{games}/1", None, key),
        "sweep": sweep,
    }


def _file(kind: str) -> bytes:
    """Return a file of whole games whose logs are as long as they may be: plays that are undone and
    brought back, or a first play that is replaced, so that all that follows is played again."""
    lines = lines_of(simulate(random.Random(1), 4, 0))[:-1]
    while len(lines) < ENTRIES:
        replaced = f"replace 2 {('9D', '8D')[len(lines) % 2]} - !"
        lines.append(f"undo {len(lines)}" if kind == "undone" else replaced)
    log = [
        {"key": f"entry {n}", "text": line, "asked": line, "at": TIME}
        for n, line in enumerate(lines)
    ]
    file = group(GAMES)
    for game in file["sessions"][0]["games"]:
        game |= {"log": log, "sweeps": [], "corrections": []}
    return json.dumps(file, separators=(",", ":")).encode()


def _beside_attack(port: int, content: bytes, calls: Calls) -> dict[str, float]:
    """Return the median seconds of each call while a file is sent over and over. Most files are
    refused as too many (503), and none is an error of the server."""
    stop = threading.Event()
    with ThreadPoolExecutor(ATTACKERS + len(calls)) as threads:
        attackers = [threads.submit(_attack, port, content, stop) for _ in range(ATTACKERS)]
        answers = {what: threads.submit(_times, ask, SECONDS) for what, ask in calls.items()}
        try:
            beside = {what: median(times.result()) for what, times in answers.items()}
        finally:
            stop.set()
        statuses = sum((attacker.result() for attacker in attackers), Counter[int]())
    assert statuses[503], statuses
    assert statuses.keys() <= {200, 303, 422, 503}, statuses
    return beside


def _attack(port: int, content: bytes, stop: threading.Event) -> Counter[int]:
    """Send a file until the attack is over, and return how often each status was answered."""
    boundary, body = encode_multipart({"file": FileStorage(BytesIO(content), "referee.json")})
    sent = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    sent["Sec-Fetch-Site"] = "same-origin"
    answers = Counter[int]()
    while not stop.is_set():
        with suppress(TimeoutError):  # a file may take longer than its sender waits
            answers[call(port, "POST", "/import", body, **sent)[0]] += 1
    return answers


def _times(ask: Callable[[], Answer], seconds: float) -> list[float]:
    """Return the seconds of repeated calls, each of which succeeds."""
    times: list[float] = []
    end = time.monotonic() + seconds
    while len(times) < ENOUGH or time.monotonic() < end:
        status, _, answer, seconds_of_call = ask()
        assert status in (200, 201), answer
        times.append(seconds_of_call)
    return times
