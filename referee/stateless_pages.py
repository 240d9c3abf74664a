"""The referee alone: the pages that need nothing that is kept, so no database and no secret.

A phone that has been given them judges without a network; the server has the same ones and more.
"""

from __future__ import annotations

from flask import Flask

from . import languages, response_headers, urls
from .web import (
    exercises,
    first,
    fragments,
    home,
    likes,
    photo_part,
    rules,
    tactics,
    uploads,
    vocabulary,
)
from .web.referee import pages as referee

_AREAS = (first, likes, referee, photo_part, rules, tactics, exercises)
NEED_NOTHING = {area.blueprint.name for area in _AREAS}
"""The names of the blueprints that never ask for what is kept; the home page does where it can."""


def init_app(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    urls.init_app(app)
    languages.init_app(app)
    response_headers.init_app(app)
    vocabulary.init_app(app)
    fragments.init_app(app)
    uploads.init_app(app)
    home.init_app(app)
    for area in (home, *_AREAS):
        app.register_blueprint(area.blueprint)
