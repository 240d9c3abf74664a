"""Sentences on what two sides score where only the difference of their points counts."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, ngettext


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
