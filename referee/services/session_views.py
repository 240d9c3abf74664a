"""Sessions as people read them: who leads, who deals, who pays whom."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from ..rules import standings
from ..rules.ruleset import Ruleset
from ..rules.seating import LastGame, SessionSoFar, sides
from ..rules.session_end import FirstToTarget
from ..rules.standings import SETTLEMENTS, Payment, Standing, Totals
from ..store import queries
from ..store.models import GameSession
from ..times import day_of, local, tonight
from .access import Access, find_session
from .nights import NightView
from .outcome import EarlierWin, outcome_of, running, won_earlier
from .refusals import raises_damaged
from .sessions import SessionPlan, part_after, part_before
from .stored_game import names_of, rules_for, state_name, teams_of


@dataclass(frozen=True)
class GameScore:
    """A game of a session.

    ``scores`` are in seat order, None until it is finished; ``markers`` are the face-up cards of
    each seat. ``seq`` is 0 if the game is not
    followed; ``counting``: counting cards were entered; ``claimed_by`` is the seat that ended it by
    claiming the target.
    """

    number: int
    dealer: int
    seq: int
    counting: bool
    scores: tuple[int, ...] | None
    balanced: bool | None
    accepted_imbalance: bool
    claimed_by: int | None
    finished_at: datetime | None = None
    markers: tuple[int, ...] = ()

    @property
    def state(self) -> str:
        """The progress of the game, in the words of the API."""
        return state_name(self.seq, finished=self.scores is not None)


class GameLine(NamedTuple):
    """A finished game with the scores of each column, and the totals after it.

    ``totals`` is None for a game that does not count.
    """

    game: GameScore
    scores: list[int]
    totals: list[int] | None


@dataclass(frozen=True)
class SessionView:
    """A session with its games; players are in seat order.

    It has ``games_planned`` or a ``target``. ``winners`` are sides, none while it goes on;
    ``won_earlier`` is the game before the last after which somebody had won; ``ends_with`` is the
    game with which it is to end. ``settlement`` is the way in which its people settle. As a part of
    a ``night`` it ``continues`` the session with this id, and is ``continued_by`` another.
    ``people`` are the ids of the players as people of the group, in seat order.
    """

    id: str
    group_id: str
    rules: Ruleset
    players: tuple[str, ...]
    teams: tuple[int, ...] | None
    games_planned: int | None
    target: int | None
    first_dealer: int
    closed: bool
    started_at: datetime
    stake: int | None
    currency: str
    settlement: str
    games: tuple[GameScore, ...]
    totals: Totals
    winners: tuple[int, ...]
    won_earlier: EarlierWin | None = None
    ends_with: int | None = None
    timezone: str | None = None
    set_aside: bool = False
    night: NightView | None = None
    continues: str | None = None
    continued_by: str | None = None
    people: tuple[int, ...] = ()

    @cached_property
    def date(self) -> date:
        """The day on which the session began, in the time zone of its group."""
        return day_of(self.started_at, self.timezone)

    @property
    def tonight(self) -> bool:
        """Return whether the session is one of this evening."""
        return self.date == tonight(self.timezone)

    def local(self, moment: datetime) -> datetime:
        """Return a moment in the time zone of the group."""
        return local(moment, self.timezone)

    @property
    def plan(self) -> SessionPlan:
        """The plan of another session like this one."""
        return SessionPlan(
            self.rules.key,
            self.players,
            self.teams,
            self.rules.house_rules.on,
            self.games_planned,
            target=self.target,
        )

    @cached_property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """The seats of each side."""
        return sides(len(self.players), self.teams)

    @cached_property
    def side_names(self) -> dict[int, str]:
        """The names of the sides; a team is called by its members."""
        return {
            side: " & ".join(self.players[seat] for seat in seats)
            for side, seats in self.sides.items()
        }

    def named(self, seats: Iterable[int]) -> list[str]:
        """Return the names of seats."""
        return [self.players[seat] for seat in seats]

    @property
    def finished(self) -> list[GameScore]:
        """The finished games, in order."""
        return [game for game in self.games if game.scores is not None]

    @property
    def counted(self) -> list[GameScore]:
        """The finished games that count."""
        return [game for game in self.finished if self._counts(game)]

    def _counts(self, game: GameScore) -> bool:
        return self.ends_with is None or game.number <= self.ends_with

    @property
    def beyond(self) -> list[GameScore]:
        """The finished games that are kept and do not count."""
        return self.finished[len(self.counted) :]

    @property
    def single(self) -> bool:
        """Return whether the session is a single game that was scored, and no evening."""
        return self.ends_with == 1 and len(self.games) < 2

    @property
    def unfinished(self) -> GameScore | None:
        """The game that is being played or counted."""
        return next((game for game in self.games if game.scores is None), None)

    @property
    def games_left(self) -> int:
        """The number of agreed games that are still to be finished."""
        return max(0, (self.games_planned or 0) - len(self.finished))

    @property
    def decided(self) -> bool:
        """Return whether somebody has won."""
        return bool(self.winners)

    @property
    def over(self) -> bool:
        """Return whether the session was ended, or is won with no game unfinished."""
        return self.closed or (self.decided and self.unfinished is None)

    @property
    def won_by(self) -> tuple[int, ...]:
        """The sides that have won, or that lead where it was ended early; none while it goes on."""
        return self.leading if self.over and self.finished else ()

    @property
    def may_play_on(self) -> bool:
        """Return whether the session is won, and another game can be begun all the same."""
        return self.decided and not self.closed and self.unfinished is None

    @property
    def lowest_wins(self) -> bool:
        """Return whether the lowest total wins."""
        return self.rules.session.lowest_wins

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The place and total of each side."""
        return standings.standings(self.totals, lowest_wins=self.lowest_wins)

    @property
    def leading(self) -> tuple[int, ...]:
        """The sides that have won, or else that lead."""
        return self.winners or standings.leaders(self.totals, lowest_wins=self.lowest_wins)

    @property
    def claimed_by(self) -> int | None:
        """The seat that has won by claiming the target; None without such a claim."""
        return self.counted[-1].claimed_by if self.winners and self.counted else None

    @property
    def tie_break(self) -> str | None:
        """The field of which the most in the last game decided a tie at the top; None without such
        a rule."""
        plan = self.rules.session
        if not isinstance(plan, FirstToTarget) or self.target is None:
            return None
        return plan.tie_break

    @property
    def highest_has_lost(self) -> bool:
        """Return whether a side has won that is not alone at the best total."""
        best = standings.leaders(self.totals, lowest_wins=self.lowest_wins)
        return self.decided and self.winners != best

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each column of scores: one, or a side's where its piles are counted as
        one."""
        return self.rules.sheet.scored_together(self.sides)

    @property
    def lines(self) -> list[GameLine]:
        """The finished games, in order, with running totals."""
        totals, lines = [0] * len(self.columns), list[GameLine]()
        for game in self.finished:
            scores = [(game.scores or ())[seats[0]] for seats in self.columns]
            is_counted = self._counts(game)
            if is_counted:
                totals = [total + score for total, score in zip(totals, scores, strict=True)]
            lines.append(GameLine(game, scores, totals if is_counted else None))
        return lines

    @property
    def running(self) -> list[Totals]:
        """The totals of the sides before the first game, and after each that counts."""
        scores = (game.scores or () for game in self.counted)
        return list(running(self.rules, self.sides, scores))

    @property
    def leaders(self) -> list[str]:
        """The players of the leading sides; none before the first game is finished."""
        leading = self.leading if self.finished else ()
        return [self.players[seat] for side in leading for seat in self.sides[side]]

    def evening(self, number: int) -> SessionSoFar:
        """Return the session as it was before the game of this number."""
        last = next((game for game in self.games if game.number == number - 1), None)
        last_game = LastGame(last.dealer, last.scores) if last else None
        return SessionSoFar(self.sides, self.first_dealer, number - 1, last_game)

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals the game of this number, played or the next one."""
        game = next((game for game in self.games if game.number == number), None)
        return game.dealer if game else self.rules.seating.next_dealer(self.evening(number))

    def leader_of(self, number: int) -> int:
        """Return the seat that begins in the game of this number."""
        return self.rules.seating.leader(self.dealer_of(number), len(self.players))

    @property
    def next_dealer(self) -> int:
        """The seat that deals the next game."""
        return self.dealer_of(len(self.games) + 1)

    def payments(self, way: str) -> tuple[Payment, ...]:
        """Return the payments in points, in one of the ways of ``SETTLEMENTS``."""
        return SETTLEMENTS[way](self._lower_gets(self.totals))

    @property
    def payments_due(self) -> tuple[Payment, ...]:
        """The payments in the chosen way, in hundredths of the currency, or points without a stake.

        Money is settled by itself: winners may share it evenly where their points are odd.
        """
        worth = {side: total * (self.stake or 1) for side, total in self.totals.items()}
        return SETTLEMENTS[self.settlement](self._lower_gets(worth))

    def _lower_gets(self, totals: Totals) -> Totals:
        """Return the totals so that the side with the lower one is paid."""
        return totals if self.lowest_wins else standings.negated(totals)


