"""The length, the end and the winners of a session (#session)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .cards import Impossible
from .sheet_plan import SheetPlan, pile_exists
from .standings import Totals, leaders

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
    """A number of games and a target at once, or a number outside ``limits``; ``field`` names the
    number."""

    def __init__(self, field: str, number: int, limits: tuple[int, int] | None = None) -> None:
        super().__init__(f"{field} {number}, not {limits}")
        self.field, self.number, self.limits = field, number, limits


class AgreedGames(NamedTuple):
    """A session of an agreed number of games; ``lowest_wins`` tells which total wins."""

    lowest_wins: bool = True

    def settle(self, players: int, requested: SessionLength) -> SessionLength:
        """Return the length of a session: the requested one, or as many games as there are players.
        Raises :class:`WrongSessionLength`."""
        return _settled(requested, SessionLength(players, None))

    def of_length(self, length: SessionLength) -> SessionPlan:
        """Return the plan of a session of this length: to a target it ends as soon as anybody has
        that many points."""
        if length.target is None:
            return self
        return FirstToTarget(length.target, lowest_wins=self.lowest_wins)


class FirstToTarget(NamedTuple):
    """A session until somebody reaches a ``target``. The highest total wins, or the lowest by
    ``lowest_wins``; a tie for it plays on, unless there is a ``tie_break``: a field of which the
    most in the last game decides.

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
        """Return the length of a session: the requested one, or the usual target of the game.
        Raises :class:`WrongSessionLength`."""
        return _settled(requested, SessionLength(None, self.target))

    def of_length(self, length: SessionLength) -> SessionPlan:
        """Return the plan of a session of this length: after an agreed number of games totals alone
        decide."""
        if length.games_planned is not None:
            return AgreedGames(self.lowest_wins)
        return self if length.target is None else self._replace(target=length.target)


SessionPlan = AgreedGames | FirstToTarget


def _settled(requested: SessionLength, usual: SessionLength) -> SessionLength:
    """Return the requested length of a session, or the usual one without a request. Raises
    :class:`WrongSessionLength`."""
    games, target = requested
    if games is not None and target is not None:
        raise WrongSessionLength("target", target)
    if games is not None:
        return SessionLength(_within("games_planned", games, 1, MOST_GAMES), None)
    if target is not None:
        return SessionLength(None, _within("target", target, LEAST_TARGET, MOST_TARGET))
    return usual


def _within(field: str, number: int, least: int, most: int) -> int:
    """Return a number that is within its limits. Raises :class:`WrongSessionLength`."""
    if not least <= number <= most:
        raise WrongSessionLength(field, number, (least, most))
    return number


def reached(target: int, totals: Totals, *, lowest_wins: bool = False) -> tuple[int, ...]:
    """Return the side that has the best total once some side has the target, as a tuple of one
    side; empty if there is none."""
    first = leaders(totals, lowest_wins=lowest_wins)
    return first if len(first) == 1 and max(totals.values()) >= target else ()


def tie_broken(target: int, totals: Totals, counts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the side that wins a tie at the top with the target: of the tied sides the one with
    most by the ``counts`` of the last game, as a tuple of one side; empty if there is none."""
    first = leaders(totals, lowest_wins=False)
    if totals[first[0]] < target:
        return ()
    most = max(counts[side] for side in first)
    winners = tuple(side for side in first if counts[side] == most)
    return winners if len(winners) == 1 else ()


class TargetReached(NamedTuple):
    """A ``target`` with the totals of the sides ``before`` a game and ``after`` it, which is less
    than was counted where only a difference is scored."""

    target: int
    before: Totals
    after: Totals


def counted_out(
    reaching: TargetReached, items: Mapping[int, Mapping[str, int]], order: Sequence[str]
) -> tuple[int, ...]:
    """Return the sides that reached the target first in a game, counting its ``items`` in order
    (#house-rules).

    Of sides that reach it with the same item the one with the higher final total is first; none if
    these totals are equal. If a side had the target before the game, the highest total decides.
    """
    target, before, after = reaching
    running = {side: total for side, total in before.items() if after[side] >= target}
    for item in order if max(before.values()) < target else ():
        running = {side: total + items[side].get(item, 0) for side, total in running.items()}
        if out := {side: after[side] for side, total in running.items() if total >= target}:
            return reached(target, out)
    return reached(target, after)


Held = Mapping[int, frozenset[str]]
"""The cards that each side has, of those that are told apart."""


class CountedOut(NamedTuple):
    """The sides that are out first. If that depends on who has which cards, ``in_question`` are the
    sides that must be asked, and ``winners`` counts these cards in one step."""

    winners: tuple[int, ...]
    in_question: tuple[int, ...] = ()


def count_out(
    plan: SheetPlan,
    reaching: TargetReached,
    items: Mapping[int, Mapping[str, int]],
    counts: Mapping[int, Mapping[str, int]],
    order: Sequence[str],
) -> CountedOut:
    """Return the sides that are out first when a game's ``items`` are counted in an order.

    ``counts`` are the counted piles of the sides. Cards that are told apart (``plan.apart``) are a
    point each and stand in the order one by one; where their holders are unknown all possible
    holders are tried.
    """
    apart = [field.key for field in plan.apart if field.key in order]
    out = [side for side in items if reaching.after[side] >= reaching.target]
    in_one_step = [
        plan.together.key if name in apart[:1] else name for name in order if name not in apart[1:]
    ]
    at_once = counted_out(reaching, items, in_one_step)
    if not apart or len(out) < 2 or max(reaching.before.values()) >= reaching.target:
        return CountedOut(at_once)
    holdings = list(_held(plan, apart, counts))
    results = {
        counted_out(
            reaching,
            {side: _apart(plan, points, holding[side], apart) for side, points in items.items()},
            order,
        )
        for holding in holdings
    }
    if len(results) == 1:
        return CountedOut(results.pop())
    unknown = [side for side in out if len({holding[side] for holding in holdings}) > 1]
    return CountedOut(at_once, tuple(unknown))


def _apart(
    plan: SheetPlan, items: Mapping[str, int], held_keys: frozenset[str], keys: Sequence[str]
) -> dict[str, int]:
    """Return the items of a side with a point for each of the held cards in place of the item that
    counts them together."""
    return {**items, plan.together.key: 0, **{key: int(key in held_keys) for key in keys}}


def _held(
    plan: SheetPlan, keys: Sequence[str], counts: Mapping[int, Mapping[str, int]]
) -> Iterator[Held]:
    """Yield all ways in which the sides can hold these cards, as far as their piles allow."""

    def spread(sides: Sequence[int], free: frozenset[str]) -> Iterator[dict[int, frozenset[str]]]:
        """Yield the ways to share out the ``free`` cards among these sides."""
        if not sides:
            yield {}
            return
        side, *others = sides
        pile = counts[side]
        for cards in combinations(sorted(free), pile.get(plan.together.key, 0)):
            counted = {key: int(key in cards) for key in keys}
            if any(pile.get(key, number) > number for key, number in counted.items()):
                continue
            if pile_exists(plan, {**pile, **counted}):
                for rest in spread(others, free - frozenset(cards)):
                    yield {side: frozenset(cards), **rest}

    return spread(list(counts), frozenset(keys))
