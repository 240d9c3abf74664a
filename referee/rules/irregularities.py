"""Irregularities of a followed game: plays and facts against the rules that came to light."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .cards import Card, Rank
from .table_and_builds import Build


class IrregularityKind(StrEnum):
    """The kinds of irregularities in a followed game."""

    MISSED_FORCED_SWEEP = "missed_forced_sweep"
    NO_HOLDER = "no_holder"
    KEEP_CARD = "keep_card"
    ILLEGAL_CAPTURE = "illegal_capture"
    ILLEGAL_TURN = "illegal_turn"
    OUT_OF_TURN = "out_of_turn"
    DOES_NOT_FIT = "does_not_fit"
    TABLE_CORRECTED = "table_corrected"


@dataclass(frozen=True)
class Irregularity:
    """An irregularity that came to light with entry ``seq``.

    ``missed_at`` is the play that left out what ``card`` had to do. Where a card was lacking for a
    ``build``, ``rank`` is the card's, and the last card of the hand brings it to light. ``reason``
    is that of the verdict on a play.
    """

    seq: int
    kind: IrregularityKind
    seat: int | None = None
    card: Card | None = None
    missed_at: int | None = None
    build: Build | None = None
    rank: Rank | None = None
    reason: StrEnum | None = None

    @property
    def play(self) -> int:
        """Return the number of the entry that was against the rules."""
        return self.missed_at or self.seq
