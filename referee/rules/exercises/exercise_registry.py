"""From a seed to an exercise, and from an answer to what the referee says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, singledispatch
from itertools import islice
from typing import NamedTuple

from ..games import ruleset
from ..games.casino.judge.build_rules import BuildRules
from ..games.krypkasino.capture_rules import CaptureRules
from ..ruleset import Referee, Ruleset
from . import build_answers, build_exercises, capture_exercises, scoring_exercises
from .difficulty_levels import DifficultyRange, wanted_difficulty
from .exercise import Answer, Exercise, ExerciseType, JudgedAnswer, UnknownExerciseType, level_of
from .game_simulation import SimulatedPosition, simulated_positions
from .seeded_random import SeededRandom

_MOST_TURNS = 16
"""So far a game is played for an exercise: what comes later looks alike."""
_ENOUGH, _ENOUGH_MORE = 45, 5
"""After so many moments a neighbouring difficulty will do too, and each time after so many more one
further away."""


class _RegisteredType(NamedTuple):
    """How a kind of exercise is made and answered, and the ``clause`` of the rules that it is
    about."""

    clause: str
    ask: Callable[[SimulatedPosition, SeededRandom, DifficultyRange], Exercise | None]
    answers: Callable[[Exercise], frozenset[Answer]]
    judged: Callable[[Exercise, Answer], JudgedAnswer]
    turns: int = _MOST_TURNS


_KINDS: Mapping[ExerciseType, _RegisteredType] = {
    ExerciseType.TAKE: _RegisteredType(
        "capture-everything",
        capture_exercises.ask_take,
        capture_exercises.answers,
        capture_exercises.judged,
    ),
    ExerciseType.SWEEP: _RegisteredType(
        "sweep", capture_exercises.ask_sweep, capture_exercises.answers, capture_exercises.judged
    ),
    ExerciseType.FORCED: _RegisteredType(
        "forced-sweep",
        capture_exercises.ask_forced,
        capture_exercises.answers,
        capture_exercises.judged,
    ),
    ExerciseType.COST: _RegisteredType(
        "scoring", capture_exercises.ask_cost, capture_exercises.answers, capture_exercises.judged
    ),
    ExerciseType.PAYS: _RegisteredType(
        "set-up", capture_exercises.ask_pays, capture_exercises.answers, capture_exercises.judged
    ),
    ExerciseType.MAY: _RegisteredType(
        "turn", build_exercises.ask_may, build_answers.answers, build_answers.judged
    ),
    ExerciseType.CAN: _RegisteredType(
        "taking-numbers", build_exercises.ask_can, build_answers.answers, build_answers.judged
    ),
    ExerciseType.TRAIL: _RegisteredType(
        "laying", build_exercises.ask_trail, build_answers.answers, build_answers.judged
    ),
    ExerciseType.INSIST: _RegisteredType(
        "insist", build_exercises.ask_insist, build_answers.answers, build_answers.judged
    ),
    ExerciseType.PILE: _RegisteredType(
        "scoring", scoring_exercises.ask_pile, scoring_exercises.answers, scoring_exercises.judged
    ),
    ExerciseType.MISSING: _RegisteredType(
        "scoring",
        scoring_exercises.ask_missing,
        scoring_exercises.answers,
        scoring_exercises.judged,
        turns=1,
    ),
}
_COUNTING = (ExerciseType.PILE, ExerciseType.MISSING)


@singledispatch
def _of_referee(_referee: Referee | None) -> tuple[ExerciseType, ...]:
    """What is asked about a turn, by the kind of referee."""
    return ()


@_of_referee.register
def _(_referee: CaptureRules) -> tuple[ExerciseType, ...]:
    return (
        ExerciseType.TAKE,
        ExerciseType.FORCED,
        ExerciseType.SWEEP,
        ExerciseType.COST,
        ExerciseType.PAYS,
    )


@_of_referee.register
def _(referee: BuildRules) -> tuple[ExerciseType, ...]:
    insist = (ExerciseType.INSIST,) if referee.insists else ()
    return ExerciseType.CAN, ExerciseType.MAY, ExerciseType.TRAIL, *insist


def kinds(rules: Ruleset) -> tuple[ExerciseType, ...]:
    """The kinds of exercises of a game, the first to learn first; none where it cannot be
    followed, since nobody could play it forward."""
    return () if rules.live is None else (*_of_referee(rules.referee), *_COUNTING)


def kind_of(rules: Ruleset, name: str) -> ExerciseType:
    """A kind of exercise of the game by its name. Raises
    :class:`~.exercise.UnknownKind`."""
    found = next((kind for kind in kinds(rules) if kind == name), None)
    if found is None:
        raise UnknownExerciseType(name)
    return found


def clause_of(kind: ExerciseType) -> str:
    """Where the rules of each game that has the kind tell what it is about."""
    return _KINDS[kind].clause


@lru_cache(maxsize=256)
def make(game: str, kind: str, seed: int) -> Exercise:
    """The exercise of a seed: always the same one. Raises
    :class:`~referee.rules.games.UnknownGame`, :class:`~.exercise.UnknownKind` and
    :class:`~.exercise.NoSuchSeed`."""
    rules = ruleset(game)
    known = kind_of(rules, kind)
    level_of(seed)
    made, chance = _KINDS[known], SeededRandom(game, kind, seed)
    for number, moment in enumerate(_met(rules, made, chance)):
        slack = max(0, number - _ENOUGH) // _ENOUGH_MORE
        found = made.ask(moment, chance, wanted_difficulty(rules, known, seed, slack))
        if found is not None:
            return found
    raise AssertionError("games follow each other without end")


def _met(
    rules: Ruleset, made: _RegisteredType, chance: SeededRandom
) -> Iterator[SimulatedPosition]:
    """The moments of one game after another."""
    while True:
        yield from islice(simulated_positions(rules, chance), made.turns)


def answers(exercise: Exercise) -> frozenset[Answer]:
    """All right answers to an exercise: there is one at least."""
    return _KINDS[exercise.kind].answers(exercise)


def judged(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """What the referee says of an answer."""
    return _KINDS[exercise.kind].judged(exercise, answer)
