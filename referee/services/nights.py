"""Nights of several sessions in a row, as people join and leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..rules.cards import RulesError
from ..rules.games import ruleset
from ..rules.session_end import FirstToTarget
from ..rules.standings import Night, Part, Payment, PersonStanding
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, Group, now
from .access import Access, changing_group, once
from .names import clean_name, clean_names
from .refusals import Cause, ContinuedAlready, Invalid, NotAccessible, SessionHasBegun
from .sessions import (
    SessionPlan,
    StartedSession,
    add_session,
    change_plan,
    next_dealer,
    part_after,
    part_before,
    parts_of_night,
    session_of,
)
from .stored_game import names_of, rules_for

if TYPE_CHECKING:
    from .session_views import GameScore, SessionView


class PartPlan(NamedTuple):
    """The plan of a new part. None stands for what follows from the part before.

    That is its house rules and target as far as they fit these people, the next dealer, and a game
    for each player.
    """

    game: str
    players: Sequence[str]
    teams: Sequence[int] | None = None
    house_rules: Sequence[str] | None = None
    games_planned: int | None = None
    first_dealer: int | None = None
    target: int | None = None


def continue_session(
    access: Access, session_id: str, part_plan: PartPlan, key: str | None = None
) -> StartedSession:
    """End a session, start the next part of its night, and return that.

    Raises what :meth:`~referee.services.sessions.SessionPlan.check` raises, :class:`.Invalid` and
    :class:`.ContinuedAlready`.
    """
    with changing_group(access) as group:

        def make() -> dict[str, str]:
            return {"session_id": _continue(group, session_of(group, session_id), part_plan).id}

        answer = once(group.id, key, ["part", session_id, *part_plan], make, group_id=group.id)
        return StartedSession(answer["session_id"], group.id, None)


def change_people(
    access: Access,
    session_id: str,
    *,
    joins: Sequence[str] = (),
    leaves: Sequence[str] = (),
    key: str | None = None,
) -> StartedSession:
    """Let people join and leave, and return the session in which that is so.

    It is the next part of the night, or the session itself if nothing was entered in a game of it,
    or one of those who leave is not there. Who joins takes the seat of who leaves; more people sit
    after the last seat. Teams stay with equally many people. Raises as :func:`continue_session`
    does.
    """
    with changing_group(access) as group:

        def make() -> dict[str, str]:
            session = session_of(group, session_id)
            names = names_of(session)
            if not {*leaves} <= {*names}:  # another phone has given this person another name
                return {"session_id": session.id}
            players = _seated(names, joins, leaves)
            teams = session.teams if len(players) == len(names) else None
            part_plan = PartPlan(session.game, players, teams)
            _discard_empty_first_game(session)
            if queries.last_game(session.id) is None:
                change_plan(group, session, _plan(session, part_plan, session.first_dealer))
                return {"session_id": session.id}
            return {"session_id": _continue(group, session, part_plan).id}

        content = ["people", session_id, [*joins], [*leaves]]
        answer = once(group.id, key, content, make, group_id=group.id)
        return StartedSession(answer["session_id"], group.id, None)


def _seated(names: Sequence[str], joins: Sequence[str], leaves: Sequence[str]) -> list[str]:
    """Return the people of the next part by seat."""
    coming = [clean_name(name) for name in joins]
    seated = (name if name not in leaves else coming.pop(0) if coming else None for name in names)
    return [name for name in seated if name is not None] + coming


def take_back(access: Access, session_id: str) -> str:
    """Delete a part without games, take up the part before it, and return the id of that.

    Raises :class:`.SessionHasBegun`, :class:`.ContinuedAlready` if another part follows it, and
    :class:`.NotAccessible` if there is no part before it.
    """
    with changing_group(access) as group:
        session = session_of(group, session_id)
        parts = parts_of_night(session)
        before = part_before(session, parts)
        if before is None:
            raise NotAccessible
        if part_after(session, parts):
            raise ContinuedAlready
        if queries.last_game(session.id) is not None:
            raise SessionHasBegun
        db.session.delete(session)
        before.closed_at = None
        before.version += 1
        return before.id


def _continue(group: Group, before: GameSession, part_plan: PartPlan) -> GameSession:
    if before.game != part_plan.game:
        raise Invalid(Cause.ANOTHER_GAME)
    if before.set_aside or part_after(before, parts_of_night(before)):
        raise ContinuedAlready
    session = add_session(group, _plan(before, part_plan, _dealer_after(before)))
    session.stake, session.currency = before.stake, before.currency
    session.settlement = before.settlement
    before.night = session.night = before.night or before.id
    before.closed_at = before.closed_at or now()
    # The clock may have been put back; parts are ordered by their start.
    session.started_at = max(session.started_at, before.started_at + timedelta(microseconds=1))
    return session


def _dealer_after(session: GameSession) -> int:
    """Return who deals next; a game in which nothing was entered is discarded and dealt again."""
    last = queries.last_game(session.id)
    if last is None or last.finished or not _is_empty(last):
        return next_dealer(session, last)
    db.session.delete(last)
    return last.dealer


def _discard_empty_first_game(session: GameSession) -> None:
    last = queries.last_game(session.id)
    if last is not None and last.number == 1 and not last.finished and _is_empty(last):
        db.session.delete(last)
        db.session.flush()


def _is_empty(game: Game) -> bool:
    untouched = all(row.version == 0 for row in game.rows)
    return not game.seq and untouched and game.last_capturer is None


def _plan(before: GameSession, part_plan: PartPlan, dealer: int) -> SessionPlan:
    """Return the plan of a part; ``dealer`` is the next dealer's seat in the part ``before``."""
    players = clean_names(part_plan.players)
    rules, names = rules_for(before), names_of(before)
    house_rules = (
        _fitting(before, part_plan) if part_plan.house_rules is None else part_plan.house_rules
    )
    games, target = part_plan.games_planned, part_plan.target
    if games is None and target is None:
        target, usual = before.target, rules.session
        if isinstance(usual, FirstToTarget) and target == usual.target:
            target = None  # the game's own, which depends on the house rules
        elif before.games_planned:
            games = len(players)
    deals = part_plan.first_dealer
    if deals is None:
        order = (names[(dealer + rules.seating.step * at) % len(names)] for at in range(len(names)))
        deals = next((players.index(name) for name in order if name in players), 0)
    return SessionPlan(
        part_plan.game,
        players,
        part_plan.teams,
        house_rules,
        games,
        deals,
        target,
    )


