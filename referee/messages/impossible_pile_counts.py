"""Sentences on why no pile can have the numbers that were entered."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from ..languages import gettext
from ..rules.possible_totals_and_piles import pile_exists
from ..rules.sheet_plan import SheetPlan
from ..words import and_, card_text, kind_numbers, sentence


def pile_text(plan: SheetPlan, counts: Mapping[str, int]) -> str:
    """Return why no pile can have these numbers: "Three spades, but only two cards." """
    numbers = {field.key: counts[field.key] for field in plan.fields if field.key in counts}
    for first, second in permutations(numbers.items(), 2):
        if pile_exists(plan, dict([first, second])):
            continue
        key, number = second
        most = next(field.total for field in plan.fields if field.key == key)
        if any(
            pile_exists(plan, dict([first, (key, larger)]))
            for larger in range(number + 1, most + 1)
        ):
            facts = dict(zip(("many", "few"), kind_numbers(dict([first, second])), strict=True))
            if number:
                return sentence(gettext("%(many)s, but only %(few)s.", **facts))
            return sentence(gettext("%(many)s, but %(few)s.", **facts))
    kinds = kind_numbers(numbers)
    kinds += [card_text(*field.faces) for field in plan.apart if counts.get(field.key)]
    return gettext("No pile can have %(kinds)s.", kinds=and_(kinds))
