"""The API on each database."""

import pytest
from flask import Flask

from tests.api_calls import Caller, Table


@pytest.fixture
def api(stored_app: Flask) -> Caller:
    """Return calls without a key."""
    return Caller(stored_app)


@pytest.fixture
def table(api: Caller) -> Table:
    """Ada and Bo, in the middle of a game."""
    table = api.start(["Ada", "Bo"])
    table.begin()
    return table
