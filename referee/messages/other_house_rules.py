"""Sentences on what a verdict would be by other house rules."""

from __future__ import annotations

from collections.abc import Iterator

from ..languages import gettext
from ..rules.verdict_by_other_rules_type import ByOtherRules
from ..words import HOUSE_RULES, preset_name


def deciding_text() -> str:
    """Return the heading of the house rules that would change the verdict."""
    return gettext("It hangs on the house rules:")


def preset_texts(game: str, others: ByOtherRules) -> list[str]:
    """Return the presets on each side of a verdict: by which a play is legal, illegal, or depends
    on the hand; empty where all agree with it."""
    headings = {
        True: gettext("Allowed:"),
        False: gettext("Not allowed:"),
        None: gettext("It depends on the hand:"),
    }
    return [
        f"{headings[legal]} {' · '.join(preset_name(game, preset) for preset in presets)}"
        for legal, presets in others.sides
    ]


def other_rules_lines(game: str, others: ByOtherRules) -> Iterator[str]:
    """Yield the house rules that would change a verdict, and the presets on each side; nothing
    where all presets agree with it."""
    if others.presets:
        names = (str(HOUSE_RULES[name].name) for name in others.switches)
        yield f"{deciding_text()} {' · '.join(names)}"
        yield from preset_texts(game, others)
