"""A group as people read it: its evenings, its people, and how they have fared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ..rules.games import RULESETS, ruleset
from ..rules.seating import mates
from ..rules.standings import leaders
from ..store import queries
from ..store.driver_errors import DatabaseBusy, DriverError, trouble_of
from ..store.models import GameSession, Group
from ..time_zones import day_of
from .damaged_data import of_stored
from .group_keys import Access
from .refusals import NotAccessible
from .session_outcome import add_up, outcome_of, won_by_totals
from .session_views import SessionView, read_session
from .sheet_rows import rules_for, sides_of, teams_of


@dataclass(frozen=True)
class SessionSummary:
    """A session among others of its group: so many ``games_planned``, or a ``target``. The
    ``leaders`` have won it if it is over."""

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
        """Was a game finished? An evening without one counts for nobody."""
        return self.games_played > 0

    @property
    def counts(self) -> bool:
        """Return whether it counts in the statistics of its people."""
        return self.played and not self.set_aside


@dataclass
class PlayerResults:
    """The results of a person. Of the ``sessions`` with a finished game some are over
    (``sessions_over``); no other can be won or lost. Sweeps are counted by their face-up cards;
    ``swept`` and ``set_up_for`` say against whom and for whom, by name.

    Of the games ``followed`` to their end, where cards are built up: how many builds were this
    person's (``built``), ``lost_to`` whom, by name, and whose builds they have ``won_from``; what
    partners take of each other is no loss. ``points_of`` are their points by item of the score.
    """

    sessions: int = 0
    sessions_over: int = 0
    sessions_won: int = 0
    games: int = 0
    points: int = 0
    sweeps_taken: int = 0
    sweeps_set_up: int = 0
    swept: Counter[str] = field(default_factory=Counter)
    set_up_for: Counter[str] = field(default_factory=Counter)
    followed: int = 0
    built: int = 0
    lost_to: Counter[str] = field(default_factory=Counter)
    won_from: Counter[str] = field(default_factory=Counter)
    points_of: Counter[str] = field(default_factory=Counter)

    @property
    def average(self) -> float | None:
        """Points a game."""
        return self.points / self.games if self.games else None

    def __add__(self, other: PlayerResults) -> PlayerResults:
        return PlayerResults(
            *(getattr(self, one.name) + getattr(other, one.name) for one in fields(PlayerResults))
        )


@dataclass
class Statistics:
    """A person over all sessions of a group, by the key of the game: points of different games
    mean different things."""

    id: int
    name: str
    by_game: defaultdict[str, PlayerResults] = field(
        default_factory=lambda: defaultdict(PlayerResults)
    )

    @cached_property
    def all(self) -> PlayerResults:
        """Over all games."""
        return sum(self.by_game.values(), PlayerResults())


@dataclass
class FollowedGamesSummary:
    """The games of one kind that were followed to their end: their builds, those that an opponent
    took, and those for which it came to light that there was no card. Whose these were, the table
    knows."""

    games: int = 0
    built: int = 0
    lost: int = 0
    bluffs: int = 0


class GameStatistics(NamedTuple):
    """Those who have played a game, and how they have fared at it. ``sweeps``: is there anything
    to say of them? ``set_up``: does somebody set them up? ``followed`` is None where no game with
    builds was."""

    game: str
    people: tuple[tuple[Statistics, PlayerResults], ...]
    sweeps: bool
    set_up: bool
    followed: FollowedGamesSummary | None


@dataclass(frozen=True)
class GroupView:
    id: str
    name: str
    timezone: str | None
    sessions: tuple[SessionSummary, ...]
    players: tuple[Statistics, ...]
    followed: Mapping[str, FollowedGamesSummary]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were played, the latest first."""
        return tuple(dict.fromkeys(session.game for session in self.sessions if session.played))

    @cached_property
    def tables(self) -> tuple[GameStatistics, ...]:
        """How people have fared at each game. Where only one was played, or none yet, everybody
        is in its table."""
        if len(self.games) > 1:
            return tuple(
                self._table(game, [one for one in self.players if one.by_game[game].sessions])
                for game in self.games
            )
        planned = [session.game for session in self.sessions]
        (game,) = [*self.games, *planned, *RULESETS][:1]
        return (self._table(game, self.players),)

    def _table(self, game: str, people: Sequence[Statistics]) -> GameStatistics:
        paid = ruleset(game).sheet.sweeps_are_paid
        fared = [person.by_game[game] for person in people]
        return GameStatistics(
            game,
            people=tuple(zip(people, fared, strict=True)),
            sweeps=paid or any(one.sweeps_taken for one in fared),
            set_up=paid,
            followed=self.followed.get(game),
        )

    @property
    def evenings(self) -> list[list[SessionSummary]]:
        """The sessions that count, the latest first; those of a night are one evening, with its
        parts in order."""
        nights: dict[str, list[SessionSummary]] = {}
        for session in self.sessions:
            if not session.set_aside:
                nights.setdefault(session.night or session.id, []).insert(0, session)
        return list(nights.values())

    @property
    def idle(self) -> list[Statistics]:
        """Those whom no table has."""
        shown = {person.id for table in self.tables for person, _ in table.people}
        return [person for person in self.players if person.id not in shown]


