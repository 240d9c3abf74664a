"""Writers that wait leave threads free: at most half of a server's threads wait, and the others say
503. A table of twelve phones never notices."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.config import Defaults
from referee.store import turns
from referee.store.turns import Busy, Turns
from tests.calls import API, NAMES, PROBLEM, Caller
from tests.phones import NEW, Phone
from tests.processes import HOST, PATIENCE, free_port
from tests.served import serving
from tests.store.test_busy import held
from tests.strategies import SOAK

PHONES = 12
TAPS = 10 * SOAK


def call(port: int, method: str, path: str, body: object = None, key: str = "") -> Any:
    """Status, headers and JSON of an answer, and the seconds it took."""
    begin = time.monotonic()
    with closing(HTTPConnection(HOST, port, timeout=30)) as connection:
        sent = {"Authorization": f"Bearer {key}"} if key else {}
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        text = answer.read()
        found = json.loads(text) if answer.headers["Content-Type"].endswith("json") else text
        return answer.status, answer.headers, found, time.monotonic() - begin


def begun(port: int) -> tuple[str, str]:
    """A game that has begun: its path, and the key."""
    plan = {"game": "krypkasino", "players": NAMES}
    _, _, started, _ = call(port, "POST", f"{API}/sessions", plan)
    path, key = f"{API}/sessions/{started['id']}/games", started["edit_key"]
    assert call(port, "POST", path, {}, key)[0] == 201
    return f"{path}/1", key


@pytest.mark.parametrize("empty_database", ["sqlite", "postgresql"], indirect=True)
def test_writers_that_wait_leave_threads_free(empty_database: str, tmp_path: Path) -> None:
    port = free_port()
    env = {"REFEREE_INSTANCE": str(tmp_path), "REFEREE_DATABASE_URL": empty_database}
    with serving(port, env), ThreadPoolExecutor(PHONES) as phones:
        path, key = begun(port)

        # Twelve phones count at the same time, and none is sent away.
        def count(phone: int) -> Counter[int]:
            bodies = [{"seat": phone % 6, "key": f"{phone} {tap}"} for tap in range(TAPS)]
            return Counter(call(port, "POST", f"{path}/sweeps", body, key)[0] for body in bodies)

        assert sum(phones.map(count, range(PHONES)), Counter()) == {201: PHONES * TAPS}

        # Somebody holds what they all need, for longer than anybody waits.
        with held(empty_database):
            sent = [
                phones.submit(call, port, "POST", f"{path}/sweeps", {"seat": 0, "key": f"{n}"}, key)
                for n in range(PHONES - 2)
            ]
            time.sleep(2 * turns.PATIENCE + 0.5)
            for page in ("/", f"{path}/sheet"):
                status, _, _, took = call(port, "GET", page, key=key)
                assert (status, took < 2) == (200, True)
            refused = [one.result() for one in sent if one.done()]
            assert len(refused) == PHONES - 2 - Defaults.THREADS // 2
            for status, headers, problem, _ in refused:
                assert (status, problem["status"], headers["Content-Type"]) == (503, 503, PROBLEM)
                assert int(headers["Retry-After"]) > 0
        assert [one.result()[0] for one in sent].count(201) == Defaults.THREADS // 2
        again = [{"seat": 0, "key": f"{n}"} for n in range(PHONES - 2)]
        assert {call(port, "POST", f"{path}/sweeps", body, key)[0] for body in again} == {201}
        rows = call(port, "GET", f"{path}/sheet", key=key)[2]["rows"]
        assert sum(row["markers"] for row in rows) == PHONES * TAPS + PHONES - 2


def test_nobody_joins_a_queue_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waited = [0.0], []

    class StandsStill(threading.Condition):
        """Time passes, and nobody gets on."""

        def wait(self, timeout: float | None = None) -> bool:
            assert timeout  # and some time
            waited.append(timeout)
            now[0] += timeout
            return False

    monkeypatch.setattr(turns, "monotonic", lambda: now[0])
    monkeypatch.setattr(turns, "Condition", StandsStill)
    queue, stands, free = Turns(1, 30, one_by_one=False), threading.Event(), threading.Event()

    def write(begin: Callable[[], object]) -> None:
        with queue.turn(begin):
            pass

    with ThreadPoolExecutor(1) as other:
        waits = other.submit(write, lambda: (stands.set(), free.wait(PATIENCE)))
        try:
            assert stands.wait(PATIENCE)
            for _ in range(2):
                with pytest.raises(Busy):
                    write(lambda: None)
                assert waited == [turns.PATIENCE]  # nobody after the first
        finally:
            free.set()
        waits.result(PATIENCE)
    write(lambda: None)  # and everything is as before


def test_many_wait_while_the_queue_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a part of the patience, all together much more."""
    monkeypatch.setattr(turns, "PATIENCE", 2.0)
    queue = Turns(2, 30, one_by_one=True)

    def write(_: int) -> None:
        with queue.turn(lambda: None):
            time.sleep(0.1)

    with ThreadPoolExecutor(30) as others:
        assert len(list(others.map(write, range(30)))) == 30


def test_writers_of_one_process_write_one_by_one() -> None:
    queue = Turns(1, 0.1, one_by_one=True)
    with queue.turn(lambda: None), pytest.raises(Busy), queue.turn(lambda: None):
        pass
    with queue.turn(lambda: None):
        pass


def test_a_turn_that_fails_is_given_back() -> None:
    queue = Turns(1, 0.1, one_by_one=True)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), queue.turn(lambda: 1 // 0):
            pass
    with queue.turn(lambda: 7) as begun:
        assert begun == 7


def test_a_page_that_was_sent_away_keeps_what_was_typed(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    page = phone.get(NEW)
    with monkeypatch.context() as busy:
        busy.setattr(Turns, "turn", lambda *_: (_ for _ in ()).throw(Busy))
        sent = phone.press(page, "Start", 503, player=["Ada <b>", "Bo"], dealer="0")
    assert int(sent.headers["Retry-After"]) > 0
    form, _ = sent.form("Send it again")
    assert form.values("player")[:2] == ["Ada <b>", "Bo"]
    sent.path = NEW
    session = phone.press(sent, "Send it again")
    assert "Ada <b>" in session.text
    assert Caller(app).get("/krypkasino/referee?table=8S&played=8")  # asks no database
