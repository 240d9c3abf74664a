"""A position in which it is asked what a card may do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....cards import Cards
from ....table import Table, Top
from ....turns import Step, Turn
from ..judge.building import BuildRules
from ..judge.judging import Verdict, judge
from ..judge.position import Position, Progress, begin


@dataclass(frozen=True)
class Case:
    """A position in which a card may be played: the ``start`` of a turn, what it has ``begun``
    with, and how it lies ``now``."""

    rules: BuildRules
    start: Position
    now: Progress
    begun: Turn = ()

    @classmethod
    def at(cls, rules: BuildRules, start: Position) -> Case:
        """The position, with nothing done yet."""
        return cls(rules, start, begin(start, ()))

    def after(self, begun: Turn, verdict: Verdict) -> Case:
        """The same once a turn has ``begun``, as the verdict on that leaves it."""
        now = self.now._replace(table=verdict.after or self.table, piles=verdict.piles)
        return replace(self, now=now, begun=begun)

    @property
    def table(self) -> Table:
        return self.now.table

    @property
    def hand(self) -> Cards | None:
        """With the card that may be played; None while it is secret."""
        return self.start.hand

    @property
    def tops(self) -> list[Top]:
        """The known tops of other players' piles, where piles are open."""
        own = self.start.pile_seat
        piles = enumerate(self.now.piles)
        return [Top(pile[0], seat) for seat, pile in piles if pile and seat != own]

    def judge(self, *turn: Step) -> Verdict:
        return judge(self.rules, self.start, (*self.begun, *turn))
