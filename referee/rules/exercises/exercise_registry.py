"""The registry of exercise types: the exercises of each game, and by type the functions that make
an exercise, find its right answers and judge a given one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from typing import NamedTuple

from ..games.casino.judge.play_rules_base import BuildRules
from ..games.krypkasino.card_values_and_points_type import CaptureRules
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
from .difficulty_levels import DifficultyRange
from .exercise_and_answer_types import Answer, Exercise, JudgedAnswer
from .exercise_type_enum import ExerciseType, UnknownExerciseType
from .game_simulation import SimulatedPosition
from .house_rule_exercises import MOST_PLAYS, practised_rules
from .seeded_random import SeededRandom


class _Judging(NamedTuple):
    """The functions that find the right answers to exercises, and that judge an answer."""

    answers: Callable[[Exercise], frozenset[Answer]]
    judge_answer: Callable[[Exercise, Answer], JudgedAnswer]


class RegisteredType(NamedTuple):
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
REGISTRY: Mapping[ExerciseType, RegisteredType] = {
    ExerciseType.TAKE: RegisteredType(
        "capture-everything", _CAPTURES, krypkasino_exercises.ask_take
    ),
    ExerciseType.SWEEP: RegisteredType("sweep", _CAPTURES, krypkasino_exercises.ask_sweep),
    ExerciseType.FORCED: RegisteredType("forced-sweep", _CAPTURES, krypkasino_exercises.ask_forced),
    ExerciseType.COST: RegisteredType("scoring", _CAPTURES, krypkasino_exercises.ask_cost),
    ExerciseType.PAYS: RegisteredType("set-up", _CAPTURES, krypkasino_exercises.ask_pays),
    ExerciseType.MAY: RegisteredType("turn", _BUILDS, build_game_exercises.ask_may),
    ExerciseType.CAN: RegisteredType("taking-numbers", _BUILDS, build_game_exercises.ask_can),
    ExerciseType.TRAIL: RegisteredType("laying", _BUILDS, build_game_exercises.ask_trail),
    ExerciseType.INSIST: RegisteredType("insist", _BUILDS, demand_exercises.ask_insist),
    ExerciseType.PILE: RegisteredType("scoring", _COUNTS, scoring_exercises.ask_pile),
    ExerciseType.MISSING: RegisteredType(
        "scoring", _COUNTS, scoring_exercises.ask_missing, most_plays=1
    ),
    ExerciseType.POINTS: RegisteredType("scoring", _COUNTS),
    ExerciseType.UNDEALT: RegisteredType("deal", _DEALS),
    ExerciseType.WINNER: RegisteredType("session", _WINNERS),
    ExerciseType.TOP: RegisteredType("piles", _BUILDS),
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
    :class:`~.exercise_type_enum.UnknownExerciseType`."""
    kind = next((kind for kind in kinds(rules) if kind == name), None)
    if kind is None:
        raise UnknownExerciseType(name)
    return kind


def clause_of(kind: ExerciseType) -> str:
    """Return the clause that explains an exercise type in the rules of each game that has it."""
    return REGISTRY[kind].clause


def names(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of all exercises of a game: its types, and the house rules that have
    exercises of their own."""
    return (*kinds(rules), *practised_rules(rules.key))


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return all right answers to an exercise, at least one."""
    return REGISTRY[exercise.kind].judging.answers(exercise)


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer to an exercise."""
    return REGISTRY[exercise.kind].judging.judge_answer(exercise, answer)
