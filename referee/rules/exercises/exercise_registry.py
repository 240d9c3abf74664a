"""The registry of exercise types: from a seed to an exercise, and from an answer to its
judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial, singledispatch
from itertools import islice
from typing import NamedTuple

from ..games import ruleset
from ..games.casino.judge.play_rules_base import BuildRules
from ..games.krypkasino.capture_rules_type import CaptureRules
from ..ruleset import Referee, Ruleset
from . import (
    build_game_answers,
    build_game_exercises,
    dealing_exercises,
    demand_exercises,
    krypkasino_answers,
    krypkasino_exercises,
    scoring_exercises,
    winner_exercises,
)
from .difficulty_levels import DifficultyRange, level_of, wanted_difficulty
from .exercise_and_answer_types import Answer, Exercise, JudgedAnswer
from .exercise_type_enum import ExerciseType, UnknownExerciseType
from .game_simulation import SimulatedPosition, simulated_positions
from .house_rule_exercises import (
    MOST_PLAYS,
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


class _Judging(NamedTuple):
    """The functions that find the right answers to exercises, and that judge an answer."""

    answers: Callable[[Exercise], frozenset[Answer]]
    judge_answer: Callable[[Exercise, Answer], JudgedAnswer]


class _RegisteredType(NamedTuple):
    """An exercise type: the ``clause`` of the rules that it is about, and how answers are judged.
    ``ask`` makes an exercise from a position, and is None where only house rules ask."""

    clause: str
    judging: _Judging
    ask: Callable[[SimulatedPosition, SeededRandom, DifficultyRange], Exercise | None] | None = None
    most_plays: int = MOST_PLAYS


_CAPTURES = _Judging(krypkasino_answers.answers, krypkasino_answers.judge_answer)
_BUILDS = _Judging(build_game_answers.answers, build_game_answers.judge_answer)
_COUNTS = _Judging(scoring_exercises.answers, scoring_exercises.judge_answer)
_DEALS = _Judging(dealing_exercises.answers, dealing_exercises.judge_answer)
_WINNERS = _Judging(winner_exercises.answers, winner_exercises.judge_answer)
_KINDS: Mapping[ExerciseType, _RegisteredType] = {
    ExerciseType.TAKE: _RegisteredType(
        "capture-everything", _CAPTURES, krypkasino_exercises.ask_take
    ),
    ExerciseType.SWEEP: _RegisteredType("sweep", _CAPTURES, krypkasino_exercises.ask_sweep),
    ExerciseType.FORCED: _RegisteredType(
        "forced-sweep", _CAPTURES, krypkasino_exercises.ask_forced
    ),
    ExerciseType.COST: _RegisteredType("scoring", _CAPTURES, krypkasino_exercises.ask_cost),
    ExerciseType.PAYS: _RegisteredType("set-up", _CAPTURES, krypkasino_exercises.ask_pays),
    ExerciseType.MAY: _RegisteredType("turn", _BUILDS, build_game_exercises.ask_may),
    ExerciseType.CAN: _RegisteredType("taking-numbers", _BUILDS, build_game_exercises.ask_can),
    ExerciseType.TRAIL: _RegisteredType("laying", _BUILDS, build_game_exercises.ask_trail),
    ExerciseType.INSIST: _RegisteredType("insist", _BUILDS, demand_exercises.ask_insist),
    ExerciseType.PILE: _RegisteredType("scoring", _COUNTS, scoring_exercises.ask_pile),
    ExerciseType.MISSING: _RegisteredType(
        "scoring", _COUNTS, scoring_exercises.ask_missing, most_plays=1
    ),
    ExerciseType.POINTS: _RegisteredType("scoring", _COUNTS),
    ExerciseType.UNDEALT: _RegisteredType("deal", _DEALS),
    ExerciseType.WINNER: _RegisteredType("session", _WINNERS),
    ExerciseType.TOP: _RegisteredType("piles", _BUILDS),
}
_COUNTING = (ExerciseType.PILE, ExerciseType.MISSING)


@singledispatch
def _of_referee(_referee: Referee | None) -> tuple[ExerciseType, ...]:
    """Return the exercise types about plays, by the kind of referee."""
    return ()


@_of_referee.register
def _(_referee: CaptureRules) -> tuple[ExerciseType, ...]:
    """Return the exercise types about captures that must be made."""
    return (
        ExerciseType.TAKE,
        ExerciseType.FORCED,
        ExerciseType.SWEEP,
        ExerciseType.COST,
        ExerciseType.PAYS,
    )


@_of_referee.register
def _(referee: BuildRules) -> tuple[ExerciseType, ...]:
    """Return the exercise types about plays with builds."""
    of_builds = (ExerciseType.TRAIL,) if referee.makes_builds else ()
    insist = (ExerciseType.INSIST,) if referee.insists else ()
    return ExerciseType.CAN, ExerciseType.MAY, *of_builds, *insist


def kinds(rules: Ruleset) -> tuple[ExerciseType, ...]:
    """Return the exercise types of a game, the first to learn first; none for a game that cannot be
    followed, since it cannot be simulated."""
    return () if rules.engine is None else (*_of_referee(rules.referee), *_COUNTING)


def type_named(rules: Ruleset, name: str) -> ExerciseType:
    """Return the exercise type of a game with a name. Raises
    :class:`~.exercise_type.UnknownExerciseType`."""
    kind = next((kind for kind in kinds(rules) if kind == name), None)
    if kind is None:
        raise UnknownExerciseType(name)
    return kind


def clause_of(kind: ExerciseType) -> str:
    """Return the clause that explains an exercise type in the rules of each game that has it."""
    return _KINDS[kind].clause


def names(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of all exercises of a game: its types, and the house rules that have
    exercises of their own."""
    return (*kinds(rules), *practised_rules(rules.key))


@lru_cache(maxsize=256)
def make(game: str, name: str, seed: int) -> Exercise:
    """Return the exercise of a seed, which is always the same; the name is a type or a house rule.
    Raises :class:`~referee.rules.games.UnknownGame`,
    :class:`~.exercise_type.UnknownExerciseType` and :class:`~.difficulty_levels.NoSuchSeed`."""
    rules = ruleset(game)
    if name in practised_rules(game):
        pair = rule_pair(game, name)
        ask, most_plays = partial(_ask_about_rule, pair), most_plays_of(pair)
    else:
        kind = type_named(rules, name)
        pair, registered = None, _KINDS[kind]
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
    ask = _KINDS[kind].ask
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


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return all right answers to an exercise, at least one."""
    return _KINDS[exercise.kind].judging.answers(exercise)


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer to an exercise."""
    return _KINDS[exercise.kind].judging.judge_answer(exercise, answer)
