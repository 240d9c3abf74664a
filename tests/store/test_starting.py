"""Several workers start on one empty database: all come up, and the tables exist once. A database
of an earlier version is brought up to date, with all that it holds."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import flask_migrate
import pytest
from sqlalchemy import create_engine, inspect, text

from referee.services.links import hash_key, view_key
from referee.store.models import Base
from tests.calls import Caller, Table
from tests.databases import app_on
from tests.live import Live

WORKERS = 3
CHECKOUT = Path(__file__).parents[2]
SERVER = f"""
import os
import sys
from referee import create_app
from referee.store import database
from referee import addresses, api, config, errors, headers, languages, web
for _ in range({WORKERS}):
    if not os.fork():
        os.write(1, (create_app().config["SECRET_KEY"] + "\\n").encode())
        sys.exit()
sys.exit(sum(os.wait()[1] for _ in range({WORKERS})))
"""
"""Its workers have everything loaded, and so they start within a thousandth of a second. Each
writes a line in one piece, whatever the environment says of buffers."""


def test_workers_start_at_the_same_time(empty_database: str, tmp_path: Path) -> None:
    env = {"REFEREE_INSTANCE": str(tmp_path / "instance"), "REFEREE_DATABASE_URL": empty_database}
    server = subprocess.run(
        [sys.executable, "-c", SERVER],
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        env=os.environ | env,
        timeout=60,
        check=False,
    )
    assert (server.returncode, "Traceback" in server.stderr) == (0, False), server.stderr
    secrets = server.stdout.split()
    assert (len(secrets), len(set(secrets))) == (WORKERS, 1)
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {
            *Base.metadata.tables,
            "alembic_version",
        }
        versions = connection.execute(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert len(versions) == 1


# A database of an earlier version

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
                "corrections", "counted_sweeps", "receipts")  # fmt: skip


def rows(url: str) -> dict[str, list[dict[str, Any]]]:
    """What the tables of the first version hold."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            table: [
                dict(row) for row in connection.execute(text(f"SELECT * FROM {table}")).mappings()
            ]
            for table in FIRST_TABLES
        }
    engine.dispose()
    return found


def test_a_database_of_the_first_version(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = flask_migrate.upgrade
    monkeypatch.setattr(flask_migrate, "upgrade", partial(newest, revision="0001"))
    with app_on(empty_database):
        pass
    engine = create_engine(empty_database)
    with engine.begin() as connection:
        assert set(inspect(connection).get_table_names()) == {*FIRST_TABLES, "alembic_version"}
        for statement in FIRST_VERSION.split(";"):
            connection.execute(text(statement))
    engine.dispose()
    before = rows(empty_database)
    assert all(before.values())

    monkeypatch.setattr(flask_migrate, "upgrade", newest)
    with app_on(empty_database) as app:
        after = rows(empty_database)
        for game in after["games"]:
            assert (game.pop("seq"), game.pop("claimed_by")) == (0, None)
            assert [game.pop(name) for name in ("figures", "missed", "refused")] == [None] * 3
            assert game.pop("token") == ""
        for session in after["game_sessions"]:
            assert (session.pop("settlement"), session.pop("target")) == ("pairwise", None)
            assert (session.pop("ends_with"), session.pop("last_row_version")) == (None, 2)
        assert {row.pop("cards") for row in after["sheet_rows"]} == {None}
        groups = [(group.pop("blames"), group.pop("timezone")) for group in after["groups"]]
        assert groups == [(False, None)]
        assert after == before
        edit, view = Caller(app, KEY), Caller(app, view_key(KEY))
        table = Table(edit, view, "ssssssssssss", "gggggggggggg")
        first, second = table.get()["games"]
        assert (first["state"], first["scores"], second["state"]) == ("finished", [25, 17], "open")
        # The game that was counted along can be followed from now on, and the sheet goes with it.
        game = Live(table, 2)
        game.lay("8S KH KD KC")
        assert game.play("8S")["piles"][0]["markers"] == 2
        assert [row and row["markers"] for row in table.rows(2)] == [4, None]
    with app_on(empty_database) as app:  # it is brought up to date once
        assert Caller(app, KEY).get("/sessions/ssssssssssss/games/2")["seq"] == 2
