"""What only a server has: the pages of groups, sessions and games, which need a database, and the
files of the app. The other pages are those of :mod:`referee.storeless`."""

from __future__ import annotations

from flask import Flask

from ..services import overview
from . import archives, assets, csrf, groups, home, links, places, pocket, shell
from .access import known_access
from .evening import chart, sessions, start
from .following import correct, disputes, replay
from .following import pages as follow
from .sheet import counter as play
from .sheet import pages as sheets


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(shape=chart.shape, next_page=sessions.next_page)
    assets.init_app(app)
    pocket.init_app(app)
    places.init_app(app)
    csrf.init_app(app)
    app.logger.addFilter(links.HideKeys())
    home.show_groups(app, lambda: overview.read_glances(known_access()))
    for area in (
        *(shell, assets, pocket, links, start, groups, archives, sessions, play, sheets),
        *(follow, correct, replay, disputes),
    ):
        app.register_blueprint(area.blueprint)
