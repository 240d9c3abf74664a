"""The length, the end and the winners of a session (#session)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .error_bases import Impossible
from .standings_and_payments import Totals, leaders

LEAST_TARGET, MOST_TARGET = 7, 1000
MOST_GAMES = 1000
MOST_PLAYED = 5000
"""Games that a session may have, however many were agreed: pages that show them all, and files that
hold them, stay within what phones and servers do at once."""


class SessionLength(NamedTuple):
    """The length of a session: an agreed number of games, or a target; the other is None."""

    games_planned: int | None
    target: int | None


class WrongSessionLength(Impossible):
    """An agreed number of games in a session that has a target, or the other way round, or a number
    outside ``limits``; ``field`` names the number."""

    def __init__(self, field: str, number: int, limits: tuple[int, int] | None = None) -> None:
        super().__init__(f"{field} {number}, not {limits}")
        self.field, self.number, self.limits = field, number, limits


class AgreedGames(NamedTuple):
    """A session of an agreed number of games; ``lowest_wins`` tells which total wins."""

    lowest_wins: bool = True

    def settle(self, players: int, requested: SessionLength) -> SessionLength:
        """Return the length of a session: the requested number of games, or as many as there are
        players. Raises :class:`WrongSessionLength`."""
        if requested.target is not None:
            raise WrongSessionLength("target", requested.target)
        return SessionLength(
            _within("games_planned", requested.games_planned or players, 1, MOST_GAMES), None
        )


class FirstToTarget(NamedTuple):
    """A session to a ``target``; the highest total wins, and a tie for it plays on, unless there is
    a ``tie_break``: a field of which the most in the last game decides.

    ``count_out`` are items: sides that reach the target in the same game are told apart by counting
    these in order. ``claim_out``: a player who reaches the target within a game may claim it and
    end the game. ``rolls_over`` are items whose points nobody scores at a tie, so that the next
    game has them on top. Once a side has ``sweeps_until`` points, sweeps score nothing.
    """

    target: int
    count_out: tuple[str, ...] = ()
    claim_out: bool = False
    lowest_wins: bool = False
    tie_break: str | None = None
    rolls_over: tuple[str, ...] = ()
    sweeps_until: int | None = None

    def settle(self, players: int, requested: SessionLength) -> SessionLength:  # noqa: ARG002 - as for Agreed
        """Return the length of a session: the requested target, or the usual one of the game.
        Raises :class:`WrongSessionLength`."""
        if requested.games_planned is not None:
            raise WrongSessionLength("games_planned", requested.games_planned)
        target = self.target if requested.target is None else requested.target
        return SessionLength(None, _within("target", target, LEAST_TARGET, MOST_TARGET))


SessionPlan = AgreedGames | FirstToTarget


def _within(field: str, number: int, least: int, most: int) -> int:
    """Return a number that is within its limits. Raises :class:`WrongSessionLength`."""
    if not least <= number <= most:
        raise WrongSessionLength(field, number, (least, most))
    return number


def reached(target: int, totals: Totals) -> tuple[int, ...]:
    """Return the side that has the target and more than any other, as a tuple of one side; empty if
    there is none."""
    first = leaders(totals, lowest_wins=False)
    return first if len(first) == 1 and totals[first[0]] >= target else ()


def tie_broken(target: int, totals: Totals, counts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the side that wins a tie at the top with the target: of the tied sides the one with
    most by the ``counts`` of the last game, as a tuple of one side; empty if there is none."""
    first = leaders(totals, lowest_wins=False)
    if totals[first[0]] < target:
        return ()
    most = max(counts[side] for side in first)
    winners = tuple(side for side in first if counts[side] == most)
    return winners if len(winners) == 1 else ()
