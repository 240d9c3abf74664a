"""The pages of groups, sessions and games, which need a database: a server has them, and so has the
app that a phone keeps for itself."""

from __future__ import annotations

from flask import Flask

from ..services import group_overview
from . import archives, csrf, forms, groups, home, missed, places
from .access import known_access
from .evening import chart, parts, sessions, start
from .evening import rules as session_rules
from .following import correct, disputes, replay
from .following import pages as follow
from .sheet import counter as play
from .sheet import pages as sheets


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(shape=chart.shape, next_page=sessions.next_page)
    places.init_app(app)
    forms.init_app(app)
    csrf.init_app(app)
    home.show_groups(app, lambda: group_overview.read_glances(known_access()))
    for area in (
        *(start, groups, missed, archives, sessions, parts, session_rules, play, sheets),
        *(follow, correct, replay, disputes),
    ):
        app.register_blueprint(area.blueprint)
