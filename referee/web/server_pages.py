"""Pages that only a server has: secret links, the installable app, static files, photos in forms,
the move of groups to it, and what programs ask any server. The other pages are those of
:mod:`referee.web.stateless_pages` and of :mod:`referee.web.database_pages`."""

from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, jsonify, make_response
from jinja2 import DictLoader

from ..config import resources, version
from ..languages import ENGLISH, LANGUAGES, catalogue
from ..messages.photo_texts import no_runtime_text
from ..photo import available
from ..rules import games
from ..rules.games import RULESETS
from ..server import HideKeys
from ..store import database
from ..urls import root
from . import assets, chat_pictures, database_pages, handover, photo_forms, secret_links
from .rules import data_file

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
_PREVIEWERS = ("facebookexternalhit", "LinkedInBot", "Twitterbot")
"""Programs that preview the links of a chat and obey this: each position is one for them."""
_ASKED = ("referee?table=", "referee/share", "referee/ruling", "rules?example=", "tactics?example=")
"""Beginnings of questions below a game; not all crawlers know the wildcard that says it of all."""


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Answer crawlers: each position leads to a dozen others, so they are to read the pages
    alone. Secret links are not named here: programs that preview them in a chat obey this too."""
    paths = ["/*?", *(f"/{name}/" for name in _NOTHING_TO_FIND)]
    paths += [f"/{game}/{asked}" for game in RULESETS for asked in (*_ASKED, "exercises/")]
    lines = ["User-agent: *", *(f"Disallow: {root()}{path}" for path in paths)]
    lines += ["", *(f"User-agent: {name}" for name in _PREVIEWERS), "Allow: /"]
    response = make_response("\n".join([*lines, ""]))
    response.mimetype = "text/plain"
    return response


@cache
def _templates(folder: Path) -> dict[str, str]:
    """Return the texts of all templates in a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.html")
    }


def _keep_files(app: Flask) -> None:
    """Read all files that pages are made of, as :mod:`referee.web.assets` does with styles and
    scripts: an update replaces them below a server that runs, and those of another version fit
    neither its code nor each other."""
    if not app.debug:
        app.jinja_loader = DictLoader(_templates(resources("templates")))
    folder = Path(games.__file__).parent
    for path in folder.rglob("*.json"):
        data_file(path.relative_to(folder).as_posix())
    for language in LANGUAGES:
        if language != ENGLISH:
            catalogue(language)


def init_app(app: Flask) -> None:
    """Register all pages with a database and those that only a server has."""
    _keep_files(app)
    assets.init_app(app)
    app.logger.addFilter(HideKeys())
    database_pages.init_app(app)
    if not available():
        app.jinja_env.globals["no_photos"] = no_runtime_text  # the menu says so
    chat_pictures.init_app(app)
    for area in (assets, secret_links, photo_forms, handover, chat_pictures):
        app.register_blueprint(area.blueprint)
    app.register_blueprint(blueprint)
    app.jinja_env.globals["version"] = version()
