"""The core of a game for players: positions with all hands open, which are played on quickly."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from ..plays import Play
from ..ruleset import HandSigns, Ruleset, State
from ..seating import Seats
from .knowledge import Deal, Knowledge

P = TypeVar("P")
"""A position with all hands open."""
M = TypeVar("M")
"""A play of a position; plays that differ in nothing that counts are equal."""


class Core(ABC, Generic[P, M]):
    """The rules of a game as its players need them, for one ruleset and its seats.

    Every play that a core returns is legal by the referee. Worths are whole numbers of hundredths
    of a point, and the higher the better in every game, also where points are penalties.
    """

    most_deals: int = 2000
    """The largest number of deals that are tried for a play; slow cores have a smaller one."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        self.rules, self.seats = rules, seats

    @abstractmethod
    def position(self, state: State, deal: Deal) -> P:
        """Return the position of a state in which the unseen cards lie so."""

    def with_signs(
        self,
        position: P,
        signs: Sequence[HandSigns],  # noqa: ARG002 - for those that remember them
    ) -> P:
        """Return a position, which nobody else has, with the signs of the hands remembered for the
        rule of thumb."""
        return position

    @abstractmethod
    def turn(self, position: P) -> int | None:
        """Return the seat whose turn it is; None if the game is over."""

    @abstractmethod
    def alternatives(self, position: P) -> Sequence[M]:
        """Return the plays of the mover that are worth a thought, at least one."""

    def every_move(self, position: P) -> Sequence[M]:  # noqa: ARG002 - for those that solve some
        """Return all plays of the mover that can make a difference, at least one, by which the last
        deal of two players is solved; none if the core has no positions to solve."""
        return ()

    @abstractmethod
    def habit(self, position: P) -> M:
        """Return the play of the rule of thumb, one of the alternatives."""

    @abstractmethod
    def after(self, position: P, move: M) -> P:
        """Return the position after a play; the position itself stays as it is."""

    @abstractmethod
    def rolled_out(self, position: P, plays: int) -> P:
        """Return the position after so many plays by the rule of thumb, or at the end."""

    @abstractmethod
    def horizon(self, position: P) -> int:
        """Return the number of plays after which a position is worth a comparison."""

    @abstractmethod
    def worth(self, position: P) -> tuple[int, ...]:
        """Return the worth of a position for each seat: hundredths of points that its side has, and
        an estimate of what is still open; what opponents have counts against it."""

    @abstractmethod
    def points(self, position: P) -> tuple[int, ...]:
        """Return the points of each seat so far, as the sheet has them at the end."""

    @abstractmethod
    def play(self, position: P, move: M) -> Play:
        """Return the play as the referee reads it."""

    @abstractmethod
    def move(self, position: P, play: Play) -> M:
        """Return a legal play as the core has it, which need not be among the alternatives."""


def position_of(core: Core[P, M], knowledge: Knowledge, deal: Deal) -> P:
    """Return the position of what a seat knows, with the cards that it does not see dealt so."""
    return core.with_signs(core.position(knowledge.state, deal), knowledge.signs)
