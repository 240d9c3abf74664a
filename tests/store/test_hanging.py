"""PostgreSQL that does not answer: how many wait for it, and how long; `test_restarting.py` has it
under twelve phones."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NoReturn

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from referee.store import database, postgresql
from referee.store import postgresql as ours
from referee.store.database import db, writing
from referee.store.driver_errors import DatabaseBusy, DriverError, driver_error_of
from tests.databases import app_on
from tests.server_processes import PATIENCE


@pytest.fixture
def app(empty_database: str) -> Iterator[Flask]:
    """Yield an app of which one may wait for a database that stands still."""
    with app_on(empty_database, THREADS=4) as app:
        yield app


def ask(app: Flask, statement: str = "SELECT 1") -> None:
    """Ask the database within a request, in a connection that reads."""
    with app.test_request_context():
        database.connection().exec_driver_sql(statement)


def ask_on(app: Flask) -> NoReturn:
    """Ask until that fails."""
    while True:
        ask(app)


ON_POSTGRESQL = pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
LONG = "SELECT pg_sleep(60)"


@ON_POSTGRESQL
def test_nobody_waits_for_ever(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "SILENCE", 0.3)
    with pytest.raises(OperationalError) as lost:
        ask(app, LONG)
    assert driver_error_of(lost.value) is DriverError.BUSY
    ask(app)


@ON_POSTGRESQL
def test_while_one_waits_for_long_others_are_told_at_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.3)
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
