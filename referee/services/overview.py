"""A group as people read it: its evenings, its people, and how they have fared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ..rules import standings
from ..store import queries
from ..store.models import GameSession, Group
from .links import Access
from .refusals import Missing
from .session_views import SessionView, read_session
from .sheets import teams_of
from .stored import of_stored


@dataclass(frozen=True)
class Summary:
    """A session among others of its group."""

    id: str
    game: str
    started_at: datetime
    players: tuple[str, ...]
    games_played: int
    games_planned: int
    closed: bool
    leaders: tuple[str, ...]

    @property
    def played(self) -> bool:
        """Was a game finished? An evening without one counts for nobody."""
        return self.games_played > 0

    @property
    def over(self) -> bool:
        return self.closed or self.games_played >= self.games_planned


@dataclass
class Statistics:
    """A person over all sessions of a group. Sweeps are counted by their face-up cards; ``swept``
    and ``set_up_for`` say against whom and for whom, by name."""

    id: int
    name: str
    sessions: int = 0
    sessions_won: int = 0
    games: int = 0
    points: int = 0
    sweeps_taken: int = 0
    sweeps_set_up: int = 0
    swept: Counter[str] = field(default_factory=Counter)
    set_up_for: Counter[str] = field(default_factory=Counter)

    @property
    def average(self) -> float | None:
        """Points a game."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True)
class GroupView:
    id: str
    name: str
    sessions: tuple[Summary, ...]
    players: tuple[Statistics, ...]


@of_stored
def read_group(access: Access) -> GroupView:
    """A group with its sessions, the latest first, and its people."""
    group = find_group(access)
    people = {player.id: Statistics(player.id, player.name) for player in queries.players(group.id)}
    sums: dict[str, list[queries.Sums]] = defaultdict(list)
    for line in queries.sums(group.id):
        sums[line.session_id].append(line)
    summaries = tuple(
        _add_session(session, sums.get(session.id, []), people)
        for session in queries.sessions(group.id)
    )
    return GroupView(group.id, group.name, summaries, tuple(people.values()))


def find_group(access: Access) -> Group:
    """Raises :class:`~referee.services.refusals.Missing`."""
    group = queries.group(access.group_id)
    if group is None:
        raise Missing
    return group


def _add_session(
    session: GameSession, sums: Sequence[queries.Sums], people: dict[int, Statistics]
) -> Summary:
    """Add a session to its players' statistics; answers its summary."""
    seated = [people[seat.player_id] for seat in session.seats]
    sides = standings.sides(len(seated), teams_of(session))
    leading: list[Statistics] = []
    if sums:
        totals = standings.add_up(sides, [[line.points or 0 for line in sums]])
        leading = [seated[seat] for side in standings.leaders(totals) for seat in sides[side]]
    played = sums[0].games if sums else 0
    summary = Summary(
        id=session.id,
        game=session.game,
        started_at=session.started_at,
        players=tuple(person.name for person in seated),
        games_played=played,
        games_planned=session.games_planned,
        closed=session.closed_at is not None,
        leaders=tuple(person.name for person in leading),
    )
    for person in seated:
        person.sessions += summary.played
    for person in leading:
        person.sessions_won += summary.over
    for line in sums:
        _add_seat(line, seated)
    return summary


def _add_seat(line: queries.Sums, seated: Sequence[Statistics]) -> None:
    """A seat's games. Its sweeps were set up by the player before, at its right hand (#set-up)."""
    sweeper, before = seated[line.seat], seated[line.seat - 1]
    sweeper.games += line.games
    sweeper.points += line.points or 0
    sweeper.sweeps_taken += line.markers
    before.sweeps_set_up += line.markers
    if line.markers:
        sweeper.swept[before.name] += line.markers
        before.set_up_for[sweeper.name] += line.markers


@dataclass(frozen=True)
class Glance:
    """A group in a list. ``running`` is its latest session unless that is over; ``last_played``
    when the latest began in which a game was finished."""

    id: str
    name: str
    may_write: bool
    running: SessionView | None
    last_played: datetime | None


def read_glance(access: Access) -> Glance:
    """Raises :class:`~referee.services.refusals.Missing`."""
    group, session = find_group(access), queries.latest_session(access.group_id)
    session_view = read_session(access, session.id) if session else None
    return Glance(
        group.id,
        group.name,
        access.may_write,
        running=session_view if session_view and not session_view.over else None,
        last_played=queries.last_played(group.id),
    )


def known_names(access: Access) -> list[str]:
    """Names to be offered: who played most comes first."""
    return list(queries.names_by_sessions(access.group_id))
