"""Chance that a seed decides: the same on every machine and in every Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_WORD = (1 << 64) - 1


class SeededRandom:
    """A stream of numbers (SplitMix64), begun with what the ``seeds`` are as text."""

    def __init__(self, *seeds: object) -> None:
        state = 0xCBF29CE484222325  # FNV-1a: texts that differ a little begin far apart
        for byte in "/".join(map(str, seeds)).encode():
            state = ((state ^ byte) * 0x100000001B3) & _WORD
        self._state = state

    def below(self, number: int) -> int:
        """A number from 0, less than this. What is left of 64 bits favours none that matters."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return (mixed ^ (mixed >> 31)) % number

    def one_in(self, number: int) -> bool:
        return self.below(number) == 0

    def pick(self, things: Sequence[_T]) -> _T:
        """One of them; there must be one."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """All of them, in another order."""
        mixed = list(things)
        for at in range(len(mixed) - 1, 0, -1):
            other = self.below(at + 1)
            mixed[at], mixed[other] = mixed[other], mixed[at]
        return mixed
