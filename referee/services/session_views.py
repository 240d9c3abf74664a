"""A session as people read it: who leads, who deals, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from ..rules import standings
from ..rules.games import ruleset
from ..rules.ruleset import Ruleset
from ..rules.standings import SETTLEMENTS, Payment, Standing
from ..store import queries
from .links import Access
from .records import state_name
from .refusals import Missing
from .sessions import Plan
from .sheets import teams_of
from .stored import of_stored


@dataclass(frozen=True)
class GameScore:
    """A game of a session; ``scores`` in seat order, None until it is finished. ``seq`` is 0 if
    nobody follows it play by play; ``counting`` once somebody has entered counting cards."""

    number: int
    dealer: int
    seq: int
    counting: bool
    scores: tuple[int, ...] | None
    balanced: bool | None
    accepted_imbalance: bool

    @property
    def state(self) -> str:
        return state_name(self.seq, finished=self.scores is not None)


@dataclass(frozen=True)
class SessionView:
    """A session with its games, players in seat order. ``settlement`` is the way in which its
    people chose to settle."""

    id: str
    group_id: str
    rules: Ruleset
    players: tuple[str, ...]
    teams: tuple[int, ...] | None
    games_planned: int
    first_dealer: int
    closed: bool
    started_at: datetime
    stake: int | None
    currency: str
    settlement: str
    games: tuple[GameScore, ...]

    @property
    def plan(self) -> Plan:
        """What another session like this one would be."""
        return Plan(
            self.rules.key,
            self.players,
            self.teams,
            [name for name, on in self.rules.house.switches().items() if on],
            self.games_planned,
        )

    @cached_property
    def sides(self) -> dict[int, tuple[int, ...]]:
        return standings.sides(len(self.players), self.teams)

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
    def unfinished(self) -> GameScore | None:
        """The game that is being played or counted."""
        return next((game for game in self.games if game.scores is None), None)

    @property
    def games_left(self) -> int:
        return max(0, self.games_planned - len(self.finished))

    @property
    def over(self) -> bool:
        """Has it been ended, or all been played?"""
        return self.closed or (self.games_left == 0 and self.unfinished is None)

    @cached_property
    def totals(self) -> dict[int, int]:
        return standings.add_up(self.sides, [game.scores or () for game in self.finished])

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return standings.standings(self.totals)

    @property
    def leading(self) -> tuple[int, ...]:
        """The sides that lead."""
        return tuple(standings.leaders(self.totals))

    @property
    def leaders(self) -> list[str]:
        """The players of the sides that lead; nobody before the first game is finished."""
        leading = self.leading if self.finished else ()
        return [self.players[seat] for side in leading for seat in self.sides[side]]

    @property
    def next_dealer(self) -> int:
        """The dealer of the game that can be begun next."""
        return standings.dealer_of(len(self.games) + 1, self.first_dealer, len(self.players))

    def payments(self, way: str) -> tuple[Payment, ...]:
        """Who pays whom how many points, in one of ``SETTLEMENTS``."""
        return SETTLEMENTS[way](self.totals)

    @property
    def payments_due(self) -> tuple[Payment, ...]:
        """What people pay in the way that they chose, in hundredths of the currency where there
        is a stake. Money is shared for itself: winners may share it evenly where their points
        are odd."""
        worth = {side: total * (self.stake or 1) for side, total in self.totals.items()}
        return SETTLEMENTS[self.settlement](worth)


@of_stored
def read_session(access: Access, session_id: str) -> SessionView:
    """A session. Raises :class:`~referee.services.refusals.Missing`."""
    session = queries.session(access.group_id, session_id)
    if session is None:
        raise Missing
    rules, teams = ruleset(session.game, session.house), teams_of(session)
    players = tuple(seat.player.name for seat in session.seats)
    rules.deal_plan(len(players))
    if teams is not None:
        rules.check_teams(teams, len(players))
    return SessionView(
        id=session.id,
        group_id=session.group_id,
        rules=rules,
        players=players,
        teams=teams,
        games_planned=session.games_planned,
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
            )
            for game, totals, counted in queries.games(session.id)
        ),
    )
