"""Phones that look at the pages, and a count of what is called for them."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from flask import Flask

from referee.rules import games
from tests.databases import DATABASES, app_on, new_database, quick_folder, wipe
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


@contextmanager
def calls_of(*functions: Callable[..., object]) -> Iterator[list[list[dict[str, object]]]]:
    """Yield a list for each function, which gets the arguments of each of its calls, by name.
    Where a function is imported to does not matter; answers from its cache are no calls."""
    calls: list[list[dict[str, object]]] = [[] for _ in functions]
    codes = [inspect.unwrap(function).__code__ for function in functions]

    def note(frame: FrameType, event: str, _value: object) -> None:
        if event == "call" and frame.f_code in codes:
            calls[codes.index(frame.f_code)].append(dict(frame.f_locals))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)
