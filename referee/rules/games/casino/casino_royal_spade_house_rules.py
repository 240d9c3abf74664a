"""House rules of Casino, Royal and Spade, in which a build is the last adder's (F1.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ...house_rules_base import DURING_PLAY, HouseRules, PlayKind, deciding, excluding


@dataclass(frozen=True)
class AdderHouseRules(HouseRules):
    """House rules of games in which a build is the last adder's (F1.7)."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "sweeps_cancel": ("sweeps",),
        "sweeps_at_once": ("sweeps",),
    }

    sweeps: bool = False
    sweeps_cancel: bool = field(default=False, metadata=excluding("claim_out", "sweeps_at_once"))
    trail_and_table_build: bool = field(default=False, metadata=DURING_PLAY)
    may_trail_with_build: bool = field(default=False, metadata=DURING_PLAY)
    table_cards_may_raise: bool = field(default=False, metadata=deciding(PlayKind.BUILD_CHANGE))
    simple_build_as_card: bool = field(
        default=False, metadata=deciding(PlayKind.CAPTURE, PlayKind.BUILD_CHANGE)
    )
