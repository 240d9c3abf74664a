"""Candidates for cards: indices that lie on one card, with the probability of each face."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..rules.cards import FACES, SUITS, Card
from .card_geometry import middle_of
from .deck_languages import ranks_of
from .index_types import Index, ReadIndex
from .indices_grouped_by_card import group
from .known_facts_type import KnownFacts

MISREAD = 1e-4
"""Least probability of any rank or suit, since the reader is never quite sure."""
FOREIGN = 0.02
"""Probability that a card outside the packs is in the photo and is read rightly."""

NONE = 1e-6
"""Least probability that a candidate is no card."""


@dataclass(frozen=True)
class Candidate:
    """Indices that lie on one card.

    ``shares`` are the probabilities of all faces, in order, given that it is a card. ``fit`` tells
    how well its size fits the other indices of the photo, from 0 to 1.
    """

    readings: tuple[ReadIndex, ...]
    shares: Mapping[Card, float]
    fit: float

    @cached_property
    def exists(self) -> float:
        """The probability that at least one of the indices is one."""
        return self.fit * (1 - math.prod(1 - likely for likely in self._likely))

    @property
    def clearest(self) -> float:
        """The probability that the likeliest of the indices is one."""
        return self.fit * max(self._likely)

    @property
    def _likely(self) -> list[float]:
        """The probability of each index to be one."""
        return [
            (1 - reading.nothing) * min(1.0, reading.index.score + 0.3) for reading in self.readings
        ]

    @cached_property
    def best(self) -> Card:
        """The likeliest face."""
        return max(self.shares, key=self.shares.__getitem__)

    @property
    def indices(self) -> list[Index]:
        """The indices without their readings."""
        return [reading.index for reading in self.readings]

    @property
    def middle(self) -> complex:
        """The middle of the card, as its indices point to it."""
        return middle_of(self.indices)

    def weights(self, packs: Mapping[Card, int]) -> tuple[dict[Card, float], float]:
        """Return the probability of each face of the packs, and that of being no card of the
        packs."""
        inside = {face: share for face, share in self.shares.items() if packs.get(face, 0)}
        outside = 1 - math.fsum(inside.values())
        none = (1 - self.exists) + self.exists * FOREIGN * max(0.0, outside)
        return {face: self.exists * share for face, share in inside.items()}, max(none, NONE)

    def joined(self, other: Candidate) -> Candidate:
        """Return the candidate for one card with the indices of both."""
        shares = _normal({face: self.shares[face] * other.shares[face] for face in FACES})
        return Candidate(self.readings + other.readings, shares, max(self.fit, other.fit))


def candidates_of(
    readings: Sequence[ReadIndex], languages: Mapping[str, float], knowledge: KnownFacts
) -> list[Candidate]:
    """Return the candidates of a photo; each index is on one of them."""
    shares = [_faces(reading, languages) for reading in readings]
    sure = [max(faces.values()) for faces in shares]
    fits = _fits(readings, sure)
    alone = [
        Candidate((reading,), faces, fit)
        for reading, faces, fit in zip(readings, shares, fits, strict=True)
    ]

    def same(i: int, j: int) -> float:
        return sum(shares[i][face] * shares[j][face] for face in FACES)

    groups = group([reading.index for reading in readings], same, sure, knowledge.indices)
    return [_joined([alone[i] for i in members]) for members in groups]


def _joined(candidates: Sequence[Candidate]) -> Candidate:
    """Return several candidates as one."""
    first, *others = candidates
    for other in others:
        first = first.joined(other)
    return first


def _faces(reading: ReadIndex, languages: Mapping[str, float]) -> dict[Card, float]:
    """Return the probability of each face by the reading of one index."""
    ranks = ranks_of(reading, languages)
    suits = dict(zip(SUITS, reading.suits, strict=True))
    return _normal(
        {face: max(ranks[face.rank], MISREAD) * max(suits[face.suit], MISREAD) for face in FACES}
    )


def _normal(weights: Mapping[Card, float]) -> dict[Card, float]:
    """Return weights scaled to the sum 1."""
    total = math.fsum(weights.values())
    return {face: weight / total for face, weight in weights.items()}


def _fits(readings: Sequence[ReadIndex], sure: Sequence[float]) -> list[float]:
    """Return how well each index fits the others in size, from 0 to 1.

    The indices of a photo are of one size, give or take perspective.
    """
    sizes = [math.log(abs(reading.index.up)) for reading in readings]
    weights = [
        (reading.index.score * share * (1 - reading.nothing)) ** 2
        for reading, share in zip(readings, sure, strict=True)
    ]
    weight_left, middle = sum(weights) / 2, 0.0
    for size, weight in sorted(zip(sizes, weights, strict=True)):
        weight_left, middle = weight_left - weight, size
        if weight_left <= 0:
            break
    return [math.exp(-3 * max(0.0, abs(size - middle) - 0.75)) for size in sizes]
