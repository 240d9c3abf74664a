"""The difficulty of exercises, and the levels: their seeds, and the difficulties that each has, set
so that each comes about equally often in play."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from ..error_bases import Impossible
from ..ruleset import Ruleset
from .exercise_type_enum import ExerciseType


class NoSuchSeed(Impossible):
    """A number that is no seed of an exercise."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"no exercise {seed}")
        self.seed = seed


class Difficulty(NamedTuple):
    """The difficulty of an exercise: the number of ``cards`` to look at, of ``choices`` to decide
    between, and of ``clauses`` of the rules that decide, each of which counts as much as two
    cards."""

    cards: int
    choices: int
    clauses: int

    @property
    def number(self) -> int:
        """Return the difficulty as one number."""
        return self.cards + self.choices + 2 * self.clauses


SEEDS = 100_000
LEVELS = (1, 2, 3, 4, 5)
"""The levels of exercises, which are the first digits of their seeds."""


def level_of(seed: int) -> int:
    """Return the level of a seed, its first digit. Raises :class:`NoSuchSeed`."""
    if not LEVELS[0] * SEEDS <= seed < (LEVELS[-1] + 1) * SEEDS:
        raise NoSuchSeed(seed)
    return seed // SEEDS


def seed_at(level: int, number: int) -> int:
    """Return the seed with a number at a level; the number may be any."""
    return level * SEEDS + number % SEEDS


LevelBounds = tuple[int, int, int, int]
"""The difficulty at which the second level begins, the third, the fourth and the fifth."""

_EDGES: Mapping[ExerciseType, LevelBounds] = {
    ExerciseType.TAKE: (7, 8, 10, 12),
    ExerciseType.FORCED: (10, 12, 14, 17),
    ExerciseType.SWEEP: (7, 8, 9, 10),
    ExerciseType.COST: (6, 7, 9, 11),
    ExerciseType.PAYS: (10, 11, 12, 13),
    ExerciseType.MAY: (7, 8, 9, 11),
    ExerciseType.CAN: (8, 9, 10, 12),
    ExerciseType.TRAIL: (7, 9, 11, 12),
    ExerciseType.INSIST: (11, 12, 13, 14),
    ExerciseType.PILE: (8, 10, 12, 15),
    ExerciseType.MISSING: (15, 17, 19, 21),
    ExerciseType.POINTS: (10, 12, 14, 16),
    ExerciseType.UNDEALT: (5, 7, 9, 11),
    ExerciseType.TOP: (6, 8, 9, 10),
    ExerciseType.WINNER: (10, 12, 14, 16),
}
_OF_LARGE_HANDS: Mapping[ExerciseType, LevelBounds] = {
    ExerciseType.MAY: (6, 8, 9, 11),
    ExerciseType.CAN: (7, 8, 9, 10),
    ExerciseType.TRAIL: (10, 11, 13, 15),
}
"""The levels for games that deal large hands: less lies on the table, and each card of a hand is
asked about."""
_OF_LARGEST_HANDS: Mapping[ExerciseType, LevelBounds] = {
    **_OF_LARGE_HANDS,
    ExerciseType.TRAIL: (14, 16, 18, 20),
}
_LARGE_HAND, _LARGEST_HAND = 7, 14
_BEYOND_ALL = 1000


def level_bounds(rules: Ruleset, kind: ExerciseType) -> LevelBounds:
    """Return the difficulties at which the levels of an exercise type begin in a game."""
    largest = max(plan.hand_size(1) for plan in rules.seating.deal_plans.values())
    by_hand = _OF_LARGEST_HANDS if largest >= _LARGEST_HAND else _OF_LARGE_HANDS
    bounds = by_hand.get(kind) if largest >= _LARGE_HAND else None
    return bounds or _EDGES[kind]


class DifficultyRange(NamedTuple):
    """The difficulties that an exercise may have, from ``least`` to below ``beyond``, for a
    seed."""

    seed: int
    least: int
    beyond: int

    def has(self, difficulty: Difficulty) -> bool:
        """Return whether a difficulty is in the range."""
        return self.least <= difficulty.number < self.beyond

    def may_have(self, least: int, most: int = _BEYOND_ALL) -> bool:
        """Return whether a difficulty between ``least`` and ``most`` can be in the range."""
        return least < self.beyond and self.least <= most


def wanted_difficulty(
    rules: Ruleset, kind: ExerciseType, seed: int, slack: int = 0
) -> DifficultyRange:
    """Return the range of difficulty for the level of a seed, widened by ``slack`` at both ends.
    Raises :class:`NoSuchSeed`."""
    of_levels = tuple(pairwise((0, *level_bounds(rules, kind), _BEYOND_ALL)))
    least, beyond = of_levels[level_of(seed) - 1]
    return DifficultyRange(seed, least - slack, beyond + slack)
