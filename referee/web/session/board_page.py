"""Page of a session for a large screen: the standings, and the running game."""

from __future__ import annotations

from flask import abort, redirect, url_for
from werkzeug.wrappers import Response

from ...messages.session_results import dues_by_payee
from ...messages.table_events import last_sweep_text
from ...services import followed_games, session_views
from ...services.access import Access
from ...services.names import GameId
from ...services.session_views import SessionView
from ...words.numbers_and_lists import in_sentences
from ..polled_pages import show
from ..session_or_game_in_url import SESSION, SessionInUrl, session_blueprint
from .standing_lines import night_lines, side_lines

blueprint = session_blueprint("board", SESSION)


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
        names = in_sentences(session_view.players)
        rows = game.sheet.rows if game and not game.finished else ()
        return {
            "session_view": session_view,
            "game": game,
            "lines": side_lines(session_view, [row.markers for row in rows]),
            "night": night_lines(session_view),
            "last_sweep": last_sweep_text(game, names) if game else "",
            "dealer": names[game.dealer] if game else "",
            "dues": dues_by_payee(session_view),
        }

    return show(opened, "board", facts)


def _latest_game(opened: Access, session_view: SessionView) -> followed_games.GameView | None:
    """Return the game that is being played, or else the last one."""
    if not session_view.games:
        return None
    number = (session_view.unfinished or session_view.games[-1]).number
    return followed_games.read_game(opened, GameId(session_view.id, number))
