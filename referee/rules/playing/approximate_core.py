"""A fast core that plays games with builds on nearly by their rules, whatever these are.

How a game goes on after a play that is tried can only be guessed: so that it is enough to go on
nearly by the rules, and many times as often. Every further play has one step, nobody uses the tops
of open piles, and builds are bound by what most games of their kind have in common.
"""

from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.position import MOVER, Position
from ..games.casino.southern import OwnedBuilds
from ..plays import Build, Table
from ..ruleset import Ruleset
from ..seating import Seats
from ..sheet_plan import RowCounts
from .builds_core import BuildsCore
from .builds_positions import NOBODY, OVER, OpenGame
from .estimates import Estimates

_SAFE = 200
"""The least chance, in thousandths, that no rival can capture a build, for it to be begun: beside
large hands nearly every build is soon captured."""


class ApproximateCore(BuildsCore):
    """A core whose plays need not be legal: for what follows a play, and never for a choice."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        super().__init__(rules, seats)
        referee = build_rules(rules)
        self._must_act = _must_act(referee, rules, seats.players)
        self._least_chance = _SAFE
        self._estimates = Estimates(rules, seats)
        if isinstance(referee, OwnedBuilds):
            self._raises_own = self._adds_to_others = False
            self._one_of_value = True

    def rows(self, position: OpenGame) -> list[RowCounts]:
        """Return what the sheet counts so far; the first seat of a side has all its piles."""
        return [self._sheet.row(tally) for tally in position.piles]

    def worth(self, position: OpenGame) -> tuple[int, ...]:
        """Return the margins that can be expected of what is counted so far, as the sheets of these
        games need not add up card by card."""
        is_over = position.turn == OVER and position.last != NOBODY
        return self._estimates.margins(self.rows(position), position.last if is_over else None)


def _must_act(referee: BuildRules, rules: Ruleset, players: int) -> bool:
    """Return whether the owner of a build may not trail a card at the beginning of a game."""
    if not referee.makes_builds:
        return False
    card = referee.deck.faces[0]
    own = Build(card.rank, ((card,),), MOVER)
    position = Position(
        table=Table((), (own,)),
        hand=None,
        known_cards=referee.nothing_named,
        sides=tuple(range(players)),
        stock=rules.seating.deal_plan(players).stock,
    )
    return any(referee.duties(position))
