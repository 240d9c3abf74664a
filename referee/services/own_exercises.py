"""Exercises from a group's own game: what it missed, and the plays that cost most."""

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from ..rules.playing.game_analysis import Finding
from . import game_findings, group_missed_plays
from .access import Access
from .names import GameId
from .refusals import Conflict, NoPlayersYet, NotAccessible

MOST = 3
"""The number of exercises from a game."""


class OwnExercise(NamedTuple):
    """An exercise from a game: about ``missed``, the number of a missed play, or about ``dear``,
    the entry of a play that cost much. The other one is None."""

    missed: int | None = None
    dear: int | None = None


def own_exercises(access: Access, game_id: GameId) -> tuple[OwnExercise, ...]:
    """Return the exercises from a followed game, at most :data:`MOST`: missed plays and dear ones
    by turns, the latest and the dearest first. Plays that were not looked at yet give none.

    Raises :class:`.NotAccessible`.
    """
    missed = [OwnExercise(missed=which) for which in _missed(access, game_id)]
    dear = [OwnExercise(dear=finding.seq) for finding in _dear(access, game_id)]
    by_turns = chain.from_iterable(zip_longest(missed, dear))
    return tuple(exercise for exercise in by_turns if exercise is not None)[:MOST]


def _missed(access: Access, game_id: GameId) -> Sequence[int]:
    page = group_missed_plays.read_game_page(access, game_id)
    return [play.place.which for play in page.plays]


def _dear(access: Access, game_id: GameId) -> Sequence[Finding]:
    """Return the dear plays of all seats, the dearest first; none of a game that is not analysed,
    or is not over."""
    try:
        game = game_findings.read(access, game_id)
    except NotAccessible:
        raise
    except (NoPlayersYet, Conflict):
        return ()
    entries = {seq for of_seat in game.dearest.values() for seq in of_seat}
    dear = [finding for finding in game.findings if finding.seq in entries]
    return sorted(dear, key=lambda finding: -finding.loss)
