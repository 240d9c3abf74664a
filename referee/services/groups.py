"""Overview of a group: its sessions, people, winners and statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from functools import cached_property
from itertools import permutations, takewhile
from typing import NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ..rules.games import RULESETS, ruleset
from ..rules.seating import mates
from ..rules.session_end import AgreedGames
from ..rules.standings import Night, Part
from ..store import group_queries, queries
from ..store.driver_errors import DatabaseBusy, DriverError, driver_error_of
from ..store.models import Figures, GameSession, Group
from ..times import day_of
from .access import Access, find_group
from .outcome import BestSeats, best_seats
from .person_history import PlayedEvening
from .refusals import raises_damaged
from .session_views import SessionView, read_latest
from .stored_game import end_of, names_of, rules_for, sides_of, teams_of


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
    sums: Sequence[group_queries.SeatSums],
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


class SessionResult(NamedTuple):
    """A session with the sums of its seats, the best of them, and its summary."""

    session: GameSession
    sums: Sequence[group_queries.SeatSums]
    best: BestSeats
    summary: SessionSummary


class EveningSummary(NamedTuple):
    """An evening: its sessions in order, several where it is a night, and who leads or has won.

    Of a night that is over they have won all of it; of one without a finished game there are none.
    """

    parts: Sequence[SessionSummary]
    leaders: tuple[str, ...]

    @property
    def last(self) -> SessionSummary:
        """Return the session with which it ends."""
        return self.parts[-1]

    @property
    def games_played(self) -> int:
        """Return the number of finished games."""
        return sum(part.games_played for part in self.parts)

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of those who have played, in the order in which they came."""
        played = (part for part in self.parts if part.played)
        return tuple(dict.fromkeys(name for part in played for name in part.players))


def winners_of_evening(played: Sequence[SessionResult]) -> tuple[str, ...]:
    """Return the names of those who have won an evening of these sessions, each with a finished
    game; who leads where it goes on.

    In a night of those who have played the most games whoever has the best total over all parts
    wins, or in games to a target whoever has won most parts.
    """
    if len(played) == 1:
        return played[0].summary.leaders
    plan = end_of(played[0].session)
    parts = [_part(result) for result in played]
    return Night(parts, plan.lowest_wins, isinstance(plan, AgreedGames)).leaders


def _played(played: Sequence[SessionResult], evening: EveningSummary) -> PlayedEvening:
    first = played[0]
    return PlayedEvening(
        evening.last.id,
        first.summary.date,
        first.session.game,
        end_of(first.session).lowest_wins,
        [_part(result) for result in played],
        evening.leaders,
        evening.last.over,
    )


def _part(result: SessionResult) -> Part:
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


_T = TypeVar("_T")


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


@dataclass
class PlayerResults:
    """The results of a person.

    ``sessions`` have a finished game. ``evenings_over`` can be won or lost: a night counts once,
    however many sessions it has.
    Sweeps are counted by their face-up cards; ``swept`` has the names of those who set them up,
    ``set_up_for`` of those whom this person set sweeps up for. Of ``followed`` games with builds:
    ``built`` is the number of this person's builds, ``lost_to`` the opponents who took some of
    them, ``won_from`` the opponents whose builds this person took. ``points_of`` are the points by
    score item.
    """

    sessions: int = 0
    sessions_won: int = 0
    evenings_over: int = 0
    evenings_won: int = 0
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
        """The points a game; None without games."""
        return self.points / self.games if self.games else None

    def __add__(self, other: PlayerResults) -> PlayerResults:
        return PlayerResults(
            *(
                getattr(self, result_field.name) + getattr(other, result_field.name)
                for result_field in fields(PlayerResults)
            )
        )


@dataclass
class Statistics:
    """A person's results in a group, by the key of the game: points of games cannot be compared."""

    id: int
    name: str
    by_game: defaultdict[str, PlayerResults] = field(
        default_factory=lambda: defaultdict(PlayerResults)
    )

    @cached_property
    def all(self) -> PlayerResults:
        """The results over all games."""
        return sum(self.by_game.values(), PlayerResults())


