"""Databases of each kind that an app can keep its things in; what one holds, and files that are
no backups of it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import flask_migrate
import psycopg
import pytest
from flask import Flask
from sqlalchemy import delete, func, insert, select

from referee import create_app
from referee.rules.games.ask import NamedRules
from referee.rules.log.entries import read_entry
from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games, game_changes, sessions, sheet_entry
from referee.services.access import Access
from referee.services.group_edits import keep_preset
from referee.services.sessions import SessionPlan
from referee.store import database
from referee.store.database import close, db, writing
from referee.store.migration import MIGRATIONS
from referee.store.models import Base, Game, GameFindings
from tests.server_processes import PG_BIN, postgresql

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


TABLES = Base.metadata.sorted_tables
Dump = dict[str, list[dict[str, Any]]]


def dump(app: Flask) -> Dump:
    """Return all rows of all tables."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            table.name: sorted(map(dict, connection.execute(select(table)).mappings()), key=repr)
            for table in TABLES
        }


def counts(app: Flask) -> dict[str, int]:
    """Return the number of rows of each database table."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in TABLES
        }


def wipe(app: Flask) -> None:
    """Delete all rows."""
    restore(app, {})


def restore(app: Flask, dumped: Dump) -> None:
    """Just these rows are kept."""
    with app.app_context(), writing():
        for table in reversed(TABLES):
            db.session.execute(delete(table))
        for table in TABLES:
            if rows := dumped.get(table.name):
                db.session.execute(insert(table), rows)


SQLITE = "sqlite:///"
NEWER = "9999"


def keep(app: Flask, name: str = "Friday") -> tuple[Access, str]:
    """Rows in every table: a group, and its session with a finished and an open game."""
    with app.app_context():
        plan = SessionPlan("krypkasino", ["Ada", "שרה", "👵🏽"], house_rules=["last_capture_point"])
        session, group_id, _ = sessions.start_group(plan, name, f"key of {name}")
        group = Access(group_id, may_write=True)
        keep_preset(group, NamedRules(name, "casino", ("sweeps",)))
        for _ in range(2):
            game = game_changes.begin_game(group, session).game_id
            sheet_entry.count_sweep(group, game, 1, "sweep", double=True)
            if game.number == 1:
                kinds = {"storan": 2, "lillan": 2, "ace_of_spades": 2}
                counted: list[Any] = [kinds | {"other_spades": 0, "other_aces": 0}, 20, 8]
                for seat, one in enumerate(counted):
                    sheet_entry.put_row(
                        group, game, seat, RowCounts(seat, one), sheet_entry.ANY_VERSION
                    )
                sheet_entry.close_game(group, game, 2, accept_imbalance=True)
                sheet_entry.put_row(group, game, 2, RowCounts(0, 9), sheet_entry.ANY_VERSION)
        for seen, line in enumerate(("table 2S 3H 5D JC 9C", "KH -", "undo 2")):
            followed_games.enter(group, game, read_entry(line), key=f"key {seen}", seen=seen)
        keep_findings()
        return group, session


def keep_findings() -> None:
    """Keep findings for each game that has none."""
    found = {"digest": "of a log", "version": 1, "expected": [21.0, 21.0], "plays": []}
    with writing():
        for game_id in db.session.scalars(select(Game.id).except_(select(GameFindings.game_id))):
            db.session.add(GameFindings(game_id=game_id, **found))


def on(app: Flask, act: Callable[..., Any], *arguments: Any) -> Any:
    with app.app_context():
        return act(*arguments)


# What is no backup
def text(file: Path, _backup: Path) -> None:
    file.write_text("no backup", "utf-8")


def nothing(file: Path, _backup: Path) -> None:
    file.touch()


def cut_off(file: Path, backup: Path) -> None:
    file.write_bytes(backup.read_bytes()[:20_000])


def bit_turned(file: Path, backup: Path) -> None:
    """Turn a bit in the page of the file that says where a table's rows are."""
    content = bytearray(backup.read_bytes())
    content[4096 * 3] ^= 1
    file.write_bytes(content)


def scribbled(file: Path, backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[4096 * 3 : 4096 * 5] = b"x" * 4096 * 2
    file.write_bytes(content)


def changed(script: str) -> Callable[[Path, Path], None]:
    """Return a backup on which something was done."""

    def make(file: Path, backup: Path) -> None:
        file.write_bytes(backup.read_bytes())
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(script)

    return make


def another(script: str) -> Callable[[Path, Path], None]:
    """Return a SQLite file of somebody else's."""

    def make(file: Path, _backup: Path) -> None:
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(script)

    return make


VERSION = "CREATE TABLE alembic_version (version_num TEXT);"
NO_BACKUPS = {
    "text": text,
    "nothing": nothing,
    "cut off": cut_off,
    "scribbled over": scribbled,
    "a bit turned": bit_turned,
    "another file": another("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('A');"),
    "another file of an Alembic": another(f"{VERSION} INSERT INTO alembic_version VALUES ('x');"),
    "no revision": changed("DELETE FROM alembic_version"),
    "newer": changed(f"UPDATE alembic_version SET version_num = '{NEWER}'"),
    "newer with other tables": changed(
        f"UPDATE alembic_version SET version_num = '{NEWER}';"
        "ALTER TABLE groups ADD COLUMN colour TEXT; DROP TABLE receipts"
    ),
    "a table short": changed("DROP TABLE receipts"),
    "a column short": changed("ALTER TABLE sheet_rows DROP COLUMN total"),
    "no moments": changed("UPDATE groups SET created_at = '2026-13-45'"),
    "no numbers": changed("UPDATE sheet_rows SET markers = 'two'"),
    "no JSON": changed("UPDATE game_sessions SET house = '[1'"),
    "no letters": changed("UPDATE players SET name = CAST(x'ff41' AS TEXT) WHERE id = 1"),
    "bytes for letters": changed("UPDATE players SET name = x'ff41' WHERE id = 1"),
    "seats of nobody": changed("PRAGMA foreign_keys = OFF; DELETE FROM players"),
}
