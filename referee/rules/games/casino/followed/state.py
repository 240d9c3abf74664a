"""States of followed games with builds: what everybody at the table knows (#deal to #end)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, permutations, product
from typing import NamedTuple

from ....cards import Card, Cards, Rank, difference, unseen
from ....plays import Build, Capture, MakeBuild, Play, Step, Table, Top, Trail
from ....ruleset import State
from ....sums import divide_cards
from ..judge.divisions import MOST_TOPS
from ..judge.play_rules import BuildRules, OnPile
from ..judge.position import Position
from ..judge.verdict import Fault, Reason, Verdict


class Pile(NamedTuple):
    """A pile of a side or player.

    ``layers`` has its cards from the top down; within a layer nobody knows the order. Cards
    ``below`` never come to the top. ``markers`` counts sweeps.
    """

    layers: tuple[Cards, ...] = ()
    below: Cards = ()
    markers: int = 0

    @property
    def cards(self) -> Cards:
        """The cards of the pile, from the top down as far as their order is known."""
        return (*chain.from_iterable(self.layers), *self.below)

    @property
    def top_among(self) -> Cards:
        """The cards of which one is the top, in card order; a single one is known to be."""
        return tuple(sorted(self.layers[0])) if self.layers else ()

    @property
    def known(self) -> Cards:
        """The top, if everybody knows it; else empty."""
        return self.top_among if len(self.top_among) == 1 else ()

    def named_first(self, named: Iterable[Card]) -> Cards:
        """Return all cards from the top down in a possible order: of each layer first the ``named``
        ones, in the order in which they were named."""
        order = dict.fromkeys(named)
        return tuple(
            card
            for layer in self.layers
            for card in (
                *(card_named for card_named in order if card_named in layer),
                *difference(layer, order),
            )
        )

    def known_from(self, named: Iterable[Card]) -> Cards:
        """Return the cards from the top down, as far as everybody knows their order once some were
        ``named`` as tops."""
        order = dict.fromkeys(named)
        result: list[Card] = []
        for layer in self.layers:
            result += (card for card in order if card in layer)
            rest = difference(layer, order)
            if len(rest) > 1:
                break
            result += rest
        return tuple(result)

    def with_top(self, card: Card) -> Pile:
        """Return the pile with this card of the first layer known to be the top."""
        first, *others = self.layers
        rest = difference(first, (card,))
        return self._replace(layers=((card,), *((rest,) if rest else ()), *others))

    def without(self, gone: Iterable[Card]) -> Pile:
        """Return the pile without these cards."""
        taken = tuple(gone)
        layers = (difference(layer, taken) for layer in self.layers)
        return self._replace(
            layers=tuple(filter(None, layers)), below=difference(self.below, taken)
        )

    def with_cards(self, captured: OnPile, markers: int = 0) -> Pile:
        """Return the pile with captured cards on it, and this many more markers."""
        return Pile(
            (*filter(None, captured.layers), *self.layers),
            (*captured.below, *self.below),
            self.markers + markers,
        )


NOTHING = Table()


@dataclass(frozen=True, kw_only=True)
class BuildGameState(State):
    """The state of a followed game with builds.

    ``stock`` is the number of cards still to be drawn. ``sides`` has the side of each seat,
    ``pile_seats`` the seat whose pile it lays cards on; ``piles`` is by seat, empty for a seat that
    uses another's. ``proven`` has the ranks that each seat is known to hold (#proven), ``rest``
    what the last capturer got at the end without a capture. A card is in one place.
    """

    sides: tuple[int, ...]
    pile_seats: tuple[int, ...]
    piles: tuple[Pile, ...]
    proven: tuple[frozenset[Rank], ...]
    stock: int = 0
    rest: Table = NOTHING

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
    """Return the values of builds that nobody can capture any more, since every card that could
    has been shown."""
    values = {build.value for build in state.builds}
    if not values:
        return frozenset()
    return frozenset(
        value
        for value in values
        if not any(unseen(card, state.shown) for card in rules.takers(value))
    )


def table_after(
    rules: BuildRules, state: BuildGameState, seat: int, play: Play, verdict: Verdict
) -> Table | None:
    """Return the table after a play of a seat with this verdict; None if the play is illegal and
    cannot have happened."""
    return let_play_stand(rules, state, seat, play) if verdict.legal is False else verdict.after


def let_play_stand(rules: BuildRules, state: BuildGameState, seat: int, play: Play) -> Table | None:
    """Return the table after a play, legal or not. The mover owns a build unless the play names
    another seat. None if something does not lie there, or if no card could capture a build."""
    table: Table | None = state.full_table
    for step in play:
        if table is None:
            return None
        table = _after_step(rules, state, table, seat, step)
        piles = tuple(pile.without(step.named) for pile in state.piles)
        state = replace(state, piles=piles)  # a card of a pile can be used once
    return table


def _after_step(
    rules: BuildRules, state: BuildGameState, table: Table, seat: int, step: Step
) -> Table | None:
    """Return the table after a step; None if it cannot have happened."""
    match step:
        case Trail(card):
            return table._replace(loose=tuple(sorted((*table.loose, card))))
        case Capture(_, cards, builds, tops):
            return _without(rules, state, table, cards, _builds_named(table, builds), tops)
        case MakeBuild(_, build, tops):
            joined = tuple(
                other for other in table.builds if set(other.cards) <= set(step.from_table)
            )
            build_cards = tuple(card for other in joined for card in other.cards)
            loose = difference(step.from_table, build_cards)
            rest = _without(rules, state, table, loose, joined, tops)
            sets = (
                divide_cards(build.cards, build.value, rules.values) if rules.makes_builds else None
            )
            if rest is None or sets is None or not rules.takers(build.value):
                return None
            owner = seat if build.owner is None else build.owner
            return Table(rest.loose, (*rest.builds, Build(build.value, sets, owner)))


def _builds_named(table: Table, named: tuple[Build, ...]) -> tuple[Build, ...] | None:
    """Return the builds of a table with just these cards and values; None if one does not lie
    there."""
    by_cards = {(build.value, frozenset(build.cards)): build for build in table.builds}
    builds = [by_cards.get((build.value, frozenset(build.cards))) for build in named]
    return None if None in builds else tuple(build for build in builds if build is not None)


def _without(
    rules: BuildRules,
    state: BuildGameState,
    table: Table,
    cards: Cards,
    builds: tuple[Build, ...] | None,
    tops: tuple[Top, ...],
) -> Table | None:
    """Return the table without these cards, builds and tops, of which some cards may lie on piles;
    None if they do not lie there."""
    if builds is None:
        return None
    from_piles = [card for card in cards if card not in table.loose]
    lie_on_piles = [state.pile_of(card) is not None for card in from_piles]
    tops_lie = [state.pile_of(top.card) == state.pile_seats[top.seat] for top in tops]
    if not all((*lie_on_piles, *tops_lie)) or ((from_piles or tops) and not rules.open_piles):
        return None
    return Table(difference(sorted(table.loose), cards), difference(table.builds, builds))


def position_with_assumed_tops(
    rules: BuildRules, state: BuildGameState, seat: int, named: Iterable[Card] = ()
) -> Position:
    """Return the position before a play of a seat, with all cards of the open piles in a possible
    order (#piles): where nobody knows it, cards that the play names are assumed to lie on top."""
    piles = tuple(pile.named_first(named) if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def position_with_named_tops(
    rules: BuildRules,
    state: BuildGameState,
    seat: int,
    named: Iterable[Card],
    hand: Cards | None = None,
) -> Position:
    """Return the position before a play of a seat, with its ``hand`` where that is known, and with
    the open piles from the top down as far as everybody knows their order once the ``named`` cards
    were said to be tops (#piles)."""
    cards = tuple(named)
    piles = tuple(pile.known_from(cards) if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles, hand)


def known_position(rules: BuildRules, state: BuildGameState, seat: int) -> Position:
    """Return the position before a play of a seat, with the tops that everybody knows (#piles)."""
    piles = tuple(pile.known if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def _position(
    rules: BuildRules,
    state: BuildGameState,
    seat: int,
    piles: tuple[Cards, ...],
    hand: Cards | None = None,
) -> Position:
    in_sight, in_piles = set(chain.from_iterable(piles)), state.in_piles
    mates = (other for other, side in enumerate(state.sides) if side == state.sides[seat])
    partner = next((other for other in mates if other != seat), None)
    return Position(
        table=state.full_table,
        hand=hand,
        known_cards=rules.nothing_named,
        sides=state.sides,
        pile_seats=state.pile_seats,
        piles=piles,
        deal=state.deal,
        stock=state.stock,
        proven=frozenset() if partner is None else state.proven[partner],
        mover=seat,
        gone=tuple(card for card in in_piles if card not in in_sight) if in_sight else in_piles,
        cards_left=state.in_hands[seat],
        dead=dead_values(rules, state),
    )


_MOST_ORDERS = 24
"""Limit of orders that are tried for the cards that one step takes off piles."""


def too_many_tops(state: BuildGameState, play: Play) -> Verdict | None:
    """Return the verdict on a play with a step of more cards of piles than any play has; None if
    there are fewer. Each of them multiplies the orders in which they may have lain."""
    in_piles = set(state.in_piles)
    for number, step in enumerate(play):
        cards = tuple(card for card in step.named if card in in_piles)
        if len(cards) > MOST_TOPS:
            fault = Fault(Reason.PILE_TOP_ONLY, cards)
            return Verdict(
                False, fault.reason, step=number, fault=fault, clause=fault.reason.clause
            )
    return None


def possible_orders(state: BuildGameState, play: Play) -> Iterator[Cards]:
    """Return the orders in which the named cards may have lain on piles: step by step, those of one
    step in any order."""
    in_piles = set(state.in_piles)
    of_steps = ([card for card in step.named if card in in_piles] for step in play)
    orders = [tuple(islice(permutations(cards), _MOST_ORDERS)) for cards in of_steps]
    for order in islice(product(*orders), _MOST_ORDERS):
        yield tuple(chain.from_iterable(order))
