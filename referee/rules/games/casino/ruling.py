"""The ruling on a question about a game with builds as a value."""

from __future__ import annotations

from dataclasses import dataclass

from ...table_and_builds import Build, Table
from .judge.verdict import Verdict
from .judge.verdict_reasons import Reason
from .options.hand_card_options import HandRow, PlayRuling
from .options.plays_of_selection import SelectionOption


@dataclass(frozen=True)
class BuildRuling:
    """A ruling. ``duties`` are the reasons that bind the mover before a card is played. ``ways``
    are the options of the selection. ``sure`` is true if the options listed for a card are all that
    it has. ``unheld`` are builds that the mover owns although the hand has no card for them: a rule
    was broken before."""

    players: int
    table: Table
    duties: tuple[Reason, ...]
    hand: tuple[HandRow, ...] | None
    play: PlayRuling | None
    ways: tuple[SelectionOption, ...] | None
    verdict: Verdict | None
    sure: bool
    unheld: tuple[Build, ...]

    @property
    def broken_before(self) -> tuple[Build, ...]:
        """The builds for which a rule was broken before, while the play itself is legal."""
        return self.unheld if self.verdict and self.verdict.legal else ()
