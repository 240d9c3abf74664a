"""Result of a session as an SVG picture, to be sent."""

from __future__ import annotations

from flask import make_response, render_template
from werkzeug.wrappers import Response

from ...languages import gettext
from ...messages.session_results import night_winner_text, session_heading
from ...services import session_views
from ...services.refusals import NotAccessible
from ..session_or_game_in_url import SESSION, SessionInUrl, session_blueprint
from .standing_lines import night_lines, shortened, side_lines

blueprint = session_blueprint("result_picture", SESSION)

MOST_LINES = 8
"""Lines of the standings that have room in the picture."""
LONGEST_NAME, LONGEST_HEADING = 24, 40
"""Letters that have room in a line of the picture; a pair has two names in it."""


@blueprint.get("/result.svg")
def draw(place: SessionInUrl) -> Response:
    """Draw who won, or leads, as a picture of 1200 x 630 to be sent."""
    opened = place.access()
    if not opened.version:
        raise NotAccessible
    session_view = session_views.read_session(opened, place.session_id)
    members = max(map(len, session_view.sides.values()))
    lines = night_lines(session_view, LONGEST_NAME) or side_lines(
        session_view, longest=LONGEST_NAME // members
    )
    night = session_view.night
    if night is None:
        heading = session_heading(session_view)
    elif night.over:
        heading = night_winner_text(night)
    else:
        heading = gettext("The whole evening")
    drawn = render_template(
        "board/picture.html",
        session_view=session_view,
        lines=lines[:MOST_LINES],
        heading=shortened(heading, LONGEST_HEADING),
    )
    response = make_response(drawn)
    response.content_type = "image/svg+xml"
    return response
