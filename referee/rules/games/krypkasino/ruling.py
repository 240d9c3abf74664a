"""The ruling on a question about captures as a value (#turn and #sweep)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...cards import Card, Cards, Rank
from ...plays import Play, as_play
from .capture_options import Option
from .verdict import CaptureVerdict


class Sweep(StrEnum):
    """The sweep that a play makes. ``UNSURE``: double if two suits turn out the same."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    UNSURE = "single_or_double"


@dataclass(frozen=True)
class Outcome:
    """An option and the table after it: the cards that are ``left``, those of them that the next
    deal sets aside, and the ranks that would sweep the rest."""

    option: Option
    left: Cards
    set_aside: Cards
    sweep: Sweep
    sets_up: tuple[Rank, ...]


@dataclass(frozen=True)
class HandPlay:
    """The outlook of one card of a hand; ``options_total`` is None if not all options were
    found."""

    card: Card
    sweep: Sweep
    options_total: int | None
    points_least: int


@dataclass(frozen=True)
class HandRuling:
    """The cards of which one must be played (none: free choice), and the outlook of each card."""

    must_play: Cards
    plays: tuple[HandPlay, ...]


@dataclass(frozen=True)
class CaptureOptions:
    """The options of the played card. Creeping is an option that captures nothing."""

    card: Card
    value: int
    creeps: bool
    options_total: int | None
    outcomes: tuple[Outcome, ...]

    @property
    def plays(self) -> Sequence[Play]:
        """Return each listed option as a play."""
        return [as_play(self.card, outcome.option.captured) for outcome in self.outcomes]


@dataclass(frozen=True)
class Ruling:
    """The whole answer to a question; ``table`` is the table without the cards that were
    ``set_aside``.

    ``unless``: the ranks of ``sweeps_for`` of which the hand, if it was not entered, must hold none
    when another card was played (#forced-sweep). ``open_suits``: cards without suit that decide
    about a double sweep or about setting aside; ``open_points``: other cards without suit that
    decide about points; ``sweep_points``: the points of a face-up card.
    """

    table: Cards
    set_aside: Cards
    sweeps_for: tuple[Rank, ...]
    unless: tuple[Rank, ...]
    hand: HandRuling | None
    play: CaptureOptions | None
    verdict: CaptureVerdict | None
    open_suits: Cards
    open_points: Cards
    sweep_points: int

    @property
    def sweep(self) -> Sweep:
        """Return the sweep of the played card, or else the one that the hand forces; ``UNSURE`` if
        the cards to choose from make different ones."""
        if self.play and self.play.outcomes[0].sweep is not Sweep.NONE:
            return self.play.outcomes[0].sweep
        forced = {play.sweep for play in self.hand.plays} if self.hand else set()
        forced.discard(Sweep.NONE)
        return Sweep.UNSURE if len(forced) > 1 else min(forced, default=Sweep.NONE)
