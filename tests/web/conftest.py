"""Phones that look at the pages."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from referee.rules import games
from tests.database_dump import wipe
from tests.databases import DATABASES, app_on, new_database, quick_folder
from tests.page_client import Group, Phone, new_group

# Made once, since that takes long; each file gets them empty, so that there is little to count and
# to compare.


@contextmanager
def new_app(request: pytest.FixtureRequest, kind: str) -> Iterator[Flask]:
    with quick_folder() as folder, new_database(request, folder, kind) as url, app_on(url) as app:
        yield app


@pytest.fixture(scope="session")
def whole_app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    with new_app(request, "sqlite") as app:
        yield app


@pytest.fixture(scope="session")
def on_sqlite(request: pytest.FixtureRequest) -> Iterator[Flask]:
    with new_app(request, "sqlite") as app:
        yield app


@pytest.fixture(scope="session")
def on_postgresql(request: pytest.FixtureRequest, postgresql_url: str) -> Iterator[Flask]:
    with new_app(request, "postgresql") as app:
        yield app


@pytest.fixture(scope="module")
def app(whole_app: Flask) -> Flask:
    wipe(whole_app)
    return whole_app


@pytest.fixture(scope="module", params=DATABASES)
def either(request: pytest.FixtureRequest) -> Flask:
    """Another one, on each database."""
    app: Flask = request.getfixturevalue(f"on_{request.param}")
    wipe(app)
    return app


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def group(app: Flask) -> Group:
    return new_group(app)


@pytest.fixture
def only_krypkasino(monkeypatch: pytest.MonkeyPatch) -> None:
    """People see one game."""
    alone = {
        key: game if key == "krypkasino" else game._replace(examples=None)
        for key, game in games.RULESETS.items()
    }
    monkeypatch.setattr(games, "RULESETS", alone)
