"""May the cards on the table just have been drawn, and are they drawn again (F3.1, #deal)?"""

from __future__ import annotations

from .judge.building import build_rules
from .judge.first_cards import FirstCards, drawn_first
from .question import BuildQuestion


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
