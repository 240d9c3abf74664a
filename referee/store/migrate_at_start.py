"""Migration of the database tables when the app starts."""

from __future__ import annotations

from pathlib import Path

import flask_migrate
from flask import Flask

from . import wait_for_postgresql
from .database import db

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def init_app(app: Flask) -> None:
    """Make the tables of an open database, or bring them up to date."""
    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        if app.config["WAIT_FOR_DATABASE"] and db.engine.dialect.name != "sqlite":
            wait_for_postgresql.when_server_answers(db.engine, flask_migrate.upgrade, app.logger)
        else:
            flask_migrate.upgrade()
        if db.engine.dialect.name != "sqlite":
            db.engine.dispose()  # connections of requests have limits that a migration has not