@of_stored
def read_group(access: Access) -> GroupView:
    """A group with its sessions, the latest first, and its people."""
    group = find_group(access)
    people = {player.id: Statistics(player.id, player.name) for player in queries.players(group.id)}
    sums: dict[str, list[queries.Sums]] = defaultdict(list)
    for line in queries.sums(group.id):
        sums[line.session_id].append(line)
    sessions = queries.sessions(group.id)
    summaries = tuple(
        _add_session(session, group.timezone, sums.get(session.id, []), people)
        for session in sessions
    )
    followed: defaultdict[str, FollowedGamesSummary] = defaultdict(FollowedGamesSummary)
    told = queries.figures(group.id)
    for session in sessions:
        if session.id in told:
            _add_followed(session, told[session.id], people, followed[session.game])
    return GroupView(
        group.id, group.name, group.timezone, summaries, tuple(people.values()), followed
    )


def find_group(access: Access) -> Group:
    """Raises :class:`~referee.services.refusals.NotAccessible`."""
    group = queries.group(access.group_id)
    if group is None:
        raise NotAccessible
    return group


def _add_session(
    session: GameSession,
    timezone: str | None,
    sums: Sequence[queries.Sums],
    people: dict[int, Statistics],
) -> SessionSummary:
    """Add a session to its players' statistics; answers its summary."""
    seated = [people[seat.player_id] for seat in session.seats]
    played = sums[0].games if sums else 0
    winners, leading = _best(session, sums) if sums else ((), ())
    together = sides_of(session)
    best = [seated[seat] for side in leading for seat in together[side]]
    summary = SessionSummary(
        id=session.id,
        game=session.game,
        started_at=session.started_at,
        date=day_of(session.started_at, timezone),
        players=tuple(person.name for person in seated),
        games_played=played,
        games_planned=session.games_planned or None,
        target=session.target,
        over=session.closed_at is not None or bool(winners),
        closed=session.closed_at is not None,
        leaders=tuple(person.name for person in best),
        set_aside=session.set_aside,
        night=session.night,
    )
    if not summary.counts:
        return summary
    for person in seated:
        person.by_game[session.game].sessions += 1
        person.by_game[session.game].sessions_over += summary.over
    for person in best:
        person.by_game[session.game].sessions_won += summary.over
    _add_seats(session, sums, seated)
    return summary


