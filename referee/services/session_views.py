"""A session as people read it: who leads, who deals, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from ..rules import standings
from ..rules.ruleset import Ruleset
from ..rules.seating import LastGame, SessionSoFar, sides
from ..rules.standings import SETTLEMENTS, Payment, Standing, Totals
from ..store import queries
from ..store.models import GameSession
from ..time_zones import day_of, local, tonight
from .damaged_data import of_stored
from .group_keys import Access
from .nights import NightView
from .parts import part_after, part_before
from .replayed_logs import state_name
from .session_outcome import EarlierWin, outcome_of, running, won_earlier
from .sessions import SessionPlan, find_session
from .sheet_rows import names_of, rules_for, teams_of


@dataclass(frozen=True)
class GameScore:
    """A game of a session; ``scores`` in seat order, None until it is finished. ``seq`` is 0 if
    nobody follows it play by play; ``counting`` once somebody has entered counting cards;
    ``claimed_by`` the seat that ended it by claiming to be out."""

    number: int
    dealer: int
    seq: int
    counting: bool
    scores: tuple[int, ...] | None
    balanced: bool | None
    accepted_imbalance: bool
    claimed_by: int | None

    @property
    def state(self) -> str:
        return state_name(self.seq, finished=self.scores is not None)


class GameLine(NamedTuple):
    """A finished game with its scores side by side, and what they add up to so far; None where the
    game does not count."""

    game: GameScore
    scores: list[int]
    totals: list[int] | None


@dataclass(frozen=True)
class SessionView:
    """A session with its games, players in seat order: ``games_planned``, or a ``target``. The
    ``winners`` are sides, none as long as it goes on; ``won_earlier`` if there were any before the
    last game; ``ends_with`` is the game with which it is to end. ``settlement`` is the way in
    which its people chose to settle. Of the ``night`` of which it is a part, it ``continues`` the
    session of that id, and is ``continued_by`` another."""

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

    @cached_property
    def date(self) -> date:
        """The day on which it began, where its people are."""
        return day_of(self.started_at, self.timezone)

    @property
    def tonight(self) -> bool:
        """Return whether it is an evening of today."""
        return self.date == tonight(self.timezone)

    def local(self, moment: datetime) -> datetime:
        """A moment as the clock of its people has it."""
        return local(moment, self.timezone)

    @property
    def plan(self) -> SessionPlan:
        """What another session like this one would be."""
        return SessionPlan(
            self.rules.key,
            self.players,
            self.teams,
            self.rules.house.on,
            self.games_planned,
            target=self.target,
        )

    @cached_property
    def sides(self) -> dict[int, tuple[int, ...]]:
        return sides(len(self.players), self.teams)

    @cached_property
    def side_names(self) -> dict[int, str]:
        """A team is called by its members."""
        return {
            side: " & ".join(self.players[seat] for seat in seats)
            for side, seats in self.sides.items()
        }

    def named(self, seats: Iterable[int]) -> list[str]:
        return [self.players[seat] for seat in seats]

    @property
    def finished(self) -> list[GameScore]:
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
        """Is it one game, and no evening?"""
        return self.ends_with == 1 and len(self.games) < 2

    @property
    def unfinished(self) -> GameScore | None:
        """The game that is being played or counted."""
        return next((game for game in self.games if game.scores is None), None)

    @property
    def games_left(self) -> int:
        """How many are still to be finished of those that were agreed."""
        return max(0, (self.games_planned or 0) - len(self.finished))

    @property
    def decided(self) -> bool:
        """Has somebody won?"""
        return bool(self.winners)

    @property
    def over(self) -> bool:
        """Has it been ended, or won?"""
        return self.closed or (self.decided and self.unfinished is None)

    @property
    def won_by(self) -> tuple[int, ...]:
        """The sides that have won, or that lead where the session was ended early."""
        return self.leading if self.over and self.finished else ()

    @property
    def may_play_on(self) -> bool:
        """Has somebody won it, and can one more game be begun all the same?"""
        return self.decided and not self.closed and self.unfinished is None

    @property
    def lowest_wins(self) -> bool:
        return self.rules.session.lowest_wins

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return standings.standings(self.totals, lowest_wins=self.lowest_wins)

    @property
    def leading(self) -> tuple[int, ...]:
        """The sides that have won, or else that lead."""
        return self.winners or standings.leaders(self.totals, lowest_wins=self.lowest_wins)

    @property
    def claimed_by(self) -> int | None:
        """Who has won it by claiming to be out."""
        return self.counted[-1].claimed_by if self.winners and self.counted else None

    @property
    def highest_has_lost(self) -> bool:
        """Has somebody won who has not the best total alone? Whoever was out first has."""
        best = standings.leaders(self.totals, lowest_wins=self.lowest_wins)
        return self.decided and self.winners != best

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """Whose scores stand side by side: the seats, or the sides whose piles are counted as
        one."""
        return self.rules.sheet.scored_together(self.sides)

    @property
    def lines(self) -> list[GameLine]:
        """The finished games, in order."""
        totals, found = [0] * len(self.columns), list[GameLine]()
        for game in self.finished:
            scores = [(game.scores or ())[seats[0]] for seats in self.columns]
            counts = self._counts(game)
            if counts:
                totals = [total + score for total, score in zip(totals, scores, strict=True)]
            found.append(GameLine(game, scores, totals if counts else None))
        return found

    @property
    def running(self) -> list[Totals]:
        """The totals of the sides before the first game, and after each that counts."""
        scores = (game.scores or () for game in self.counted)
        return list(running(self.rules, self.sides, scores))

    @property
    def leaders(self) -> list[str]:
        """The players of the sides that lead; nobody before the first game is finished."""
        leading = self.leading if self.finished else ()
        return [self.players[seat] for side in leading for seat in self.sides[side]]

    def evening(self, number: int) -> SessionSoFar:
        """The session as it was before this game."""
        last = next((game for game in self.games if game.number == number - 1), None)
        dealt = LastGame(last.dealer, last.scores) if last else None
        return SessionSoFar(self.sides, self.first_dealer, number - 1, dealt)

    def dealer_of(self, number: int) -> int:
        """Who deals a game, or is to deal it if it is the next."""
        game = next((game for game in self.games if game.number == number), None)
        return game.dealer if game else self.rules.seating.next_dealer(self.evening(number))

    def leader_of(self, number: int) -> int:
        """Who begins in a game, or is to begin in it if it is the next."""
        return self.rules.seating.leader(self.dealer_of(number), len(self.players))

    @property
    def next_dealer(self) -> int:
        """The dealer of the game that can be begun next."""
        return self.dealer_of(len(self.games) + 1)

    def payments(self, way: str) -> tuple[Payment, ...]:
        """Who pays whom how many points, in one of ``SETTLEMENTS``."""
        return SETTLEMENTS[way](self._lower_gets(self.totals))

    @property
    def payments_due(self) -> tuple[Payment, ...]:
        """What people pay in the way that they chose, in hundredths of the currency where there
        is a stake. Money is shared for itself: winners may share it evenly where their points
        are odd."""
        worth = {side: total * (self.stake or 1) for side, total in self.totals.items()}
        return SETTLEMENTS[self.settlement](self._lower_gets(worth))

    def _lower_gets(self, totals: Totals) -> Totals:
        return totals if self.lowest_wins else standings.negated(totals)


@of_stored
def read_session(access: Access, session_id: str) -> SessionView:
    """A session. Raises :class:`~referee.services.refusals.NotAccessible`."""
    session = find_session(access, session_id)
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
            )
            for game, totals, counted in games
        ),
        totals=outcome.totals,
        winners=outcome.winners,
        won_earlier=won_earlier(session, games),
        timezone=queries.timezone(session.group_id),
        set_aside=session.set_aside,
    )
