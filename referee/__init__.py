"""Referee: scoring and referee companion for card games played with real cards."""

# ruff: noqa: PLC0415 - imported late, so that `referee.rules` needs no Flask

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app(settings: Mapping[str, object] | None = None) -> Flask:
    """Return the application of a server. ``settings`` win over the environment (``REFEREE_*``),
    which wins over ``config.py`` in the instance folder.

    Raises :class:`.CannotStart` with a sentence; under gunicorn its own exception for that."""
    with _uncollected():
        return _created(settings)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no garbage, nor ever again among what the first app of a process has loaded: it
    stays, and looking through it again and again would take a sixth of the start."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        if not gc.get_freeze_count():
            gc.freeze()
    finally:
        if was_enabled:
            gc.enable()


def _created(settings: Mapping[str, object] | None) -> Flask:
    from flask import Flask

    from . import config, headers, server, startup
    from .api import calls as api
    from .api import problems
    from .offline import pack_download as offline
    from .store import database, migration
    from .web import error_pages, server_pages, setup, stateless_pages

    app = Flask(
        __name__,
        template_folder=str(config.resources("templates")),
        static_folder=str(config.resources("static")),
        static_url_path="/static",
        instance_path=str(config.instance_folder()),
    )
    with startup.reporting_errors(app):
        config.load(app, settings)
        server.init_logs(app)
        database.init_app(app)
        app.logger.info("Referee %s, database %s", config.version(), database.shown_url(app))
        migration.init_app(app)
    server.init_compression(app)
    setup.init_app(app)
    stateless_pages.init_app(app)
    if cache := app.config["TEMPLATE_CACHE"]:
        setup.keep_compiled(app, Path(cache))
    error_pages.init_app(app, problems)
    api.init_app(app)
    server_pages.init_app(app)
    offline.init_app(app)
    server.init_last_resort(app)
    server.init_access_log(app)
    headers.init_request_ids(app)
    return app
