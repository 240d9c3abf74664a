"""The migrations on a phone, without Alembic: that would be a megabyte, most of it for databases
that no phone has.

What the migrations call of it stands here, for SQLite. ``tests/offline/test_migrating.py`` runs all
of them with both and wants the same tables, so one that calls something else is red there.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from sqlalchemy import Column, Connection, Index, MetaData, Table, create_engine, event, text
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable, DropTable

VERSIONS = Path(__file__).parents[1] / "migrations" / "versions"
_PACKAGE = f"{__package__.partition('.')[0]}.migrations.versions"
_OF_VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"


class Newer(Exception):
    """A newer version of the app wrote this database."""


class Stuck(Exception):
    """A step of this version cannot be done with this database."""


def upgrade(file: Path) -> bool:
    """Bring a database file up to date, or make it; True if something was done. A copy is changed
    and then takes its place: what goes wrong leaves the file as it was.

    Raises :class:`Newer`, :class:`Stuck`, and :class:`sqlite3.DatabaseError` for what is no sound
    database.
    """
    steps = list(_steps(_revision(file)))
    if not steps:
        return False
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    if file.exists():
        shutil.copy(file, fresh)
    try:
        _run(fresh, steps)
        fresh.replace(file)
    except Exception as error:  # whatever a migration may raise
        raise Stuck(steps[-1].revision) from error
    finally:
        fresh.unlink(missing_ok=True)
    return True


def _revision(file: Path) -> str | None:
    """Where a database stands; None if there is nothing in it."""
    if not file.exists() or not file.stat().st_size:
        return None
    with closing(sqlite3.connect(file)) as opened:
        (sound,) = opened.execute("PRAGMA quick_check").fetchone()
        found = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    if sound != "ok" or found is None:
        raise sqlite3.DatabaseError(sound)
    return str(found[0])


def _steps(revision: str | None) -> Iterator[ModuleType]:
    """The migrations after a revision, in order."""
    after = {step.down_revision: step for step in _migrations()}
    if revision is not None and revision not in {step.revision for step in after.values()}:
        raise Newer(revision)
    while step := after.get(revision):
        yield step
        revision = step.revision


@cache
def _migrations() -> list[ModuleType]:
    """All of this version; a snapshot has them, and looks for none."""
    with _standing_in():
        names = sorted(name for _, name, _ in iter_modules([str(VERSIONS)]))
        return [import_module(f"{_PACKAGE}.{name}") for name in names]


@contextmanager
def _standing_in() -> Iterator[None]:
    """What the migrations import from Alembic is ours; a server's own is not touched."""
    stand_in = ModuleType("alembic")
    stand_in.op = None  # type: ignore[attr-defined]  # each migration gets its own when it runs
    had = sys.modules.get("alembic")
    sys.modules["alembic"] = stand_in
    try:
        yield
    finally:
        del sys.modules["alembic"]
        if had is not None:
            sys.modules["alembic"] = had


def _run(file: Path, steps: Sequence[Any]) -> None:
    """All of them, or none: SQLite makes tables in transactions too."""
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    event.listen(engine, "connect", lambda opened, _: setattr(opened, "isolation_level", None))
    event.listen(engine, "begin", lambda opened: opened.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        if not connection.dialect.has_table(connection, "alembic_version"):
            connection.exec_driver_sql(_OF_VERSION)
        for step in steps:
            step.op = _Operations(connection)
            step.upgrade()
        connection.execute(text("DELETE FROM alembic_version"))
        connection.execute(
            text("INSERT INTO alembic_version VALUES (:now)"), {"now": steps[-1].revision}
        )


class _Operations:
    """What migrations call ``op``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get_bind(self) -> Connection:
        return self._connection

    def execute(self, statement: Any) -> None:
        self._connection.execute(text(statement) if isinstance(statement, str) else statement)

    @staticmethod
    def f(name: str) -> str:
        """A name that is final: no convention is applied here."""
        return name

    def create_table(self, name: str, *parts: Any) -> Table:
        table = Table(name, MetaData(), *parts)
        for key in {key.target_fullname for key in table.foreign_keys}:
            other, column = key.split(".")  # it need not be known here, but must be somewhere
            if other not in table.metadata.tables:
                Table(other, table.metadata, Column(column))
        self._connection.execute(CreateTable(table))
        return table

    def drop_table(self, name: str) -> None:
        self._connection.execute(DropTable(Table(name, MetaData())))

    def add_column(self, table: str, column: Column[Any]) -> None:
        Table(table, MetaData(), column)
        made: Any = self._connection.dialect.ddl_compiler
        said = made(self._connection.dialect, None).get_column_specification(column)
        self._connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {said}")

    def create_index(
        self, name: str, table: str, columns: Sequence[str], *, unique: bool = False
    ) -> None:
        of = Table(table, MetaData(), *(Column(one) for one in columns))
        self._connection.execute(CreateIndex(Index(name, *of.columns, unique=unique)))

    @contextmanager
    def batch_alter_table(self, table: str, schema: None = None) -> Iterator[_Batch]:
        yield _Batch(self, table, schema)


class _Batch:
    """Changes of one table."""

    def __init__(self, operations: _Operations, table: str, _schema: None) -> None:
        self._operations, self._table, self.f = operations, table, operations.f

    def create_index(self, name: str, columns: Sequence[str], *, unique: bool = False) -> None:
        self._operations.create_index(name, self._table, columns, unique=unique)
