"""Seats of a stored session: names, teams and sides."""

from __future__ import annotations

from ..rules.seating import sides
from ..store.models import GameSession


def names_of(session: GameSession) -> tuple[str, ...]:
    """Return the names of a session's players, in seat order."""
    return tuple(seat.player.name for seat in session.seats)


def teams_of(session: GameSession) -> tuple[int, ...] | None:
    """Return the team of each seat; None if everybody plays alone."""
    return None if session.teams is None else tuple(session.teams)


def sides_of(session: GameSession) -> dict[int, tuple[int, ...]]:
    """Return the seats of each side."""
    return sides(len(session.seats), teams_of(session))
