"""Players: a play for the seat whose turn it is, chosen by what that seat can know."""

from dataclasses import dataclass
from enum import StrEnum

from ..cards import Cards
from ..log.record import Record
from ..plays import Play, Played
from .knowledge import Knowledge, knowledge_of
from .simulation import SeededRandom, SimulatedPosition, likely_plays

DEALS_DEFAULT, MOST_DEALS = 400, 2000


class Level(StrEnum):
    """The strength of a player."""

    SIMPLE = "simple"
    GOOD = "good"


@dataclass(frozen=True)
class Alternative:
    """A play with the points that the mover can expect from it, in an interval of 95 %, and the
    number of deals that were tried."""

    play: Play
    points: float
    low: float
    high: float
    deals: int


@dataclass(frozen=True)
class Choice:
    """The play that a player chose; ``exact`` if it was solved and not sampled. ``alternatives``
    are the best first, the chosen one among them; none for a simple player."""

    play: Play
    exact: bool = False
    alternatives: tuple[Alternative, ...] = ()


class NoPlayers(Exception):
    """A game for which there are no players yet."""


def choose(
    record: Record, hand: Cards, level: Level, seed: str, deals: int = DEALS_DEFAULT
) -> Choice:
    """Return the choice of the seat whose turn it is, with its whole ``hand``.

    The same arguments give the same choice on every machine, wherever the cards are that the seat
    does not see. ``deals`` is the budget of a good player, the number of deals that it tries at
    most.

    Raises :class:`.GameOver`, :class:`.NothingDealt`, :class:`.HandDoesNotFit` and
    :class:`NoPlayers`.
    """
    knowledge = knowledge_of(record, hand)
    return Choice(_simple(knowledge, record, SeededRandom(seed, record.seq)))


def _simple(knowledge: Knowledge, record: Record, chance: SeededRandom) -> Play:
    """Return the play of a simple player (a placeholder: the first of its likely plays that is
    legal)."""
    rules, state = record.rules, knowledge.state
    hands = tuple(knowledge.hand if seat == knowledge.seat else () for seat in range(state.players))
    simulated = SimulatedPosition(rules, record.seats, state, hands, ())
    for play in likely_plays(rules.referee, simulated, chance):
        result = record.engine.play(state, Played(play), knowledge.seat)
        if result.verdict.legal is not False:
            return play
    raise NoPlayers
