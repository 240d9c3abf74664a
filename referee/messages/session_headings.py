"""Headings of a session's page: the winner, the game that is played, or the next dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import gettext
from ..words import in_sentences
from .session_results import night_winner_text, winner_text

if TYPE_CHECKING:  # the pages without a database need none of this
    from ..services.session_views import GameScore, SessionView


def session_heading(session_view: SessionView) -> str:
    """Return the heading of a session: its winner, the game that is played, or the next dealer.

    A part that is over has the winner of the whole night; its number while others play on.
    """
    if session_view.over and session_view.night is not None:
        if session_view.continued_by is not None:
            return gettext("Part %(number)d of the evening", number=_part_number(session_view))
        return night_winner_text(session_view.night)
    if session_view.over and session_view.finished:
        return winner_text(session_view)
    if session_view.unfinished:
        return _heading_of_game(session_view, session_view.unfinished)
    if session_view.over:
        return gettext("Ended before the first game")
    return _heading_before_game(session_view)


def _heading_of_game(session_view: SessionView, game: GameScore) -> str:
    number, target = game.number, session_view.target
    if session_view.night is not None:
        part = _part_number(session_view)
        return gettext("Part %(part)d, game %(number)d", part=part, number=number)
    if session_view.single:
        return gettext("Game %(number)d", number=number)
    if target:
        text = gettext("Game %(number)d of an evening to %(target)d", number=number, target=target)
        return str(text)
    planned = max(session_view.games_planned or 0, number)
    return gettext("Game %(number)d of %(planned)d", number=number, planned=planned)


def _heading_before_game(session_view: SessionView) -> str:
    name = in_sentences(session_view.players)[session_view.next_dealer]
    number, planned = len(session_view.games) + 1, session_view.games_planned
    if session_view.night is not None:
        return gettext(
            "Part %(part)d: %(name)s deals game %(number)d",
            part=_part_number(session_view),
            name=name,
            number=number,
        )
    if session_view.target:
        return gettext("%(name)s deals game %(number)d", name=name, number=number)
    text = gettext(
        "%(name)s deals game %(number)d of %(planned)d", name=name, number=number, planned=planned
    )
    return str(text)


def _part_number(session_view: SessionView) -> int:
    """Return the number of a session in its night, from 1."""
    parts = session_view.night.parts if session_view.night is not None else ()
    return 1 + [part.id for part in parts].index(session_view.id)
