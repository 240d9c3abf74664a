"""Score items with their points, as texts: what counts, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ..languages import gettext, ngettext
from ..rules.possible_totals_and_piles import sum_at_tie
from ..rules.ruleset import Ruleset
from ..rules.score_items import (
    LAST,
    MARKERS,
    ContestedPoints,
    PointsForMost,
    PointsFromCount,
    PointsPerCard,
    PointsPerCardOver,
    ScoreItem,
)
from ..rules.sheet_plan import CountedField, SheetPlan
from ..words import FIELDS, card_text, item_text, kind_number
from .sweep_scoring_rules import sweeps_off_text


def at_once_text(rules: Ruleset) -> str:
    """Return what counts at once for a claim: "27 cards = 3 · seven spades = 1"."""
    plan = rules.sheet.for_claims
    at_once = [
        item for item in plan.items if not (isinstance(item, PointsPerCard) and LAST in item.points)
    ]
    return _listed(_worths(plan, at_once))


def worth_text(rules: Ruleset, units: int) -> str:
    """Return what scores among so many sides, in one line: "10♦ = 3 · 2♠ = 2 · … · Other aces =
    1"."""
    items = [
        item
        for item in rules.sheet.items
        if not isinstance(item, ContestedPoints) or item.has_contest(units)
    ]
    worths = _worths(rules.sheet, items)
    if rules.sheet.sweeps_are_paid:
        worths.append((gettext("a card face up"), rules.sheet.worths[MARKERS]))
    kinds = _listed(worths)
    if rules.sheet.whole_score_said:
        return gettext("What counts: %(kinds)s", kinds=kinds)
    return gettext("What a card counts: %(kinds)s", kinds=kinds)


def carried_texts(rules: Ruleset) -> list[str]:
    """Return a sentence for each change that earlier games of the session make to the score of this
    one, which ``rules`` carry: points left by ties, sweeps that no longer score. Empty for none."""
    items = {item.key: item for item in rules.sheet.items}
    texts = [
        ngettext(
            "From a tie before, %(num)d point more for %(most)s.",
            "From ties before, %(num)d points more for %(most)s.",
            points,
            most=item_text(items[key]),
        )
        for key, points in rules.carried.rolled
    ]
    off = sweeps_off_text(rules)
    return [*texts, off] if off else texts


def scoring_table(plan: SheetPlan) -> list[tuple[str, int]]:
    """Return the scoring cards and counts with their points, as rows of the table in the rules."""
    rows = []
    for item in plan.items:
        if isinstance(item, PointsForMost):
            rows.append((item_text(item), item.points))
        elif isinstance(item, PointsFromCount):
            cards = kind_number(item.field, item.least)
            rows.append((gettext("each player with %(cards)s or more", cards=cards), item.points))
        elif isinstance(item, PointsPerCard):
            keys = [field.key for field in plan.fields if field.key in item.points]
            rows += [(str(FIELDS[key].each), item.points[key]) for key in keys]
    return rows


def sums_at_ties(plan: SheetPlan, *sides: int) -> list[tuple[str, list[int | None]]]:
    """Return the expected total at each tie, a row each, with a column for each number of sides.

    The first row is without ties. None stands for a tie that cannot happen with so many sides.
    """
    alone = [item for item in plan.items if isinstance(item, PointsForMost) and not item.tied]
    rows = []
    for number in range(len(alone) + 1):
        for tied in reversed(list(combinations(alone, number))):
            names = [item_text(item) for item in tied]
            name = gettext("both") if number > 1 else names[0] if names else gettext("nothing")
            rows.append((name, [sum_at_tie(plan, tied, units) for units in sides]))
    return rows


def _worths(plan: SheetPlan, items: Iterable[ScoreItem]) -> list[tuple[str, object]]:
    """Return the names of scoring items with their points.

    Sweeps and the last capture are left out where they are entered apart from the cards.
    """
    worths: list[tuple[str, object]] = []
    for item in items:
        if isinstance(item, PointsForMost) and item.tied:
            shared = gettext("%(points)d, shared %(tied)d", points=item.points, tied=item.tied)
            worths.append((item_text(item), shared))
        elif isinstance(item, PointsForMost | PointsFromCount | PointsPerCardOver):
            worths += [(item_text(item), item.points)] if item.points else []
        elif isinstance(item, PointsPerCard):
            fields = [field for field in plan.fields if field.key in item.points]
            worths += [(_label(field, plan), item.points[field.key]) for field in fields]
            if plan.whole_score_said and not fields and any(item.points.values()):
                worths.append((item_text(item), max(item.points.values())))
    return worths


def _listed(worths: Sequence[tuple[str, object]]) -> str:
    """Return names with their points, side by side: "10♦ = 3 · 2♠ = 2"."""
    nbsp = "\N{NO-BREAK SPACE}"
    return " · ".join(f"{name}{nbsp}={nbsp}{points}" for name, points in worths)


def _label(field: CountedField, plan: SheetPlan) -> str:
    if len(field.faces) == 1:
        return card_text(*field.faces)
    words = FIELDS[field.key]
    return str(words.each if plan.whole_score_said else words.label)
