"""Grounds of legal plays, and of the captures that a card must make (#turn, #must-capture)."""

from __future__ import annotations

from typing import NamedTuple

from ...reason_code_base import RuleCode
from .ruling import Ruling
from .verdict import CaptureVerdict


class CaptureGround(RuleCode):
    """The grounds of an answer in which nothing is wrong."""

    clause: str

    NOTHING = "nothing", "turn"  # no card and no sum makes the value
    MUST = "must", "must-capture"  # a card that can take must
    ALL = "all", "capture-everything"  # and it takes all that it could
    CHOICE = "choice", "capture-everything"  # each of several captures is all that it could take
    COMPLETE = "complete", "capture-everything"  # nothing more could have been taken
    FREE = "free", "forced-sweep"  # no card of the hand sweeps


class CaptureLegality(NamedTuple):
    """A ground, with the ``value`` of the card that was played."""

    ground: CaptureGround
    value: int = 0

    @property
    def clause(self) -> str:
        """Return the clause of the ground."""
        return self.ground.clause


def ground_of(verdict: CaptureVerdict) -> CaptureLegality | None:
    """Return the ground of a legal play; None if the play is illegal."""
    if verdict.legal is False:
        return None
    return CaptureLegality(
        CaptureGround.COMPLETE if verdict.taken else CaptureGround.NOTHING, verdict.value
    )


def ground_of_ruling(ruling: Ruling) -> CaptureLegality | None:
    """Return the ground of the options of a card, or of the free choice of a card; None where a
    sweep is forced, which the ruling states itself."""
    play = ruling.play
    if play is None:
        free = ruling.hand is not None and not ruling.hand.must_play
        return CaptureLegality(CaptureGround.FREE) if free else None
    if play.creeps:
        return CaptureLegality(CaptureGround.NOTHING, play.value)
    if play.options_total != 1:
        return CaptureLegality(CaptureGround.CHOICE, play.value)
    several = any(len(outcome.option.sets) > 1 for outcome in play.outcomes)
    return CaptureLegality(CaptureGround.ALL if several else CaptureGround.MUST, play.value)
