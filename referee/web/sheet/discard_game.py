"""Form that discards a game that was begun by mistake."""

from __future__ import annotations

from flask import redirect, url_for
from werkzeug.wrappers import Response

from ...services import game_changes
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint

blueprint = session_blueprint("discard", GAME)


@blueprint.post("/discard")
def discard(place: GameInUrl) -> Response:
    game_changes.discard_game(place.editing(), place.game_id)
    return redirect(url_for("sessions.page"), 303)
