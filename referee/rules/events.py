"""Events of a followed game: dealt, played, top revealed, table shown."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from .cards import Card, Cards
from .plays import Capture, CardOnly, Play, played_in
from .table_and_builds import Build, Top


class Dealt(NamedTuple):
    """The cards dealt to the table, before any are set aside."""

    table: Cards


class Played(NamedTuple):
    """A play with one card from a hand; one that is not settled stands for the only thing that its
    card can do.

    ``seat`` is the player, if it was not the seat whose turn it was. ``as_played``: the play stands
    even if it breaks the rules. ``out_of_turn``: only the playing out of turn was let stand.
    """

    play: Play | CardOnly
    seat: int | None = None
    as_played: bool = False
    out_of_turn: bool = False

    @property
    def card(self) -> Card:
        """Return the card that left the hand."""
        return self.play.card if isinstance(self.play, CardOnly) else played_in(self.play)[0]

    @property
    def plays_a_card(self) -> bool:
        """Return whether a card leaves the hand, as in every complete play."""
        return isinstance(self.play, CardOnly) or bool(played_in(self.play))

    @property
    def captured(self) -> Cards | None:
        """Return the captured cards; None if the play is not settled."""
        if isinstance(self.play, CardOnly):
            return self.play.captured
        takes = (step.captured for step in self.play if isinstance(step, Capture))
        return tuple(chain.from_iterable(takes))


class TopRevealed(NamedTuple):
    """The card on top of an open pile, named by a player."""

    top: Top


class TableShown(NamedTuple):
    """The cards and builds that the table shows where the log has others."""

    table: Cards
    builds: tuple[Build, ...] = ()


Event = Dealt | Played | TopRevealed | TableShown
