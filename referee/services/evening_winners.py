"""Winners of the evenings of a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..rules.night_settlement import Night, Part
from ..rules.session_end import AgreedGames
from ..store import points_sum_queries
from ..store.models import GameSession
from .session_list_item import SessionSummary
from .session_outcome import BestSeats
from .stored_rules import rules_for
from .stored_seats import sides_of


class SessionResult(NamedTuple):
    """A session with the sums of its seats, the best of them, and its summary."""

    session: GameSession
    sums: Sequence[points_sum_queries.Sums]
    best: BestSeats
    summary: SessionSummary


def winners_of_evening(played: Sequence[SessionResult]) -> tuple[str, ...]:
    """Return the names of those who have won an evening of these sessions, each with a finished
    game.

    In a night of those who have played the most games whoever has the best total over all parts
    wins, or in games to a target whoever has won most parts.
    """
    if len(played) == 1:
        return played[0].summary.leaders
    plan = rules_for(played[0].session).session
    parts = [_part(result) for result in played]
    return Night(parts, plan.lowest_wins, isinstance(plan, AgreedGames)).leaders


def _part(result: SessionResult) -> Part:
    """Return a session with a finished game as a part of a night, for its standings."""
    names, seats_of_sides = result.summary.players, sides_of(result.session)
    points = {names[seat_sums.seat]: seat_sums.points or 0 for seat_sums in result.sums}
    best = result.best.seats if result.summary.over else ()
    return Part(
        sides={side: [names[seat] for seat in seats] for side, seats in seats_of_sides.items()},
        totals={},
        points=points,
        games=result.summary.games_played,
        winners=[side for side, seats in seats_of_sides.items() if seats[0] in best],
    )
