"""The registry of exercise types: from a seed to an exercise, and from an answer to its
judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, singledispatch
from itertools import islice
from typing import NamedTuple

from ..games import ruleset
from ..games.casino.judge.build_rules_base import BuildRules
from ..games.krypkasino.capture_ruleset import CaptureRules
from ..ruleset import Referee, Ruleset
from . import (
    build_answers,
    build_exercises,
    capture_exercises,
    demand_exercises,
    scoring_exercises,
)
from .difficulty_levels import DifficultyRange, wanted_difficulty
from .exercise import Answer, Exercise, ExerciseType, JudgedAnswer, UnknownExerciseType, level_of
from .game_simulation import SimulatedPosition, simulated_positions
from .seeded_random import SeededRandom

_MOST_PLAYS = 16
"""The number of plays of a simulated game that are used; later positions are alike."""
_ENOUGH, _ENOUGH_MORE = 45, 5
"""The number of positions after which the range of difficulty is widened by 1, and the number
between further widenings."""


class _RegisteredType(NamedTuple):
    """The functions that make an exercise type and judge its answers, and the ``clause`` of the
    rules that it is about."""

    clause: str
    ask: Callable[[SimulatedPosition, SeededRandom, DifficultyRange], Exercise | None]
    answers: Callable[[Exercise], frozenset[Answer]]
    judge_answer: Callable[[Exercise, Answer], JudgedAnswer]
    most_plays: int = _MOST_PLAYS


_KINDS: Mapping[ExerciseType, _RegisteredType] = {
    ExerciseType.TAKE: _RegisteredType(
        "capture-everything",
        capture_exercises.ask_take,
        capture_exercises.answers,
        capture_exercises.judge_answer,
    ),
    ExerciseType.SWEEP: _RegisteredType(
        "sweep",
        capture_exercises.ask_sweep,
        capture_exercises.answers,
        capture_exercises.judge_answer,
    ),
    ExerciseType.FORCED: _RegisteredType(
        "forced-sweep",
        capture_exercises.ask_forced,
        capture_exercises.answers,
        capture_exercises.judge_answer,
    ),
    ExerciseType.COST: _RegisteredType(
        "scoring",
        capture_exercises.ask_cost,
        capture_exercises.answers,
        capture_exercises.judge_answer,
    ),
    ExerciseType.PAYS: _RegisteredType(
        "set-up",
        capture_exercises.ask_pays,
        capture_exercises.answers,
        capture_exercises.judge_answer,
    ),
    ExerciseType.MAY: _RegisteredType(
        "turn", build_exercises.ask_may, build_answers.answers, build_answers.judge_answer
    ),
    ExerciseType.CAN: _RegisteredType(
        "taking-numbers", build_exercises.ask_can, build_answers.answers, build_answers.judge_answer
    ),
    ExerciseType.TRAIL: _RegisteredType(
        "laying", build_exercises.ask_trail, build_answers.answers, build_answers.judge_answer
    ),
    ExerciseType.INSIST: _RegisteredType(
        "insist", demand_exercises.ask_insist, build_answers.answers, build_answers.judge_answer
    ),
    ExerciseType.PILE: _RegisteredType(
        "scoring",
        scoring_exercises.ask_pile,
        scoring_exercises.answers,
        scoring_exercises.judge_answer,
    ),
    ExerciseType.MISSING: _RegisteredType(
        "scoring",
        scoring_exercises.ask_missing,
        scoring_exercises.answers,
        scoring_exercises.judge_answer,
        most_plays=1,
    ),
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
    :class:`~.exercise.UnknownExerciseType`."""
    kind = next((kind for kind in kinds(rules) if kind == name), None)
    if kind is None:
        raise UnknownExerciseType(name)
    return kind


def clause_of(kind: ExerciseType) -> str:
    """Return the clause that explains an exercise type in the rules of each game that has it."""
    return _KINDS[kind].clause


@lru_cache(maxsize=256)
def make(game: str, kind: str, seed: int) -> Exercise:
    """Return the exercise of a seed, which is always the same. Raises
    :class:`~referee.rules.games.UnknownGame`, :class:`~.exercise.UnknownExerciseType` and
    :class:`~.exercise.NoSuchSeed`."""
    rules = ruleset(game)
    exercise_type = type_named(rules, kind)
    level_of(seed)
    registered, chance = _KINDS[exercise_type], SeededRandom(game, kind, seed)
    for number, simulated in enumerate(_simulated_positions(rules, registered, chance)):
        slack = max(0, number - _ENOUGH) // _ENOUGH_MORE
        exercise = registered.ask(
            simulated, chance, wanted_difficulty(rules, exercise_type, seed, slack)
        )
        if exercise is not None:
            return exercise
    raise AssertionError("games follow each other without end")


def _simulated_positions(
    rules: Ruleset, registered: _RegisteredType, chance: SeededRandom
) -> Iterator[SimulatedPosition]:
    """Yield the first positions of one simulated game after another, without end."""
    while True:
        yield from islice(simulated_positions(rules, chance), registered.most_plays)


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return all right answers to an exercise, at least one."""
    return _KINDS[exercise.kind].answers(exercise)


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer to an exercise."""
    return _KINDS[exercise.kind].judge_answer(exercise, answer)
