"""When a session is over, and who has won it (#session)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .cards import Impossible
from .standings import Totals, leaders

LEAST_TARGET, MOST_TARGET = 7, 1000
MOST_GAMES = 1000
MOST_PLAYED = 5000
"""Games that a session may have, however many were agreed: pages that show them all, and files that
hold them, stay within what phones and servers do at once."""


class SessionLength(NamedTuple):
    """How long a session is: an agreed number of games, or until somebody has the target."""

    games_planned: int | None
    target: int | None


class WrongSessionLength(Impossible):
    """A number of games where a session goes to a target, or the other way round, or one that is
    out of range (``least`` to ``most``); ``field`` says which."""

    def __init__(self, field: str, number: int, limits: tuple[int, int] | None = None) -> None:
        super().__init__(f"{field} {number}, not {limits}")
        self.field, self.number, self.limits = field, number, limits


class AgreedGames(NamedTuple):
    """An agreed number of games; the lowest total wins."""

    lowest_wins: bool = True

    def settle(self, players: int, asked: SessionLength) -> SessionLength:
        """As many games as there are players, if nobody says more. Raises
        :class:`WrongSessionLength`."""
        if asked.target is not None:
            raise WrongSessionLength("target", asked.target)
        return SessionLength(
            _within("games_planned", asked.games_planned or players, 1, MOST_GAMES), None
        )


class FirstToTarget(NamedTuple):
    """Games until somebody has the ``target``; the highest total wins, and a tie at the top plays
    on.

    ``count_out``: those who reach it in the same game are told apart by counting these items of it
    in order. ``claim_out``: whoever has reached it within a game may say so, and ends it.
    """

    target: int
    count_out: tuple[str, ...] = ()
    claim_out: bool = False
    lowest_wins: bool = False

    def settle(self, players: int, asked: SessionLength) -> SessionLength:  # noqa: ARG002 - as for Agreed
        """The target, if nobody says another. Raises :class:`WrongSessionLength`."""
        if asked.games_planned is not None:
            raise WrongSessionLength("games_planned", asked.games_planned)
        target = self.target if asked.target is None else asked.target
        return SessionLength(None, _within("target", target, LEAST_TARGET, MOST_TARGET))


SessionPlan = AgreedGames | FirstToTarget


def _within(field: str, number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise WrongSessionLength(field, number, (least, most))
    return number


def reached(target: int, totals: Totals) -> tuple[int, ...]:
    """The side that has the target and more than any other; none if there is no such side."""
    first = leaders(totals, lowest_wins=False)
    return first if len(first) == 1 and totals[first[0]] >= target else ()


class TargetReached(NamedTuple):
    """The ``target``, and what each side had ``before`` a game and ``after`` it: less than was
    counted, where only a difference is written down."""

    target: int
    before: Totals
    after: Totals


def counted_out(
    reaching: TargetReached, items: Mapping[int, Mapping[str, int]], order: Sequence[str]
) -> tuple[int, ...]:
    """Which of those who reached the target in a game came to it first, counting its ``items`` in
    this order (#house-rules).

    Of those who come to it with the same item the one who has more in the end is first; none if
    that is the same too. Where somebody had it before, the highest total decides as ever.
    """
    target, before, after = reaching
    running = {side: total for side, total in before.items() if after[side] >= target}
    for item in order if max(before.values()) < target else ():
        running = {side: total + items[side].get(item, 0) for side, total in running.items()}
        if out := {side: after[side] for side, total in running.items() if total >= target}:
            return reached(target, out)
    return reached(target, after)
