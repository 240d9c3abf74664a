"""An app on each of the databases that it can keep its things in."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import flask_migrate
import psycopg
import pytest
from flask import Flask

from referee import create_app
from referee.store import database
from referee.store.database import close, db
from referee.store.migration import MIGRATIONS
from tests.postgresql_server import PG_BIN, postgresql

THREADS = 16
"""More than any test has at once."""
DATABASES = ("sqlite", "postgresql")


@contextmanager
def quick_folder() -> Iterator[Path]:
    """Yield a folder for databases that many tests write to: in memory, where there is such a
    one."""
    with TemporaryDirectory(dir=os.environ["REFEREE_INSTANCE"]) as name:
        yield Path(name)


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Yield a folder in memory instead of pytest's: databases and servers write to it."""
    with quick_folder() as folder:
        yield folder


@contextmanager
def app_on(url: str, **more: object) -> Iterator[Flask]:
    """Yield an app that keeps its things there, until the block ends."""
    settings = {"TESTING": True, "PROPAGATE_EXCEPTIONS": True, "DATABASE_URL": url}
    app = create_app(settings | {"THREADS": 2 * THREADS} | more)
    try:
        yield app
    finally:
        close(app)


def at_revision(url: str, revision: str) -> None:
    """Make the tables of an earlier version in an empty database."""
    app = Flask("earlier", instance_path=os.environ["REFEREE_INSTANCE"])
    app.config.from_mapping(DATABASE_URL=url, THREADS=1)
    database.init_app(app)
    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        flask_migrate.upgrade(revision=revision)
        db.engine.dispose()


@pytest.fixture(scope="session")
def postgresql_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield a server of its own for each worker of the test run."""
    if PG_BIN is None and not os.environ.get("CI"):
        pytest.skip("not on this machine: postgresql")
    with postgresql(tmp_path_factory.mktemp("postgresql")) as url:
        yield url


ON_ONE = pytest.mark.parametrize("stored_app", ["sqlite"], indirect=True)
"""For tests of what the rules decide: what they have kept and read is asked of each database by
whole evenings, and by the tests of the other calls."""


@pytest.fixture(scope="session", params=DATABASES)
def stored_app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Yield the app on each database, one after the other."""
    with quick_folder() as folder, new_database(request, folder) as url, app_on(url) as app:
        yield app


@pytest.fixture(params=DATABASES)
def empty_database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the URL of a database without tables, of each kind."""
    with quick_folder() as folder, new_database(request, folder) as url:
        yield url


@contextmanager
def new_database(
    request: pytest.FixtureRequest, folder: Path, kind: str | None = None
) -> Iterator[str]:
    """Yield the URL of an empty database, of this kind or that which the fixture was asked for."""
    if (kind or request.param) == "sqlite":
        yield f"sqlite:///{folder / 'referee.db'}"
        return
    server = request.getfixturevalue("postgresql_url")
    name = f"referee_{folder.name}".replace("-", "_").lower()
    # Outside of any transaction: databases are made and dropped at once.
    with closing(psycopg.connect(server, autocommit=True)) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
