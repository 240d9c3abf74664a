"""What all tests share."""

import os
import tempfile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from referee import create_app
from tests.strategies import SOAK

pytest_plugins = ["tests.databases"]

# No test touches the instance folder of the checkout.
os.environ["REFEREE_INSTANCE"] = tempfile.mkdtemp(prefix="referee-tests-")

# The same examples at every run, so that a red test stays red; `make soak` looks for new ones.
settings.register_profile("test", derandomize=SOAK == 1, deadline=None)
settings.load_profile("test")


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    os.environ["REFEREE_INSTANCE"] = str(tmp_path_factory.mktemp("instance"))
    return create_app({"TESTING": True, "PROPAGATE_EXCEPTIONS": True})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