def _best(
    session: GameSession, sums: Sequence[queries.Sums]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sides that have won a session, if it is decided, and those that have won or else lead."""
    rules, together = rules_for(session), sides_of(session)
    points = [line.points or 0 for line in sums]
    totals = add_up(rules, together, [points])
    if rules.must_count or rules.claims_out:  # then it takes more than the totals to know
        winners = outcome_of(session, queries.games(session.id)).winners
    else:
        winners = won_by_totals(session, totals, sums[0].games)
    return winners, winners or leaders(totals, lowest_wins=rules.session.lowest_wins)


def _add_seats(
    session: GameSession, sums: Sequence[queries.Sums], seated: Sequence[Statistics]
) -> None:
    """What each seat has. Partners who share a pile share its sweeps; where the player before pays
    for a sweep, at the right hand, that one has set it up (#set-up)."""
    plan = rules_for(session).sheet
    together = sides_of(session)
    for line in sums:
        fared = seated[line.seat].by_game[session.game]
        fared.games += line.games
        fared.points += line.points or 0
        for seat in mates(line.seat, together) if plan.shares_piles else (line.seat,):
            seated[seat].by_game[session.game].sweeps_taken += line.markers
        if line.markers and plan.sweeps_are_paid:
            before = seated[line.seat - 1]
            before.by_game[session.game].sweeps_set_up += line.markers
            fared.swept[before.name] += line.markers
            before.by_game[session.game].set_up_for[seated[line.seat].name] += line.markers


def _add_followed(
    session: GameSession,
    games: Sequence[queries.Figures],
    people: Mapping[int, Statistics],
    followed: FollowedGamesSummary,
) -> None:
    """What became of the builds of a session's games, and what their points were for."""
    seated = [people[seat.player_id] for seat in session.seats]
    fared = [person.by_game[session.game] for person in seated]
    teams = teams_of(session) or range(len(seated))
    followed.games += len(games)
    followed.bluffs += sum(one["bluffs"] for one in games)
    for seat, one in enumerate(fared):
        one.followed += len(games)
        built = sum(figures["built"][seat] for figures in games)
        one.built += built
        followed.built += built
    for keeper, taker in permutations(range(len(seated)), 2):
        lost = sum(figures["taken"][keeper][taker] for figures in games)
        if lost and teams[taker] != teams[keeper]:
            followed.lost += lost
            fared[keeper].lost_to[seated[taker].name] += lost
            fared[taker].won_from[seated[keeper].name] += lost
    for figures in games:
        for item, points in figures["points"].items():
            for one, number in zip(fared, points, strict=True):
                if number:
                    one.points_of[item] += number


@dataclass(frozen=True)
class GroupSummary:
    """A group in a list. ``running`` is its latest session unless that is over; ``last_played``
    the day of the latest in which a game was finished."""

    id: str
    name: str
    may_write: bool
    running: SessionView | None
    last_played: date | None


def read_glance(access: Access) -> GroupSummary:
    """Raises :class:`~referee.services.refusals.NotAccessible`."""
    group, session = find_group(access), queries.latest_session(access.group_id)
    session_view = read_session(access, session.id) if session else None
    played = queries.last_played(access.group_id)
    return GroupSummary(
        group.id,
        group.name,
        access.may_write,
        running=session_view if session_view and not session_view.over else None,
        last_played=None if played is None else day_of(played, group.timezone),
    )


def longest_idle(group_ids: Iterable[str]) -> list[str]:
    """The groups in which nothing began for longest come first; before them those that are gone."""
    begun = queries.last_begun(group_ids)
    gone = [one for one in group_ids if one not in begun]
    return [*gone, *sorted(begun, key=lambda one: begun[one])]


def read_glances(opened: Iterable[Access]) -> list[GroupSummary] | None:
    """Of all these groups; ``None`` while the database is busy or away, so that what needs none
    can be shown."""
    try:
        return [read_glance(access) for access in opened]
    except (SQLAlchemyError, DatabaseBusy) as error:
        if trouble_of(error) is not DriverError.BUSY:
            raise
        return None


def known_names(access: Access) -> list[str]:
    """Names to be offered: who played most comes first."""
    return list(queries.names_by_sessions(access.group_id))
