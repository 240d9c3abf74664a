"""Errors of the entries that a game refuses, whatever kind of game it is."""

from __future__ import annotations

from .cards import Card
from .error_bases import Impossible
from .events import Played
from .play_options_interface import Options
from .play_verdict_interface import PlayVerdict
from .table_and_builds import Top


class GameOver(Impossible):
    """A play after the last one."""


class WrongTable(Impossible):
    """A number of cards on the table other than the deal plan's."""

    def __init__(self, number: int, expected: int) -> None:
        super().__init__(f"{number} cards on the table, not {expected}")
        self.number, self.expected = number, expected


class DrawnAgain(Impossible):
    """First cards on the table that must go back, so that others are drawn."""


class NoSuchTop(Impossible):
    """A card that cannot be on top of that pile, or that is already known to be."""

    def __init__(self, top: Top) -> None:
        super().__init__(f"not on top of pile {top.seat}: {top.card!r}")
        self.top = top


class IllegalPlay(Impossible):
    """A play that breaks the rules, with its ``verdict``. The play is settled."""

    def __init__(self, verdict: PlayVerdict, played: Played) -> None:
        super().__init__(str(verdict))
        self.verdict, self.played = verdict, played


class SeveralOptions(Impossible):
    """A card that can do several things, with its ``options``."""

    def __init__(self, card: Card, options: Options) -> None:
        super().__init__(f"several options for {card!r}")
        self.card, self.options = card, options
