"""The result of a play: the verdict on it, and the game after it."""

from __future__ import annotations

from typing import NamedTuple

from .game_state_interface import State
from .play_verdict_interface import PlayVerdict


class PlayResult(NamedTuple):
    """The verdict on a play, and the game after it.

    ``may_stand``: the play can have happened, so a table may let it stand; if not, ``state`` has
    the part of it that can be done. ``is_certain``: everybody still knows where every card is.
    """

    verdict: PlayVerdict
    state: State
    may_stand: bool
    is_certain: bool
