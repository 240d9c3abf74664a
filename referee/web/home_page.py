"""The first page: what this is and where to start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, current_app, render_template, request
from werkzeug.wrappers import Response

from .. import messages
from ..rules.games import RULESETS, listed
from ..rules.games.referee import ask
from .game_in_url import games_with
from .preferences import FIRST_COOKIE, remember

if TYPE_CHECKING:  # groups are kept, and this page is also drawn where nothing is
    from ..services.group_overview import GroupSummary

blueprint = Blueprint("home", __name__)

GAME_COOKIE = "game"
_EXTENSION = "referee-glances"


@blueprint.get("/")
def page() -> str:
    read_glances = current_app.extensions.get(_EXTENSION, list)
    found: list[GroupSummary] | None = read_glances()
    return render_template(
        "home/page.html",
        **sorted_groups(found or []),
        games=_last_asked_first(),
        hidden=found is None,
        first_game=_first_game(found),
        introduced=[game for game in listed() if RULESETS[game].at_home],
        ask=ask,
        say=messages,
    )


def sorted_groups(groups: list[GroupSummary]) -> dict[str, object]:
    """For the templates: those that play, the latest session first, and the others."""
    running = [(group, group.running) for group in groups if group.running]
    running.sort(key=lambda one: one[1].started_at, reverse=True)
    return {
        "running": running,
        "groups": [group for group in groups if not group.running],
    }


def _last_asked_first() -> list[str]:
    """The games, first the one that was asked about last on this phone."""
    asked = request.cookies.get(GAME_COOKIE)
    return sorted(listed(), key=lambda game: game != asked)


def _first_game(groups: list[GroupSummary] | None) -> str | None:
    """The game whose first positions are offered to whoever is here for the first time: without a
    group, and without a question to any referee so far."""
    known = request.cookies.keys() & {GAME_COOKIE, FIRST_COOKIE}
    return None if known or groups or groups is None else next(iter(games_with("first.page")), None)


def _remember_game(response: Response) -> Response:
    """Whoever asks the referee of a game finds it first at home."""
    game = (request.view_args or {}).get("game", "")
    asked = request.endpoint == "referee.page" and response.status_code == 200
    if asked and request.cookies.get(GAME_COOKIE) != game:
        remember(response, GAME_COOKIE, game)
    return response


def init_app(app: Flask) -> None:
    app.after_request(_remember_game)


def show_groups(app: Flask, read_glances: Callable[[], list[GroupSummary] | None]) -> None:
    """Let the page begin with the groups that this phone knows, or say that it cannot."""
    app.extensions[_EXTENSION] = read_glances
