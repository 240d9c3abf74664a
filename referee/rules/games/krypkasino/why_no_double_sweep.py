"""Reasons why a sweep is no double sweep (#double-sweep)."""

from __future__ import annotations

from enum import StrEnum

from .ruling import Ruling, Sweep


class NotDouble(StrEnum):
    """Reasons for which a card that sweeps its own rank makes no double sweep (#double-sweep)."""

    NOT_ALONE = "not_alone"  # its twin lay there, and others too
    OTHER_SUIT = "other_suit"


def not_double(ruling: Ruling) -> NotDouble | None:
    """Return the reason why a sweep is an ordinary one; None where nobody asks."""
    if ruling.play is None or ruling.play.outcomes[0].sweep is not Sweep.SINGLE:
        return None
    card, table = ruling.play.card, ruling.table
    equal = [other for other in table if other.rank is card.rank]
    if len(table) > 1:
        may_be_meant = len(equal) == len(table) or (card.suited and card in equal)
        return NotDouble.NOT_ALONE if may_be_meant else None
    return NotDouble.OTHER_SUIT if equal else None
