"""From a seed to an exercise, and from an answer to what the referee says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, singledispatch
from itertools import islice
from typing import NamedTuple

from ..games import ruleset
from ..games.casino.judge.building import BuildRules
from ..games.krypkasino.capturing import CaptureRules
from ..ruleset import Referee, Ruleset
from . import answering, builds, captures, counting
from .chance import Chance
from .exercise import Answer, Exercise, Judged, Kind, UnknownKind, level_of
from .levels import edges_of, off_by
from .playing import Moment, moments

_MOST_TURNS = 16
"""So far a game is played for an exercise: what comes later looks alike."""
_ENOUGH = 100
"""After so many moments the exercise that comes nearest to the level is taken."""
_MOST = 600
"""So many are looked at, at most; nobody has met a seed that needed half of them."""


class _Made(NamedTuple):
    """How a kind of exercise is made and answered."""

    ask: Callable[[Moment, Chance, int], Exercise | None]
    answers: Callable[[Exercise], frozenset[Answer]]
    judged: Callable[[Exercise, Answer], Judged]
    turns: int = _MOST_TURNS


_KINDS: Mapping[Kind, _Made] = {
    Kind.TAKE: _Made(captures.ask_take, captures.answers, captures.judged),
    Kind.SWEEP: _Made(captures.ask_sweep, captures.answers, captures.judged),
    Kind.FORCED: _Made(captures.ask_forced, captures.answers, captures.judged),
    Kind.COST: _Made(captures.ask_cost, captures.answers, captures.judged),
    Kind.PAYS: _Made(captures.ask_pays, captures.answers, captures.judged),
    Kind.MAY: _Made(builds.ask_may, answering.answers, answering.judged),
    Kind.CAN: _Made(builds.ask_can, answering.answers, answering.judged),
    Kind.TRAIL: _Made(builds.ask_trail, answering.answers, answering.judged),
    Kind.INSIST: _Made(builds.ask_insist, answering.answers, answering.judged),
    Kind.PILE: _Made(counting.ask_pile, counting.answers, counting.judged),
    Kind.MISSING: _Made(counting.ask_missing, counting.answers, counting.judged, turns=1),
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
    insist = (Kind.INSIST,) if referee.INSISTS else ()
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


@lru_cache(maxsize=256)
def make(game: str, kind: str, seed: int) -> Exercise:
    """The exercise of a seed: always the same one. Raises
    :class:`~referee.rules.games.UnknownGame`, :class:`~.exercise.UnknownKind` and
    :class:`~.exercise.NoSuchSeed`."""
    rules = ruleset(game)
    known, level = kind_of(rules, kind), level_of(seed)
    made, edges = _KINDS[known], edges_of(rules, known)
    chance = Chance(game, kind, seed)
    nearest: Exercise | None = None
    for number, moment in enumerate(islice(_met(rules, made, chance), _MOST)):
        if nearest is not None and number >= _ENOUGH:
            break
        found = made.ask(moment, chance, seed)
        if found is None:
            continue
        off = off_by(found, level, edges)
        if not off:
            return found
        if nearest is None or off < off_by(nearest, level, edges):
            nearest = found
    assert nearest is not None  # each kind comes about in nearly every game
    return nearest


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
