"""Stored data that makes no sense: a 500 that says so, and a line in the log, as the sender is not
to blame. The database is called busy only if it is."""

import logging
import sqlite3
from collections.abc import Callable
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from sqlalchemy import event, exc
from sqlalchemy.exc import DBAPIError, InterfaceError, InvalidRequestError

from referee.rules.log.entries import read_entry
from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from referee.store.database import db, writing
from referee.store.driver_errors import DriverError, driver_error_of
from tests.api_calls import API, PROBLEM
from tests.databases import DATABASES, ON_ONE, app_on
from tests.page_client import Group, keys_of, new_group
from tests.strategies import some

DAMAGES = {
    "a game that is not here": "UPDATE games SET game = 'whist'",
    "a session of such a game": "UPDATE game_sessions SET game = 'whist'",
    "teams that cannot be": "UPDATE game_sessions SET teams = '[7, 8]'",
    "an entry that says nothing": "UPDATE log_entries SET text = 'hello'",
    "a log without its beginning": "DELETE FROM log_entries WHERE seq = 1",
    "nobody sits there": "DELETE FROM seats WHERE seat = 1",
    "a kind that is missing": "UPDATE sheet_rows SET kinds = '{}'",
}
PATHS = ("{s}", "{s}/1", "{s}/1/sheet", "{s}/1/table", "{s}/1/table/log.txt")
CALLS = ("", "/games/1", "/games/1/sheet")
WRITES = (("POST", "/games/1/sweeps", {"seat": 0, "key": "k"}),)
BLAME = (400, 409, 422)


