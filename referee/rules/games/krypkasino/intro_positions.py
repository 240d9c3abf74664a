"""The first positions that somebody is shown: what each asks for, and is an answer right?"""

from __future__ import annotations

from enum import StrEnum

from .ruling import Ruling


class IntroTask(StrEnum):
    """What somebody is asked to tap."""

    LEAST = "least"  # a card of the hand that costs no more than any other (#scoring)
    TAKEN = "taken"  # all that the played card takes (#capture-everything)
    MAY = "may"  # a card of the hand that may be played (#forced-sweep)


def is_right(wanted: IntroTask, ruling: Ruling) -> bool:
    """Is the card that the ruling is about, or what was claimed of it, an answer?"""
    if ruling.verdict is None or ruling.verdict.legal is False:
        return False
    if wanted is not IntroTask.LEAST:
        return True
    assert ruling.hand is not None
    assert ruling.play is not None
    costs = {play.card: play.points_least for play in ruling.hand.plays}
    return costs[ruling.play.card] == min(costs.values())
