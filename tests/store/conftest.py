"""A database of its own for each test."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.databases import app_on


@pytest.fixture
def app(empty_database: str) -> Iterator[Flask]:
    """Yield an app on each database."""
    with app_on(empty_database) as app:
        yield app
