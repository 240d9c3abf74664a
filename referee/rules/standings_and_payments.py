"""Totals of a session: places, and payments between the sides (#session)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, cycle, islice
from typing import NamedTuple

Totals = Mapping[int, int]
"""Points by side, in seat order. A side is a seat, or a team where there are teams. Where people
pay, these may be their worth in money instead: so many hundredths for each point."""


class Standing(NamedTuple):
    """The place of a side, the best total first; equal totals share a place (1, 1, 3)."""

    side: int
    total: int
    place: int


class Payment(NamedTuple):
    """An amount that one side owes another, in the unit of the totals: points or hundredths."""

    payer: int
    receiver: int
    amount: int


def add_up(seats_of: Mapping[int, Sequence[int]], games: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the total of each side over games whose scores are in seat order."""
    return {
        side: sum(scores[seat] for scores in games for seat in seats)
        for side, seats in seats_of.items()
    }


def standings(totals: Totals, *, lowest_wins: bool = True) -> tuple[Standing, ...]:
    """Return the standings of the sides, the best total first; sides that share a place are in
    order of side."""
    behind = totals if lowest_wins else negated(totals)
    ordered = sorted(totals, key=lambda side: (behind[side], side))
    return tuple(
        Standing(side, totals[side], 1 + sum(other < behind[side] for other in behind.values()))
        for side in ordered
    )


def leaders(totals: Totals, *, lowest_wins: bool = True) -> tuple[int, ...]:
    """Return the sides that share the best total."""
    return tuple(
        standing.side
        for standing in standings(totals, lowest_wins=lowest_wins)
        if standing.place == 1
    )


def negated(totals: Totals) -> dict[int, int]:
    """Return the totals with their signs changed: the settlements below let the higher total pay,
    which is wrong where it wins."""
    return {side: -total for side, total in totals.items()}


def deals_even_out(games: int, players: int) -> bool:
    """Return whether every player deals equally often in a number of games."""
    return games % players == 0


# The lower total is paid by the higher; see `negated` for games that the highest wins.


def pairwise(totals: Totals) -> tuple[Payment, ...]:
    """Return the payments by which each pair of sides settles the difference of its totals."""
    payments = []
    for first, second in combinations(totals, 2):
        lower, higher = sorted((first, second), key=lambda side: totals[side])
        payments.append(Payment(higher, lower, totals[higher] - totals[lower]))
    return in_order(payments)


def to_winner(totals: Totals) -> tuple[Payment, ...]:
    """Return the payments by which each side pays the winner the difference of their totals.

    Several winners share each payment as evenly as whole numbers allow. Remainders go to them in
    turn, so that in all they get the same, or the first of them one more.
    """
    winners = [side for side in totals if side in leaders(totals)]
    next_in_turn = cycle(winners)
    payments = []
    for payer in totals:
        share, over = divmod(totals[payer] - totals[winners[0]], len(winners))
        get_one_more = set(islice(next_in_turn, over))
        payments += [Payment(payer, winner, share + (winner in get_one_more)) for winner in winners]
    return in_order(payments)


def fewest(totals: Totals) -> tuple[Payment, ...]:
    """Return the smallest number of payments with the same balance for every side as
    :func:`pairwise`.

    The balance of a side is the sum of its differences. Sides whose balances sum to nothing can
    settle among themselves and need one payment less than they are: the more such circles, the
    fewer payments.
    """
    return settle_all({side: len(totals) * totals[side] - sum(totals.values()) for side in totals})


MOST_IN_CIRCLES = 8
"""The largest number of sides for which all ways to form circles are tried; more form one
circle."""


def settle_all(owed: Totals) -> tuple[Payment, ...]:
    """Return few payments after which nothing is owed; a side that is owed money has a negative
    amount. The number is the smallest possible for up to ``MOST_IN_CIRCLES`` sides."""
    debts = {side: amount for side, amount in owed.items() if amount}
    circles = _circles(debts) if len(debts) <= MOST_IN_CIRCLES else [debts]
    return in_order([payment for circle in circles for payment in _settle(circle)])


def _circles(owed: Totals) -> list[Totals]:
    """Return the largest number of circles in each of which the amounts owed sum to nothing."""
    if not owed:
        return []
    first, *others = owed
    solutions = []
    for size in range(len(owed)):
        for mates in combinations(others, size):
            circle = {side: owed[side] for side in (first, *mates)}
            if sum(circle.values()) == 0:
                rest = {side: owed[side] for side in owed if side not in circle}
                solutions.append([circle, *_circles(rest)])
    return max(solutions, key=len)


def _settle(circle: Totals) -> Iterator[Payment]:
    """Yield payments each of which leaves one side of a circle with nothing to pay or to get, the
    last one two."""
    balances = dict(circle)
    while any(balances.values()):
        payer = next(side for side in balances if balances[side] > 0)
        receiver = next(side for side in balances if balances[side] < 0)
        amount = min(balances[payer], -balances[receiver])
        balances[payer] -= amount
        balances[receiver] += amount
        yield Payment(payer, receiver, amount)


def in_order(payments: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return the payments of more than nothing, sorted by payer and receiver."""
    return tuple(sorted(payment for payment in payments if payment.amount))


SETTLEMENTS: dict[str, Callable[[Totals], tuple[Payment, ...]]] = {
    "pairwise": pairwise,
    "to_winner": to_winner,
    "fewest": fewest,
}
"""The ways in which people can settle, the usual one first."""
