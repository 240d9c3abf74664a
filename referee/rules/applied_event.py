"""Entries of a followed game that stand, with the game before and after each."""

from __future__ import annotations

from dataclasses import dataclass

from .events import Event
from .game_state_interface import State
from .irregularities import Irregularity
from .play_verdict_interface import PlayVerdict


@dataclass(frozen=True)
class AppliedEvent:
    """An entry that stands, and its effect on the game.

    ``seq`` is the number of the entry, even if a later one replaced it. ``before`` is the game
    before it, None at the beginning. ``is_certain``: the log still knows where every card is.
    """

    seq: int
    event: Event
    before: State | None
    state: State
    seat: int | None = None
    verdict: PlayVerdict | None = None
    irregularities: tuple[Irregularity, ...] = ()
    is_certain: bool = True
