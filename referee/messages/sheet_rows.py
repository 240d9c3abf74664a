"""Sentences beside the rows of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from ..languages import gettext, ngettext
from ..rules.card_notation import read_card
from ..rules.sheet_plan import SheetPlan
from ..words import FIELDS, and_, card_text, kind_number, sentence


def pile_text(plan: SheetPlan, counts: Mapping[str, int]) -> str:
    """Return why no pile can have these numbers: "Three spades, but only two cards." """
    numbers = {field.key: counts[field.key] for field in plan.fields if field.key in counts}
    for first, second in permutations(numbers.items(), 2):
        if plan.could_be(dict([first, second])):
            continue
        key, number = second
        most = next(field.total for field in plan.fields if field.key == key)
        if any(
            plan.could_be(dict([first, (key, larger)])) for larger in range(number + 1, most + 1)
        ):
            facts = {"many": kind_number(*first), "few": kind_number(*second)}
            if number:
                return sentence(gettext("%(many)s, but only %(few)s.", **facts))
            return sentence(gettext("%(many)s, but %(few)s.", **facts))
    kinds = [kind_number(*number) for number in numbers.items()]
    kinds += [card_text(*field.faces) for field in plan.apart if counts.get(field.key)]
    return gettext("No pile can have %(kinds)s.", kinds=and_(kinds))


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
