"""Databases of every shape that ever landed are brought up to date with all they hold, and what
has landed is not edited any more: a database that has passed it would never hear of it."""

import hashlib
from contextlib import ExitStack
from functools import partial
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, select, text

from referee import create_app
from referee.services.access import hash_key, view_key
from referee.store.database import db
from referee.store.migration import MIGRATIONS
from referee.store.models import Base, Receipt
from tests.api_calls import Caller, Live, Table
from tests.databases import DATABASES, app_on, at_revision
from tests.server_processes import PATIENCE, PROCESSES, forked
from tests.strategies import some

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
    "0012_nights.py": "c72c6f64ce1efab8f405c8888b84492a8611f894282de9ca1299c2e06f53b53e",
    "0013_group_presets.py": "4896850edddacb6a6489d029764d9400f94d351cce354666553665fd4bf8c655",
    "0014_adjustments.py": "0a57e858fa61c4c9e109923af6b80852e5be061cb2854961aa7dca8048f73975",
    "0015_findings_of_games.py": "c53de08b9de8f27da4dfe526c620f6af26420caf473aa26610837b589f7bd19d",
}
"""The SHA-256 of every migration. One that is new is added here; no other line ever changes."""


def test_no_migration_is_edited_after_it_has_landed() -> None:
    files = sorted((MIGRATIONS / "versions").glob("*.py"))
    assert {file.name: hashlib.sha256(text_of(file)).hexdigest() for file in files} == LANDED


def text_of(file: Path) -> bytes:
    return file.read_bytes().replace(b"\r\n", b"\n")  # as git writes it on Windows


KEY = "an old edit key"
AT = "2026-10-30 19:00:00"
FIRST_VERSION = f"""
INSERT INTO groups VALUES
    ('gggggggggggg', 'Friday', '{AT}', '{hash_key(KEY)}', '{hash_key(view_key(KEY))}', 3);
INSERT INTO players (id, group_id, name) VALUES
    (1, 'gggggggggggg', 'Ada'), (2, 'gggggggggggg', 'Bo');
INSERT INTO game_sessions VALUES
    ('ssssssssssss', 'gggggggggggg', 'krypkasino', '[]', NULL, 2, 0, 50, 'kr', '{AT}', NULL, 9);
INSERT INTO seats VALUES ('ssssssssssss', 0, 1), ('ssssssssssss', 1, 2);
INSERT INTO games VALUES
    (1, 'ssssssssssss', 1, 'krypkasino', 1, '[]', 0, 12, 1, '{AT}', '{AT}', true, false),
    (2, 'ssssssssssss', 2, 'krypkasino', 1, '[]', 1, 3, NULL, '{AT}', NULL, NULL, false);
INSERT INTO sheet_rows VALUES
    (1, 0, 2, 1, 20, NULL, 25), (1, 1, 1, 0, 22, NULL, 17),
    (2, 0, 1, 2, NULL, NULL, NULL), (2, 1, 0, 0, NULL, NULL, NULL);
INSERT INTO corrections VALUES (1, 1, '{AT}', 0, 1, 19, NULL, NULL);
INSERT INTO counted_sweeps VALUES (1, 2, 'sweep', 0, 2, '{AT}', false);
INSERT INTO receipts VALUES
    ('ssssssssssss', '{hash_key("k")}', 'gggggggggggg', '{hash_key("c")}', '{{}}', '{AT}')
"""
"""A finished game that was corrected, and one in which a double sweep has been counted."""

FIRST_TABLES = ("groups", "players", "game_sessions", "seats", "games", "sheet_rows",
                "corrections", "counted_sweeps")  # fmt: skip

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
        for statement in script.strip().split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()


def rows(url: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the first version's tables, but for receipts."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            table: list(map(dict, connection.execute(text(f"SELECT * FROM {table}")).mappings()))
            for table in FIRST_TABLES
        }
    engine.dispose()
    return found


def test_a_database_of_the_first_version(empty_database: str) -> None:
    at_revision(empty_database, "0001")
    run(empty_database, FIRST_VERSION)
    run(empty_database, FIRST_DAY)
    before = rows(empty_database)
    assert all(before.values())
    with app_on(empty_database) as app:
        for table, found in rows(empty_database).items():
            old = before[table]
            kept = [{name: row[name] for name in old[0]} for row in found]
            assert sorted(kept, key=repr) == sorted(old, key=repr)
        with app.app_context():
            receipts = {one.key_hash: one.group_id for one in db.session.scalars(select(Receipt))}
        assert receipts == {hash_key(key): "g" * 12 for key in ("session", "group", "new group")}
        assert as_models_say(empty_database)
        table = Table(Caller(app, KEY), Caller(app, view_key(KEY)), "s" * 12, "g" * 12)
        first, second = table.get()["games"]
        assert (first["state"], first["scores"], second["state"]) == ("finished", [25, 17], "open")
        assert table.get()["settlement_chosen"] == "pairwise"
        # The game that was counted along can be followed from now on, and the sheet goes with it.
        game = Live(table, 2)
        game.lay("8S KH KD KC")
        assert game.play("8S")["piles"][0]["markers"] == 2
        assert [row and row["markers"] for row in table.rows(2)] == [4, None]
    with app_on(empty_database) as app:  # it is brought up to date once
        assert Caller(app, KEY).get("/sessions/ssssssssssss/games/2")["seq"] == 2


REVISIONS = ["0002", "0004", "0006", "0008", "0010", "0012"]
EARLIER = [
    (kind, revision)
    for first, kind in enumerate(DATABASES)
    for revision in some(REVISIONS, 2, first)
]


@pytest.mark.parametrize(("empty_database", "revision"), EARLIER, indirect=["empty_database"])
def test_every_earlier_database_ends_as_the_models_are(empty_database: str, revision: str) -> None:
    at_revision(empty_database, revision)
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


WORKERS = 3


def start(together: Barrier, keys: SimpleQueue[str]) -> None:
    together.wait()
    keys.put(create_app().config["SECRET_KEY"])


def test_workers_start_at_the_same_time(empty_database: str, tmp_path: Path) -> None:
    env = {"REFEREE_INSTANCE": str(tmp_path / "instance"), "REFEREE_DATABASE_URL": empty_database}
    work = partial(start, PROCESSES.Barrier(WORKERS), keys := PROCESSES.SimpleQueue())
    with ExitStack() as stack:
        workers = [stack.enter_context(forked(work, env, tmp_path / "log")) for _ in range(WORKERS)]
        for worker in workers:
            worker.join(PATIENCE)
    written = (tmp_path / "log").read_text("utf-8")
    assert ([one.exitcode for one in workers], "Traceback" in written) == ([0] * 3, False), written
    assert len({keys.get() for _ in workers}) == 1
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        assert tables == {*Base.metadata.tables, "alembic_version"}
        versions = connection.execute(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert len(versions) == 1
