"""Result of a session or a night as a text to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import gettext, ngettext
from ..rules.night_settlement import PersonStanding
from ..words import (
    GAME_NAMES,
    date_text,
    isolated,
    sides_text,
    signed,
)
from .session_results import (
    dues_by_payee,
    how_won_text,
    night_winner_text,
    settlement_text,
    winner_text,
)

if TYPE_CHECKING:  # the pages without a database need none of this
    from ..services.night_view import NightView
    from ..services.session_views import SessionView


def result_text(session_view: SessionView) -> str:
    """Return an evening in a few lines, to be sent to its players.

    It has no link, since a text may be passed on to people who shall not see the group.
    """
    if session_view.night is not None:
        return _night_text(session_view, session_view.night)
    names = sides_text(session_view.sides, session_view.players)
    played = len(session_view.counted)
    if session_view.target is None or session_view.single:
        games = ngettext("%(num)d game", "%(num)d games", played)
    else:
        games = ngettext(
            "%(num)d game of an evening to %(target)d",
            "%(num)d games of an evening to %(target)d",
            played,
            target=session_view.target,
        )
    lines = [
        winner_text(session_view),
        *filter(None, [how_won_text(session_view)]),
        f"{GAME_NAMES[session_view.rules.key]}, {date_text(session_view.date)}, {games}",
        "",
        *(
            f"{standing.place}. {names[standing.side]} {signed(standing.total)}"
            for standing in session_view.standings
        ),
    ]
    return "\n".join([*lines, *_due_lines(session_view)])


def _due_lines(session_view: SessionView) -> list[str]:
    """Return the payments as lines under a heading; empty if nothing is due."""
    lines = [
        f"{dues.name} → {', '.join(f'{name} {amount}' for name, amount in dues.payments)}"
        for dues in dues_by_payee(session_view)
        if dues.payments
    ]
    heading = f"{settlement_text(session_view) or gettext('Who pays whom')}:"
    return ["", heading, *lines] if lines else []


def _night_text(session_view: SessionView, night: NightView) -> str:
    """Return a night of several parts in a few lines, by person."""
    games = ngettext("%(num)d game", "%(num)d games", night.games)
    lines = [
        *([night_winner_text(night)] if night.over else []),
        f"{GAME_NAMES[session_view.rules.key]}, {date_text(session_view.date)}, {games}",
        "",
        *(f"{standing.place}. {_person_text(night, standing)}" for standing in night.placed),
    ]
    if night.unplaced:
        hint = gettext("Without a place: totals compare only after equally many games.")
        lines += ["", *([hint] if night.points.adds_up else [])]
        lines += [_person_text(night, standing) for standing in night.unplaced]
    return "\n".join([*lines, *_due_lines(session_view)])


def _person_text(night: NightView, standing: PersonStanding) -> str:
    """Return a person's name and result after a night: points, or the number of parts won."""
    result = (
        signed(standing.total)
        if night.points.adds_up
        else ngettext("won %(num)d part", "won %(num)d parts", standing.won)
    )
    games = ngettext("%(num)d game", "%(num)d games", standing.games)
    return f"{isolated(standing.name)} {result} ({games})"
