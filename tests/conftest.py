"""Fixtures that all tests share."""

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from referee import create_app
from referee.languages import Speech, speaking
from tests.server_processes import RARELY
from tests.strategies import SOAK

pytest_plugins = ["tests.databases", "tests.packs"]

LONG = {"browser", "engines", "offline", "store"}
"""Folders of tests that start browsers, servers and databases."""

# Thousands of tests are collected, and stay: to look for garbage among them took half of that time.
gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first, so that no worker is left alone with them at the end: before all
    others those that need a pack, since one worker builds it and the rest would wait for it."""
    items.sort(key=lambda item: (not needs_pack(item), LONG.isdisjoint(item.path.parts)))


def needs_pack(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "pack" in item.fixturenames


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(RARELY)
    gc.enable()


# No test touches the instance folder of the checkout. In memory, where there is such a folder:
# every commit of a database waits for its disk.
MEMORY = next((folder for folder in ("/dev/shm",) if os.access(folder, os.W_OK)), None)


def new_folder(kind: str) -> str:
    """Return a folder that exists until this process ends."""
    folder = tempfile.mkdtemp(prefix=f"referee-{kind}-", dir=MEMORY)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


os.environ["REFEREE_INSTANCE"] = new_folder("tests")
if "REFEREE_TEMPLATE_CACHE" not in os.environ:  # workers have that of who started them
    os.environ["REFEREE_TEMPLATE_CACHE"] = new_folder("templates")
# The command speaks English, whoever runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"

# The same examples at every run, so that a red test stays red; `make soak` looks for new ones.
settings.register_profile("test", derandomize=SOAK == 1, deadline=None)
settings.load_profile("test")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Forget the language that the last answer of another test used."""
    with speaking(Speech()):
        yield


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app({"TESTING": True, "PROPAGATE_EXCEPTIONS": True})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
