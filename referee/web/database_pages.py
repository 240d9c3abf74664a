"""Registration of the pages of groups, sessions and games, which need a database. A server has
these pages, and so has the app that a phone runs without one."""

from flask import Flask

from ..services import groups
from . import (
    afterwards,
    badges,
    group,
    home,
    missed,
    named_rules,
    practise,
    requests,
    secret_links,
    session,
    table,
)
from .secret_links import known_access
from .session import log_play, session_changes, session_page, start  # noqa: F401 - routes of their package
from .sheet import counter, sheet_page
from .table import (  # noqa: F401 - routes
    camera,
    correction_pages,
    dispute_links,
    entry_forms,
    table_page,
)


def init_app(app: Flask) -> None:
    """Register all pages that need a database, and what their templates use."""
    app.jinja_env.globals.update(next_page=session_page.next_page, practised=practise.practised)
    badges.init_app(app)
    secret_links.init_app(app)
    requests.allow_large_forms(app)
    requests.refuse_other_sites(app)
    home.show_groups(app, lambda: groups.read_summaries(known_access()))
    for blueprint in (
        *(start.blueprint, group.blueprint, missed.blueprint, named_rules.blueprint),
        *(session.blueprint, counter.blueprint, sheet_page.blueprint),
        *(table.blueprint, dispute_links.blueprint),
        *(afterwards.blueprint, practise.blueprint),
    ):
        app.register_blueprint(blueprint)
