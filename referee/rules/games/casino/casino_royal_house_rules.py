"""House rules that Casino and Royal Casino share (F1.7)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...house_rules_base import DURING_PLAY, excluding
from .casino_royal_spade_house_rules import AdderHouseRules
from .draw_and_must_capture_house_rules import CaptureHouseRules


@dataclass(frozen=True)
class CasinoRoyalHouseRules(CaptureHouseRules, AdderHouseRules):
    """House rules of Casino and Royal Casino: those of play, of scoring and of winning a session
    (F1.7)."""

    no_raise_own: bool = field(default=False, metadata=DURING_PLAY)
    one_build_a_value: bool = field(default=False, metadata=DURING_PLAY)
    cards_two_last_one: bool = False
    spades_two: bool = field(default=False, metadata=excluding("cards_two_last_one"))
    difference_scoring: bool = False
    count_out: bool = False
    claim_out: bool = False
    sweeps_at_once: bool = False

    @property
    def counts_out(self) -> bool:
        """Return whether a game is counted out in order to find who reached the target first."""
        return self.count_out or self.sweeps_at_once

    @property
    def claims_sweeps(self) -> bool:
        """Return whether a player may claim the target with sweeps alone."""
        return self.sweeps_at_once and self.sweeps and not self.claim_out
