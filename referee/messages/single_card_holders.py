"""Sentences beside the rows of a score sheet: what a difference scores, who has a single card."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, ngettext
from ..rules.card_notation import read_card
from ..rules.sheet_plan import SheetPlan
from ..words import FIELDS, and_, card_text


def difference_text(names: Sequence[str], counted: Sequence[int], players: int) -> str:
    """Return what two sides score where only the difference counts: "8 to 3: Ada scores 5."

    ``players``: the number of players of a side, for the plural.
    """
    higher, lower = max(counted), min(counted)
    facts = {"higher": higher, "lower": lower, "points": higher - lower}
    if higher == lower:
        return gettext("%(higher)d to %(lower)d: nobody scores.", **facts)
    return ngettext(
        "%(higher)d to %(lower)d: %(name)s scores %(points)d.",
        "%(higher)d to %(lower)d: %(name)s score %(points)d.",
        players,
        name=names[counted.index(higher)],
        **facts,
    )


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
