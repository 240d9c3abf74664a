"""A session for all to see: a page for a large screen, and the result as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import abort, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from ... import messages, words
from ...languages import gettext
from ...messages.latest_sweep import last_sweep_text
from ...services import running_games, session_views
from ...services.group_keys import Access
from ...services.ids import GameId
from ...services.refusals import NotAccessible
from ...services.session_views import SessionView
from ..polled_pages import show
from ..session_in_url import SESSION, SessionInUrl, session_blueprint

blueprint = session_blueprint("board", SESSION)

MOST_LINES = 8
"""Lines of the standings that have room in the picture."""
LONGEST_NAME, LONGEST_HEADING = 24, 40
"""Letters that have room in a line of the picture; a pair has two names in it."""


class BoardLine(NamedTuple):
    """A line of the standings: who stands at this place, with how many points, and how many
    face-up cards the running game has brought so far."""

    place: int
    name: str
    points: str
    leads: bool
    markers: int = 0


@blueprint.get("/board")
def page(place: SessionInUrl) -> Response:
    """Show who leads, the running game and its last sweep; of a night the latest part."""
    opened = place.access()

    def facts() -> dict[str, object]:
        session_view = session_views.read_session(opened, place.session_id)
        if session_view.night and session_view.continued_by:
            latest = session_view.night.parts[-1].id
            abort(redirect(url_for(".page", session_id=latest), 303))
        game = _latest_game(opened, session_view)
        names = words.in_sentences(session_view.players)
        rows = game.sheet.rows if game and not game.finished else ()
        return {
            "session_view": session_view,
            "game": game,
            "lines": _lines(session_view, [row.markers for row in rows]),
            "night": _night_lines(session_view),
            "last_sweep": last_sweep_text(game, names) if game else "",
            "dealer": names[game.dealer] if game else "",
            "payees": messages.payees(session_view),
        }

    return show(opened, "board", facts)


@blueprint.get("/result.svg")
def picture(place: SessionInUrl) -> Response:
    """Draw who won, or leads, as a picture of 1200 x 630 to be sent."""
    opened = place.access()
    if not opened.version:
        raise NotAccessible
    session_view = session_views.read_session(opened, place.session_id)
    members = max(map(len, session_view.sides.values()))
    lines = _night_lines(session_view, LONGEST_NAME) or _lines(
        session_view, longest=LONGEST_NAME // members
    )
    heading = messages.session_heading(session_view)
    if session_view.night:
        heading = gettext("The whole evening")
    drawn = render_template(
        "board/picture.html",
        session_view=session_view,
        lines=lines[:MOST_LINES],
        heading=_shortened(heading, LONGEST_HEADING),
    )
    response = make_response(drawn)
    response.content_type = "image/svg+xml"
    return response


def _latest_game(opened: Access, session_view: SessionView) -> running_games.GameView | None:
    """Return the game that is being played, or else the last one."""
    if not session_view.games:
        return None
    number = (session_view.unfinished or session_view.games[-1]).number
    return running_games.read_game(opened, GameId(session_view.id, number))


def _lines(
    session_view: SessionView, markers: Sequence[int] = (), longest: int | None = None
) -> list[BoardLine]:
    """Return the standings by side. ``markers`` are the face-up cards of the running game in seat
    order; names have at most ``longest`` letters."""
    players = [_shortened(name, longest) for name in session_view.players]
    names = words.sides_text(session_view.sides, players)
    leading = session_view.leading if session_view.finished else ()
    return [
        BoardLine(
            line.place,
            names[line.side],
            words.signed(line.total),
            line.side in leading,
            sum(markers[seat] for seat in session_view.sides[line.side]) if markers else 0,
        )
        for line in session_view.standings
    ]


def _night_lines(session_view: SessionView, longest: int | None = None) -> list[BoardLine]:
    """Return the standings of a night by person; none where a session is no part of one."""
    night = session_view.night
    if night is None:
        return []
    return [
        BoardLine(
            line.place,
            words.isolated(_shortened(line.name, longest)),
            words.signed(line.total) if night.points.adds_up else str(line.won),
            line.place == 1,
        )
        for line in night.placed
    ]


def _shortened(text: str, longest: int | None) -> str:
    """Return a text that is cut where it would be too long, with what its controls begin ended."""
    if longest is None or len(text) <= longest:
        return text
    return words.balanced(f"{text[: longest - 1].rstrip()}…")
