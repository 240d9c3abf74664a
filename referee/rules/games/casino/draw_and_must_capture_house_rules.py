"""House rules of Casino, Royal and Kasino: cards that are drawn, captures that are demanded."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...house_rules_base import DURING_PLAY, HouseRules
from .judge.play_rules_base import CaptureDuties


@dataclass(frozen=True)
class CaptureHouseRules(HouseRules):
    """House rules of Casino, Royal and Kasino: cards that are drawn, captures that are demanded."""

    draw: bool = field(default=False, metadata=DURING_PLAY)
    must_capture: bool = field(default=False, metadata=DURING_PLAY)
    must_capture_equal: bool = field(default=False, metadata=DURING_PLAY)

    @property
    def capture_duties(self) -> CaptureDuties:
        """The captures that are demanded."""
        return CaptureDuties(self.must_capture, self.must_capture_equal)
