"""Lines of the standings, on the board and in the picture of a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...services.session_views import SessionView
from ...words.numbers_and_lists import balanced, isolated, signed
from ...words.score_names import sides_text


class StandingLine(NamedTuple):
    """A line of the standings: the name at a place, 0 for none, with the points, the face-up cards
    that the running game has brought so far, and of a night the number of games."""

    place: int
    name: str
    points: str
    leads: bool
    markers: int = 0
    games: int | None = None


def side_lines(
    session_view: SessionView, markers: Sequence[int] = (), longest: int | None = None
) -> list[StandingLine]:
    """Return the standings by side. ``markers`` are the face-up cards of the running game in seat
    order; names have at most ``longest`` letters."""
    players = [shortened(name, longest) for name in session_view.players]
    names = sides_text(session_view.sides, players)
    leading = session_view.leading if session_view.finished else ()
    return [
        StandingLine(
            line.place,
            names[line.side],
            signed(line.total),
            line.side in leading,
            sum(markers[seat] for seat in session_view.sides[line.side]) if markers else 0,
        )
        for line in session_view.standings
    ]


def night_lines(session_view: SessionView, longest: int | None = None) -> list[StandingLine]:
    """Return the standings of a night by person; none where a session is no part of one."""
    night = session_view.night
    if night is None:
        return []
    return [
        StandingLine(
            line.place,
            isolated(shortened(line.name, longest)),
            signed(line.total) if night.points.adds_up else str(line.won),
            line.name in night.leaders,
            games=line.games,
        )
        for line in (*night.placed, *night.unplaced)
    ]


def shortened(text: str, longest: int | None) -> str:
    """Return a text that is cut where it would be too long, with what its controls begin ended."""
    if longest is None or len(text) <= longest:
        return text
    return balanced(f"{text[: longest - 1].rstrip()}…")
