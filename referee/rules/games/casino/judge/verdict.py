"""The verdict on a play in a game with builds (#turn).

Hands are secret, so a verdict is legal, illegal with the first reason, or legal on the condition
that the mover still holds what a build needs.
"""

from __future__ import annotations

from typing import NamedTuple

from ....cards import Cards, Rank
from ....plays import Build, Table, Top
from .faults import Fault, Reason
from .position import TurnState


class Demand(NamedTuple):
    """A completion that an opponent may insist on (#insist), with these loose cards, tops and
    builds.

    ``kind`` is ``complete_take``, where ``build`` is None, or ``complete_build``, for this build.
    """

    kind: str
    build: Build | None
    loose: Cards
    tops: tuple[Top, ...] = ()
    builds: tuple[Build, ...] = ()


class Verdict(NamedTuple):
    """A verdict on a play.

    ``legal`` is None if the play is legal for a mover who holds a card of each rank in ``holds``
    besides what was played. ``step`` is the index of the step at fault, None if the whole play is.
    ``after`` and ``piles`` are the table and the piles after the play, or as far as it has gone if
    it is unfinished, ``formed`` the last build that was made, ``lent`` the opponents' builds that
    must still be captured, ``done`` the kinds of the steps, if all are right. ``demands`` are what
    opponents may insist on, ``clause`` is the deciding clause of the page of rules, and ``end`` the
    turn state after a legal play.
    """

    legal: bool | None
    reason: Reason
    holds: tuple[Rank, ...] = ()
    step: int | None = None
    fault: Fault | None = None
    after: Table | None = None
    piles: tuple[Cards, ...] = ()
    value: int | None = None
    formed: Build | None = None
    lent: tuple[Build, ...] = ()
    done: tuple[str, ...] = ()
    demands: tuple[Demand, ...] = ()
    clause: str | None = None
    end: TurnState | None = None

    @property
    def unfinished(self) -> bool:
        """Return whether the steps so far are legal, but no card from the hand was played yet."""
        return self.reason is Reason.UNFINISHED
