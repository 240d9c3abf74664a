"""Registration of what only a server has: secret links, the installable app, static files, photos
in forms, and the move of groups to it. The other pages are those of
:mod:`referee.web.stateless_pages` and of :mod:`referee.web.database_pages`."""

from __future__ import annotations

from flask import Flask

from ..messages.photo_texts import no_runtime_text
from ..photo import available
from ..server import HideKeys
from . import assets, database_pages, handover, photo_forms, secret_links


def init_app(app: Flask) -> None:
    """Register all pages with a database and those that only a server has."""
    assets.init_app(app)
    app.logger.addFilter(HideKeys())
    database_pages.init_app(app)
    if not available():
        app.jinja_env.globals["no_photos"] = no_runtime_text  # the menu says so
    for area in (assets, secret_links, photo_forms, handover):
        app.register_blueprint(area.blueprint)
