"""Optimal assignment of candidates to faces of which there are limited copies.

Each candidate takes one copy of a face or none, and the total weight is as large as possible.
Candidates are added one by one, each with the best chain of changes: it takes a face, whose holder
takes another one, and so on. That is exact, since an optimal assignment stays optimal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

Face = TypeVar("Face")


class Matching(Generic[Face]):
    """An optimal assignment, as ``taken`` by candidate and as ``holders`` by face.

    ``weights`` has the weight of each face for each candidate, ``none`` the weight of taking none,
    ``copies`` the number of copies of each face.
    """

    def __init__(
        self,
        weights: Sequence[Mapping[Face, float]],
        none: Sequence[float],
        copies: Mapping[Face, int],
    ) -> None:
        self._weights, self._none, self._copies = weights, none, copies
        self.holders: dict[Face, list[int]] = {}
        self.taken: list[Face | None] = [None] * len(weights)
        for candidate in range(len(weights)):
            self._add(candidate)

    def is_free(self, face: Face) -> bool:
        """Return whether a copy of a face is left."""
        return len(self.holders.get(face, ())) < self._copies.get(face, 0)

    def _add(self, candidate: int) -> None:
        """Add a candidate by the best chain of changes."""
        gains: dict[Face, float] = {}
        before: dict[Face, tuple[int, Face | None]] = {}
        waiting = deque[Face]()
        self._reach(candidate, None, 0.0, gains, before, waiting)
        best: tuple[float, int, Face | None] = (self._none[candidate], candidate, None)
        end: Face | None = None
        while waiting:
            face = waiting.popleft()
            if self.is_free(face):
                if gains[face] > best[0]:
                    best, end = (gains[face], *before[face]), face
                continue
            for holder in self.holders[face]:
                gain = gains[face] - self._weights[holder][face]
                if gain + self._none[holder] > best[0]:
                    best, end = (gain + self._none[holder], holder, face), None
                self._reach(holder, face, gain, gains, before, waiting)
        self._change(best[1], best[2], end, before)

    def _reach(
        self,
        candidate: int,
        leaves: Face | None,
        gain: float,
        gains: dict[Face, float],
        before: dict[Face, tuple[int, Face | None]],
        waiting: deque[Face],
    ) -> None:
        """Note which faces a candidate can take better than before when it leaves a face."""
        for face, weight in self._weights[candidate].items():
            better = gain + weight > gains.get(face, float("-inf")) + 1e-9
            if better and face != leaves and self._copies.get(face, 0):
                gains[face], before[face] = gain + weight, (candidate, leaves)
                if face not in waiting:
                    waiting.append(face)

    def _change(
        self,
        candidate: int,
        leaves: Face | None,
        takes: Face | None,
        before: Mapping[Face, tuple[int, Face | None]],
    ) -> None:
        """Carry out a chain of changes, from its end back to the added candidate."""
        while True:
            self.taken[candidate] = takes
            if leaves is not None:
                self.holders[leaves].remove(candidate)
            if takes is not None:
                self.holders.setdefault(takes, []).append(candidate)
            if leaves is None:
                return
            takes = leaves
            candidate, leaves = before[leaves]