def _fitting(before: GameSession, part_plan: PartPlan) -> list[str]:
    """Return the house rules of the part before that these people can play by."""
    fitting: list[str] = []
    for name in before.house:
        try:
            seating = ruleset(part_plan.game, [*fitting, name]).seating
            seating.settle(len(part_plan.players), part_plan.teams)
        except RulesError:
            continue
        fitting.append(name)
    return fitting


class NightGame(NamedTuple):
    """A finished game of a night, with the scores of its people and the totals after it.

    ``totals`` are those of the night, or of the part where each part begins at zero; None for a
    game that does not count.
    """

    game: GameScore
    scores: Mapping[str, int]
    totals: Mapping[str, int] | None


class NightPart(NamedTuple):
    """A part of a night with its finished games, and the totals of its people before them."""

    session: SessionView
    before: Mapping[str, int]
    games: tuple[NightGame, ...]


@dataclass(frozen=True)
class NightView:
    """Two or more sessions, played one after the other with different people.

    ``settlement`` is the way in which they chose to settle.
    """

    parts: tuple[SessionView, ...]
    settlement: str

    @cached_property
    def points(self) -> Night:
        """The night reckoned in points."""
        return self._night(money=False)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all who played in one of the parts."""
        return self.points.people

    @property
    def placed(self) -> tuple[PersonStanding, ...]:
        """The people who have a fair place."""
        return tuple(standing for standing in self.points.ranking if standing.place)

    @property
    def unplaced(self) -> tuple[PersonStanding, ...]:
        """The people who have no place, since they have played fewer games than others; the best
        by points a game first, and those without a game last."""
        places = self.points.places_by_average
        others = (standing for standing in self.points.ranking if not standing.place)
        return tuple(
            sorted(others, key=lambda standing: places.get(standing.name, len(places) + 1))
        )

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of those who have the first place; they have won once the night is over."""
        return self.points.leaders

    @property
    def over(self) -> bool:
        """Return whether the last part is over."""
        return self.parts[-1].over

    @property
    def games(self) -> int:
        """The number of games that count."""
        return sum(len(part.counted) for part in self.parts)

    @property
    def course(self) -> list[NightPart]:
        """The parts with their games, in order, and the totals before and after each game."""
        totals, course = Counter[str](), list[NightPart]()
        for part in self.parts:
            if not self.points.adds_up:
                totals.clear()
            before = {name: totals[name] for name in part.players}
            games = list[NightGame]()
            counted = {game.number for game in part.counted}
            for game in part.finished:
                scores = dict(zip(part.players, game.scores or (), strict=True))
                counts = game.number in counted
                if counts:
                    totals.update(scores)
                after = {name: totals[name] for name in part.players} if counts else None
                games.append(NightGame(game, scores, after))
            course.append(NightPart(part, before, tuple(games)))
        return course

    @property
    def stake(self) -> int | None:
        """The money for a point in the last part, in hundredths of its currency.

        None if some part has no stake or another currency: people then pay points.
        """
        same = len({part.currency for part in self.parts}) == 1
        return self.parts[-1].stake if same and all(part.stake for part in self.parts) else None

    @property
    def currency(self) -> str:
        """The currency of the last part."""
        return self.parts[-1].currency

    @property
    def payments_due(self) -> tuple[Payment, ...]:
        """The payments in the chosen way, in hundredths of the currency, or points without a stake.

        Payers and receivers are places in ``people``.
        """
        return self._night(money=bool(self.stake)).payments(self.settlement)

    def _night(self, *, money: bool) -> Night:
        last = self.parts[-1]
        parts = [_part(part, (part.stake or 1) if money else 1) for part in self.parts]
        return Night(parts, last.lowest_wins, last.target is None)


def _part(view: SessionView, worth: int) -> Part:
    points = Counter[str](dict.fromkeys(view.players, 0))
    for game in view.counted:
        points.update(dict(zip(view.players, game.scores or (), strict=True)))
    sides = {side: view.named(seats) for side, seats in view.sides.items()}
    return Part(sides, view.totals, points, len(view.counted), view.won_by, worth)
