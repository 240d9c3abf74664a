"""Assignment of indices to cards by likelihood, with what the game knows. Standard library only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..rules.cards import FACES, SUITS, Card
from .geometry import middle_of, outline_of
from .grouping import group
from .indices import ReadIndex
from .letters import ranks_of, vote
from .reading import Knowledge, Reading, SeenCard

LEAST_SCORE = 0.4
"""Of the detector, for an index to be looked at."""
MOST_DOUBT = 0.5
"""An index with a greater probability of being none is passed over."""
LEAST = 1e-4
"""No face is less probable than this by one reading."""


@dataclass(frozen=True)
class _Candidate:
    """Indices that lie on one card. ``shares`` are the probabilities of the faces, in order."""

    readings: tuple[ReadIndex, ...]
    shares: tuple[float, ...]
    exists: float


def assign(readings: Sequence[ReadIndex], knowledge: Knowledge, width: int, height: int) -> Reading:
    """Return the cards that explain the indices of a photo best."""
    indices = [
        reading
        for reading in readings
        if reading.index.score > LEAST_SCORE and reading.nothing < MOST_DOUBT
    ]
    letters = knowledge.letters or vote(indices)
    candidates = _candidates(indices, letters, knowledge)
    seen = [card for candidate in candidates if (card := _seen(candidate))]
    seen.sort(key=lambda card: (card.card, card.y, card.x))
    return Reading(tuple(seen), letters, width, height, len(candidates) - len(seen))


def _candidates(
    indices: Sequence[ReadIndex], letters: str, knowledge: Knowledge
) -> list[_Candidate]:
    shares = [_faces(reading, letters, knowledge) for reading in indices]
    fits = _fits(indices, [max(faces) for faces in shares])
    groups = group(
        [reading.index for reading in indices],
        lambda i, j: sum(a * b for a, b in zip(shares[i], shares[j], strict=True)),
        [max(faces) for faces in shares],
        knowledge.indices,
    )
    return [
        _Candidate(
            tuple(indices[i] for i in members),
            _normal(
                [math.prod(column) for column in zip(*(shares[i] for i in members), strict=True)]
            ),
            _existence([indices[i] for i in members]) * max(fits[i] for i in members),
        )
        for members in groups
    ]


def _faces(reading: ReadIndex, letters: str, knowledge: Knowledge) -> tuple[float, ...]:
    """Return the probabilities of all faces by one reading."""
    ranks = ranks_of(reading, letters)
    suits = dict(zip(SUITS, reading.suits, strict=True))
    return _normal(
        [
            max(ranks[face.rank], LEAST) * max(suits[face.suit], LEAST)
            if knowledge.cards.get(face, 0)
            else LEAST**3
            for face in FACES
        ]
    )


def _normal(weights: Sequence[float]) -> tuple[float, ...]:
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)


def _fits(indices: Sequence[ReadIndex], sure: Sequence[float]) -> list[float]:
    """Return how well each index fits the others in size: those of a photo are of one size, give
    or take perspective."""
    sizes = [math.log(abs(reading.index.up)) for reading in indices]
    weights = [
        (reading.index.score * share * (1 - reading.nothing)) ** 2
        for reading, share in zip(indices, sure, strict=True)
    ]
    half, middle = sum(weights) / 2, 0.0
    for size, weight in sorted(zip(sizes, weights, strict=True)):
        half, middle = half - weight, size
        if half <= 0:
            break
    return [math.exp(-3 * max(0.0, abs(size - middle) - 0.75)) for size in sizes]


def _existence(readings: Sequence[ReadIndex]) -> float:
    """Return how probably at least one of these is an index at all."""
    return 1 - math.prod(
        1 - (1 - reading.nothing) * min(1.0, reading.index.score + 0.3) for reading in readings
    )


def _seen(candidate: _Candidate) -> SeenCard | None:
    best = sorted(zip(candidate.shares, FACES, strict=True), reverse=True)[:4]
    sure = best[0][0] * candidate.exists
    alone = len(candidate.readings) == 1
    if sure < 0.25 or (alone and (candidate.exists < 0.85 or sure < 0.55)):
        return None
    return _card(candidate, best[0][1], sure, [(face, share) for share, face in best[1:]])


def _card(
    candidate: _Candidate, face: Card, sure: float, others: list[tuple[Card, float]]
) -> SeenCard:
    indices = [reading.index for reading in candidate.readings]
    middle = middle_of(indices)
    return SeenCard(
        face,
        sure,
        tuple(others),
        middle.real,
        middle.imag,
        tuple((index.at.real, index.at.imag) for index in indices),
        tuple((corner.real, corner.imag) for corner in outline_of(indices)),
    )
