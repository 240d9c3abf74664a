"""States of followed games with builds: what everybody at the table knows (#deal to #end)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from ....cards import SUITS, Card, Cards, Rank
from ....table_and_builds import Build, Table
from ..judge.play_rules_base import BuildRules
from .pile_with_known_order import Pile

NOTHING = Table()


@dataclass(frozen=True)
class BuildGameState:
    """The state of a followed game with builds.

    ``turn`` is None when the game is over; ``deal`` counts from 1; ``in_hands`` has the number of
    cards of each hand, ``stock`` that of the cards still to be drawn. ``sides`` has the side of
    each seat, ``pile_seats`` the seat whose pile it lays cards on; ``piles`` is by seat, empty for
    a seat that uses another's. ``proven`` has the ranks that each seat is known to hold (#proven),
    ``rest`` what the last capturer got at the end without a capture. A card is in one place.
    """

    dealer: int
    turn: int | None
    deal: int
    table: Cards
    builds: tuple[Build, ...]
    in_hands: tuple[int, ...]
    sides: tuple[int, ...]
    pile_seats: tuple[int, ...]
    piles: tuple[Pile, ...]
    proven: tuple[frozenset[Rank], ...]
    stock: int = 0
    last_capturer: int | None = None
    rest: Table = NOTHING

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.in_hands)

    @property
    def full_table(self) -> Table:
        """The table."""
        return Table(self.table, self.builds)

    @cached_property
    def in_piles(self) -> Cards:
        """The cards in all piles."""
        return tuple(chain.from_iterable(pile.cards for pile in self.piles))

    @cached_property
    def shown(self) -> Cards:
        """The cards that nobody can hold any more."""
        return (*self.full_table.cards, *self.in_piles)

    def pile_of(self, card: Card) -> int | None:
        """Return the seat in whose pile a card lies; None if it lies in none."""
        return next((seat for seat, pile in enumerate(self.piles) if card in pile.cards), None)

    def with_pile(self, seat: int, pile: Pile) -> BuildGameState:
        """Return the state with another pile of a seat."""
        return replace(self, piles=(*self.piles[:seat], pile, *self.piles[seat + 1 :]))


def build_game_state(state: object) -> BuildGameState:
    """Return a state that must be one of a game with builds; any other is an error."""
    assert isinstance(state, BuildGameState)
    return state


def dead_values(rules: BuildRules, state: BuildGameState) -> frozenset[int]:
    """Return the values of builds that nobody can capture any more, since every card of that value
    has been shown."""
    values = {build.value for build in state.builds}
    if not values:
        return frozenset()
    shown = Counter(card.rank for card in state.shown)
    gone = {rank for rank, number in shown.items() if number == len(SUITS)}
    return frozenset(value for value in values if gone.issuperset(rules.ranks_worth(value)))
