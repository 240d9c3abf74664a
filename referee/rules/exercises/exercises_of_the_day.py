"""The ten of a day: the same for everybody, and no two alike."""

from __future__ import annotations

from typing import NamedTuple

from ..games import ruleset
from .exercise import LEVELS, SEEDS, ExerciseType, level_of, seed_at
from .exercise_registry import kinds
from .seeded_random import SeededRandom

TEN = 10
_OF_LEVEL = TEN // len(LEVELS)


class ExerciseName(NamedTuple):
    """What an exercise is found by."""

    kind: ExerciseType
    seed: int

    @property
    def level(self) -> int:
        return level_of(self.seed)


def ten(game: str, day: str) -> tuple[ExerciseName, ...]:
    """The exercises of a day, which may be any text, from easy to hard: at each level different
    kinds, so that no two are alike. Of a game that has no exercises there are none. Raises
    :class:`~referee.rules.games.UnknownGame`."""
    known = kinds(ruleset(game))
    if len(known) < _OF_LEVEL:
        return ()
    chance = SeededRandom("ten", game, day)
    found: list[ExerciseName] = []
    waiting: list[ExerciseType] = []
    for level in LEVELS:
        of_level: list[ExerciseType] = []
        while len(of_level) < _OF_LEVEL:
            waiting = waiting or chance.shuffled(known)
            kind = next((one for one in waiting if one not in of_level), None)
            if kind is None:  # only what the level has already is left of this round
                waiting += chance.shuffled(known)
                continue
            waiting.remove(kind)
            of_level.append(kind)
        of_level.sort(key=known.index)
        found += (ExerciseName(kind, seed_at(level, chance.below(SEEDS))) for kind in of_level)
    return tuple(found)
