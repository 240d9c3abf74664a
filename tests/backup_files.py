"""A group with rows in every table, and files that are no backups of it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from flask import Flask

from referee.rules.games.ask import NamedRules
from referee.rules.log.entries import read_entry
from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games, game_changes, sessions, sheet_entry
from referee.services.access import Access
from referee.services.group_edits import keep_preset
from referee.services.sessions import SessionPlan

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
                counted = [kinds | {"other_spades": 0, "other_aces": 0}, 20, 8]
                for seat, one in enumerate(counted):
                    sheet_entry.put_row(
                        group, game, seat, RowCounts(seat, one), sheet_entry.ANY_VERSION
                    )
                sheet_entry.close_game(group, game, 2, accept_imbalance=True)
                sheet_entry.put_row(group, game, 2, RowCounts(0, 9), sheet_entry.ANY_VERSION)
        for seen, line in enumerate(("table 2S 3H 5D JC 9C", "KH -", "undo 2")):
            followed_games.enter(group, game, read_entry(line), key=f"key {seen}", seen=seen)
        return group, session


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