@pytest.fixture
def app(stored_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Errors end as they do for people."""
    monkeypatch.setitem(stored_app.config, "PROPAGATE_EXCEPTIONS", False)
    return stored_app


@pytest.fixture
def group(app: Flask) -> Group:
    """Return a group with a game that is followed."""
    made = new_group(app)
    access = Access(made.id, may_write=True)
    with app.app_context():
        entry = read_entry("table 8S KH KD KC")
        followed_games.enter(access, GameId(made.session.split("/")[3], 1), entry, key="k", seen=0)
    return made


def asked(group: Group) -> dict[str, Any]:
    """Every page and call that shows the game, and a write."""
    key = keys_of(group.phone, group.id)[0]
    headers = {"Authorization": f"Bearer {key}"}
    session = group.session.split("/")[3]
    found = {path: group.phone.ask(path.format(s=group.session)) for path in PATHS}
    for path in CALLS:
        found[f"API {path}"] = group.phone.ask(f"{API}/sessions/{session}{path}", headers=headers)
    for method, path, body in WRITES:
        address = f"{API}/sessions/{session}{path}"
        found[f"{method} {path}"] = group.phone.ask(address, method, json=body, headers=headers)
    return found


@pytest.mark.parametrize(
    ("stored_app", "damage"),
    some(product(DATABASES, DAMAGES), 2),
    indirect=["stored_app"],
    scope="session",
)
def test_what_is_damaged_is_our_fault(
    app: Flask, group: Group, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert {answer.status_code for answer in asked(group).values()} == {200, 201}
    with app.app_context(), writing():
        db.session.connection().exec_driver_sql(DAMAGES[damage])
    caplog.clear()
    statuses = {}
    for name, answer in asked(group).items():
        statuses[name] = answer.status_code
        wanted = PROBLEM if name.startswith(("API", "POST")) else "text/html; charset=utf-8"
        if answer.status_code >= 500:
            assert answer.content_type == wanted, name
    assert 500 in statuses.values()
    assert not set(statuses.values()) & set(BLAME), statuses
    logged = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(logged) == list(statuses.values()).count(500)
    assert all(record.exc_info for record in logged)


@ON_ONE
def test_a_page_says_that_it_is_damaged(app: Flask, group: Group) -> None:
    with app.app_context(), writing():
        db.session.connection().exec_driver_sql(DAMAGES["a session of such a game"])
    page = group.phone.get(group.session, 500)
    assert "What was saved here is damaged" in page.text
    assert group.phone.ask(group.session, headers={"X-Poll": "1"}).text.startswith("What was saved")


# What is the matter with the database


def of_sqlite(name: str) -> DBAPIError:
    error = sqlite3.OperationalError("…")
    error.sqlite_errorname = name
    return DBAPIError("…", None, error)


def of_postgresql(state: str | None) -> DBAPIError:
    kind = psycopg.OperationalError if state is None else psycopg.errors.lookup(state)
    return DBAPIError("…", None, kind("…"))


TROUBLES = [
    (of_sqlite("SQLITE_BUSY"), DriverError.BUSY), (of_sqlite("SQLITE_FULL"), DriverError.FULL),
    (of_sqlite("SQLITE_READONLY_DIRECTORY"), DriverError.READ_ONLY),
    (of_sqlite("SQLITE_CORRUPT_INDEX"), DriverError.DAMAGED),
    (of_sqlite("SQLITE_CONSTRAINT_UNIQUE"), DriverError.UNKNOWN),
    (of_postgresql("55P03"), DriverError.BUSY), (of_postgresql("53300"), DriverError.BUSY),
    (of_postgresql("53100"), DriverError.FULL), (of_postgresql("42501"), DriverError.READ_ONLY),
    (of_postgresql("42P01"), DriverError.OTHER_TABLES),
    (of_postgresql("XX001"), DriverError.DAMAGED),
    (DBAPIError("…", None, ValueError(), connection_invalidated=True), DriverError.BUSY),
    (InterfaceError("…", None, sqlite3.InterfaceError()), DriverError.UNKNOWN),
    (exc.TimeoutError(), DriverError.BUSY), (InvalidRequestError(), DriverError.UNKNOWN),
]  # fmt: skip


@pytest.mark.parametrize(("error", "trouble"), TROUBLES)
def test_trouble(error: DBAPIError, trouble: DriverError) -> None:
    assert driver_error_of(error) is trouble


def another_shape(file: Path, app: Flask) -> None:
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE sheet_rows DROP COLUMN markers")


def scribbled(file: Path, app: Flask) -> None:
    with app.app_context():
        with db.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.engine.dispose()
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"?" * (len(content) - 4096))


def with_pragma(pragma: str) -> Callable[[Path, Flask], None]:
    """Return what makes all connections begin with a setting."""

    def apply(file: Path, app: Flask) -> None:
        with app.app_context():
            event.listen(db.engine, "connect", lambda opened, _: opened.execute(pragma))
            db.engine.dispose()

    return apply


BROKEN: dict[str, tuple[Callable[[Path, Flask], None], DriverError, int, str]] = {
    "a missing column": (another_shape, DriverError.OTHER_TABLES, 500, "of different versions"),
    "a broken file": (scribbled, DriverError.DAMAGED, 500, "database of this server is damaged"),
    "a full disk": (
        *(with_pragma("PRAGMA max_page_count = 1"), DriverError.FULL, 507),
        "The disk of this server is full",
    ),
    "a file that cannot be written": (
        *(with_pragma("PRAGMA query_only = ON"), DriverError.READ_ONLY, 503),
        "cannot open or write its database",
    ),
}
MOST_TAPS = 1000
"""More than pages that are there have room for."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_database_that_does_not_work(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    breaking, trouble, status, sentence = BROKEN[name]
    folder = tmp_path / "kept"
    folder.mkdir()
    with app_on(f"sqlite:///{folder / 'referee.db'}") as app:
        group = new_group(app)
        key = keys_of(group.phone, group.id)[0]
        game = f"{API}/sessions/{group.session.split('/')[3]}/games/1"
        breaking(folder / "referee.db", app)
        caplog.clear()
        headers = {"Authorization": f"Bearer {key}"}
        for number in range(MOST_TAPS):
            body = {"seat": 0, "key": f"key {number}"}
            answer = group.phone.ask(f"{game}/sweeps", "POST", json=body, headers=headers)
            if answer.status_code != 201:
                break
        assert (answer.status_code, answer.content_type) == (status, PROBLEM)
        assert sentence in answer.json["detail"]
        assert "Retry-After" not in answer.headers
        (record,) = caplog.records
        assert (trouble.value in record.getMessage(), record.exc_info) == (True, None)
        assert "\n" not in record.getMessage()
        # Pages say it too.
        tap = {"sweep": "0", "key": "tapped" * 4}
        answer = group.phone.ask(f"{group.session}/1/sweeps", "POST", data=tap)
        assert answer.status_code == status
        assert sentence in unescape(answer.text)
