"""Rulesets: games with their house rules as immutable data, so that algorithms need not know a
game's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .cards import Deck
from .game_engine_interface import GameEngine
from .house_rules_base import HouseRules
from .seating import Seating, Teams, sides
from .session_end import FirstToTarget, SessionPlan
from .sheet_plan import SheetPlan


class Referee:
    """Base class of the data by which the referee of a game judges. Each kind of referee is a
    subclass, which selects its questions, its messages and its pages."""


class Carried(NamedTuple):
    """Effects of earlier games of a session on the score of the next one: the points that have
    ``rolled`` over, by score item, and whether sweeps score nothing."""

    rolled: tuple[tuple[str, int], ...] = ()
    sweeps_off: bool = False


NOTHING_CARRIED = Carried()


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game with its house rules settled. A game without a ``referee`` takes no questions, and one
    without an ``engine`` cannot be followed. ``carried`` is what earlier games of a session
    have changed in the ``sheet``."""

    key: str
    version: int
    house_rules: HouseRules
    deck: Deck
    seating: Seating
    sheet: SheetPlan
    session: SessionPlan
    referee: Referee | None = None
    engine: GameEngine | None = None
    carried: Carried = NOTHING_CARRIED

    @property
    def must_count(self) -> bool:
        """Return whether the house rules need the counts of all piles, so that a quick number is
        not enough."""
        rolls_over = isinstance(self.session, FirstToTarget) and bool(self.session.rolls_over)
        return self.counts_out or rolls_over

    @property
    def counts_out(self) -> bool:
        """Return whether sides that reach the target in the same game are told apart by counting
        it in order."""
        return isinstance(self.session, FirstToTarget) and bool(self.session.count_out)

    def won_by_totals(self, leading: int) -> bool:
        """Return whether totals with so many sides ``leading`` tell who has won a session."""
        plan = self.session
        if not isinstance(plan, FirstToTarget):
            return True
        is_level = leading > 1 and plan.tie_break is not None
        return not (plan.count_out or plan.claim_out or is_level)

    @property
    def claims_out(self) -> bool:
        """Return whether a player who reaches the target within a game may claim it and end the
        game."""
        return isinstance(self.session, FirstToTarget) and self.session.claim_out

    def pile_of_each(self, players: int, teams: Teams | None = None) -> tuple[int, ...]:
        """Return for each seat the seat whose pile it uses: of partners who share a pile, the
        first."""
        if not self.sheet.shares_piles:
            return tuple(range(players))
        side_of = self.seating.side_of_each(players, teams)
        return tuple(map(side_of.index, side_of))

    def pile_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """Return the seats that have a pile of their own: of partners who share one, the first."""
        if not self.sheet.shares_piles:
            return tuple(range(players))
        return self.side_seats(players, teams)

    def quick_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """Return the seats that enter the quick number: of a side with one whole score, the
        first."""
        whole_score_by_side = self.sheet.by_side and self.sheet.whole_score_said
        return self.side_seats(players, teams) if whole_score_by_side else tuple(range(players))

    def side_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """Return the first seat of each side, in seat order."""
        return tuple(sorted(seats[0] for seats in sides(players, teams).values()))
