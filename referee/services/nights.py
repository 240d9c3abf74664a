"""A night as people read it: its parts, how each person stands, who pays whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..rules.night import Night, Part, PersonStanding
from ..rules.session_end import AgreedGames
from ..rules.standings import Payment

if TYPE_CHECKING:
    from .session_views import SessionView


@dataclass(frozen=True)
class NightView:
    """Two or more sessions, played one after the other with different people. ``settlement`` is
    the way in which they chose to settle."""

    parts: tuple[SessionView, ...]
    settlement: str

    @cached_property
    def points(self) -> Night:
        """The reckoning in points."""
        return self._reckoned(money=False)

    @property
    def people(self) -> tuple[str, ...]:
        return self.points.people

    @property
    def standings(self) -> tuple[PersonStanding, ...]:
        return self.points.standings

    @property
    def stake(self) -> int | None:
        """What a point is worth in the last part; None where some parts have no stake, or another
        currency: then people pay points."""
        same = len({part.currency for part in self.parts}) == 1
        return self.parts[-1].stake if same and all(part.stake for part in self.parts) else None

    @property
    def currency(self) -> str:
        return self.parts[-1].currency

    @property
    def payments_due(self) -> tuple[Payment, ...]:
        """What people pay in the way that they chose, payers and receivers as places in
        ``people``: hundredths of the currency where there is a stake."""
        return self._reckoned(money=bool(self.stake)).payments(self.settlement)

    def _reckoned(self, *, money: bool) -> Night:
        rules = self.parts[-1].rules
        parts = [_part(part, (part.stake or 1) if money else 1) for part in self.parts]
        return Night(parts, rules.session.lowest_wins, isinstance(rules.session, AgreedGames))


def _part(view: SessionView, worth: int) -> Part:
    points = Counter[str](dict.fromkeys(view.players, 0))
    for game in view.counted:
        points.update(dict(zip(view.players, game.scores or (), strict=True)))
    sides = {side: view.named(seats) for side, seats in view.sides.items()}
    return Part(sides, view.totals, points, len(view.counted), view.won_by, worth)
