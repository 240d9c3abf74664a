"""Positions before a play of a seat, made from the state of a followed game with builds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ....cards import Card, Cards
from ....deck_check_and_possible_suits import KnownCards
from ..judge.play_rules_base import BuildRules
from ..judge.position import Position
from .game_state import BuildGameState, dead_values


def position_with_assumed_tops(
    rules: BuildRules, state: BuildGameState, seat: int, named: Iterable[Card] = ()
) -> Position:
    """Return the position before a play of a seat, with all cards of the open piles in a possible
    order (#piles): where nobody knows it, cards that the play names are assumed to lie on top."""
    piles = tuple(pile.named_first(named) if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def position_with_named_tops(
    rules: BuildRules, state: BuildGameState, seat: int, named: Iterable[Card]
) -> Position:
    """Return the position before a play of a seat, with the open piles from the top down as far as
    everybody knows their order once the ``named`` cards were said to be tops (#piles)."""
    cards = tuple(named)
    piles = tuple(pile.known_from(cards) if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def known_position(rules: BuildRules, state: BuildGameState, seat: int) -> Position:
    """Return the position before a play of a seat, with the tops that everybody knows (#piles)."""
    piles = tuple(pile.known if rules.open_piles else () for pile in state.piles)
    return _position(rules, state, seat, piles)


def _position(
    rules: BuildRules, state: BuildGameState, seat: int, piles: tuple[Cards, ...]
) -> Position:
    """Return the position of a seat with these piles."""
    in_sight = set(chain.from_iterable(piles))
    mates = (other for other, side in enumerate(state.sides) if side == state.sides[seat])
    partner = next((other for other in mates if other != seat), None)
    return Position(
        table=state.full_table,
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
