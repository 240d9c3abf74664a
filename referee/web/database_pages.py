"""Registration of the pages of groups, sessions and games, which need a database. A server has
these pages, and so has the app that a phone runs without one."""

from __future__ import annotations

from flask import Flask

from ..services import groups
from . import (
    cross_site_requests,
    form_size_limits,
    group_import_export,
    group_links_page,
    group_page_and_settings,
    home_page,
    missed_play_pages,
    named_house_rules_pages,
    person_page_and_rename,
    session_or_game_in_url,
)
from .live_table import (
    correct_entry_pages,
    dispute_links,
    live_table_page,
    live_table_post_routes,
    replay_page,
    table_differs_page,
)
from .permissions import known_access
from .session import (
    board_page,
    change_before_first_game,
    change_rules_page,
    join_and_leave,
    result_picture,
    score_one_game,
    session_page,
    set_aside_or_delete,
    start_group_or_session,
)
from .sheet import discard_game
from .sheet import sheet_page as sheets
from .sheet import sweep_and_deal_counter_page as play


def init_app(app: Flask) -> None:
    """Register all pages that need a database, and what their templates use."""
    app.jinja_env.globals.update(next_page=session_page.next_page)
    session_or_game_in_url.init_app(app)
    form_size_limits.init_app(app)
    cross_site_requests.init_app(app)
    home_page.show_groups(app, lambda: groups.read_summaries(known_access()))
    for area in (
        *(
            start_group_or_session,
            change_before_first_game,
            score_one_game,
            group_page_and_settings,
            group_links_page,
            person_page_and_rename,
            missed_play_pages,
            group_import_export,
            named_house_rules_pages,
            session_page,
            board_page,
            result_picture,
            join_and_leave,
            change_rules_page,
            set_aside_or_delete,
            play,
            discard_game,
            sheets,
        ),
        *(live_table_page, live_table_post_routes, correct_entry_pages),
        *(table_differs_page, replay_page, dispute_links),
    ):
        app.register_blueprint(area.blueprint)
