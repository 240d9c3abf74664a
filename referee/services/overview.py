"""A group as people read it: its evenings, its people, and how they have fared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ..rules.games import RULESETS, ruleset
from ..rules.seating import sides
from ..rules.session import FirstTo, reached
from ..rules.standings import leaders
from ..store import queries
from ..store.models import GameSession, Group
from ..store.troubles import Trouble, trouble_of
from ..store.turns import Busy
from .deciding import add_up, outcome_of
from .links import Access
from .refusals import Missing
from .rows import teams_of
from .session_views import SessionView, read_session
from .stored import of_stored


@dataclass(frozen=True)
class Summary:
    """A session among others of its group: so many ``games_planned``, or a ``target``. The
    ``leaders`` have won it if it is over."""

    id: str
    game: str
    started_at: datetime
    players: tuple[str, ...]
    games_played: int
    games_planned: int | None
    target: int | None
    over: bool
    closed: bool
    leaders: tuple[str, ...]

    @property
    def played(self) -> bool:
        """Was a game finished? An evening without one counts for nobody."""
        return self.games_played > 0


@dataclass
class Fared:
    """How a person has fared. Sweeps are counted by their face-up cards; ``swept`` and
    ``set_up_for`` say against whom and for whom, by name."""

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

    def __add__(self, other: Fared) -> Fared:
        return Fared(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(Fared)))


@dataclass
class Statistics:
    """A person over all sessions of a group, by the key of the game: points of different games
    mean different things."""

    id: int
    name: str
    by_game: defaultdict[str, Fared] = field(default_factory=lambda: defaultdict(Fared))

    @cached_property
    def all(self) -> Fared:
        """Over all games."""
        return sum(self.by_game.values(), Fared())


class Table(NamedTuple):
    """Those who have played a game, and how they have fared at it. ``sweeps``: is there anything
    to say of them? ``set_ups``: does somebody set them up?"""

    game: str
    people: tuple[tuple[Statistics, Fared], ...]
    sweeps: bool
    set_ups: bool


@dataclass(frozen=True)
class GroupView:
    id: str
    name: str
    sessions: tuple[Summary, ...]
    players: tuple[Statistics, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were played, the latest first."""
        return tuple(dict.fromkeys(session.game for session in self.sessions if session.played))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """How people have fared at each game. Where only one was played, or none yet, everybody
        is in its table."""
        if len(self.games) > 1:
            return tuple(
                _table(game, [one for one in self.players if one.by_game[game].sessions])
                for game in self.games
            )
        planned = [session.game for session in self.sessions]
        (game,) = [*self.games, *planned, *RULESETS][:1]
        return (_table(game, self.players),)

    @property
    def idle(self) -> list[Statistics]:
        """Those whom no table has."""
        shown = {person.id for table in self.tables for person, _ in table.people}
        return [person for person in self.players if person.id not in shown]


def _table(game: str, people: Sequence[Statistics]) -> Table:
    paid = ruleset(game).sheet.sweeps_are_paid
    fared = [person.by_game[game] for person in people]
    return Table(
        game,
        people=tuple(zip(people, fared, strict=True)),
        sweeps=paid or any(one.sweeps_taken for one in fared),
        set_ups=paid,
    )


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
    played = sums[0].games if sums else 0
    winners, leading = _best(session, sums) if sums else ((), ())
    together = sides(len(seated), teams_of(session))
    best = [seated[seat] for side in leading for seat in together[side]]
    summary = Summary(
        id=session.id,
        game=session.game,
        started_at=session.started_at,
        players=tuple(person.name for person in seated),
        games_played=played,
        games_planned=session.games_planned or None,
        target=session.target,
        over=session.closed_at is not None or bool(winners),
        closed=session.closed_at is not None,
        leaders=tuple(person.name for person in best),
    )
    for person in seated if summary.played else ():
        person.by_game[session.game].sessions += 1
    for person in best:
        person.by_game[session.game].sessions_won += summary.over
    if sums:
        _add_seats(session, sums, seated)
    return summary


def _best(
    session: GameSession, sums: Sequence[queries.Sums]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sides that have won a session, if it is decided, and those that have won or else lead."""
    rules = ruleset(session.game, session.house)
    plan = rules.session
    together = sides(len(session.seats), teams_of(session))
    points = [line.points or 0 for line in sums]
    totals = add_up(rules, together, [points])
    if not isinstance(plan, FirstTo):
        winners = leaders(totals) if sums[0].games >= session.games_planned else ()
    elif plan.count_out or plan.claim_out:  # then it takes more than the totals to know
        winners = outcome_of(session, rules, queries.games(session.id)).winners
    else:
        winners = reached(session.target or plan.target, totals)
        if not winners and sums[0].games == session.ends_with:
            winners = leaders(totals, lowest_wins=plan.lowest_wins)
    return winners, winners or leaders(totals, lowest_wins=plan.lowest_wins)


def _add_seats(
    session: GameSession, sums: Sequence[queries.Sums], seated: Sequence[Statistics]
) -> None:
    """What each seat has. Partners who share a pile share its sweeps; where the player before pays
    for a sweep, at the right hand, that one has set it up (#set-up)."""
    plan = ruleset(session.game, session.house).sheet
    together = sides(len(seated), teams_of(session)).values()
    for line in sums:
        fared = seated[line.seat].by_game[session.game]
        fared.games += line.games
        fared.points += line.points or 0
        sharing = next(seats for seats in together if line.seat in seats)
        for seat in sharing if plan.shares_piles else (line.seat,):
            seated[seat].by_game[session.game].sweeps_taken += line.markers
        if line.markers and plan.sweeps_are_paid:
            before = seated[line.seat - 1]
            before.by_game[session.game].sweeps_set_up += line.markers
            fared.swept[before.name] += line.markers
            before.by_game[session.game].set_up_for[seated[line.seat].name] += line.markers


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


def longest_idle(group_ids: Iterable[str]) -> list[str]:
    """The groups in which nothing began for longest come first; before them those that are gone."""
    begun = queries.last_begun(group_ids)
    gone = [one for one in group_ids if one not in begun]
    return [*gone, *sorted(begun, key=lambda one: begun[one])]


def read_glances(opened: Iterable[Access]) -> list[Glance] | None:
    """Of all these groups; ``None`` while the database is busy or away, so that what needs none
    can be shown."""
    try:
        return [read_glance(access) for access in opened]
    except (SQLAlchemyError, Busy) as error:
        if trouble_of(error) is not Trouble.BUSY:
            raise
        return None


def known_names(access: Access) -> list[str]:
    """Names to be offered: who played most comes first."""
    return list(queries.names_by_sessions(access.group_id))