@dataclass
class FollowedGamesSummary:
    """The games of one kind that were followed to their end, with their builds.

    ``lost`` are those that an opponent took, ``bluffs`` those without a card in the hand.
    """

    games: int = 0
    built: int = 0
    lost: int = 0
    bluffs: int = 0


class GameStatistics(NamedTuple):
    """The people who have played a game, with their results: by points a game, the best first;
    those who have played few games, and those who have none, come last. ``best`` are the names of
    those who have the best result. ``sweeps``: there are sweeps to show. ``set_up``: sweeps are
    paid by whoever set them up. ``followed`` is None where no game with builds was followed.
    """

    game: str
    people: tuple[tuple[Statistics, PlayerResults], ...]
    best: tuple[str, ...]
    sweeps: bool
    set_up: bool
    followed: FollowedGamesSummary | None


@dataclass(frozen=True)
class GroupView:
    """A group with its sessions, its evenings of those that count, the latest first, and its
    people. ``played`` are the evenings with a finished game, the earliest first."""

    id: str
    name: str
    timezone: str | None
    sessions: tuple[SessionSummary, ...]
    evenings: tuple[EveningSummary, ...]
    players: tuple[Statistics, ...]
    followed: Mapping[str, FollowedGamesSummary]
    played: tuple[PlayedEvening, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The keys of the games that were played, the latest first."""
        return tuple(dict.fromkeys(session.game for session in self.sessions if session.played))

    @cached_property
    def tables(self) -> tuple[GameStatistics, ...]:
        """The statistics of each game; if at most one was played, everybody is in its table."""
        if len(self.games) > 1:
            return tuple(
                self._table(
                    game, [person for person in self.players if person.by_game[game].sessions]
                )
                for game in self.games
            )
        planned = [session.game for session in self.sessions]
        (game,) = [*self.games, *planned, *RULESETS][:1]
        return (self._table(game, self.players),)

    def _table(self, game: str, people: Sequence[Statistics]) -> GameStatistics:
        rules = ruleset(game)
        paid = rules.sheet.sweeps_are_paid
        ranked = ranked_by_average(
            [(person, person.by_game[game]) for person in people],
            lowest_wins=rules.session.lowest_wins,
        )
        results = [results for _, results in ranked]
        best = results[0].average if results else None
        leading = takewhile(lambda entry: best is not None and entry[1].average == best, ranked)
        return GameStatistics(
            game,
            people=tuple(ranked),
            best=tuple(person.name for person, _ in leading),
            sweeps=paid or any(result.sweeps_taken for result in results),
            set_up=paid,
            followed=self.followed.get(game),
        )

    @property
    def idle(self) -> list[Statistics]:
        """The people who are in no table."""
        shown = {person.id for table in self.tables for person, _ in table.people}
        return [person for person in self.players if person.id not in shown]


REGULAR = 4
"""The most times as many games as somebody has played that another may have for the two to be
compared by points a game."""


def ranked_by_average(
    people: Iterable[tuple[Statistics, PlayerResults]], *, lowest_wins: bool
) -> list[tuple[Statistics, PlayerResults]]:
    """Return people by points a game, the best first: first those who have played a fair share of
    the games, then others, then those without a game."""
    listed = list(people)
    most = max((results.games for _, results in listed), default=0)
    sign = 1 if lowest_wins else -1

    def rank(entry: tuple[Statistics, PlayerResults]) -> tuple[bool, bool, float]:
        results = entry[1]
        is_guest = results.games * REGULAR < most
        return results.games == 0, is_guest, sign * (results.average or 0)

    return sorted(listed, key=rank)


@raises_damaged
def read_group(access: Access) -> GroupView:
    """Return a group with its sessions, the latest first, and its people."""
    group = find_group(access)
    people = {player.id: Statistics(player.id, player.name) for player in queries.players(group.id)}
    sums: dict[str, list[group_queries.SeatSums]] = defaultdict(list)
    for seat_sums in group_queries.sums(group.id):
        sums[seat_sums.session_id].append(seat_sums)
    sessions = queries.sessions(group.id)
    results = [
        _add_session(session, group.timezone, sums.get(session.id, []), people)
        for session in sessions
    ]
    evenings, played_evenings = [], list[PlayedEvening]()
    for evening in by_evening(results, lambda result: result.summary):
        played = [result for result in evening if result.summary.played]
        leaders = winners_of_evening(played) if played else ()
        evenings.append(EveningSummary([result.summary for result in evening], leaders))
        if played:
            played_evenings.insert(0, _played(played, evenings[-1]))
        if played and evenings[-1].last.over:
            _add_evening(played, leaders, people)
    summaries = tuple(result.summary for result in results)
    followed: defaultdict[str, FollowedGamesSummary] = defaultdict(FollowedGamesSummary)
    figures = group_queries.figures(group.id)
    for session in sessions:
        if session.id in figures:
            _add_followed(session, figures[session.id], people, followed[session.game])
    return GroupView(
        group.id,
        group.name,
        group.timezone,
        summaries,
        tuple(evenings),
        tuple(people.values()),
        followed,
        tuple(played_evenings),
    )


def _add_session(
    session: GameSession,
    timezone: str | None,
    sums: Sequence[group_queries.SeatSums],
    people: dict[int, Statistics],
) -> SessionResult:
    seated = [people[seat.player_id] for seat in session.seats]
    best = best_seats(session, sums) if sums else BestSeats((), won=False)
    result = SessionResult(session, sums, best, session_summary(session, timezone, sums, best))
    if not result.summary.counts:
        return result
    for person in seated:
        person.by_game[session.game].sessions += 1
    for seat in best.seats:
        seated[seat].by_game[session.game].sessions_won += result.summary.over
    _add_seats(session, sums, seated)
    return result


def _add_evening(
    played: Sequence[SessionResult], winners: Sequence[str], people: dict[int, Statistics]
) -> None:
    """Add an evening that is over to the statistics of its people."""
    by_name = {person.name: person for person in people.values()}
    game = played[0].session.game
    for name in {name for part in played for name in part.summary.players}:
        by_name[name].by_game[game].evenings_over += 1
        by_name[name].by_game[game].evenings_won += name in winners


def _add_seats(
    session: GameSession, sums: Sequence[group_queries.SeatSums], seated: Sequence[Statistics]
) -> None:
    """Add the results of each seat of a session to the statistics of its player (#set-up).

    Partners who share a pile share its sweeps. Where sweeps are paid, the player before set them
    up.
    """
    plan = rules_for(session).sheet
    seats_of_sides = sides_of(session)
    for seat_sums in sums:
        results = seated[seat_sums.seat].by_game[session.game]
        results.games += seat_sums.games
        results.points += seat_sums.points or 0
        for seat in (
            mates(seat_sums.seat, seats_of_sides) if plan.shares_piles else (seat_sums.seat,)
        ):
            seated[seat].by_game[session.game].sweeps_taken += seat_sums.markers
        if seat_sums.markers and plan.sweeps_are_paid:
            before = seated[seat_sums.seat - 1]
            before.by_game[session.game].sweeps_set_up += seat_sums.markers
            results.swept[before.name] += seat_sums.markers
            before.by_game[session.game].set_up_for[seated[seat_sums.seat].name] += (
                seat_sums.markers
            )


def _add_followed(
    session: GameSession,
    games: Sequence[Figures],
    people: Mapping[int, Statistics],
    followed: FollowedGamesSummary,
) -> None:
    """Add the builds and points of a session's followed games to the statistics of its players.

    What partners take of each other is no loss.
    """
    seated = [people[seat.player_id] for seat in session.seats]
    results = [person.by_game[session.game] for person in seated]
    teams = teams_of(session) or range(len(seated))
    followed.games += len(games)
    followed.bluffs += sum(figures["bluffs"] for figures in games)
    for seat, result in enumerate(results):
        result.followed += len(games)
        built = sum(figures["built"][seat] for figures in games)
        result.built += built
        followed.built += built
    for owner, taker in permutations(range(len(seated)), 2):
        lost = sum(figures["taken"][owner][taker] for figures in games)
        if lost and teams[taker] != teams[owner]:
            followed.lost += lost
            results[owner].lost_to[seated[taker].name] += lost
            results[taker].won_from[seated[owner].name] += lost
    for figures in games:
        for item, points in figures["points"].items():
            for result, number in zip(results, points, strict=True):
                if number:
                    result.points_of[item] += number


def known_names(access: Access) -> list[str]:
    """Return the names of a group's people, those who played most sessions first."""
    return list(queries.names_by_sessions(access.group_id))


def names_by_coming(access: Access) -> list[str]:
    """Return the names of a group's people, in the order in which they came into it."""
    return list(queries.names_by_coming(access.group_id))


@dataclass(frozen=True)
class GroupSummary:
    """A group in a list.

    ``running`` is its latest session unless that is over; ``others_open`` are all others that go
    on, the latest first; ``last_played`` is the day of the latest session with a finished game.
    """

    id: str
    name: str
    may_write: bool
    running: SessionView | None
    others_open: tuple[SessionSummary, ...]
    last_played: date | None


class GroupName(NamedTuple):
    """A group by its name, to be chosen or linked."""

    id: str
    name: str


def read_name(access: Access) -> GroupName:
    """Return a group by its name. Raises :class:`.NotAccessible`."""
    group = find_group(access)
    return GroupName(group.id, group.name)


def read_writable_names(opened: Iterable[Access]) -> list[GroupName]:
    """Return by their names the groups that may be changed."""
    return [read_name(access) for access in opened if access.may_write]


def _summary(
    access: Access, open_sessions: Sequence[GameSession], played: datetime | None
) -> GroupSummary:
    """Return the summary of a group with its sessions that go on, and when it last ``played``.
    Raises :class:`.NotAccessible`."""
    group, latest = find_group(access), read_latest(access)
    others = [one for one in open_sessions if latest is None or one.id != latest.id]
    return GroupSummary(
        group.id,
        group.name,
        access.may_write,
        running=latest if latest and not latest.over else None,
        others_open=_summaries_of_open(group, others),
        last_played=None if played is None else day_of(played, group.timezone),
    )


def _summaries_of_open(group: Group, sessions: Sequence[GameSession]) -> tuple[SessionSummary, ...]:
    """Return the summaries of sessions of a group that go on; one that is won is over."""
    sums: dict[str, list[group_queries.SeatSums]] = defaultdict(list)
    for seat_sums in group_queries.sums(group.id) if sessions else ():
        sums[seat_sums.session_id].append(seat_sums)
    summaries = []
    for session in sessions:
        session_sums = sums.get(session.id, [])
        best = best_seats(session, session_sums) if session_sums else BestSeats((), won=False)
        summaries.append(session_summary(session, group.timezone, session_sums, best))
    return tuple(summary for summary in summaries if not summary.over)


def longest_idle(group_ids: Iterable[str]) -> list[str]:
    """Return group ids by when their last session began; those of groups that are gone first."""
    begun = queries.last_begun(group_ids)
    gone = [group_id for group_id in group_ids if group_id not in begun]
    return [*gone, *sorted(begun, key=lambda group_id: begun[group_id])]


def read_summaries(opened: Iterable[Access]) -> list[GroupSummary] | None:
    """Return the summaries of groups; None while the database is busy or away.

    A page that needs no database can then be shown without them.
    """
    try:
        groups = list(opened)  # which asks the database too
        ids = [access.group_id for access in groups]
        sessions, played = queries.open_sessions(ids), queries.last_played(ids)
        return [
            _summary(access, sessions[access.group_id], played.get(access.group_id))
            for access in groups
        ]
    except (SQLAlchemyError, DatabaseBusy) as error:
        if driver_error_of(error) is not DriverError.BUSY:
            raise
        return None
