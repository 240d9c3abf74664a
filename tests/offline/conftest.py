import gc
from pathlib import Path

import pytest
from flask import Flask

from .own_app import Cabin


@pytest.fixture
def app(app: Flask) -> Flask:
    """Return a server that reads no photos, as a phone without the models for it."""
    app.jinja_env.globals["photos"] = False
    return app


@pytest.fixture
def cabin(tmp_path: Path) -> Cabin:
    return Cabin(tmp_path)


@pytest.fixture(scope="module", autouse=True)
def few_objects() -> None:
    """Keep what earlier tests have left out of what the app of a phone collects."""
    gc.freeze()
