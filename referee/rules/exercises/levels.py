"""Which difficulties belong to a level: about as many of each come about in play."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ..ruleset import Ruleset
from .exercise import Exercise, Kind

Edges = tuple[int, int, int, int]
"""The difficulty at which the second level begins, the third, the fourth and the fifth."""

_EDGES: Mapping[Kind, Edges] = {
    Kind.TAKE: (7, 9, 11, 14),
    Kind.FORCED: (9, 12, 14, 17),
    Kind.SWEEP: (5, 7, 8, 10),
    Kind.COST: (5, 6, 8, 10),
    Kind.PAYS: (9, 10, 11, 13),
    Kind.MAY: (6, 8, 9, 11),
    Kind.CAN: (6, 8, 9, 11),
    Kind.TRAIL: (6, 8, 9, 11),
    Kind.INSIST: (6, 8, 10, 12),
    Kind.PILE: (6, 8, 10, 13),
    Kind.MISSING: (15, 16, 18, 20),
}
_OF_LARGE_HANDS: Mapping[Kind, Edges] = {Kind.TRAIL: (12, 15, 18, 21)}
"""Where each card of a hand is asked about, and there are many."""
_LARGE_HAND = 6


def edges_of(rules: Ruleset, kind: Kind) -> Edges:
    """Where the levels of a kind of exercise begin in a game."""
    largest = max(plan.hand_size(1) for plan in rules.seating.deal_plans.values())
    large = _OF_LARGE_HANDS.get(kind) if largest > _LARGE_HAND else None
    return large or _EDGES[kind]


def off_by(exercise: Exercise, level: int, edges: Edges) -> int:
    """How far the difficulty of an exercise is from a level; 0 if it belongs to it."""
    least, beyond = tuple(pairwise((0, *edges, 1000)))[level - 1]
    number = exercise.difficulty.number
    return max(least - number, number - beyond + 1, 0)
