"""Databases of every shape that ever landed are brought up to date with all they hold, and what
has landed is not edited any more: a database that has passed it would never hear of it."""

import hashlib
from functools import partial
from pathlib import Path
from typing import Any

import flask_migrate
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from referee.services.links import hash_key, view_key
from referee.store.models import Base
from referee.store.tables import MIGRATIONS
from tests.calls import Caller, Table
from tests.databases import app_on
from tests.store.test_starting import AT, FIRST_VERSION, KEY

# ruff: noqa: E501 - hashes are long
LANDED = {
    "0001_first_tables.py": "9273d1188a6adc7f3c7eeb1521e9b59c900b8ce8f13615d584e6c746aa463850",
    "0002_log_of_followed_games.py": "79df38c8f2114113640e046f5ee14059ae2ad6bc07f9989f7afbc4f94d5d5fba",
    "0003_groups_of_receipts.py": "f5e7273c5c7710334f9673245f69d17765fe70a24dfb864b554df741015b056e",
    "0004_settlement.py": "8dd5f7958f4f2ff515bb113eddb4bf3141d6acb1ebcaafaf960f8efa00e8cb47",
    "0005_target.py": "c75c6bf187476a49bf6fe4bcf4540b2aa0ef07dee5be23c0f457499069e3705d",
    "0006_ends_with.py": "c6dd66ffab8154479fbb4f62ee817f55dec76d104dde3d1eb6b42eb846be2178",
    "0007_figures_of_followed_games.py": "35db5999c85ec077d09a9ace717b3825f0ef4059f99d3a6f6f8ff7ba3e368456",
    "0008_what_was_missed.py": "71e734bc0c209855f47b44bc978eff7a8888c24133fa4c9bf84887ef30d9cb19",
    "0009_identity_of_games.py": "6efc45f60bfcfa6e2c62f9db92c3caf4dc5dc58f6a11c340ce1fdfc8463e8089",
    "0010_time_zone.py": "13501cfee75fa598e0b9737df871cb6bd8d784640191164c8f514bb060d18077",
    "0011_cards_of_piles.py": "405e30400a9cf6d86ec7bec9fe0b9cdcc4223366fa95bf3dd2d5dd4ed97151c7",
}
"""The SHA-256 of every migration. One that is new is added here; no other line ever changes."""


def test_no_migration_is_edited_after_it_has_landed() -> None:
    files = sorted((MIGRATIONS / "versions").glob("*.py"))
    assert {file.name: hashlib.sha256(text_of(file)).hexdigest() for file in files} == LANDED


def text_of(file: Path) -> bytes:
    return file.read_bytes().replace(b"\r\n", b"\n")  # as git writes it on Windows


RECEIPT = f"'{hash_key('c')}', '{{}}', '{AT}'"
NEW_GROUP = f"""'{hash_key("c")}', '{{"session_id": "s", "group_id": "gggggggggggg"}}', '{AT}'"""
FIRST_DAY = f"""
DROP TABLE receipts;
CREATE TABLE receipts (
    scope VARCHAR(32) NOT NULL, key_hash VARCHAR(64) NOT NULL, content_hash VARCHAR(64) NOT NULL,
    answer JSON NOT NULL, made_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_receipts PRIMARY KEY (scope, key_hash));
INSERT INTO receipts VALUES
    ('ssssssssssss', '{hash_key("session")}', {RECEIPT}),
    ('gggggggggggg', '{hash_key("group")}', {RECEIPT}),
    ('', '{hash_key("new group")}', {NEW_GROUP}),
    ('', '{hash_key("a group that is gone")}', {NEW_GROUP.replace("gggg", "hhhh")}),
    ('hhhhhhhhhhhh', '{hash_key("gone too")}', {RECEIPT})
"""
"""Receipts as they were on the first day, without their group."""


def run(url: str, script: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in script.split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()


def rows(url: str, query: str) -> list[Any]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def at(url: str, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring a database to a revision, and leave it there."""
    with monkeypatch.context() as patched:
        patched.setattr(flask_migrate, "upgrade", partial(flask_migrate.upgrade, revision=revision))
        with app_on(url):
            pass


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_a_database_of_the_first_day(
    empty_database: str, revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(empty_database, "0001", monkeypatch)
    run(empty_database, FIRST_VERSION.strip())
    run(empty_database, FIRST_DAY.strip())
    if empty_database.startswith("postgresql"):
        run(empty_database, "SELECT setval('games_id_seq', 2)")  # the ids were given above
    if revision == "0002":
        at(empty_database, "0002", monkeypatch)
    with app_on(empty_database) as app:
        groups = dict(rows(empty_database, "SELECT key_hash, group_id FROM receipts"))
        assert groups == {hash_key(key): "g" * 12 for key in ("session", "group", "new group")}
        edit = Caller(app, KEY)
        table = Table(edit, Caller(app, view_key(KEY)), "s" * 12, "g" * 12)
        assert table.close(2).status_code == 422  # nothing was counted yet
        table.fill(2, {"markers": 0, "card_points": 20}, {"markers": 0, "card_points": 22})
        assert table.close(2).status_code == 200
        assert [table.begin(key="k"), table.begin(key="k")] == [3, 3]
        assert as_models_say(empty_database)


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004", "0005", "0006"])
def test_every_earlier_database_ends_as_the_models_are(
    empty_database: str, revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(empty_database, revision, monkeypatch)
    with app_on(empty_database) as app:
        assert as_models_say(empty_database)
        assert Caller(app).start(["Ada", "Bo"], key="k").begin(key="k") == 1


def as_models_say(url: str) -> bool:
    engine = create_engine(url)
    with engine.connect() as connection:
        difference = compare_metadata(MigrationContext.configure(connection), Base.metadata)
    engine.dispose()
    assert difference == []
    return True
