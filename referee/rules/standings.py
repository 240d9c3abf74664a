"""Totals, places and payments of a session, and of a night by person (#session)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
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


class Part(NamedTuple):
    """A session of a night.

    ``sides`` are the people of each side in seat order, ``totals`` the points of the sides,
    ``points`` those of each person, ``games`` how many games count, ``winners`` the sides that won,
    ``worth`` what a point is worth.
    """

    sides: Mapping[int, Sequence[str]]
    totals: Totals
    points: Mapping[str, int]
    games: int
    winners: Sequence[int] = ()
    worth: int = 1


class PersonStanding(NamedTuple):
    """The place of a person in a night; ``won`` is the number of parts that the person has won."""

    name: str
    total: int
    games: int
    won: int
    place: int

    @property
    def average(self) -> Fraction | None:
        """Return the points a game; None without games."""
        return Fraction(self.total, self.games) if self.games else None


class Night(NamedTuple):
    """The parts of a night, in order.

    ``lowest_wins`` is true if the lowest total is the best. ``adds_up`` is false if parts are
    played to a target: each of them begins at zero, so places go by the parts that were won.
    """

    parts: Sequence[Part]
    lowest_wins: bool
    adds_up: bool

    @property
    def people(self) -> tuple[str, ...]:
        """Return the names of the people in the order in which they came."""
        names = (name for part in self.parts for side in part.sides.values() for name in side)
        return tuple(dict.fromkeys(names))

    @property
    def standings(self) -> tuple[PersonStanding, ...]:
        """Return the people by total, or by the parts that they have won; equal people share a
        place."""
        total, games, won = Counter[str](), Counter[str](), Counter[str]()
        for part in self.parts:
            for side, names in part.sides.items():
                for name in names:
                    total[name] += part.points[name]
                    games[name] += part.games
                    won[name] += side in part.winners
        sign = 1 if self.lowest_wins else -1
        behind = {n: sign * total[n] if self.adds_up else -won[n] for n in self.people}
        return tuple(
            PersonStanding(
                name,
                total[name],
                games[name],
                won[name],
                1 + sum(other < behind[name] for other in behind.values()),
            )
            for name in sorted(self.people, key=behind.__getitem__)
        )

    @property
    def ranking(self) -> tuple[PersonStanding, ...]:
        """Return the standings as people read them, in which a place is fair.

        Totals compare only after equally many games: those who have played the most games have
        places. Others come after them with place 0, and so does everybody where one person alone
        has played the most. Parts won compare at any time, so there only people without a game
        have place 0.
        """
        most = max(standing.games for standing in self.standings)
        least = most if self.adds_up else min(most, 1)
        placed = [standing for standing in self.standings if standing.games >= least]
        if self.adds_up and len(placed) == 1:
            placed = []
        others = [standing for standing in self.standings if standing not in placed]
        others.sort(key=lambda standing: -standing.games)
        places = sorted(standing.place for standing in placed)
        return (
            *(standing._replace(place=1 + places.index(standing.place)) for standing in placed),
            *(standing._replace(place=0) for standing in others),
        )

    @property
    def places_by_average(self) -> dict[str, int]:
        """Return the place by points a game of everybody who has played; equal people share a
        place.

        It compares people after different numbers of games. Empty where totals do not add up.
        """
        sign = 1 if self.lowest_wins else -1
        behind = {
            standing.name: sign * standing.average
            for standing in self.standings
            if self.adds_up and standing.average is not None
        }
        return {
            name: 1 + sum(other < average for other in behind.values())
            for name, average in behind.items()
        }

    @property
    def leaders(self) -> tuple[str, ...]:
        """Return the names of those who have the first place; none before a game or part counts."""
        return tuple(
            standing.name
            for standing in self.ranking
            if standing.place == 1 and (standing.games if self.adds_up else standing.won)
        )

    def payments(self, way: str) -> tuple[Payment, ...]:
        """Return the payments between people in a way of ``SETTLEMENTS``; payers and receivers are
        places in ``people``.

        The payments of the parts are added up for each pair of people, so that a game is paid by
        those who played it. With the fewest payments everybody ends with the same as with
        :func:`~referee.rules.standings.pairwise`.
        """
        if way == "fewest":
            return settle_all(self._balances(self.payments("pairwise")))
        owed = Counter[tuple[int, int]]()
        for part in self.parts:
            for payer, receiver, amount in self._personal(part, way):
                owed[payer, receiver] += amount
        net = (Payment(*pair, owed[pair] - owed[pair[::-1]]) for pair in owed)
        return in_order([payment for payment in net if payment.amount > 0])

    def _balances(self, payments: Sequence[Payment]) -> dict[int, int]:
        """Return what each person owes in all; negative for a person who receives money."""
        balances = dict.fromkeys(range(len(self.people)), 0)
        for payer, receiver, amount in payments:
            balances[payer] += amount
            balances[receiver] -= amount
        return balances

    def _personal(self, part: Part, way: str) -> Iterator[Payment]:
        """Yield the payments of a part from person to person. Each member of a team pays the member
        of the other team in the same place, as evenly as whole numbers allow."""
        place = {name: number for number, name in enumerate(self.people)}
        worth = {side: total * part.worth for side, total in part.totals.items()}
        for payer, receiver, amount in SETTLEMENTS[way](
            worth if self.lowest_wins else negated(worth)
        ):
            paying, paid = part.sides[payer], part.sides[receiver]
            share, over = divmod(amount, len(paying))
            for number, (payer_name, receiver_name) in enumerate(zip(paying, paid, strict=True)):
                yield Payment(place[payer_name], place[receiver_name], share + (number < over))
