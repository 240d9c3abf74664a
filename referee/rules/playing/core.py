"""The core of a game for players: positions with all hands open, which are played on quickly."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from math import inf
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

    def key(self, position: P) -> Hashable:
        """Return a key that is equal only for positions in which the same is due and can come of
        it; needed of cores that have positions to solve."""
        raise NotImplementedError

    def limits(
        self,
        position: P,  # noqa: ARG002 - for those that know some
        seat: int,  # noqa: ARG002
    ) -> tuple[float, float]:
        """Return the least and the most that a game of two which is not over can be worth to a seat
        at its end."""
        return -inf, inf

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

    def work(self, state: State, plays: int) -> int:
        """Return the work of a roll-out of so many plays from a state in which it is somebody's
        turn: about the number of all cards of the hands from which they are made."""
        assert state.turn is not None
        twice_a_hand = 2 * state.in_hands[state.turn] - plays // state.players
        return plays * max(2, twice_a_hand) // 2

    @abstractmethod
    def worth(self, position: P) -> tuple[int, ...]:
        """Return the worth of a position for each seat: hundredths of points that its side has, and
        an estimate of what is still open; what opponents have counts against it."""

    def worth_after(self, position: P, move: M, plays: int) -> tuple[int, ...]:
        """Return the worth for each seat after a play, and so many further ones by the rule of
        thumb or nearly so."""
        return self.worth(self.rolled_out(self.after(position, move), plays))

    def points_after(self, position: P, plays: int) -> tuple[int, ...]:
        """Return the points of each seat after so many plays by the rule of thumb or nearly so, or
        at the end."""
        return self.points(self.rolled_out(position, plays))

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
