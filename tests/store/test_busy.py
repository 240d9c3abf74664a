"""A database that somebody else holds for too long: 503, and try again (the API's conventions)."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text

from referee.store import database
from tests.calls import API, PROBLEM, Caller, points
from tests.databases import app_on


@contextmanager
def held(url: str) -> Iterator[None]:
    """Somebody else changes all sessions and does not finish."""
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(text("UPDATE game_sessions SET version = version"))
        yield
        connection.rollback()
    engine.dispose()


def test_busy(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 1)
    with app_on(empty_database) as app:
        table = Caller(app).start(["Ada", "Bo"])
        table.begin()
        path = f"{API}/sessions/{table.id}/games/1/sheet/0"
        headers = {"Authorization": f"Bearer {table.edit.key}", "If-Match": '"0"'}
        with held(empty_database):
            answer = table.edit.client.put(path, json=points(20), headers=headers)
            assert (answer.status_code, answer.content_type) == (503, PROBLEM)
            assert int(answer.headers["Retry-After"]) > 0
            assert table.rows(1) == [None, None]
        assert table.put(1, 0, points(20)).status_code == 200
