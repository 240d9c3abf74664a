"""Enumeration of the ways to make a sum (#groups), of numbers in distinct places and of
interchangeable numbers.

There can be more ways than can be listed, but dead ends are not followed: each way costs at most as
many steps as there are numbers, squared. A caller that wants only some takes the first ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .number_multisets import Counts, NumberSet


class Sums:
    """Sums of some of these numbers, each from 1 up, to a total of at most ``most``."""

    def __init__(self, numbers: Sequence[int], most: int) -> None:
        self._numbers = numbers
        mask = (1 << most + 1) - 1
        reached = [1]  # from the last place on: bit n is set where numbers from there on can make n
        for number in reversed(numbers):
            reached.append((reached[-1] | reached[-1] << number) & mask)
        self._reached = reached[::-1]

    def make(self, total: int) -> bool:
        """Return whether some of the numbers make a total, in one operation."""
        return total >= 0 and bool(self._reached[0] >> total & 1)

    def of(self, total: int) -> Iterator[tuple[int, ...]]:
        """Yield the ways to make a total, each as the places of its numbers in ascending order; one
        empty way for 0."""
        return self._ways(0, total) if total >= 0 else iter(())

    def _ways(self, start: int, rest: int) -> Iterator[tuple[int, ...]]:
        """Yield the ways to make ``rest`` with numbers from the place ``start`` on."""
        if rest == 0:
            yield ()
            return
        for place in range(start, len(self._numbers)):
            if not self._reached[place] >> rest & 1:
                return
            remaining = rest - self._numbers[place]
            if remaining >= 0 and self._reached[place + 1] >> remaining & 1:
                for others in self._ways(place + 1, remaining):
                    yield (place, *others)


def parts(counts: Counts, total: int) -> Iterator[NumberSet]:
    """Yield the ways to make a total with the counts of each number, as sets with the largest
    number first. There are at most 231, since a total is at most a card's value."""
    remaining = list(counts)

    def ways(rest: int, largest: int) -> Iterator[NumberSet]:
        """Yield the ways to make ``rest`` with numbers up to ``largest``."""
        if rest == 0:
            yield ()
        for number in range(min(rest, largest), 0, -1):
            if remaining[number]:
                remaining[number] -= 1
                for others in ways(rest - number, number):
                    yield (number, *others)
                remaining[number] += 1

    yield from ways(total, len(counts) - 1)
