"""A database of its own for each test."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import app_on
from tests.postgresql_server import PG_BIN, Server, server


@pytest.fixture
def app(empty_database: str) -> Iterator[Flask]:
    """Yield an app on each database."""
    with app_on(empty_database) as app:
        yield app


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Server]:
    """Yield a server of its own, which a test may stop."""
    if PG_BIN is None and not os.environ.get("CI"):
        pytest.skip("not on this machine: postgresql")
    with server(tmp_path) as started:
        yield started
