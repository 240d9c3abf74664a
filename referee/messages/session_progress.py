"""Sentences on the progress of a session: how it is won, what is lacking, and an early end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import gettext, ngettext
from ..rules.events import Played
from ..words import and_
from .session_results import (
    beyond_text,
    how_won_text,
    named_sides,
    won_earlier_text,
)

if TYPE_CHECKING:  # the pages without a database need none of this
    from ..services.game_views import GameView
    from ..services.night_view import NightView
    from ..services.session_views import SessionView


def ended_early_text(session_view: SessionView) -> str:
    """Return how much was played of a session that was ended early, or of a night that is over;
    empty for others."""
    played = len(session_view.finished)
    if session_view.night is not None:
        return _played_in_night_text(session_view, session_view.night)
    if not (session_view.closed and played):
        return ""
    if session_view.games_left:
        planned = session_view.games_planned
        text = gettext(
            "Ended after %(played)d of %(planned)d games", played=played, planned=planned
        )
        return str(text)
    if session_view.decided:
        return ""
    return ngettext(
        "Ended after %(num)d game, before anybody had won",
        "Ended after %(num)d games, before anybody had won",
        played,
    )


def _played_in_night_text(session_view: SessionView, night: NightView) -> str:
    """Return how much was played of a night that is over, or of a part that another one follows;
    empty while it goes on."""
    if not session_view.over:
        return ""
    if session_view.continued_by is not None:
        played = len(session_view.finished)
        return ngettext("%(num)d game was played", "%(num)d games were played", played)
    parts = len(night.parts)
    return ngettext(
        "%(num)d game in %(parts)d parts",
        "%(num)d games in %(parts)d parts",
        night.games,
        parts=parts,
    )


def won_text(session_view: SessionView) -> str:
    """Return how an ended session was won; empty for others."""
    return how_won_text(session_view) if session_view.over else ""


def in_question_text(session_view: SessionView) -> str:
    """Return what must be decided about the end of a session; empty if nothing must."""
    if session_view.won_earlier or session_view.beyond:
        return won_earlier_text(session_view) or beyond_text(session_view)
    return ""


def entered_so_far_text(game: GameView) -> str:
    """Return what was entered in an unfinished game: "12 plays and 1 pile"; empty for nothing."""
    plays = sum(isinstance(applied.event, Played) for applied in game.record.events)
    sweeps = len(game.sweeps)
    piles = sum(row.counted is not None for row in game.sheet.rows)
    texts = (
        ngettext("%(num)d play", "%(num)d plays", plays) if plays else "",
        ngettext("%(num)d sweep", "%(num)d sweeps", sweeps) if sweeps else "",
        ngettext("%(num)d pile", "%(num)d piles", piles) if piles else "",
    )
    return and_(text for text in texts if text)


def course_text(session_view: SessionView) -> str:
    """Return how a session is won, and how much is still needed; empty after its end."""
    if session_view.target is not None:
        return "" if session_view.over else _course_to_target(session_view, session_view.target)
    if session_view.closed or not session_view.games_left:
        return ""
    if session_view.night is not None:
        return ngettext(
            "%(num)d game left in this part.",
            "%(num)d games left in this part.",
            session_view.games_left,
        )
    return ngettext(
        "%(num)d game left. The lowest total wins.",
        "%(num)d games left. The lowest total wins.",
        session_view.games_left,
    )


def _course_to_target(session_view: SessionView, target: int) -> str:
    rule = gettext("To %(target)d points. The highest total wins.", target=target)
    return f"{rule} {_lacking_text(session_view, target)}".strip()


def _lacking_text(session_view: SessionView, target: int) -> str:
    """Return how many points the leaders need, or why play goes on at the target."""
    if not session_view.finished:
        return ""
    leading = session_view.leading
    names, people = named_sides(session_view, leading), len(session_view.leaders)
    total = session_view.totals[leading[0]]
    if session_view.decided:
        return ngettext(
            "%(names)s has won already; you play on.",
            "%(names)s have won already; you play on.",
            people,
            names=names,
        )
    if total < target:
        return ngettext(
            "%(names)s needs %(more)d more.",
            "%(names)s need %(more)d more.",
            people,
            names=names,
            more=target - total,
        )
    if len(leading) > 1:
        return gettext(
            "%(names)s are level at %(total)d, so play goes on.", names=names, total=total
        )
    return gettext(
        "Several came to %(target)d at once with the same total, so play goes on.", target=target
    )
