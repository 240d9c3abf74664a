"""The types of exercises: what is asked."""

from __future__ import annotations

from enum import StrEnum

from ..error_bases import Impossible


class ExerciseType(StrEnum):
    """The type of an exercise: what is asked.

    Where a card that can capture must: the cards to *take*, the face-up cards of a *sweep*, the
    cards of a hand of which one is *forced*, the *cost* of a capture, who set up a sweep and what
    that player *pays*. In games with builds: whether a play *may* be made, what a card *can*
    capture, which cards of a hand may *trail*, who may *insist* on what. In all games: the points
    of a *pile*, and the fields *missing* cards on a sheet. Under a house rule also: the *points* of
    a player, the number of cards *undealt*, the card on *top* of a pile, and the *winner* of a
    session.
    """

    TAKE = "take"
    SWEEP = "sweep"
    FORCED = "forced"
    COST = "cost"
    PAYS = "pays"
    MAY = "may"
    CAN = "can"
    TRAIL = "trail"
    INSIST = "insist"
    PILE = "pile"
    MISSING = "missing"
    POINTS = "points"
    UNDEALT = "undealt"
    TOP = "top"
    WINNER = "winner"


class UnknownExerciseType(Impossible):
    """A type of exercise that the game does not have."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no exercises of the kind {kind!r}")
        self.kind = kind
