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
from .difficulty_levels import Wanted, wanted
from .exercise import Answer, Exercise, Judged, Kind, UnknownKind, level_of
from .game_simulation import Moment, moments
from .seeded_random import Chance

_MOST_TURNS = 16
"""So far a game is played for an exercise: what comes later looks alike."""
_ENOUGH, _ENOUGH_MORE = 45, 5
"""After so many moments a neighbouring difficulty will do too, and each time after so many more one
further away."""


class _Made(NamedTuple):
    """How a kind of exercise is made and answered, and the ``clause`` of the rules that it is
    about."""

    clause: str
    ask: Callable[[Moment, Chance, Wanted], Exercise | None]
    answers: Callable[[Exercise], frozenset[Answer]]
    judged: Callable[[Exercise, Answer], Judged]
    turns: int = _MOST_TURNS


_KINDS: Mapping[Kind, _Made] = {
    Kind.TAKE: _Made(
        "capture-everything",
        capture_exercises.ask_take,
        capture_exercises.answers,
        capture_exercises.judged,
    ),
    Kind.SWEEP: _Made(
        "sweep", capture_exercises.ask_sweep, capture_exercises.answers, capture_exercises.judged
    ),
    Kind.FORCED: _Made(
        "forced-sweep",
        capture_exercises.ask_forced,
        capture_exercises.answers,
        capture_exercises.judged,
    ),
    Kind.COST: _Made(
        "scoring", capture_exercises.ask_cost, capture_exercises.answers, capture_exercises.judged
    ),
    Kind.PAYS: _Made(
        "set-up", capture_exercises.ask_pays, capture_exercises.answers, capture_exercises.judged
    ),
    Kind.MAY: _Made("turn", build_exercises.ask_may, build_answers.answers, build_answers.judged),
    Kind.CAN: _Made(
        "taking-numbers", build_exercises.ask_can, build_answers.answers, build_answers.judged
    ),
    Kind.TRAIL: _Made(
        "laying", build_exercises.ask_trail, build_answers.answers, build_answers.judged
    ),
    Kind.INSIST: _Made(
        "insist", build_exercises.ask_insist, build_answers.answers, build_answers.judged
    ),
    Kind.PILE: _Made(
        "scoring", scoring_exercises.ask_pile, scoring_exercises.answers, scoring_exercises.judged
    ),
    Kind.MISSING: _Made(
        "scoring",
        scoring_exercises.ask_missing,
        scoring_exercises.answers,
        scoring_exercises.judged,
        turns=1,
    ),
}
_COUNTING = (Kind.PILE, Kind.MISSING)


@singledispatch
def _of_referee(_referee: Referee | None) -> tuple[Kind, ...]:
    """What is asked about a turn, by the kind of referee."""
    return ()


@_of_referee.register
def _(_referee: CaptureRules) -> tuple[Kind, ...]:
    return Kind.TAKE, Kind.FORCED, Kind.SWEEP, Kind.COST, Kind.PAYS


@_of_referee.register
def _(referee: BuildRules) -> tuple[Kind, ...]:
    insist = (Kind.INSIST,) if referee.insists else ()
    return Kind.CAN, Kind.MAY, Kind.TRAIL, *insist


def kinds(rules: Ruleset) -> tuple[Kind, ...]:
    """The kinds of exercises of a game, the first to learn first; none where it cannot be
    followed, since nobody could play it forward."""
    return () if rules.live is None else (*_of_referee(rules.referee), *_COUNTING)


def kind_of(rules: Ruleset, name: str) -> Kind:
    """A kind of exercise of the game by its name. Raises
    :class:`~.exercise.UnknownKind`."""
    found = next((kind for kind in kinds(rules) if kind == name), None)
    if found is None:
        raise UnknownKind(name)
    return found


def clause_of(kind: Kind) -> str:
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
    made, chance = _KINDS[known], Chance(game, kind, seed)
    for number, moment in enumerate(_met(rules, made, chance)):
        slack = max(0, number - _ENOUGH) // _ENOUGH_MORE
        found = made.ask(moment, chance, wanted(rules, known, seed, slack))
        if found is not None:
            return found
    raise AssertionError("games follow each other without end")


def _met(rules: Ruleset, made: _Made, chance: Chance) -> Iterator[Moment]:
    """The moments of one game after another."""
    while True:
        yield from islice(moments(rules, chance), made.turns)


def answers(exercise: Exercise) -> frozenset[Answer]:
    """All right answers to an exercise: there is one at least."""
    return _KINDS[exercise.kind].answers(exercise)


def judged(exercise: Exercise, answer: Answer) -> Judged:
    """What the referee says of an answer."""
    return _KINDS[exercise.kind].judged(exercise, answer)
