"""The API on each database."""

import pytest
from flask import Flask

from tests.calls import Caller


@pytest.fixture
def api(stored_app: Flask) -> Caller:
    """Calls without a key."""
    return Caller(stored_app)
