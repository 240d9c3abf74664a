"""The orders in which the cards that a play takes off piles may have lain there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, permutations, product

from ....cards import Cards
from ....plays import Play
from ..judge.fault import Fault
from ..judge.sets_with_pile_tops import MOST_TOPS
from ..judge.verdict import Verdict
from ..judge.verdict_reasons import Reason
from .game_state import BuildGameState

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
