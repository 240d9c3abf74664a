"""Exercises made from seeds: the same seed makes the same exercise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice

from ..games import ruleset
from ..ruleset import Ruleset
from .difficulty_levels import level_of, wanted_difficulty
from .exercise_and_answer_types import Exercise
from .exercise_registry import REGISTRY, type_named
from .exercise_type_enum import ExerciseType
from .game_simulation import SimulatedPosition, simulated_positions
from .house_rule_exercises import (
    RangeOf,
    RulePair,
    ask_about_rule,
    most_plays_of,
    practised_rules,
    rule_pair,
)
from .seeded_random import SeededRandom

_ENOUGH, _ENOUGH_MORE = 45, 5
"""The number of positions after which the range of difficulty is widened by 1, and the number
between further widenings."""
_OF_RULES = 2
"""The number of positions between widenings for a house rule, which decides in few of them."""


@lru_cache(maxsize=256)
def make(game: str, name: str, seed: int) -> Exercise:
    """Return the exercise of a seed, which is always the same; the name is a type or a house rule.
    Raises :class:`~referee.rules.games.UnknownGame`,
    :class:`~.exercise_type_enum.UnknownExerciseType` and
    :class:`~.difficulty_levels.NoSuchSeed`."""
    rules = ruleset(game)
    if name in practised_rules(game):
        pair = rule_pair(game, name)
        ask, most_plays = partial(_ask_about_rule, pair), most_plays_of(pair)
    else:
        kind = type_named(rules, name)
        pair, registered = None, REGISTRY[kind]
        ask, most_plays = partial(_ask_type, kind), registered.most_plays
    level_of(seed)
    chance = SeededRandom(game, name, seed)
    simulated_games = _simulated_positions(pair.on if pair else rules, most_plays, chance)
    for number, simulated in enumerate(simulated_games):
        slack = number // _OF_RULES if pair else max(0, number - _ENOUGH) // _ENOUGH_MORE
        exercise = ask(simulated, chance, partial(wanted_difficulty, rules, seed=seed, slack=slack))
        if exercise is not None:
            return exercise
    raise AssertionError("games follow each other without end")


def _ask_type(
    kind: ExerciseType, simulated: SimulatedPosition, chance: SeededRandom, range_of: RangeOf
) -> Exercise | None:
    """Return an exercise of a type; None if none fits."""
    ask = REGISTRY[kind].ask
    return None if ask is None else ask(simulated, chance, range_of(kind))


def _ask_about_rule(
    pair: RulePair, simulated: SimulatedPosition, chance: SeededRandom, range_of: RangeOf
) -> Exercise | None:
    """Return an exercise about a house rule; None if none fits."""
    return ask_about_rule(simulated, chance, range_of, pair)


def _simulated_positions(
    rules: Ruleset, most_plays: int, chance: SeededRandom
) -> Iterator[SimulatedPosition]:
    """Yield the first positions of one simulated game after another, without end."""
    while True:
        yield from islice(simulated_positions(rules, chance), most_plays)
