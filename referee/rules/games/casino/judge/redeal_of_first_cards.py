"""Redeal check: whether the first cards on the table go back, and others are drawn (F3.1,
#deal)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ....cards import PICTURES, Card, Cards
from ....deal_plan import Redeal
from ....deck_check_and_possible_suits import KnownCards


class FirstCards(NamedTuple):
    """Figures of the first cards on the table: the least and most points that they score, as far as
    suits are known, and the number of pictures."""

    limits: Redeal
    points: int
    points_most: int
    pictures: int

    @property
    def must_redraw(self) -> bool | None:
        """Return whether the cards go back; None if their suits decide."""
        if self.pictures >= self.limits.pictures or self.points >= self.limits.points:
            return True
        return None if self.points_most >= self.limits.points else False


def drawn_first(
    limits: Redeal, worth: Mapping[Card, int], known_cards: KnownCards, cards: Cards
) -> FirstCards:
    """Return the figures of the first cards on the table."""
    least, most = known_cards.points_span(worth, cards)
    pictures = sum(card.rank in PICTURES for card in cards)
    return FirstCards(limits, least, most, pictures)
