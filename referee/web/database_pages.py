"""Registration of the pages that need a database, and of those that only a server has."""

from __future__ import annotations

from flask import Flask

from .. import server
from ..messages.photo_texts import no_runtime_text
from ..photo import available
from ..services import groups
from . import (
    access,
    assets,
    forms,
    group,
    handover,
    home,
    missed,
    named_rules,
    photo_forms,
    session,
    table,
)
from .access import known_access
from .session import session_changes, session_page, start  # noqa: F401 - routes of their package
from .sheet import counter, sheet_page
from .table import correction_pages, dispute_links, entry_forms, table_page  # noqa: F401 - routes


def init_app(app: Flask) -> None:
    """Register all pages that need a database, and what their templates use."""
    app.jinja_env.globals.update(next_page=session_page.next_page)
    access.init_app(app)
    forms.allow_large_forms(app)
    forms.refuse_other_sites(app)
    home.show_groups(app, lambda: groups.read_summaries(known_access()))
    for blueprint in (
        *(start.blueprint, group.blueprint, missed.blueprint, named_rules.blueprint),
        *(session.blueprint, counter.blueprint, sheet_page.blueprint),
        *(table.blueprint, dispute_links.blueprint),
    ):
        app.register_blueprint(blueprint)


def init_server_pages(app: Flask) -> None:
    """Register all pages with a database and those that only a server has."""
    assets.init_app(app)
    app.logger.addFilter(server.HideKeys())
    init_app(app)
    if not available():
        app.jinja_env.globals["no_photos"] = no_runtime_text  # the menu says so
    for area in (assets, access, photo_forms, handover):
        app.register_blueprint(area.blueprint)
