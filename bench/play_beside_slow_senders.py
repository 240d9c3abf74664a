"""160 phones that play, alone and beside 200 slow senders: milliseconds until an answer, and the
slow senders' share of a processor in percent."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path

from tests.server_processes import HOST, free_port, running

from .bounded_figure import Figure

PHONES, SLOW = 160, 200
SECONDS, ROUNDS = 10.0, 3
"""Seconds of a round, and rounds."""
PAUSE = 2.0
"""Seconds between two requests of a phone, as its page asks."""
WRITES = 6
"""Requests of a phone, the last of which is a tap."""


def figures() -> Iterator[Figure]:
    port = free_port()
    command = [sys.executable, "-m", "referee", "serve", "--host", HOST, "--port", str(port)]
    times: dict[tuple[str, int], list[float]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        running(command, port, {"REFEREE_INSTANCE": folder}, log=Path(folder) / "log") as server,
    ):
        path, key = _game(port)
        yield from _effort(port, server.pid)
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine hits both
            for slow in (0, SLOW):
                with _slow(port, slow), ThreadPoolExecutor(PHONES) as phones:
                    play = partial(_play, port, path, key)
                    for what, seconds in chain.from_iterable(phones.map(play, range(PHONES))):
                        times.setdefault((what, slow), []).append(seconds)
    for what in ("poll", "tap"):
        alone, beside = (_late(times[what, slow]) * 1000 for slow in (0, SLOW))
        yield Figure(f"a {what} of {PHONES} phones, 95th percentile", alone, "ms")
        yield Figure(f"the same beside {SLOW} slow senders", beside, "ms", most=1000)


def _effort(port: int, pid: int) -> Iterator[Figure]:
    """Yield what slow senders alone cost; only Linux can measure it."""
    process = Path(f"/proc/{pid}/stat")
    if not process.exists():
        return

    def ticks() -> int:
        user, system = process.read_text().rpartition(")")[2].split()[11:13]
        return int(user) + int(system)

    with _slow(port, SLOW):
        begin = ticks()
        time.sleep(SECONDS)
        share = (ticks() - begin) / os.sysconf("SC_CLK_TCK") / SECONDS
    yield Figure(f"{SLOW} slow senders: share of a processor", share * 100, "%", most=25)


def _late(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


@contextmanager
def _slow(port: int, many: int) -> Iterator[None]:
    if not many:
        yield
        return
    command = [sys.executable, "-m", "bench.slow_sender", str(port), str(many), str(6 * SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as senders:
        assert senders.stdout
        senders.stdout.readline()
        try:
            yield
        finally:
            senders.terminate()


def _game(port: int) -> tuple[str, str]:
    """Return the path and the key of a begun game."""
    with closing(HTTPConnection(HOST, port)) as phone:
        plan = {"game": "krypkasino", "players": ["Ada", "Bo"]}
        phone.request("POST", "/api/v1/sessions", json.dumps(plan))
        session = json.loads(phone.getresponse().read())
        path, key = f"/api/v1/sessions/{session['id']}/games", f"Bearer {session['edit_key']}"
        phone.request("POST", path, "{}", {"Authorization": key})
        assert phone.getresponse().read()
    return f"{path}/1", key


def _play(port: int, path: str, key: str, number: int) -> list[tuple[str, float]]:
    """Return the kind of each request of a phone, and the seconds until its answer."""
    times, etag, requests = [], "", number
    end = time.monotonic() + SECONDS
    time.sleep(PAUSE * number / PHONES)
    with closing(HTTPConnection(HOST, port, timeout=60)) as phone:
        while time.monotonic() < end:
            requests += 1
            begin = time.perf_counter()
            headers = {"Authorization": key}
            if requests % WRITES:
                what = "poll"
                phone.request("GET", path, None, headers | {"If-None-Match": etag})
            else:
                what = "tap"
                body = json.dumps({"seat": 0, "key": f"{number} {time.time()}"})
                phone.request("POST", f"{path}/sweeps", body, headers)
            answer = phone.getresponse()
            answer.read()
            times.append((what, time.perf_counter() - begin))
            assert answer.status in (200, 201, 304, 503), answer.status
            etag = answer.headers.get("ETag", etag)
            time.sleep(PAUSE)
    return times
