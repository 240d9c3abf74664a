"""Results of sessions and evenings: who leads a session, and who has won an evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple, TypeVar

from ..rules.night_settlement import Night, Part
from ..rules.session_end import AgreedGames
from ..rules.standings_and_payments import leaders
from ..store import queries, statistics_queries
from ..store.models import GameSession
from ..time_zones import day_of
from .session_outcome import add_up, outcome_of, won_by_totals
from .stored_rows import names_of, rules_for, sides_of

_T = TypeVar("_T")


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


class BestSeats(NamedTuple):
    """The ``seats`` of the sides that have ``won`` a session, or else that lead."""

    seats: tuple[int, ...]
    won: bool


class SessionResult(NamedTuple):
    """A session with the sums of its seats, the best of them, and its summary."""

    session: GameSession
    sums: Sequence[statistics_queries.Sums]
    best: BestSeats
    summary: SessionSummary


def by_evening(items: Iterable[_T], summary_of: Callable[[_T], SessionSummary]) -> list[list[_T]]:
    """Return the sessions that are not set aside, by evening, in the order of each evening.

    ``items`` are sessions, or values with one, the latest first. The sessions of a night are one
    evening.
    """
    nights: dict[str, list[_T]] = {}
    for item in items:
        session = summary_of(item)
        if not session.set_aside:
            nights.setdefault(session.night or session.id, []).insert(0, item)
    return list(nights.values())


def winners_of_evening(played: Sequence[SessionResult]) -> tuple[str, ...]:
    """Return the names of those who have won an evening of these sessions, each with a finished
    game.

    In a night whoever has the best total over all parts wins, or in games to a target whoever has
    won most parts.
    """
    if len(played) == 1:
        return played[0].summary.leaders
    plan = rules_for(played[0].session).session
    parts = [_part(result) for result in played]
    standings = Night(parts, plan.lowest_wins, isinstance(plan, AgreedGames)).standings
    return tuple(standing.name for standing in standings if standing.place == 1)


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


def session_summary(
    session: GameSession,
    timezone: str | None,
    sums: Sequence[statistics_queries.Sums],
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


def best_seats(session: GameSession, sums: Sequence[statistics_queries.Sums]) -> BestSeats:
    """Return who has won a session, or else who leads."""
    rules, seats_of_sides = rules_for(session), sides_of(session)
    points = [line.points or 0 for line in sums]
    totals = add_up(rules, seats_of_sides, [points])
    best = leaders(totals, lowest_wins=rules.session.lowest_wins)
    if rules.won_by_totals(len(best)):
        winners = won_by_totals(session, totals, sums[0].games)
    else:
        winners = outcome_of(session, queries.games(session.id)).winners
    leading = winners or best
    return BestSeats(
        tuple(seat for side in leading for seat in seats_of_sides[side]), bool(winners)
    )
