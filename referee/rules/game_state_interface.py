"""The interface of the state of a followed game; each kind of game has its own class."""

from __future__ import annotations

from typing import Protocol

from .cards import Cards
from .table_and_builds import Build


class State(Protocol):
    """A followed game as it stands, an immutable value with what everybody at the table can see.

    ``turn`` is the seat that plays next, None when the game is over; ``deal`` counts from 1;
    ``in_hands`` counts each seat's cards. ``table`` are the loose cards, ``shown`` those that
    cannot be in a hand any more, as far as the log knows.
    """

    @property
    def turn(self) -> int | None: ...
    @property
    def deal(self) -> int: ...
    @property
    def table(self) -> Cards: ...
    @property
    def builds(self) -> tuple[Build, ...]: ...
    @property
    def shown(self) -> Cards: ...
    @property
    def in_hands(self) -> tuple[int, ...]: ...
    @property
    def last_capturer(self) -> int | None: ...
