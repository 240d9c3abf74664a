"""Phones that look at the pages."""

from collections.abc import Iterator

import pytest
from flask import Flask

from referee.rules import games
from tests.databases import DATABASES, app_on, new_database, quick_folder
from tests.listing import all_listed
from tests.phones import Group, Phone, new_group


@pytest.fixture(scope="module")
def app() -> Iterator[Flask]:
    """An app of its own for each file, so that there is little to count and to compare."""
    with quick_folder() as folder, app_on(f"sqlite:///{folder / 'referee.db'}") as app:
        yield app


@pytest.fixture(scope="module", params=DATABASES)
def either(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """The same on each database."""
    with quick_folder() as folder, new_database(request, folder) as url, app_on(url) as app:
        yield app


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def group(app: Flask) -> Group:
    return new_group(app)


@pytest.fixture
def six_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """People see all games, also those that have no page of rules yet."""
    monkeypatch.setattr(games, "RULESETS", all_listed())


@pytest.fixture
def only_krypkasino(monkeypatch: pytest.MonkeyPatch, six_games: None) -> None:
    """People see one game."""
    alone = {
        key: game if key == "krypkasino" else game._replace(examples=None)
        for key, game in games.RULESETS.items()
    }
    monkeypatch.setattr(games, "RULESETS", alone)
