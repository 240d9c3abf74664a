"""Random choices determined by a seed, equal on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_WORD = (1 << 64) - 1


class SeededRandom:
    """A stream of random numbers (SplitMix64), begun from the texts of the ``seeds``."""

    def __init__(self, *seeds: object) -> None:
        state = 0xCBF29CE484222325  # FNV-1a: texts that differ a little begin far apart
        for byte in "/".join(map(str, seeds)).encode():
            state = ((state ^ byte) * 0x100000001B3) & _WORD
        self._state = state

    def below(self, number: int) -> int:
        """Return a number from 0 to below ``number``. The bias of the remainder is negligible for
        64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return (mixed ^ (mixed >> 31)) % number

    def one_in(self, number: int) -> bool:
        """Return true in one of ``number`` cases."""
        return self.below(number) == 0

    def pick(self, things: Sequence[_T]) -> _T:
        """Return a random item of a sequence, which must not be empty."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """Return all items in random order."""
        mixed = list(things)
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed
