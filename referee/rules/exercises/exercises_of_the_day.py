"""The ten exercises of a day, which are the same for everybody and all different."""

from __future__ import annotations

from typing import NamedTuple

from ..games import ruleset
from .difficulty_levels import LEVELS, SEEDS, level_of, seed_at
from .exercise_registry import kinds
from .exercise_type_enum import ExerciseType
from .seeded_random import SeededRandom

TEN = 10
_OF_LEVEL = TEN // len(LEVELS)


class ExerciseName(NamedTuple):
    """The name and the seed that identify an exercise of a game; the name is its type, or the house
    rule that it is about."""

    name: str
    seed: int

    @property
    def level(self) -> int:
        """Return the level of the exercise, from 1 to 5."""
        return level_of(self.seed)


def ten(game: str, day: str) -> tuple[ExerciseName, ...]:
    """Return the exercises of a day, which may be any text, from easy to hard; none for a game
    without exercises.

    The types at each level differ, so that no two exercises are alike. Raises
    :class:`~referee.rules.games.UnknownGame`.
    """
    available = kinds(ruleset(game))
    if len(available) < _OF_LEVEL:
        return ()
    chance = SeededRandom("ten", game, day)
    names: list[ExerciseName] = []
    waiting: list[ExerciseType] = []
    for level in LEVELS:
        of_level: list[ExerciseType] = []
        while len(of_level) < _OF_LEVEL:
            waiting = waiting or chance.shuffled(available)
            kind = next((other for other in waiting if other not in of_level), None)
            if kind is None:  # the remaining types are all in this level
                waiting += chance.shuffled(available)
                continue
            waiting.remove(kind)
            of_level.append(kind)
        of_level.sort(key=available.index)
        names += (ExerciseName(kind, seed_at(level, chance.below(SEEDS))) for kind in of_level)
    return tuple(names)