@raises_damaged
def read_session(access: Access, session_id: str) -> SessionView:
    """Return a session. Raises :class:`.NotAccessible`."""
    return _with_night(find_session(access, session_id))


@raises_damaged
def read_counted(access: Access) -> list[SessionView]:
    """Return the sessions of a group that are not set aside, the first one first, without what
    they are parts of."""
    sessions = reversed(queries.sessions(access.group_id))
    return [_view(session) for session in sessions if not session.set_aside]


@raises_damaged
def read_latest(access: Access) -> SessionView | None:
    """Return the session of a group that began last, of those that count; None without one."""
    session = queries.latest_session(access.group_id)
    return None if session is None else _with_night(session)


def _with_night(session: GameSession) -> SessionView:
    view = _view(session)
    parts = queries.parts(session.group_id, session.night) if session.night else ()
    before, after = part_before(session, parts), part_after(session, parts)
    night = None
    if len(parts) > 1 and not session.set_aside:
        views = (view if part is session else _view(part) for part in parts)
        night = NightView(tuple(views), session.settlement)
    return replace(
        view,
        night=night,
        continues=None if before is None else before.id,
        continued_by=None if after is None else after.id,
    )


def _view(session: GameSession) -> SessionView:
    rules, teams = rules_for(session), teams_of(session)
    players = names_of(session)
    rules.seating.settle(len(players), teams)
    games = queries.games(session.id)
    outcome = outcome_of(session, games)
    return SessionView(
        id=session.id,
        group_id=session.group_id,
        rules=rules,
        players=players,
        teams=teams,
        games_planned=session.games_planned or None,
        target=session.target,
        ends_with=session.ends_with,
        first_dealer=session.first_dealer,
        closed=session.closed_at is not None,
        started_at=session.started_at,
        stake=session.stake,
        currency=session.currency,
        settlement=session.settlement,
        games=tuple(
            GameScore(
                number=game.number,
                dealer=game.dealer,
                seq=game.seq,
                counting=any(counted),
                scores=tuple(total or 0 for total in totals) if game.finished else None,
                balanced=game.balanced,
                accepted_imbalance=game.accepted_imbalance,
                claimed_by=game.claimed_by,
                finished_at=game.finished_at,
                markers=tuple(markers),
            )
            for game, totals, markers, counted in games
        ),
        totals=outcome.totals,
        winners=outcome.winners,
        won_earlier=won_earlier(session, games),
        timezone=queries.timezone(session.group_id),
        set_aside=session.set_aside,
        people=tuple(seat.player_id for seat in session.seats),
    )
