"""Questions who has a card of which there is one only."""

from __future__ import annotations

from ..languages import gettext
from ..rules.card_notation import read_card
from ..rules.sheet_plan import SheetPlan
from ..words import FIELDS, and_, card_text


def holders_asked_text(plan: SheetPlan) -> str:
    """Return that the page asks for the holder of each card of which there is one only; empty where
    there is no such card."""
    if not plan.choices:
        return ""
    cards = and_(card_text(*field.faces) for field in plan.choices)
    return gettext("Below the rows it is asked who has %(cards)s.", cards=cards)


def holder_text(key: str) -> str:
    """Return the question who has a card of which there is one only."""
    card = str(FIELDS[key].the) if key in FIELDS else card_text(read_card(key))
    return gettext("Who has %(card)s?", card=card)
