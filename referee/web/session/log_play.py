"""The page that hands a game or a session to the apps in which people log what they have played."""

from typing import NamedTuple

import segno
from flask import render_template, request, url_for
from segno.encoder import DataOverflowError

from ...languages import gettext
from ...services import session_views
from ...services.logged_plays import bg_stats_url, play_of_game, play_of_session
from ...services.refusals import NotAccessible
from ..requests import is_number
from ..secret_links import SessionInUrl
from . import blueprint

_GAME = "game"


class PlayChoice(NamedTuple):
    """A game that can be handed over, or the whole session, and the URL of the page about it."""

    label: str
    address: str
    chosen: bool


@blueprint.get("/log")
def log_play(place: SessionInUrl) -> str:
    """Draw the link and QR code that hand a session to Board Game Stats, or the game of the
    query."""
    session_view = session_views.read_session(place.access(), place.session_id)
    text = request.args.get(_GAME, "")
    if text and not is_number(text):
        raise NotAccessible
    number = int(text) if text else None
    play = play_of_session(session_view) if number is None else play_of_game(session_view, number)
    address = bg_stats_url(play)
    if address is None:
        raise NotAccessible
    choices = [PlayChoice(gettext("All games"), url_for(".log_play"), number is None)]
    choices += [
        PlayChoice(
            gettext("Game %(number)d", number=game.number),
            url_for(".log_play", game=game.number),
            game.number == number,
        )
        for game in session_view.finished
    ]
    return render_template(
        "session/log_play.html",
        session_view=session_view,
        address=address,
        picture=_picture(address),
        choices=choices if len(choices) > 2 else (),
        number=number,
    )


def _picture(address: str) -> str | None:
    """Return the QR code of a link as a data URI; None if the names in it are too long for one."""
    try:
        code = segno.make(address, error="l", boost_error=False, micro=False)
    except DataOverflowError:
        return None
    return str(code.svg_data_uri(scale=4, border=2, light="#fff"))
