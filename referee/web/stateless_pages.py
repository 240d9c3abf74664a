"""Registration of the pages that need no stored data, so no database and no secret: the referee,
rules, exercises, games against players.

A phone that has these pages judges without a network; a server has them and more."""

from flask import Flask

from . import exercises, home, intro, kept_exercises, photo_view, preferences, rules
from .play import hand_page
from .referee import referee_page

_AREAS = (
    *(intro, preferences, referee_page, photo_view, rules),
    *(exercises, kept_exercises, hand_page),
)
STATELESS_BLUEPRINTS = {area.blueprint.name for area in _AREAS}
"""The names of the blueprints that never ask for what is kept; the home page does where it can."""


def init_app(app: Flask) -> None:
    """Register these pages in an app that :mod:`referee.web.setup` has set up."""
    for area in (home, *_AREAS):
        app.register_blueprint(area.blueprint)
