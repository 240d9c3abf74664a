"""Phones that look at the pages."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.databases import DATABASES, app_on, new_database, quick_folder
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
