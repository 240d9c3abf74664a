"""Registration of what only a server has: secret links, the installable app, static files, photos
in forms, and the move of groups to it. The other pages are those of
:mod:`referee.web.stateless_pages` and of :mod:`referee.web.database_pages`."""

from __future__ import annotations

from flask import Flask

from .. import logs
from ..messages.photo_texts import no_runtime_text
from ..photo import available
from . import (
    database_pages,
    group_taken_from_phone,
    installable_app,
    secret_links,
    static_assets,
)
from .referee import photo_page


def init_app(app: Flask) -> None:
    """Register all pages with a database and those that only a server has."""
    static_assets.init_app(app)
    app.logger.addFilter(logs.HideKeys())
    database_pages.init_app(app)
    if not available():
        app.jinja_env.globals["no_photos"] = no_runtime_text  # the menu says so
    for area in (installable_app, static_assets, secret_links, photo_page, group_taken_from_phone):
        app.register_blueprint(area.blueprint)
