"""Dealer of the next game of a session."""

from __future__ import annotations

from ..rules.seating import LastGame, SessionSoFar
from ..store.models import Game, GameSession
from .stored_rules import rules_for
from .stored_seats import sides_of


def next_dealer(session: GameSession, last: Game | None) -> int:
    """Return the seat that deals after the ``last`` game, or the first game for None."""
    seating, seats_of_sides, first = (
        rules_for(session).seating,
        sides_of(session),
        session.first_dealer,
    )
    if last is None:
        return seating.next_dealer(SessionSoFar(seats_of_sides, first, 0, None))
    scores = [row.total or 0 for row in last.rows] if last.finished else None
    last_game = LastGame(last.dealer, scores)
    return seating.next_dealer(SessionSoFar(seats_of_sides, first, last.number, last_game))
