"""Statistics of the builds of a followed game (#taking-builds)."""

from __future__ import annotations

from collections.abc import Sequence

from ....applied_event import AppliedEvent
from ....events import Played
from ....game_engine_interface import BuildStatistics
from ....irregularities import IrregularityKind
from ....table_and_builds import Build
from .bluffs import is_same_build
from .game_state import BuildGameState, build_game_state

_BLUFFS = (IrregularityKind.NO_HOLDER, IrregularityKind.KEEP_CARD)


def build_statistics(steps: Sequence[AppliedEvent], players: int) -> BuildStatistics:
    """Return the number of builds that each seat made, the number that each seat captured of each,
    and the number of bluffs. A build is the same one while it keeps its value and owner."""
    built = [0] * players
    taken = [[0] * players for _ in range(players)]
    for step in steps:
        if step.before is None or step.seat is None or not isinstance(step.event, Played):
            continue
        before, after = build_game_state(step.before), build_game_state(step.state)
        builds = after.builds or after.rest.builds
        for build in builds:
            if build.owner is not None and not any(
                is_same_build(earlier, build) for earlier in before.builds
            ):
                built[build.owner] += 1
        for build in before.builds:
            if build.owner is not None and _took(build, step.seat, before, after):
                taken[build.owner][step.seat] += 1
    bluffs = sum(
        irregularity.kind in _BLUFFS for step in steps for irregularity in step.irregularities
    )
    return BuildStatistics(tuple(built), tuple(map(tuple, taken)), bluffs)


def _took(build: Build, seat: int, before: BuildGameState, after: BuildGameState) -> bool:
    """Return whether a play of a seat captured a build. Nobody captures what is left at the end."""
    if set(build.cards) <= set(after.rest.cards):
        return False
    return set(build.cards) <= set(after.piles[before.pile_seats[seat]].cards)
