"""What a game must say about itself, as immutable data; algorithms ask this and no game's name."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Deck
from .game_engine import GameEngine
from .house_rules import HouseRules
from .seating import Seating, Teams, sides
from .session_end import FirstToTarget, SessionPlan
from .sheet_plan import SheetPlan


class Referee:
    """What the referee of a game goes by. Each kind of referee is a class of its own, and who asks
    it, what it says and how that is drawn are chosen by that class."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game with its house rules settled. What it lacks, a ``referee`` or being followed ``live``,
    is offered nowhere."""

    key: str
    version: int
    house: HouseRules
    deck: Deck
    seating: Seating
    sheet: SheetPlan
    session: SessionPlan
    referee: Referee | None = None
    live: GameEngine | None = None

    @property
    def must_count(self) -> bool:
        """Do the house rules look at what was counted, so that nobody can say one number?"""
        return isinstance(self.session, FirstToTarget) and bool(self.session.count_out)

    @property
    def claims_out(self) -> bool:
        """Does whoever has the target within a game say so, and end it?"""
        return isinstance(self.session, FirstToTarget) and self.session.claim_out

    def pile_of_each(self, players: int, teams: Teams | None = None) -> tuple[int, ...]:
        """The seat whose pile each seat lays its cards on: of partners who share one, the first."""
        if not self.sheet.shares_piles:
            return tuple(range(players))
        side_of = self.seating.side_of_each(players, teams)
        return tuple(map(side_of.index, side_of))

    def pile_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """The seats that have a pile of their own: of partners who share one, the first."""
        if not self.sheet.shares_piles:
            return tuple(range(players))
        return self.side_seats(players, teams)

    def quick_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """The seats that say the quick number: of a side that says one whole score, the first."""
        one_for_all = self.sheet.by_side and self.sheet.whole_score_said
        return self.side_seats(players, teams) if one_for_all else tuple(range(players))

    def side_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """The first seat of each side."""
        return tuple(sorted(seats[0] for seats in sides(players, teams).values()))
