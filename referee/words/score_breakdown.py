"""Texts on what points and scores are made of, as players say it."""

from __future__ import annotations

from collections.abc import Mapping

from ..languages import gettext, pgettext
from ..rules.scoring import Score
from ..rules.sheet_plan import SheetPlan
from .lists_and_sentences import sentence
from .number_format import added_text
from .score_names import ITEM_NAMES, item_text


def points_text(sheet: SheetPlan, points: Mapping[str, int]) -> str:
    """Return what the points of several games were for: "Most cards 9 · aces 4 · sweeps 2".

    ``points`` are by score item. A house rule may have added items that the ``sheet`` lacks.
    """
    names = {item.key: item_text(item) for item in sheet.items}
    others = {key: str(ITEM_NAMES[key]) for key in points if key not in names and key in ITEM_NAMES}
    named_points = ((name, points.get(key, 0)) for key, name in (names | others).items())
    return sentence(" · ".join(f"{name} {number}" for name, number in named_points if number))


def items_text(sheet: SheetPlan, score: Score, *, counted: bool = True, after: str = "") -> str:
    """Return what a score is made of: "Own sweeps +5 · set up for Bo −10 · cards +13".

    The options are those of :func:`item_points`. Empty where only the whole score was entered.
    """
    return sentence(" · ".join(item_points(sheet, score, counted=counted, after=after)))


def item_points(
    sheet: SheetPlan, score: Score, *, counted: bool = True, after: str = ""
) -> list[str]:
    """Return the items of a score with their points: "own sweeps +5", "cards +13".

    ``counted``: the cards have been counted. ``after`` is the name of the player who plays next, if
    that is known.
    """
    items = score.items or {}
    if not sheet.sweeps_are_paid:
        scored = [(item_text(item), items.get(item.key, 0)) for item in sheet.items]
        return [f"{name} {points}" for name, points in scored if points]
    after = after or pgettext("set up for", "the next player")
    texts = []
    if items["sweeps"]:
        texts.append(gettext("own sweeps %(points)s", points=added_text(items["sweeps"])))
    if points := items["set_ups"]:
        texts.append(
            gettext("set up for %(name)s %(points)s", name=after, points=added_text(points))
        )
    if counted:
        texts.append(gettext("cards %(points)s", points=added_text(items["cards"])))
    if points := items["last_capture"]:
        texts.append(gettext("last capture %(points)s", points=added_text(points)))
    return texts
