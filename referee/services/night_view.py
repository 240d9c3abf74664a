"""Nights: their parts, the standing of each person, and the payments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..rules.night_settlement import Night, Part, PersonStanding
from ..rules.session_end import AgreedGames
from ..rules.standings_and_payments import Payment

if TYPE_CHECKING:
    from .session_views import SessionView


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
        """The people who have no place, since they have played fewer games than others."""
        return tuple(standing for standing in self.points.ranking if not standing.place)

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
        """Return the night reckoned in money, or in points."""
        rules = self.parts[-1].rules
        parts = [_part(part, (part.stake or 1) if money else 1) for part in self.parts]
        return Night(parts, rules.session.lowest_wins, isinstance(rules.session, AgreedGames))


def _part(view: SessionView, worth: int) -> Part:
    """Return a session as a part of a night, with the ``worth`` of a point."""
    points = Counter[str](dict.fromkeys(view.players, 0))
    for game in view.counted:
        points.update(dict(zip(view.players, game.scores or (), strict=True)))
    sides = {side: view.named(seats) for side, seats in view.sides.items()}
    return Part(sides, view.totals, points, len(view.counted), view.won_by, worth)
