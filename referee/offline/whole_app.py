"""The whole app on one phone: the pages of :mod:`referee.web.stateless_pages`, and those of groups
and sessions with a database of the phone's own.

There is no API, no pack and no log, and other phones cannot join. Ids that are made here begin with
``0``, as none of a server's does. Scripts call the app through :mod:`referee.offline.bridge`."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from ..config import Defaults
from ..runs_on_phone import ON_PHONE
from ..store import database
from ..web import database_pages, error_pages, group_leaves_phone, setup, stateless_pages
from . import own_groups_on_home_page, photo_api, server_session_copies, unusable_database
from .pack import PackOffer

IN_MEMORY = ("journal_mode = MEMORY", "synchronous = OFF", "foreign_keys = ON")
"""Settings of SQLite on a phone: the file is in the memory of the page's Python, and is kept as a
whole after each request that changed it."""
PLACEHOLDER = "of no phone yet"


def create_app(
    folder: Path,
    assets: str,
    offer: PackOffer | None,
    database_path: Path,
    secret: str = PLACEHOLDER,
) -> Flask:
    """Return the app of one phone. ``folder``, ``assets`` and ``offer`` are those of
    :func:`referee.offline.referee_only_app.create_app`; the tables of the database are those of
    :func:`referee.offline.schema_migration.upgrade`. The ``secret``, another one on each phone,
    signs cookies and makes the keys of groups."""
    app = Flask(
        __package__.partition(".")[0],
        template_folder=str(folder / "templates"),
        static_folder=None,
        instance_path=str(database_path.parent),
    )
    app.config.from_object(Defaults)
    own: dict[str, object] = {ON_PHONE: True, "SECRET_KEY": secret, "THREADS": 1}
    app.config.update(own, DATABASE_URL=f"sqlite:///{database_path}")
    database.init_app(app, IN_MEMORY)
    setup.init_app(app)
    stateless_pages.init_app(app)
    error_pages.init_app(app)
    database_pages.init_app(app)
    unusable_database.init_app(app)
    for pages in (own_groups_on_home_page, server_session_copies, photo_api):
        app.register_blueprint(pages.blueprint)
    app.register_blueprint(group_leaves_phone.blueprint)
    app.jinja_env.globals.update(assets=assets, offer=offer, on_phone=True)
    if (compiled := folder / "compiled").is_dir():
        setup.keep_compiled(app, compiled)
    return app
