"""Links of a session's page to the game that is being played."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from ...languages import gettext
from ...services.session_views import GameScore, SessionView


class GameLink(NamedTuple):
    """A link to a page of a game."""

    address: str
    label: str


def game_links(session_view: SessionView, *, may_write: bool) -> list[GameLink]:
    """Return where an unfinished game is entered, the page that it was last entered on first; none
    if no game is being played."""
    game = session_view.unfinished
    if game is None:
        return []
    sheet = _step("sheets.page", game, gettext("Score sheet"))
    if not game.seq:
        counts = may_write and session_view.rules.sheet.markers
        label = gettext("Count sweeps") if counts else gettext("See the game")
        other = _step("play.page", game, label)
    else:
        other = _step("follow.page", game, gettext("Live table"))
    return [sheet, other] if game.counting else [other, sheet]


def _step(endpoint: str, game: GameScore, label: str) -> GameLink:
    return GameLink(url_for(endpoint, number=game.number), label)
