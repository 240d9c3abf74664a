"""Players: a play for the seat whose turn it is, chosen by what that seat can know.

A good player deals the cards that it does not see again and again, and plays each alternative on in
all these deals by the rule of thumb. Alternatives are compared in the same deals, block by block,
and drop out of the race as soon as they are clearly behind.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import inf, sqrt
from typing import Generic, NamedTuple, TypeVar, cast

from ..cards import Cards
from ..games.krypkasino.captures import CaptureRules
from ..log.record import Record
from ..plays import Play
from ..ruleset import Ruleset
from ..seating import Seats
from . import builds_core
from .captures_core import CapturesCore
from .core import Core, position_of
from .engine_core import engine_core
from .knowledge import Knowledge, knowledge_of
from .simulation import SeededRandom, SimulatedPosition, simple_play

DEALS_DEFAULT, MOST_DEALS = 400, 2000

BLOCK = 12
"""The number of deals after which alternatives are compared."""
_BLOCKS_OF_ONE, _BLOCKS_ALIKE = 2, 4
"""Blocks that are dealt where there is nothing to choose, and until plays that came to the same in
every deal are taken for equal."""
_USUAL_WORK = 10
"""The work of a deal: where roll-outs take more, a deal counts more."""
_DROP_SQUARED = (25, 4)
"""The square of the 2.5 standard errors by which an alternative is behind that drops out."""
_BETTER = 1.0
"""The standard errors by which a play must be better than that of the rule of thumb."""
_MOST_NODES, _NODES_OF_STEP = 20_000, 100
"""Positions that are looked at to solve one, and in one step of this work."""
_NORMAL, _SMALL_SAMPLE = 1.96, 2.4
"""The standard errors of an interval of 95 %, and what few deals add to it."""
_UNKNOWN_SPREAD = 1000.0
"""The standard deviation that is assumed of a single deal, in hundredths of a point."""

P = TypeVar("P")
M = TypeVar("M")
T = TypeVar("T")


class Level(StrEnum):
    """The strength of a player."""

    SIMPLE = "simple"
    GOOD = "good"


@dataclass(frozen=True)
class Alternative:
    """A play with the further points that the mover can expect from it up to the horizon of its
    game, in an interval of 95 %, and the number of deals that were tried."""

    play: Play
    points: float
    low: float
    high: float
    deals: int


@dataclass(frozen=True)
class ChosenPlay:
    """The play that a player chose; ``exact`` if it was solved and not sampled. ``alternatives``
    are the best first, the chosen one among them; none for a simple player."""

    play: Play
    exact: bool = False
    alternatives: tuple[Alternative, ...] = ()


class NoPlayers(Exception):
    """A game for which there are no players yet."""


@lru_cache(maxsize=16)
def core_for(rules: Ruleset, seats: Seats) -> Core[object, object]:
    """Return the core of a game, whose positions and moves nobody else looks into. Raises
    :class:`NoPlayers`."""
    core: object
    if isinstance(rules.referee, CaptureRules):
        core = CapturesCore(rules, seats)
    elif builds_core.plays(rules):
        core = builds_core.BuildsCore(rules, seats)
    elif has_players(rules):
        core = engine_core(rules, seats)
    else:
        raise NoPlayers
    return cast("Core[object, object]", core)


def has_players(rules: Ruleset) -> bool:
    """Return whether there are players for a game: for each that can be followed."""
    return rules.engine is not None


def choose(
    record: Record, hand: Cards, level: Level, seed: str, deals: int = DEALS_DEFAULT
) -> ChosenPlay:
    """Return the choice of the seat whose turn it is, with its whole ``hand``.

    The same arguments give the same choice on every machine, wherever the cards are that the seat
    does not see. ``deals`` is the budget of a good player: it tries at most so many deals, counted
    once for each alternative that is played on in them; fewer where hands are large and much is
    played until positions are compared.

    Raises :class:`.GameOver`, :class:`.NothingDealt`, :class:`.HandDoesNotFit` and
    :class:`NoPlayers`.
    """
    knowledge = knowledge_of(record, hand)
    core = core_for(record.rules, record.seats)
    if level is Level.SIMPLE:
        return ChosenPlay(_simple(core, knowledge, SeededRandom(seed, record.seq)))
    return good_choice(core, knowledge, (seed, record.seq), deals)


def _simple(core: Core[P, M], knowledge: Knowledge, chance: SeededRandom) -> Play:
    """Return the play of a simple player, or by the rule of thumb if none of its plays is legal."""
    state = knowledge.state
    hands = tuple(knowledge.hand if seat == knowledge.seat else () for seat in range(state.players))
    simulated = SimulatedPosition(core.rules, core.seats, state, hands, ())
    if chosen := simple_play(simulated, chance):
        return chosen[0]
    position = position_of(core, knowledge, knowledge.dealt_anew(chance))
    return core.play(position, core.habit(position))


def good_choice(
    core: Core[P, M], knowledge: Knowledge, seeds: Sequence[object], deals: int = DEALS_DEFAULT
) -> ChosenPlay:
    """Return the choice of a good player: solved where it is known who holds what, else the winner
    of a race in at most so many ``deals``, which the ``seeds`` decide."""
    if knowledge.open_hands and knowledge.state.players == 2:
        position = position_of(core, knowledge, knowledge.dealt_anew(SeededRandom(*seeds)))
        if solved := finished(solution(core, position, knowledge.seat)):
            return solved
    return Race(core, knowledge, seeds).choice(deals)


def finished(work: Generator[None, None, T]) -> T:
    """Return what a work in small steps comes to, done in one go."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


