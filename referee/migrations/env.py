"""The environment of Alembic: the database and its tables. The app runs it at its start, and
``flask --app referee db migrate`` for developers."""

from typing import Literal

from alembic import context
from flask import current_app
from sqlalchemy import text

from referee.store.models import Time

migrate = current_app.extensions["migrate"]
engine = migrate.db.engine
SQLITE = engine.dialect.name == "sqlite"
LOCK = 7_206_421  # any number; only one starting worker at a time holds it


def plain_types(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Return the text for a column type in a migration, which may not use types of this program."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Time) else False


def run() -> None:
    # One transaction for all, so that several workers can start at the same time.
    """Run the migrations in one transaction, so that several workers can start at the same time."""
    writing = engine.execution_options(referee_writing=True)
    with writing.begin() as connection:
        if not SQLITE:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        context.configure(
            connection=connection,
            target_metadata=migrate.db.metadata,
            transactional_ddl=True,
            render_item=plain_types,
            **migrate.configure_args,
        )
        context.run_migrations()


run()
