"""PostgreSQL that is stopped and not gone: the machine takes what is sent, and nobody answers."""

import json
import logging
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from referee.store import database, postgresql_watchdog, request_connection
from referee.store import postgresql as ours
from referee.store.database import db
from referee.store.driver_errors import DatabaseBusy, DriverError, driver_error_of
from referee.store.write_transaction import writing
from tests.databases import app_on
from tests.forked_server import serving
from tests.postgresql_server import Server
from tests.server_processes import free_port
from tests.store.server_calls import call
from tests.store.test_restarting import PATIENCE, PHONES, phones_of
from tests.strategies import SOAK

log_of_run = logging.getLogger(__name__)

STOPS = 10 if SOAK > 1 else 1
STOPPED = 20.0 if SOAK > 1 else 4.0
"""Seconds; with SOAK long enough that those who wait are told so as well."""
LONGEST = 4.0
"""Seconds for an answer without a database, on a machine that is busy with other tests."""
WITHOUT = (
    "/",
    "/krypkasino/referee?table=8+10H&played=8",
    "/casino/referee?table=8&played=8",
    "/krypkasino/rules",
    "/krypkasino/referee/share?table=8",
    "/api/v1/krypkasino/referee?table=8&played=8",
    "/api/v1/openapi.json",
    "/static/css/base.css",
)
"""Nothing of these is kept."""


@contextmanager
def stopped(postgres: Server) -> Iterator[None]:
    """Stop all processes of the server."""
    pids = postgres.processes()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@contextmanager
def referee(url: str, folder: Path) -> Iterator[int]:
    port = free_port()
    env = {"REFEREE_INSTANCE": str(folder), "REFEREE_DATABASE_URL": url}
    with serving(port, env, folder / "log"):
        yield port
    assert "Traceback" not in (folder / "log").read_text("utf-8")


def look_around(port: int, seconds: float) -> float:
    """Ask for everything that needs no database: the longest that one took."""
    longest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        for path in WITHOUT:
            status, _, _, took = call(port, "GET", path)
            assert status == 200, path
            longest = max(longest, took)
    return longest


def test_postgresql_stops_under_twelve_phones(postgres: Server, tmp_path: Path) -> None:
    stop = threading.Event()
    with referee(postgres.url, tmp_path) as port, ThreadPoolExecutor(PHONES) as threads:
        phones = phones_of(port)
        at_work = [threads.submit(phone.play, stop) for phone in phones]
        longest = 0.0
        try:
            for number in range(STOPS):
                while any(len(phone.acknowledged) <= number for phone in phones):
                    assert not any(one.done() for one in at_work), at_work
                    time.sleep(0.05)
                with stopped(postgres):
                    longest = max(longest, look_around(port, STOPPED))
        finally:
            stop.set()
        for one in at_work:
            one.result(2 * PATIENCE)
        sheet = json.loads(phones[0].call("GET", f"{phones[0].game}/sheet")[1])
    seen = sum((phone.seen for phone in phones), Counter[int]())
    taps = sum(len(phone.acknowledged) for phone in phones)
    log_of_run.info(
        "%d stops: answers %s, %d taps; longest of a phone %.1f s, without the database %.1f s",
        *(STOPS, dict(seen), taps, max(phone.longest for phone in phones), longest),
    )
    assert sum(row["markers"] if row else 0 for row in sheet["rows"]) == taps
    assert seen[503]
    assert longest < LONGEST


def test_home_says_that_it_cannot_show_the_groups(postgres: Server, tmp_path: Path) -> None:
    with referee(postgres.url, tmp_path) as port, ThreadPoolExecutor(PHONES) as threads:
        phones = phones_of(port)
        phones[0].open_link()
        with stopped(postgres):
            waiting = [threads.submit(call, port, "GET", one.game, None, one.key) for one in phones]
            answer, text = phones[0].ask("GET", "/", None)
            assert answer.status == 200
            assert "Your groups cannot be shown just now." in text
            assert "The referee at your card table" in text
        assert {one.result()[0] for one in waiting} <= {200, 503}
        _, text = phones[0].ask("GET", "/", None)
        assert "Your groups cannot be shown" not in text


# How many wait, without a database


@pytest.fixture
def app(empty_database: str) -> Iterator[Flask]:
    """Yield an app of which one may wait for a database that stands still."""
    with app_on(empty_database, THREADS=4) as app:
        yield app


def ask(app: Flask, statement: str = "SELECT 1") -> None:
    """Ask the database within a request, in a connection that reads."""
    with app.test_request_context():
        request_connection.connection().exec_driver_sql(statement)


def ask_on(app: Flask) -> NoReturn:
    """Ask until that fails."""
    while True:
        ask(app)


ON_POSTGRESQL = pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
LONG = "SELECT pg_sleep(60)"


@ON_POSTGRESQL
def test_nobody_waits_for_ever(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_watchdog, "SILENCE", 0.3)
    with pytest.raises(OperationalError) as lost:
        ask(app, LONG)
    assert driver_error_of(lost.value) is DriverError.BUSY
    ask(app)


@ON_POSTGRESQL
def test_while_one_waits_for_long_others_are_told_at_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_watchdog, "PATIENCE", 0.3)
    with ThreadPoolExecutor(1) as other:
        waits = other.submit(ask, app, LONG)
        with pytest.raises(DatabaseBusy):
            ask_on(app)
        with app.test_request_context(), writing():  # there is another bound for those
            cancelled = text(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%sleep(60)'"
                " AND pid <> pg_backend_pid()"
            )
            assert db.session.scalar(cancelled)
        with pytest.raises(OperationalError, match="user request"):
            waits.result(PATIENCE)
    ask(app)


# Connections


def test_there_is_a_connection_for_each_thread(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 1)
    with app_on(empty_database, THREADS=40) as app, app.app_context(), ExitStack() as opened:
        for _ in range(40):
            opened.enter_context(db.engine.connect()).exec_driver_sql("SELECT 1")


SETTINGS = [
    # how the connection was made, what the server says, what the driver was told
    (True, f"{ours.STATEMENT_SECONDS}s"),
    (False, "0"),
]


@ON_POSTGRESQL
@pytest.mark.parametrize(("in_request", "statement"), SETTINGS)
def test_what_bounds_a_connection(empty_database: str, in_request: bool, statement: str) -> None:
    """Commands and migrations may take their time."""
    url = empty_database + "?keepalives_idle=33"
    with ExitStack() as opened:
        app = opened.enter_context(app_on(url))
        opened.enter_context(app.test_request_context() if in_request else app.app_context())
        connection = opened.enter_context(db.engine.connect())
        said = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar_one()
            for name in ("statement_timeout", "lock_timeout")
        }
        told = connection.connection.dbapi_connection.info.get_parameters()
    assert said == {"statement_timeout": statement, "lock_timeout": "10s"}
    assert {name: told[name] for name in ("tcp_user_timeout", "keepalives_idle")} == {
        "tcp_user_timeout": "15000",
        "keepalives_idle": "33",
    }
