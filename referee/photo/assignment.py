"""Assignment of candidates to faces of which there are limited copies.

Each candidate takes one copy of a face or none, and the total weight is as large as possible.
Candidates are added one by one, each with the best chain of changes: it takes a face, whose holder
takes another one, and so on. That is exact, since an optimal assignment stays optimal.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Generic, TypeVar

from ..rules.cards import FACES, SUITS, Card
from .indices import (
    TOUCH,
    Index,
    Point,
    ReadIndex,
    are_at_same_corner,
    dot,
    group,
    lie_on_four,
    middle_of,
    outline_of,
    overlap,
    usual_reach,
)
from .reading import KnownFacts, PhotoReading, SeenCard, ranks_of, vote

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
    first, *others = candidates
    for other in others:
        first = first.joined(other)
    return first


def _faces(reading: ReadIndex, languages: Mapping[str, float]) -> dict[Card, float]:
    ranks = ranks_of(reading, languages)
    suits = dict(zip(SUITS, reading.suits, strict=True))
    return _normal(
        {face: max(ranks[face.rank], MISREAD) * max(suits[face.suit], MISREAD) for face in FACES}
    )


def _normal(weights: Mapping[Card, float]) -> dict[Card, float]:
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


SPLIT = 0.2
"""Probability that two candidates of one card were not joined, if they lie where its indices
lie."""
FAR = 1e-5
"""Probability that two candidates of one card were not joined, if they lie elsewhere."""
MOST_FACES = 10
"""The number of likeliest faces of a candidate that are assigned."""
LEAST_SURE = 0.25
"""Least probability of a face, for a card with several indices to be shown."""
LEAST_SURE_ALONE = 0.6
"""Least probability of a face, for a card with a single index to be shown."""
LEAST_SURE_CLEAR = 0.33
"""Least probability of a face, for a card with a single clear index: the player is asked then."""
CLEAR = 0.8
"""The detector's score from which an index is clear."""
LEAST_EXISTENCE = 0.85
"""Least probability that some index of a card is one, for the card to be shown; two doubtful
indices are not enough."""
LEAST_DOUBTFUL = 0.5
"""Least probability to be a card from which a candidate that is not shown counts as doubtful."""
ONE_OR_TWO = 0.6
"""Probability given to the second of two equal cards that may be one, so that the player is
asked."""
TWIN_SURE = 0.9
"""Least probability of a card that is there twice without asking: most photos have it once."""

TWICE_SURE = 0.995
"""Least probability of a face for a card to be there twice although the packs have it once."""

Weights = tuple[dict[Card, float], float]


def assign(
    readings: Sequence[ReadIndex], knowledge: KnownFacts, width: int, height: int
) -> PhotoReading:
    """Return the cards that explain the indices of a photo best."""
    languages = {knowledge.letters: 1.0} if knowledge.letters else vote(readings)
    letters = max(languages, key=languages.__getitem__)
    candidates = candidates_of(readings, languages, knowledge)
    number = knowledge.indices or _indices_of(candidates)
    assigned = _Assigned.of(candidates, knowledge.cards)
    while pair := assigned.best_join(number):
        first, second = (assigned.candidates[i] for i in pair)
        others = [c for i, c in enumerate(assigned.candidates) if i not in pair]
        assigned = _Assigned.of([*others, first.joined(second)], knowledge.cards)
    cards = assigned.seen(number)
    twice = assigned.surplus
    for i in twice:
        cards.pop(i, None)
    doubtful = sum(
        candidate.exists >= LEAST_DOUBTFUL and i not in cards and i not in twice
        for i, candidate in enumerate(assigned.candidates)
    )
    in_order = sorted(cards.values(), key=lambda card: (card.card, card.y, card.x))
    surplus = tuple(sorted(set(twice.values())))
    return PhotoReading(tuple(in_order), letters, width, height, doubtful, surplus)


