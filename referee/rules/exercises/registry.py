"""Registry of exercise types, and exercises by seed and by day."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..games import ruleset
from ..playing.simulation import SeededRandom, SimulatedPosition, simulated_positions
from ..ruleset import Ruleset
from . import (
    best_play_exercises,
    build_play_exercises,
    capture_exercises,
    course_exercises,
    duty_exercises,
    score_exercises,
    seat_exercises,
)
from .build_exercises import TOP
from .exercise import (
    LEVELS,
    SEEDS,
    DifficultyRange,
    Draft,
    Exercise,
    ExerciseType,
    UnknownExerciseType,
    level_of,
    seed_at,
)
from .habits import Screen
from .house_rule_exercises import (
    RulePair,
    about_rule,
    most_plays_of,
    practised_rules,
    rule_pair,
)
from .own_positions import read_own

TYPES: Mapping[str, ExerciseType] = {
    kind.name: kind
    for kind in (
        *capture_exercises.TYPES,
        *build_play_exercises.TYPES,
        TOP,
        *duty_exercises.TYPES,
        *course_exercises.TYPES,
        *score_exercises.TYPES,
        *seat_exercises.TYPES,
        *best_play_exercises.TYPES,
    )
}
"""All types of exercises by name; of each game the first to learn first."""


def kinds(rules: Ruleset) -> tuple[ExerciseType, ...]:
    """Return the exercise types of a game, the first to learn first; none for a game that cannot be
    followed, since it cannot be simulated."""
    if rules.engine is None:
        return ()
    return tuple(kind for kind in TYPES.values() if kind.is_in(rules))


def has_exercises(rules: Ruleset, name: str) -> bool:
    """Return whether a game has exercises of a name: of a type, or about a house rule."""
    kind = TYPES.get(name)
    if kind is not None:
        return rules.engine is not None and kind.is_in(rules)
    return name in practised_rules(rules.key)


_ENOUGH, _ENOUGH_MORE = 8, 4
"""The number of positions after which the range of difficulty is widened by 1, and the number
between further widenings."""
_MOST_SCREENED, _MOST_SCREENED_OF_RULES = 300, 40
"""The numbers of positions after which any answer will do, whatever habit finds it: so that every
seed has an exercise within a bounded time. House rules decide in few positions."""
_NOTHING_ABOUT_RULES = 0.8
"""The share of the exercises about a house rule that a habit may solve in which nothing is the
answer."""
_OF_RULES = 2
"""The number of positions between widenings for a house rule, which decides in few of them."""


@lru_cache(maxsize=256)
def make(game: str, name: str, seed: int | str) -> Exercise:
    """Return the exercise of a seed, which is always the same, or of a position of somebody's own
    game as text; the name is a type or a house rule. Raises :class:`.UnknownGame`,
    :class:`~.exercise.UnknownExerciseType` and :class:`~.exercise.NoSuchSeed`."""
    rules = ruleset(game)
    if not has_exercises(rules, name):
        raise UnknownExerciseType(name)
    if isinstance(seed, str):
        return read_own(game, name, seed)
    level = level_of(seed)
    chance = SeededRandom(game, name, seed)
    if name not in TYPES:
        return _about_rule(rules, rule_pair(game, name), seed, chance)
    kind = TYPES[name]
    screen = Screen(game, name, level, seed % SEEDS, kind.nothing)
    for number, simulated in enumerate(kind.positions(rules, seed, chance)):
        slack = max(0, number - _ENOUGH) // _ENOUGH_MORE
        wanted = kind.wanted_difficulty(rules, seed, slack)
        screened = _screen_after(number, _MOST_SCREENED, screen)
        for exercise in kind.candidates(Draft(simulated, chance, wanted, screened)):
            if exercise.passes(screened):
                return exercise
    raise AssertionError("games follow each other without end")


def _about_rule(rules: Ruleset, pair: RulePair, seed: int, chance: SeededRandom) -> Exercise:
    screen = Screen(rules.key, pair.rule, level_of(seed), seed % SEEDS, _NOTHING_ABOUT_RULES)
    for number, simulated in enumerate(_simulated_positions(pair.on, most_plays_of(pair), chance)):

        def wanted(kind: ExerciseType, slack: int = number // _OF_RULES) -> DifficultyRange:
            return kind.wanted_difficulty(rules, seed, slack)

        screened = _screen_after(number, _MOST_SCREENED_OF_RULES, screen)
        for exercise in about_rule(simulated, chance, wanted, screened, pair):
            if exercise.passes(screened):
                return exercise
    raise AssertionError("games follow each other without end")


def _screen_after(number: int, most: int, screen: Screen) -> Screen:
    """Return the screen for an exercise that was looked for in a number of positions, out of the
    most that are screened strictly."""
    return screen if number < most else screen.relax(turned=number >= 2 * most)


def _simulated_positions(
    rules: Ruleset, most_plays: int, chance: SeededRandom
) -> Iterator[SimulatedPosition]:
    """Yield the first positions of one simulated game after another, without end."""
    while True:
        yield from islice(simulated_positions(rules, chance), most_plays)


TEN = 10
_OF_LEVEL = TEN // len(LEVELS)


class ExerciseName(NamedTuple):
    """The name and the seed that identify an exercise of a game; the name is its type, or the house
    rule that it is about. The seed may be a position of somebody's own game as text."""

    name: str
    seed: int | str

    @property
    def level(self) -> int:
        """Return the level of the exercise, from 1 to 5; 0 for one from somebody's own game."""
        return level_of(self.seed) if isinstance(self.seed, int) else 0


def ten(game: str, day: str) -> tuple[ExerciseName, ...]:
    """Return the exercises of a day, which may be any text, from easy to hard; none for a game
    without exercises.

    The types at each level differ, so that no two exercises are alike. Raises
    :class:`.UnknownGame`.
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
        names += (ExerciseName(kind.name, seed_at(level, chance.below(SEEDS))) for kind in of_level)
    return tuple(names)
