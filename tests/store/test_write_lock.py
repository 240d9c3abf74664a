"""Writers that wait leave threads free: at most half of a server's threads wait, and the others say
503. A table of twelve phones never notices."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from referee.config import Defaults
from referee.store import sqlite
from referee.store.driver_errors import DatabaseBusy
from referee.store.sqlite import WriteLock
from tests.api_calls import API, NAMES, PROBLEM, Caller
from tests.forked_server import serving
from tests.page_client import NEW, Phone
from tests.server_processes import PATIENCE, free_port
from tests.store.server_calls import call
from tests.strategies import SOAK

PHONES = 12
TAPS = 10 * SOAK


@contextmanager
def held(url: str) -> Iterator[None]:
    """Change all sessions in another connection that does not finish."""
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(text("UPDATE game_sessions SET version = version"))
        yield
        connection.rollback()
    engine.dispose()


def begun(port: int) -> tuple[str, str]:
    """Return a game that has begun: its path, and the key."""
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
            refusals = PHONES - 2 - Defaults.THREADS // 2
            while sum(one.done() for one in sent) < refusals:
                time.sleep(0.05)
            for page in ("/", f"{path}/sheet"):
                status, _, _, took = call(port, "GET", page, key=key)
                assert (status, took < 2) == (200, True)
            refused = [one.result() for one in sent if one.done()]
            assert len(refused) == refusals
            for status, headers, problem, _ in refused:
                assert (status, problem["status"], headers["Content-Type"]) == (503, 503, PROBLEM)
                assert int(headers["Retry-After"]) > 0
        assert [one.result()[0] for one in sent].count(201) == Defaults.THREADS // 2
        again = [{"seat": 0, "key": f"{n}"} for n in range(PHONES - 2)]
        assert {call(port, "POST", f"{path}/sweeps", body, key)[0] for body in again} == {201}
        rows = call(port, "GET", f"{path}/sheet", key=key)[2]["rows"]
        assert sum(row["markers"] for row in rows) == PHONES * TAPS + PHONES - 2


def write(lock: WriteLock, begin: Callable[[], object] = bool) -> None:
    with lock.hold(begin):
        pass


def test_nobody_waits_once_somebody_has_waited_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    lock, stands, free = WriteLock(1, PATIENCE, alone=False), threading.Event(), threading.Event()
    with ThreadPoolExecutor(1) as other:
        waits = other.submit(write, lock, lambda: (stands.set(), free.wait(PATIENCE)))
        try:
            assert stands.wait(PATIENCE)
            with pytest.raises(DatabaseBusy):
                write(lock)
            monkeypatch.setattr(sqlite, "PATIENCE", 10)
            begin = time.monotonic()
            with pytest.raises(DatabaseBusy):
                write(lock)
            assert time.monotonic() - begin < 8
        finally:
            free.set()
        waits.result(PATIENCE)
    write(lock)  # and everything is as before


def test_writers_of_one_process_write_one_by_one() -> None:
    lock = WriteLock(1, 0.1, alone=True)
    with lock.hold(bool), pytest.raises(DatabaseBusy):
        write(lock)
    write(lock)


def test_a_lock_whose_holder_fails_is_given_back() -> None:
    lock = WriteLock(1, 0.1, alone=True)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            write(lock, lambda: 1 // 0)
    with lock.hold(lambda: 7) as begun:
        assert begun == 7


def test_a_page_that_was_sent_away_keeps_what_was_typed(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    page = phone.get(NEW)
    with monkeypatch.context() as busy:
        busy.setattr(WriteLock, "hold", lambda *_: (_ for _ in ()).throw(DatabaseBusy))
        sent = phone.press(page, "Start", 503, player=["Ada <b>", "Bo"], dealer="0")
    assert int(sent.headers["Retry-After"]) > 0
    form, _ = sent.form("Send it again")
    assert form.values("player")[:2] == ["Ada <b>", "Bo"]
    sent.path = NEW
    session = phone.press(sent, "Send it again")
    assert "Ada <b>" in session.text
    assert Caller(app).get("/krypkasino/referee?table=8S&played=8")  # asks no database
