"""Overview of a group: its evenings, its people and their results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from ..rules.games import RULESETS, ruleset
from ..rules.seating import mates
from ..store import points_sum_queries, queries, statistics_queries
from ..store.models import Figures, GameSession
from .damaged_data import raises_damaged
from .evening_winners import SessionResult, winners_of_evening
from .evenings import by_evening
from .group_keys import Access
from .group_session_game_lookup import find_group
from .session_list_item import SessionSummary, session_summary
from .session_outcome import BestSeats, best_seats
from .stored_rules import rules_for
from .stored_seats import sides_of, teams_of


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
    """The people who have played a game, with their results.

    ``sweeps``: there are sweeps to show. ``set_up``: sweeps are paid by whoever set them up.
    ``followed`` is None where no game with builds was followed.
    """

    game: str
    people: tuple[tuple[Statistics, PlayerResults], ...]
    sweeps: bool
    set_up: bool
    followed: FollowedGamesSummary | None


@dataclass(frozen=True)
class GroupView:
    """A group with its sessions, the latest first, and its people."""

    id: str
    name: str
    timezone: str | None
    sessions: tuple[SessionSummary, ...]
    players: tuple[Statistics, ...]
    followed: Mapping[str, FollowedGamesSummary]

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
        paid = ruleset(game).sheet.sweeps_are_paid
        results = [person.by_game[game] for person in people]
        return GameStatistics(
            game,
            people=tuple(zip(people, results, strict=True)),
            sweeps=paid or any(result.sweeps_taken for result in results),
            set_up=paid,
            followed=self.followed.get(game),
        )

    @property
    def evenings(self) -> list[list[SessionSummary]]:
        """The sessions that count, by evening, the latest first; a night is an evening of
        several."""
        return by_evening(self.sessions, lambda session: session)

    @property
    def idle(self) -> list[Statistics]:
        """The people who are in no table."""
        shown = {person.id for table in self.tables for person, _ in table.people}
        return [person for person in self.players if person.id not in shown]


@raises_damaged
def read_group(access: Access) -> GroupView:
    """Return a group with its sessions, the latest first, and its people."""
    group = find_group(access)
    people = {player.id: Statistics(player.id, player.name) for player in queries.players(group.id)}
    sums: dict[str, list[points_sum_queries.Sums]] = defaultdict(list)
    for seat_sums in points_sum_queries.sums(group.id):
        sums[seat_sums.session_id].append(seat_sums)
    sessions = queries.sessions(group.id)
    results = [
        _add_session(session, group.timezone, sums.get(session.id, []), people)
        for session in sessions
    ]
    for evening in by_evening(results, lambda result: result.summary):
        _add_evening(evening, people)
    summaries = tuple(result.summary for result in results)
    followed: defaultdict[str, FollowedGamesSummary] = defaultdict(FollowedGamesSummary)
    figures = statistics_queries.figures(group.id)
    for session in sessions:
        if session.id in figures:
            _add_followed(session, figures[session.id], people, followed[session.game])
    return GroupView(
        group.id, group.name, group.timezone, summaries, tuple(people.values()), followed
    )


def _add_session(
    session: GameSession,
    timezone: str | None,
    sums: Sequence[points_sum_queries.Sums],
    people: dict[int, Statistics],
) -> SessionResult:
    """Add a session to the statistics of its players, and return its result."""
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


def _add_evening(evening: Sequence[SessionResult], people: dict[int, Statistics]) -> None:
    """Add an evening that is over to the statistics of all who played a game in it."""
    if not evening[-1].summary.over:
        return
    played = [result for result in evening if result.summary.played]
    by_name = {person.name: person for person in people.values()}
    for result in played[:1]:
        game = result.session.game
        winners = winners_of_evening(played)
        for name in {name for part in played for name in part.summary.players}:
            by_name[name].by_game[game].evenings_over += 1
            by_name[name].by_game[game].evenings_won += name in winners


def _add_seats(
    session: GameSession, sums: Sequence[points_sum_queries.Sums], seated: Sequence[Statistics]
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
