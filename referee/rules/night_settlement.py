"""Settlement of a night: sessions in a row with different people, by person (#session)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .standings_and_payments import SETTLEMENTS, Payment, Totals, in_order, negated, settle_all


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
        :func:`~referee.rules.standings_and_payments.pairwise`.
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
