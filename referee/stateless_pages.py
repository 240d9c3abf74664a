"""Pages that need no stored data, so no database and no secret: the referee, rules, exercises.

A phone that has these pages judges without a network; a server has them and more."""

from __future__ import annotations

from flask import Flask

from . import languages, response_headers, urls
from .web import (
    cached_fragments,
    exercise_pages,
    home_page,
    in_memory_uploads,
    intro_pages,
    photo_fragment,
    preferences,
    rules_pages,
    tactics_pages,
    template_globals,
)
from .web.referee import referee_page as referee

_AREAS = (
    intro_pages,
    preferences,
    referee,
    photo_fragment,
    rules_pages,
    tactics_pages,
    exercise_pages,
)
STATELESS_BLUEPRINTS = {area.blueprint.name for area in _AREAS}
"""The names of the blueprints that never ask for what is kept; the home page does where it can."""


def init_app(app: Flask) -> None:
    """Register these pages, and what all pages need."""
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    urls.init_app(app)
    languages.init_app(app)
    response_headers.init_app(app)
    template_globals.init_app(app)
    cached_fragments.init_app(app)
    in_memory_uploads.init_app(app)
    home_page.init_app(app)
    for area in (home_page, *_AREAS):
        app.register_blueprint(area.blueprint)
