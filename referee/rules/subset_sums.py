"""The ways to come to a sum (#groups): of things that are told apart, and of numbers alone.

All sums of the house are worked out here. There can be more ways than anybody could list, but what
leads nowhere is not followed: each way costs at most as many steps as there are numbers, squared.
Whoever wants only some takes the first ones, and says that there are more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .card_set_lattice import Counts, Group


class Sums:
    """The sums of some of these numbers, each from 1 up, as far as a total of ``most``."""

    def __init__(self, numbers: Sequence[int], most: int) -> None:
        self._numbers = numbers
        within = (1 << most + 1) - 1
        reached = [1]  # from the last place on: bit n is set where numbers from there on can make n
        for number in reversed(numbers):
            reached.append((reached[-1] | reached[-1] << number) & within)
        self._reached = reached[::-1]

    def make(self, total: int) -> bool:
        """Is there a way at all? In one step, however many numbers there are."""
        return total >= 0 and bool(self._reached[0] >> total & 1)

    def of(self, total: int) -> Iterator[tuple[int, ...]]:
        """The places of some of the numbers that come to a total, in order; of none of them if it
        is 0."""
        return self._ways(0, total) if total >= 0 else iter(())

    def _ways(self, start: int, rest: int) -> Iterator[tuple[int, ...]]:
        if rest == 0:
            yield ()
            return
        for place in range(start, len(self._numbers)):
            if not self._reached[place] >> rest & 1:
                return
            left = rest - self._numbers[place]
            if left >= 0 and self._reached[place + 1] >> left & 1:
                for others in self._ways(place + 1, left):
                    yield (place, *others)


def parts(counts: Counts, total: int) -> Iterator[Group]:
    """The ways to come to a total with so many of each number, the largest number first. There are
    never more than 135, since a total is at most a card's value."""
    left = list(counts)

    def ways(rest: int, largest: int) -> Iterator[Group]:
        if rest == 0:
            yield ()
        for number in range(min(rest, largest), 0, -1):
            if left[number]:
                left[number] -= 1
                for others in ways(rest - number, number):
                    yield (number, *others)
                left[number] += 1

    yield from ways(total, len(counts) - 1)