def _indices_of(candidates: Sequence[Candidate]) -> int | None:
    """Return how many indices a card has; None if that is not clear.

    It is 4 if a card has more than two, or two that stand the same way, or if equal indices lie
    near each other in several places.
    """
    if any(map(_has_four, candidates)):
        return 4
    near = [
        pair
        for pair in combinations(candidates, 2)
        if pair[0].best == pair[1].best
        and _lie_like_one(*pair)
        and sum(len(seen.readings) for seen in pair) > 2
    ]
    return 4 if len({pair[0].best for pair in near}) > 1 else None


def _has_four(candidate: Candidate) -> bool:
    pairs = combinations(candidate.indices, 2)
    return len(candidate.readings) > 2 or any(
        dot(first.up, second.up) > 0 for first, second in pairs
    )


@dataclass(frozen=True)
class _Assigned:
    """Candidates with the faces that are assigned to them."""

    candidates: Sequence[Candidate]
    weights: Sequence[Weights]
    matching: Matching[Card]

    @classmethod
    def of(cls, candidates: Sequence[Candidate], packs: Mapping[Card, int]) -> _Assigned:
        """Return candidates with the best assignment to the faces of the packs."""
        weights = [_likeliest(candidate.weights(packs)) for candidate in candidates]
        matching = Matching(
            [{face: math.log(share) for face, share in faces.items()} for faces, _ in weights],
            [math.log(none) for _, none in weights],
            packs,
        )
        return cls(candidates, weights, matching)

    def best_join(self, number: int | None) -> tuple[int, int] | None:
        """Return the numbers of the two candidates that are best explained as one card, or None.

        ``number`` is that of the indices on a card, if it is clear.
        """
        gains = {
            pair: gain
            for pair in combinations(range(len(self.candidates)), 2)
            if (gain := self._join_gain(*pair, number)) > 0
        }
        return max(gains, key=gains.__getitem__) if gains else None

    def _join_gain(self, i: int, j: int, number: int | None) -> float:
        """Return how much better one card explains two candidates, as a difference of
        logarithms."""
        first, second = self.candidates[i], self.candidates[j]
        if first.best != second.best:
            return 0.0
        near = _lie_like_one(first, second)
        faces = self.matching.taken[i], self.matching.taken[j]
        if faces == (first.best, first.best):  # two equal cards, and the packs have them
            return 1.0 if near and number == 4 and self._lie_on_four(first, second) else 0.0
        apart = sum(
            math.log(none if face is None else shares[face])
            for face, (shares, none) in zip(faces, (self.weights[i], self.weights[j]), strict=True)
        )
        if not near and _is_plain(first) and _is_plain(second):
            return 0.0  # two equal cards, though the packs have one
        alike = sum(first.shares[card] * second.shares[card] for card in first.shares)
        return math.log(alike * (SPLIT if near else FAR)) - apart

    def _lie_on_four(self, first: Candidate, second: Candidate) -> bool:
        usual = usual_reach([index for candidate in self.candidates for index in candidate.indices])
        pairs = list(product(first.indices, second.indices))
        if any(are_at_same_corner(*pair) for pair in pairs):
            return False
        return 2 * sum(lie_on_four(*pair, usual) for pair in pairs) >= len(pairs)

    def seen(self, number: int | None) -> dict[int, SeenCard]:
        """Return the cards that are sure enough to be shown, by the index of their candidate; empty
        if none is. ``number`` is how many indices a card has, None if that is not clear: then a
        card is less sure if it may be part of an equal one before it."""
        cards = {}
        for i, candidate in enumerate(self.candidates):
            face = self.matching.taken[i]
            if face is None:
                continue
            sure, others = self._sureness(i, face)
            twin = sure < TWIN_SURE and len(self.matching.holders[face]) > 1
            if (
                twin
                or self._touches_equal(i, face)
                or (number is None and self._may_be_part(i, face))
            ):
                sure = min(sure, ONE_OR_TWO)
            if _is_shown(candidate, sure):
                cards[i] = _card(candidate, face, sure, others)
        return cards

    def _may_be_part(self, i: int, face: Card) -> bool:
        """Return whether a candidate may belong to an equal one before it."""
        return any(
            self.matching.taken[j] == face and _lie_like_one(self.candidates[i], self.candidates[j])
            for j in range(i)
        )

    def _touches_equal(self, i: int, face: Card) -> bool:
        """Return whether a candidate touches or covers an equal one before it: both may be corners
        of one card, however surely they were read."""
        outline = _outline(self.candidates[i])
        return any(
            overlap(outline, _outline(self.candidates[j]), least=TOUCH)
            for j in self.matching.holders[face]
            if j < i
        )

    @property
    def surplus(self) -> dict[int, Card]:
        """The candidates that surely are another copy of a card than the packs have, with it."""
        return {
            i: candidate.best
            for i, candidate in enumerate(self.candidates)
            if _is_plain(candidate)
            and self.matching.taken[i] != candidate.best
            and any(
                _is_plain(self.candidates[j]) for j in self.matching.holders.get(candidate.best, ())
            )
        }

    def _sureness(self, i: int, face: Card) -> tuple[float, tuple[tuple[Card, float], ...]]:
        """Return the probability of a face of a candidate, and its likeliest alternatives."""
        shares, none = self.weights[i]
        open_to = {card: share * self._openness(card, face) for card, share in shares.items()}
        total = sum(open_to.values()) + none
        sure = open_to.pop(face) / total
        others = sorted(open_to.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
        return sure, tuple((card, share / total) for card, share in others)

    def _openness(self, card: Card, face: Card) -> float:
        """Return how easily a candidate with a face could have another card instead.

        It is 1 if a copy of that card is left, else the ease with which one of its holders could
        take what is left then.
        """
        if card == face or self.matching.is_free(card):
            return 1.0

        def ease(holder: int) -> float:
            shares, none = self.weights[holder]
            weights_left = [
                share
                for other, share in shares.items()
                if other != card and (other == face or self.matching.is_free(other))
            ]
            return min(1.0, max([*weights_left, none]) / shares[card])

        return max(map(ease, self.matching.holders[card]))


def _likeliest(weights: Weights) -> Weights:
    faces, none = weights
    best = sorted(faces, key=faces.__getitem__, reverse=True)[:MOST_FACES]
    return {face: faces[face] for face in best}, none


def _is_shown(candidate: Candidate, sure: float) -> bool:
    if candidate.clearest < LEAST_EXISTENCE:
        return False
    if len(candidate.readings) > 1:
        return sure >= LEAST_SURE
    clear = candidate.indices[0].score >= CLEAR
    least = LEAST_SURE_CLEAR if clear else LEAST_SURE_ALONE
    return sure >= least


def _is_plain(candidate: Candidate) -> bool:
    """Return whether a candidate surely is a card, and of one face."""
    clear = len(candidate.readings) > 1 or candidate.indices[0].score >= CLEAR
    sure = candidate.shares[candidate.best] >= TWICE_SURE
    return clear and sure and candidate.clearest >= LEAST_EXISTENCE


def _outline(candidate: Candidate) -> tuple[Point, ...]:
    return tuple((corner.real, corner.imag) for corner in outline_of(candidate.indices))


def _lie_like_one(first: Candidate, second: Candidate) -> bool:
    """Return whether all indices of two candidates are near enough to be on one card."""
    indices = first.indices + second.indices
    reach = max(abs(index.centre) for index in indices)
    if len(indices) > 4:
        return False
    return all(abs(a.at - b.at) < 2.6 * reach for a, b in combinations(indices, 2))


def _card(
    candidate: Candidate, face: Card, sure: float, others: tuple[tuple[Card, float], ...]
) -> SeenCard:
    middle = candidate.middle
    return SeenCard(
        face,
        sure,
        others,
        middle.real,
        middle.imag,
        tuple((index.at.real, index.at.imag) for index in candidate.indices),
        _outline(candidate),
    )
