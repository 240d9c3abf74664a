"""Rules of games in which cards capture as in Royal Casino, and nothing is built (#turn)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from ...cards import Card
from ...plays import Capture, MakeBuild, Step
from .draw_and_must_capture_house_rules import CaptureHouseRules
from .judge.fault import Fault
from .judge.play_rules_base import BuildRules, CaptureDuties
from .judge.position import Position
from .judge.position_in_mid_turn import TurnState
from .judge.verdict_reasons import Reason
from .options.compulsory_capture_faults import capture_duty_faults

HandValues = Mapping[Card, tuple[int, ...]]
"""The values from the hand of the cards that count otherwise there than on the table."""


@dataclass(frozen=True, eq=False)
class NoBuilds(BuildRules):
    """Rules of play without builds.

    ``from_hand`` has the cards whose values from the hand are others than on the table, and
    ``sweeper`` is the card that may capture everything, if any. ``late_sweeps``: a sweep counts in
    the last deal too.
    """

    house: CaptureHouseRules
    from_hand: HandValues
    sweeper: Card | None
    late_sweeps: bool

    makes_builds: ClassVar[bool] = False

    def hand_values(self, card: Card) -> tuple[int, ...]:
        return self.from_hand.get(card, self.values[card.rank])

    @property
    def capture_duties(self) -> CaptureDuties:
        return self.house.capture_duties

    def captures_all(self, card: Card) -> bool:
        return card == self.sweeper

    @cached_property
    def without_sweeper(self) -> NoBuilds:
        """The rules in which no card captures everything: what it may do it need not do
        (#laying)."""
        return self if self.sweeper is None else replace(self, sweeper=None)

    def counts_sweep(self, *, last_cards: bool) -> bool:
        return self.late_sweeps or not last_cards

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step that makes or captures a build (#turn)."""
        builds = isinstance(step, MakeBuild) or (isinstance(step, Capture) and step.builds)
        return Fault(Reason.NO_BUILDS) if builds else None

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the fault of a capture that a house rule demands (#laying)."""
        yield from capture_duty_faults(self.without_sweeper, turn_state)

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return no reason: only owners of builds have duties."""
        yield from ()
