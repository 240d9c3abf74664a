"""Statistics of the followed games of a group, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import ngettext

if TYPE_CHECKING:  # the pages without a database need none of this
    from ..services.group_overview import FollowedGamesSummary


def followed_text(followed: FollowedGamesSummary) -> str:
    """Return the statistics of followed games in sentences; bluffs without the names of the
    players."""
    games = ngettext(
        "%(num)d game was followed to its end.",
        "%(num)d games were followed to their end.",
        followed.games,
    )
    lost = ngettext(
        "Opponents took %(lost)d of %(num)d build.",
        "Opponents took %(lost)d of %(num)d builds.",
        followed.built,
        lost=followed.lost,
    )
    if not followed.built:
        return games
    if not followed.bluffs:
        return f"{games} {lost}"
    bluffs = ngettext("%(num)d bluff came out.", "%(num)d bluffs came out.", followed.bluffs)
    return f"{games} {lost} {bluffs}"
