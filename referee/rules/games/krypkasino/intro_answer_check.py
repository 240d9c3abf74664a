"""Introductory positions: their tasks, and the check of an answer."""

from __future__ import annotations

from enum import StrEnum

from .ruling import Ruling


class IntroTask(StrEnum):
    """The task of an introductory position: the cards to tap."""

    LEAST = "least"  # a card of the hand that costs no more than any other (#scoring)
    TAKEN = "taken"  # all that the played card takes (#capture-everything)
    MAY = "may"  # a card of the hand that may be played (#forced-sweep)


def is_right(task: IntroTask, ruling: Ruling) -> bool:
    """Return whether the card that the ruling is about, or the claim about it, solves the task."""
    if ruling.verdict is None or ruling.verdict.legal is False:
        return False
    if task is not IntroTask.LEAST:
        return True
    assert ruling.hand is not None
    assert ruling.play is not None
    costs = {play.card: play.points_least for play in ruling.hand.plays}
    return costs[ruling.play.card] == min(costs.values())
