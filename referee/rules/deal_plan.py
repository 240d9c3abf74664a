"""The deal plan of a game: what is dealt to whom, and in which order (#deal)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class DealPlan(NamedTuple):
    """The cards of each deal: the batches for each player and for the table, the number of deals,
    and the number of cards in the stock that players draw from."""

    first_hand: tuple[int, ...]
    table: tuple[int, ...]
    later_hands: tuple[int, ...]
    deals: int
    stock: int = 0

    def with_stock(self, players: int, cards: int) -> DealPlan:
        """Return this plan for a pack of so many cards of which only the first deal is given out:
        players draw the others from a stock."""
        dealt = players * sum(self.first_hand) + sum(self.table)
        return self._replace(later_hands=(), deals=1, stock=cards - dealt)

    def hand_size(self, deal: int) -> int:
        """Return the number of cards that each player gets in a deal, counted from 1."""
        return sum(self.first_hand if deal == 1 else self.later_hands)


class Dealing(Enum):
    """The order in which the cards of the first deal go out (#deal)."""

    BATCHES = "batches"
    """A batch to each, then one to the table, and the next likewise."""
    DEALER_LAST = "dealer_last"
    """A batch to each of the others, one to the table, one to the dealer, and the next likewise."""
    DRAWN = "drawn"
    """The beginner draws the table from the middle of the pack before the hands are dealt."""


class Redeal(NamedTuple):
    """The rule that first cards on the table with so many ``points``, or so many ``pictures``, go
    back and others are drawn (F3.1). The house rule ``unless`` switches it off."""

    points: int
    pictures: int
    unless: str
