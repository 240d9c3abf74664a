"""Calls of the API, on one database or on each."""

import pytest
from flask import Flask

from tests.api_calls import Caller, Table


@pytest.fixture(scope="module")
def api(app: Flask) -> Caller:
    """Return calls without a key, on one database: what the rules decide is the same on each."""
    return Caller(app)


@pytest.fixture
def either(stored_app: Flask) -> Caller:
    """Return calls without a key, on each database: for what is kept and read, and for keys."""
    return Caller(stored_app)


@pytest.fixture
def table(api: Caller) -> Table:
    """Ada and Bo, in the middle of a game."""
    table = api.start(["Ada", "Bo"])
    table.begin()
    return table
