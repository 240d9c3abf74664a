"""Registry of exercise types by game, and exercises by seed and by day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial, singledispatch
from itertools import islice
from typing import NamedTuple

from ..games import ruleset
from ..games.casino.judge.play_rules import BuildRules
from ..games.krypkasino.captures import CaptureRules
from ..ruleset import Referee, Ruleset
from . import (
    build_answers,
    build_exercises,
    capture_exercises,
    score_exercises,
)
from .exercise import (
    LEVELS,
    SEEDS,
    Answer,
    DifficultyRange,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    SeededRandom,
    UnknownExerciseType,
    level_of,
    seed_at,
    wanted_difficulty,
)
from .house_rule_exercises import (
    MOST_PLAYS,
    RangeOf,
    RulePair,
    ask_about_rule,
    most_plays_of,
    practised_rules,
    rule_pair,
)
from .simulation import SimulatedPosition, simulated_positions


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


_CAPTURES = _Judging(capture_exercises.answers, capture_exercises.judge_answer)
_BUILDS = _Judging(build_answers.answers, build_answers.judge_answer)
_COUNTS = _Judging(score_exercises.answers, score_exercises.judge_answer)
_DEALS = _Judging(
    score_exercises.answers_dealing_exercises, score_exercises.judge_answer_dealing_exercises
)
_WINNERS = _Judging(
    score_exercises.answers_winner_exercises, score_exercises.judge_answer_winner_exercises
)
REGISTRY: Mapping[ExerciseType, RegisteredType] = {
    ExerciseType.TAKE: RegisteredType("capture-everything", _CAPTURES, capture_exercises.ask_take),
    ExerciseType.SWEEP: RegisteredType("sweep", _CAPTURES, capture_exercises.ask_sweep),
    ExerciseType.FORCED: RegisteredType("forced-sweep", _CAPTURES, capture_exercises.ask_forced),
    ExerciseType.COST: RegisteredType("scoring", _CAPTURES, capture_exercises.ask_cost),
    ExerciseType.PAYS: RegisteredType("set-up", _CAPTURES, capture_exercises.ask_pays),
    ExerciseType.MAY: RegisteredType("turn", _BUILDS, build_exercises.ask_may),
    ExerciseType.CAN: RegisteredType("taking-numbers", _BUILDS, build_exercises.ask_can),
    ExerciseType.TRAIL: RegisteredType("laying", _BUILDS, build_exercises.ask_trail),
    ExerciseType.INSIST: RegisteredType("insist", _BUILDS, build_exercises.ask_insist),
    ExerciseType.PILE: RegisteredType("scoring", _COUNTS, score_exercises.ask_pile),
    ExerciseType.MISSING: RegisteredType(
        "scoring", _COUNTS, score_exercises.ask_missing, most_plays=1
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
