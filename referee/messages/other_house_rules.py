"""Sentences on what a verdict would be by other house rules."""

from __future__ import annotations

from collections.abc import Iterator

from ..languages import gettext
from ..rules.presets import ByOtherRules
from ..words import HOUSE_RULES, preset_name


def deciding_text() -> str:
    """Return the heading of the house rules that would change the verdict."""
    return gettext("It hangs on the house rules:")


def preset_side_text(legal: bool | None) -> str:
    """Return the heading of the presets by which a play is legal, illegal, or depends on the
    hand."""
    if legal is None:
        return gettext("It depends on the hand:")
    return gettext("Allowed:") if legal else gettext("Not allowed:")


def other_rules_lines(game: str, others: ByOtherRules) -> Iterator[str]:
    """Yield the house rules that would change a verdict, and the presets on each side; nothing
    where all presets agree with it."""
    if others.presets:
        names = (str(HOUSE_RULES[name].name) for name in others.switches)
        yield f"{deciding_text()} {' · '.join(names)}"
    for legal, presets in others.sides:
        yield f"{preset_side_text(legal)} {' · '.join(preset_name(game, one) for one in presets)}"
