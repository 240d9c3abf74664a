"""The interface of the options of a card: the plays that it can make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .plays import Play


class Options(Protocol):
    """The plays of a card, best first, as far as they are listed, and their total number; None if
    not all were found."""

    @property
    def plays(self) -> Sequence[Play]: ...
    @property
    def options_total(self) -> int | None: ...
