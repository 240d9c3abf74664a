"""Pages that only a server has: secret links, the installable app, static files, photos in forms,
the move of groups to it, and what programs ask any server. The other pages are those of
:mod:`referee.web.stateless_pages` and of :mod:`referee.web.database_pages`."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, jsonify, make_response

from ..config import version
from ..messages.photo_texts import no_runtime_text
from ..photo import available
from ..rules.games import RULESETS
from ..server import HideKeys
from ..store import database
from ..urls import root
from . import assets, database_pages, handover, photo_forms, secret_links

HEALTH_SECONDS = 1.0
"""After which a database that has not answered counts as away."""

blueprint = Blueprint("server_pages", __name__)


@blueprint.get("/healthz")
def health() -> Response:
    """Answer whoever watches this server: 503 unless the database answers."""
    is_well = database.answers(HEALTH_SECONDS)
    response = jsonify(status="ok" if is_well else "database away", version=version())
    response.status_code = 200 if is_well else 503
    response.cache_control.no_store = True
    return response


_NOTHING_TO_FIND = ("api", "g", "like", "pocket")
"""First parts of paths that no search engine has anything to find below."""
_ASKED = ("referee?table=", "referee/share", "referee/ruling", "rules?example=", "tactics?example=")
"""Beginnings of questions below a game; not all crawlers know the wildcard that says it of all."""


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Answer crawlers: each position leads to a dozen others, so they are to read the pages
    alone. Secret links are not named here: programs that preview them in a chat obey this too."""
    paths = ["/*?", *(f"/{name}/" for name in _NOTHING_TO_FIND)]
    paths += [f"/{game}/{asked}" for game in RULESETS for asked in (*_ASKED, "exercises/")]
    lines = ["User-agent: *", *(f"Disallow: {root()}{path}" for path in paths)]
    response = make_response("\n".join([*lines, ""]))
    response.mimetype = "text/plain"
    return response


def init_app(app: Flask) -> None:
    """Register all pages with a database and those that only a server has."""
    assets.init_app(app)
    app.logger.addFilter(HideKeys())
    database_pages.init_app(app)
    if not available():
        app.jinja_env.globals["no_photos"] = no_runtime_text  # the menu says so
    for area in (assets, secret_links, photo_forms, handover):
        app.register_blueprint(area.blueprint)
    app.register_blueprint(blueprint)
    app.jinja_env.globals["version"] = version()