# --- the race -------------------------------------------------------------------------------------


class Paired(NamedTuple):
    """Differences between two plays in the same deals, in hundredths of a point: their number,
    their sum and the sum of their squares."""

    number: int
    total: int
    squares: int

    @property
    def mean(self) -> float:
        """Return the mean difference."""
        return self.total / self.number

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        number = self.number
        if number < 2:
            return _UNKNOWN_SPREAD
        return sqrt((self.squares * number - self.total**2) / (number - 1)) / number

    @property
    def clearly_behind(self) -> bool:
        """Return whether the first play is worse by more than 2.5 standard errors. Only integers
        are compared, so that all machines agree."""
        square, of = _DROP_SQUARED
        spread = self.squares * self.number - self.total**2
        return self.total < 0 and of * self.total**2 * (self.number - 1) > square * spread


def paired(worths: Sequence[int], others: Sequence[int]) -> Paired:
    """Return the differences between the worths of two plays in the deals in which both were
    tried, which are the first ones of each."""
    differences = [worth - other for worth, other in zip(worths, others, strict=False)]
    return Paired(len(differences), sum(differences), sum(each * each for each in differences))


class Race(Generic[P, M]):
    """A race between the alternatives of a seat. ``worths`` has for each of the ``moves`` what it
    brought in each deal, in hundredths of a point; the move at ``habit`` is that of the rule of
    thumb, which is tried in all deals."""

    def __init__(self, core: Core[P, M], knowledge: Knowledge, seeds: Sequence[object]) -> None:
        self.core, self.knowledge, self.seeds = core, knowledge, seeds
        first = self._dealt(SeededRandom(*seeds, "moves"))
        self.moves = list(core.alternatives(first))
        habit = core.habit(first)
        if habit not in self.moves:
            self.moves.append(habit)
        self.habit = self.moves.index(habit)
        self.plays = [core.play(first, move) for move in self.moves]
        self.worths: list[list[int]] = [[] for _ in self.moves]
        self._running = list(range(len(self.moves)))
        self._now = core.worth(first)[knowledge.seat]
        self._further = core.horizon(first) - 1

    def choice(self, deals: int) -> ChosenPlay:
        """Return the choice after at most so many deals, which are counted once for each move that
        is played on in them, and more where that is much work."""
        work, block = self.core.work(self.knowledge.state, self._further + 1), 0
        deals = max(1, deals * _USUAL_WORK // max(_USUAL_WORK, work))
        while deals > 0 and self._is_open(block):
            running = len(self._running)
            in_block = min(BLOCK, -(-deals // running))
            self._run_block(block, in_block)
            deals -= in_block * running
            block += 1
        best = self._winner()
        alternatives = sorted(
            enumerate(map(self._estimate, range(len(self.moves)))),
            key=lambda pair: (-pair[1].mean, pair[0] != best, pair[0]),
        )
        return ChosenPlay(
            self.plays[best],
            alternatives=tuple(
                _alternative(self.core.rules, self.plays[index], *estimate)
                for index, estimate in alternatives
            ),
        )

    def _dealt(self, chance: SeededRandom) -> P:
        return position_of(self.core, self.knowledge, self.knowledge.dealt_anew(chance))

    def _is_open(self, block: int) -> bool:
        alone = len(self._running) == 1
        return block < _BLOCKS_OF_ONE if len(self.moves) == 1 else not alone

    def _run_block(self, block: int, deals: int) -> None:
        """Try the running moves in some more deals, and let those drop out that are decided."""
        core, seat = self.core, self.knowledge.seat
        chance = SeededRandom(*self.seeds, block)
        for _ in range(deals):
            position = self._dealt(chance)
            for index in self._running:
                worth = core.worth_after(position, self.moves[index], self._further)[seat]
                self.worths[index].append(worth - self._now)
        leader = max(self._running, key=lambda index: (sum(self.worths[index]), -index))
        self._running = [
            index
            for index in self._running
            if index == self.habit or not self._is_decided(index, leader, block)
        ]
        if len(self._running) == 2 and self.habit != leader and self._behind(self.habit, leader):
            self._running = [leader]

    def _is_decided(self, index: int, leader: int, block: int) -> bool:
        alike = block + 1 >= _BLOCKS_ALIKE and self.worths[index] == self.worths[self.habit]
        return alike or self._behind(index, leader)

    def _behind(self, index: int, leader: int) -> bool:
        return paired(self.worths[index], self.worths[leader]).clearly_behind

    def _winner(self) -> int:
        """Return the move that is better than the habit by most beyond a standard error, or the
        habit."""
        best, most = self.habit, 0.0
        for index in self._running:
            if index != self.habit:
                better = paired(self.worths[index], self.worths[self.habit])
                margin = better.mean - _BETTER * better.error
                if margin > most:
                    best, most = index, margin
        return best

    def _estimate(self, index: int) -> _Estimate:
        """Return what a move is worth. One that dropped out is compared with the habit in the deals
        in which it was tried."""
        own, habit = self.worths[index], self.worths[self.habit]
        if len(own) == len(habit):
            each = paired(own, [0] * len(own))
            return _Estimate(each.mean, each.error, each.number)
        behind, base = paired(own, habit), paired(habit, [0] * len(habit))
        error = sqrt(base.error**2 + behind.error**2)
        return _Estimate(base.mean + behind.mean, error, behind.number)


class _Estimate(NamedTuple):
    """The further worth of a move in hundredths of a point, its standard error, and the number of
    deals; none where it is exact."""

    mean: float
    error: float
    deals: int


def _alternative(rules: Ruleset, play: Play, mean: float, error: float, deals: int) -> Alternative:
    """Return an alternative in points: penalties where the lowest total wins."""
    sign = -1 if rules.session.lowest_wins else 1
    margin = error * (_NORMAL + _SMALL_SAMPLE / max(1, deals - 1))
    points, low, high = (
        round(sign * each / 100, 2) for each in (mean, mean - margin, mean + margin)
    )
    return Alternative(play, points, min(low, high), max(low, high), deals)


# --- the last deal --------------------------------------------------------------------------------


class _TooManyNodes(Exception):
    """A position with too many courses of play to be solved."""


class _EndOfStep(Exception):
    """The end of one step of the work on a position."""


def solution(core: Core[P, M], position: P, seat: int) -> Generator[None, None, ChosenPlay | None]:
    """Return the best choice with open hands, what one of the two players does not get being the
    other's; None if there are too many courses of play. Yield now and then while it is looked
    for."""
    solver = _Solver(core, seat)
    worths = []
    try:
        moves = solver.moves(position)
        for move in moves:
            yield
            worths.append((yield from solver.solved(core.after(position, move))))
    except _TooManyNodes:
        return None
    now, habit = core.worth(position)[seat], core.habit(position)
    order = sorted(
        range(len(moves)), key=lambda index: (-worths[index], moves[index] != habit, index)
    )
    alternatives = tuple(
        _alternative(core.rules, core.play(position, moves[index]), worths[index] - now, 0, 0)
        for index in order
    )
    return ChosenPlay(alternatives[0].play, exact=True, alternatives=alternatives)


class _Bounds(NamedTuple):
    """The bounds between which the worth of a position was found to lie."""

    low: float
    high: float


class _Solver(Generic[P, M]):
    """Alpha-beta search to the end of a game of two, for the worth of a seat. Positions that were
    reached in another way are remembered, as many as are looked at, which is bounded."""

    def __init__(self, core: Core[P, M], seat: int) -> None:
        self._core, self._seat = core, seat
        self._nodes = self._nodes_of_step = 0
        self._bounds: dict[Hashable, _Bounds] = {}

    def moves(self, position: P) -> Sequence[M]:
        """Return all moves. Raises :class:`_TooManyNodes` if the core does not list them."""
        moves = self._core.every_move(position)
        if not moves:
            raise _TooManyNodes
        return moves

    def solved(self, position: P) -> Generator[None, None, float]:
        """Return the worth at the end if both play best. A step ends anywhere in the search, and
        the next one begins it anew: it soon is as far, since what was found is remembered."""
        while True:
            self._nodes_of_step = 0
            try:
                return self.worth(position)
            except _EndOfStep:
                yield

    def worth(self, position: P, alpha: float = -inf, beta: float = inf) -> float:
        """Return the worth at the end if both play best, as far as it lies between two bounds."""
        core, seat = self._core, self._seat
        if core.turn(position) is None:
            return core.worth(position)[seat]
        key = core.key(position)
        bounds = self._bounds.get(key) or _Bounds(*core.limits(position, seat))
        alpha, beta = max(alpha, bounds.low), min(beta, bounds.high)
        if alpha >= beta:
            return bounds.low if bounds.low >= beta else bounds.high
        worth = self._searched(position, alpha, beta)
        if worth > alpha:
            bounds = bounds._replace(low=worth)
        if worth < beta:
            bounds = bounds._replace(high=worth)
        self._bounds[key] = bounds
        return worth

    def _searched(self, position: P, alpha: float, beta: float) -> float:
        """Return the worth of a position in which a move is due, as :meth:`worth` does."""
        core, seat = self._core, self._seat
        self._nodes += 1
        self._nodes_of_step += 1
        if self._nodes > _MOST_NODES:
            raise _TooManyNodes
        if self._nodes_of_step > _NODES_OF_STEP:
            raise _EndOfStep
        turn = core.turn(position)
        sign = 1 if turn == seat else -1
        following = [core.after(position, move) for move in self.moves(position)]
        following.sort(key=lambda after: -sign * core.worth(after)[seat])
        best = -sign * inf
        for after in following:
            worth = self.worth(after, alpha, beta)
            if sign * worth > sign * best:
                best = worth
            if turn == seat:
                alpha = max(alpha, worth)
            else:
                beta = min(beta, worth)
            if alpha >= beta:
                break
        return best
