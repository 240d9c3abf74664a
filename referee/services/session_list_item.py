"""A session as an item of a list: its people, its length, and who leads it or has won it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ..evening_dates import day_of
from ..store import points_sum_queries
from ..store.models import GameSession
from .session_outcome import BestSeats
from .stored_seats import names_of


@dataclass(frozen=True)
class SessionSummary:
    """A session of ``games_planned`` games or to a ``target``; ``leaders`` won it if it is over."""

    id: str
    game: str
    started_at: datetime
    date: date
    players: tuple[str, ...]
    games_played: int
    games_planned: int | None
    target: int | None
    over: bool
    closed: bool
    leaders: tuple[str, ...]
    set_aside: bool
    night: str | None

    @property
    def played(self) -> bool:
        """Return whether a game was finished; an evening without one counts for nobody."""
        return self.games_played > 0

    @property
    def counts(self) -> bool:
        """Return whether the session counts in the statistics of its people."""
        return self.played and not self.set_aside


def session_summary(
    session: GameSession,
    timezone: str | None,
    sums: Sequence[points_sum_queries.Sums],
    best: BestSeats,
) -> SessionSummary:
    """Return the summary of a session, from the sums of its seats; none before a finished game."""
    names = names_of(session)
    return SessionSummary(
        id=session.id,
        game=session.game,
        started_at=session.started_at,
        date=day_of(session.started_at, timezone),
        players=names,
        games_played=sums[0].games if sums else 0,
        games_planned=session.games_planned or None,
        target=session.target,
        over=session.closed_at is not None or best.won,
        closed=session.closed_at is not None,
        leaders=tuple(names[seat] for seat in best.seats),
        set_aside=session.set_aside,
        night=session.night,
    )
