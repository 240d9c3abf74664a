import json
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import app_on, quick_folder
from tests.group_of_all_games import every_game
from tests.offline_app import Cabin


@pytest.fixture
def app(app: Flask) -> Flask:
    """Return a server that reads no photos, as a phone without the models for it."""
    app.jinja_env.globals["photos"] = False
    return app


@pytest.fixture
def cabin(tmp_path: Path) -> Cabin:
    return Cabin(tmp_path)


@pytest.fixture(scope="session")
def everything() -> bytes:
    """Return the file of a group that has played every game."""
    with quick_folder() as folder, app_on(f"sqlite:///{folder / 'referee.db'}") as app:
        return json.dumps(every_game(app)).encode()
