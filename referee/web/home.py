"""Home page, and the games that have a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, Flask, Response, current_app, render_template, request

from ..rules.exercises.registry import kinds
from ..rules.games import RULESETS, listed, ruleset
from ..rules.games.ask import ask
from ..times import today
from .preferences import FIRST_COOKIE, phone_zone, remember

if TYPE_CHECKING:
    from ..services.groups import GroupSummary
    from ..services.session_views import SessionView


_HAVE: dict[str, Callable[[str], bool]] = {
    "rules.tactics": lambda game: RULESETS[game].tactics is not None,
    "intro.page": lambda game: RULESETS[game].intro is not None,
    "play.page": lambda game: ruleset(game).engine is not None,
    "exercises.hub": lambda game: bool(kinds(ruleset(game))),
}


def only_where(page: str, has: Callable[[str], bool]) -> None:
    """Register the games that have a page: ``has`` tells it by the game's key, and is asked once
    for each. ``page`` is an endpoint."""
    _HAVE[page] = cache(has)


def games_with(page: str) -> tuple[str, ...]:
    """Return the listed games that have a page, by its endpoint: the referee's where its kind of
    referee is drawn, a game against players where games are followed, tactics, introductions and
    exercises where there are some, any other page for every game."""
    has = _HAVE.get(page)
    return tuple(key for key in listed() if has is None or has(key))


blueprint = Blueprint("home", __name__)

GAME = GAME_COOKIE = "game"
"""The cookie of the game that was used last, and the field of the query that chooses one."""
_EXTENSION = "referee-glances"


@blueprint.get("/")
def page() -> str:
    """Draw the game of this phone, or the one that the query chooses, with its sessions."""
    read_summaries = current_app.extensions.get(_EXTENSION, list)
    groups: list[GroupSummary] | None = read_summaries()
    is_new = groups == [] and FIRST_COOKIE not in request.cookies
    return render_template(
        "home/page.html",
        **sorted_groups(groups or []),
        open_beside=_open_beside(groups or []),
        games=_games_last_used_first(),
        hidden=groups is None,
        chooses=is_new and _game_of_phone() is None,
        is_new=is_new and GAME in request.args,
        today=today(phone_zone()).isoformat(),
        introduced=[game for game in listed() if RULESETS[game].at_home],
        ask=ask,
    )


def sorted_groups(groups: list[GroupSummary]) -> dict[str, object]:
    """Return the template's variables ``running`` (groups with a running session, the latest first)
    and ``groups`` (all others)."""
    running = [(group, group.running) for group in groups if group.running]
    running.sort(key=lambda pair: pair[1].started_at, reverse=True)
    return {
        "running": running,
        "groups": [group for group in groups if not group.running],
    }


class OpenSession(NamedTuple):
    """A session in a list of those that go on. ``view`` is there where it is the latest of its
    group."""

    started_at: datetime
    group: GroupSummary
    id: str
    game: str
    date: date
    players: Sequence[str]
    view: SessionView | None = None


def _open_beside(groups: list[GroupSummary]) -> list[OpenSession]:
    """Return the sessions that go on, the latest first, without the one that heads the page."""
    rows = [
        OpenSession(view.started_at, group, view.id, view.rules.key, view.date, view.players, view)
        for group in groups
        if (view := group.running)
    ]
    rows.sort(key=lambda row: row.started_at)
    others = rows[:-1] + [
        OpenSession(
            session.started_at, group, session.id, session.game, session.date, session.players
        )
        for group in groups
        for session in group.others_open
    ]
    return sorted(others, key=lambda row: row.started_at, reverse=True)


def _games_last_used_first() -> list[str]:
    last_game = _game_of_phone()
    return sorted(listed(), key=lambda game: game != last_game)


def _game_of_phone() -> str | None:
    """Return the game that the query chooses, else the one that was used last on this phone; None
    for neither."""
    chosen = request.args.get(GAME) or request.cookies.get(GAME_COOKIE)
    return chosen if chosen in listed() else None


def note_game(response: Response) -> Response:
    """Remember the game of a page as the one that was used last on this phone."""
    game = (request.view_args or {}).get(GAME) or request.args.get(GAME)
    is_used = response.status_code < HTTPStatus.BAD_REQUEST and game in listed()
    if game and is_used and request.cookies.get(GAME_COOKIE) != game:
        remember(response, GAME_COOKIE, game)
    return response


blueprint.after_request(note_game)


def show_groups(app: Flask, read_summaries: Callable[[], list[GroupSummary] | None]) -> None:
    """Show on the home page the groups that ``read_summaries`` returns; None where they cannot be
    read."""
    app.extensions[_EXTENSION] = read_summaries
