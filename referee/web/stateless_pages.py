"""Registration of the pages that need no stored data, so no database and no secret: the referee,
rules, exercises.

A phone that has these pages judges without a network; a server has them and more."""

from __future__ import annotations

from flask import Flask

from . import (
    exercise_pages,
    home_page,
    intro_pages,
    phone_diagnostics_page,
    photo_view_fragment,
    preferences,
    rules_pages,
    tactics_pages,
)
from .referee import referee_page as referee

_AREAS = (
    intro_pages,
    preferences,
    phone_diagnostics_page,
    referee,
    photo_view_fragment,
    rules_pages,
    tactics_pages,
    exercise_pages,
)
STATELESS_BLUEPRINTS = {area.blueprint.name for area in _AREAS}
"""The names of the blueprints that never ask for what is kept; the home page does where it can."""


def init_app(app: Flask) -> None:
    """Register these pages in an app that :mod:`referee.web.init_app_for_pages` has set up."""
    home_page.init_app(app)
    for area in (home_page, *_AREAS):
        app.register_blueprint(area.blueprint)
