"""The interface of the verdict on a play; each kind of game has its own class."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class PlayVerdict(Protocol):
    """The verdict of a game's referee on a play: ``legal`` is None if it depends on the hand;
    ``clause`` is None if no rule decides, as where a named card does not lie there."""

    @property
    def legal(self) -> bool | None: ...
    @property
    def reason(self) -> StrEnum: ...
    @property
    def clause(self) -> str | None: ...
