"""Are the first cards on the table drawn again (F3.1, #deal)?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...cards import PICTURES, Card, Cards, Packs
from ...seating import Redeal
from .judge.building import build_rules
from .question import BuildQuestion


class FirstCards(NamedTuple):
    """What lay there first: least and most that it scores by itself, as far as suits are known, and
    how many pictures there are."""

    limits: Redeal
    points: int
    points_most: int
    pictures: int

    @property
    def again(self) -> bool | None:
        """Do they go back? None if their suits decide."""
        if self.pictures >= self.limits.pictures or self.points >= self.limits.points:
            return True
        return None if self.points_most >= self.limits.points else False


def first_cards(question: BuildQuestion) -> FirstCards | None:
    """What may just have been drawn: as many loose cards as lie there first, and nothing else is
    known of the game; None if that cannot be, or nothing is ever drawn again."""
    seating, table = question.rules.seating, question.table
    drawn = sum(seating.deal_plans[question.players].table)
    begun = question.played or question.turn or any(question.piles) or question.deal > 1
    if seating.redeal is None or begun or table.builds or len(table.loose) != drawn:
        return None
    worth = build_rules(question.rules).worth
    return drawn_first(seating.redeal, worth, question.packs, table.loose)


def drawn_first(
    limits: Redeal, worth: Mapping[Card, int], packs: Packs, cards: Cards
) -> FirstCards:
    """What these come to."""
    least, most = packs.points_span(worth, cards)
    pictures = sum(card.rank in PICTURES for card in cards)
    return FirstCards(limits, least, most, pictures)
