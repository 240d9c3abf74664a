"""A followed game with builds as it stands: what everybody at the table knows (#deal to #end)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from ....cards import SUITS, Card, Cards, KnownCards, Rank
from ....table_and_builds import Build, Table
from ..judge.build_rules import BuildRules
from ..judge.position import Position
from .open_pile import Pile

NOTHING = Table()


@dataclass(frozen=True)
class BuildGameState:
    """``turn`` is None when the game is over; ``deal`` counts from 1; ``in_hands`` counts cards and
    ``stock`` those still to be drawn. ``sides`` says which side each seat is on, ``pile_seats``
    whose pile it lays its cards on; ``piles`` is by seat, and empty where another's is used.
    ``proven`` are the ranks that each seat is known to hold (#proven), ``rest`` what the last
    capturer got at the end without taking it. A card is in one place."""

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
        return len(self.in_hands)

    @property
    def lies(self) -> Table:
        """What lies on the table."""
        return Table(self.table, self.builds)

    @cached_property
    def in_piles(self) -> Cards:
        return tuple(chain.from_iterable(pile.cards for pile in self.piles))

    @cached_property
    def shown(self) -> Cards:
        """The cards that nobody can hold any more."""
        return (*self.lies.cards, *self.in_piles)

    def pile_of(self, card: Card) -> int | None:
        """The seat in whose pile a card lies."""
        return next((seat for seat, pile in enumerate(self.piles) if card in pile.cards), None)

    def with_pile(self, seat: int, pile: Pile) -> BuildGameState:
        """The same with another pile of a seat."""
        return replace(self, piles=(*self.piles[:seat], pile, *self.piles[seat + 1 :]))


def build_game_state(state: object) -> BuildGameState:
    """A followed game that is known to be one with builds."""
    assert isinstance(state, BuildGameState)
    return state


def dead_values(rules: BuildRules, state: BuildGameState) -> frozenset[int]:
    """The values of builds that nobody can take any more, since every card worth them has been
    shown."""
    values = {build.value for build in state.builds}
    if not values:
        return frozenset()
    shown = Counter(card.rank for card in state.shown)
    gone = {rank for rank, number in shown.items() if number == len(SUITS)}
    return frozenset(value for value in values if gone.issuperset(rules.ranks_worth(value)))


def position_of(
    rules: BuildRules, state: BuildGameState, seat: int, named: Iterable[Card] = ()
) -> Position:
    """What lies where before a turn of a seat, in which these cards are ``named``: whoever names a
    card as top of a pile says so that it lies there, if it may."""
    piles = tuple(pile.named_first(named) if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def position_with_named_tops(
    rules: BuildRules, state: BuildGameState, seat: int, named: Iterable[Card]
) -> Position:
    """Return the state with piles only as far as everybody knows their order then."""
    cards = tuple(named)
    piles = tuple(pile.known_from(cards) if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def known_position(rules: BuildRules, state: BuildGameState, seat: int) -> Position:
    """Return the state with what everybody knows of the tops of piles."""
    piles = tuple(pile.known if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def _position(
    rules: BuildRules, state: BuildGameState, seat: int, piles: tuple[Cards, ...]
) -> Position:
    in_sight = set(chain.from_iterable(piles))
    mates = (other for other, side in enumerate(state.sides) if side == state.sides[seat])
    partner = next((other for other in mates if other != seat), None)
    return Position(
        table=state.lies,
        hand=None,
        known_cards=KnownCards(rules.deck, ()),
        sides=state.sides,
        pile_seats=state.pile_seats,
        piles=piles,
        deal=state.deal,
        stock=state.stock,
        proven=frozenset() if partner is None else state.proven[partner],
        mover=seat,
        gone=tuple(card for card in state.in_piles if card not in in_sight),
        cards_left=state.in_hands[seat],
        dead=dead_values(rules, state),
    )
