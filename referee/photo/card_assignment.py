"""Assignment of indices to cards by likelihood, with what the game knows. Standard library only."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ..rules.cards import Card
from .card_candidates import Candidate, candidates_of
from .card_geometry import are_at_same_corner, dot, lie_on_four, outline_of, usual_reach
from .corner_indices import ReadIndex
from .deck_languages import vote
from .optimal_matching import Matching
from .photo_reading import KnownFacts, PhotoReading, SeenCard

SPLIT = 0.2
"""Probability that indices of one card that lie like it were not put together."""
FAR = 1e-5
"""Probability that they were not, where they do not lie like it."""
MOST_FACES = 10
"""Of a candidate, for the assignment: the likeliest."""
LEAST_SURE = 0.25
LEAST_SURE_ALONE = 0.6
LEAST_SURE_CLEAR = 0.33
"""Least sureness where there is an index without doubt: the player says which card it is."""
CLEAR = 0.8
"""The detector's score of an index without doubt."""
LEAST_EXISTENCE = 0.85
"""So likely must one of its indices be one for a card to be shown: two doubtful ones do not do."""
LEAST_DOUBTFUL = 0.5
"""Probability of existing from which something that is no card of the packs is counted."""
ONE_OR_TWO = 0.6
"""So sure is the second of two equal cards that may be one: it is asked for."""
TWIN_SURE = 0.9
"""A card that is there twice and less sure than this is asked for: most photos have it once."""

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
        one, other = (assigned.candidates[i] for i in pair)
        rest = [c for i, c in enumerate(assigned.candidates) if i not in pair]
        assigned = _Assigned.of([*rest, one.joined(other)], knowledge.cards)
    cards = assigned.seen(number)
    doubtful = sum(
        candidate.exists >= LEAST_DOUBTFUL and i not in cards
        for i, candidate in enumerate(assigned.candidates)
    )
    in_order = sorted(cards.values(), key=lambda card: (card.card, card.y, card.x))
    return PhotoReading(tuple(in_order), letters, width, height, doubtful)


def _indices_of(candidates: Sequence[Candidate]) -> int | None:
    """Return how many indices a card has: 4 if a card has more than two, or two that stand the same
    way, or if equal indices lie near each other in several places; None if that is not clear."""
    if any(map(_has_four, candidates)):
        return 4
    near = [
        pair
        for pair in combinations(candidates, 2)
        if pair[0].best == pair[1].best and _lie_like_one(*pair) and _readings(pair) > 2
    ]
    return 4 if len({pair[0].best for pair in near}) > 1 else None


def _has_four(candidate: Candidate) -> bool:
    pairs = combinations(candidate.indices, 2)
    return len(candidate.readings) > 2 or any(dot(one.up, other.up) > 0 for one, other in pairs)


def _readings(pair: tuple[Candidate, Candidate]) -> int:
    return sum(len(candidate.readings) for candidate in pair)


@dataclass(frozen=True)
class _Assigned:
    """Candidates with the cards that they are taken for."""

    candidates: Sequence[Candidate]
    weights: Sequence[Weights]
    matching: Matching[Card]

    @classmethod
    def of(cls, candidates: Sequence[Candidate], packs: Mapping[Card, int]) -> _Assigned:
        weights = [_likeliest(candidate.weights(packs)) for candidate in candidates]
        matching = Matching(
            [{face: math.log(share) for face, share in faces.items()} for faces, _ in weights],
            [math.log(none) for _, none in weights],
            packs,
        )
        return cls(candidates, weights, matching)

    def best_join(self, number: int | None) -> tuple[int, int] | None:
        """Return the two candidates that are best explained as one card, None if none are.
        ``number``: of indices on a card, if that is clear."""
        gains = {
            pair: gain
            for pair in combinations(range(len(self.candidates)), 2)
            if (gain := self._join_gain(*pair, number)) > 0
        }
        return max(gains, key=gains.__getitem__) if gains else None

    def _join_gain(self, i: int, j: int, number: int | None) -> float:
        """Return by how much one card explains two candidates better than what they are now."""
        one, other = self.candidates[i], self.candidates[j]
        if one.best != other.best:
            return 0.0
        near = _lie_like_one(one, other)
        faces = self.matching.taken[i], self.matching.taken[j]
        if faces == (one.best, one.best):  # two equal cards, and the packs have them
            return 1.0 if near and number == 4 and self._lie_on_four(one, other) else 0.0
        apart = sum(
            math.log(none if face is None else shares[face])
            for face, (shares, none) in zip(faces, (self.weights[i], self.weights[j]), strict=True)
        )
        alike = sum(one.shares[card] * other.shares[card] for card in one.shares)
        return math.log(alike * (SPLIT if near else FAR)) - apart

    def _lie_on_four(self, one: Candidate, other: Candidate) -> bool:
        """Say whether the indices of two candidates are where those of a card with four are."""
        usual = usual_reach([index for seen in self.candidates for index in seen.indices])
        pairs = list(product(one.indices, other.indices))
        if any(are_at_same_corner(*pair) for pair in pairs):
            return False
        return 2 * sum(lie_on_four(*pair, usual) for pair in pairs) >= len(pairs)

    def seen(self, number: int | None) -> dict[int, SeenCard]:
        """Return the cards of the candidates that are sure enough to be shown, by number."""
        cards = {}
        for i, candidate in enumerate(self.candidates):
            face = self.matching.taken[i]
            if face is None:
                continue
            sure, others = self._sureness(i, face)
            twin = sure < TWIN_SURE and len(self.matching.holders[face]) > 1
            if twin or (number is None and self._may_be_part(i, face)):
                sure = min(sure, ONE_OR_TWO)
            if _is_shown(candidate, sure):
                cards[i] = _card(candidate, face, sure, others)
        return cards

    def _may_be_part(self, i: int, face: Card) -> bool:
        """Say whether a candidate may belong to an equal one before it."""
        return any(
            self.matching.taken[j] == face and _lie_like_one(self.candidates[i], self.candidates[j])
            for j in range(i)
        )

    def _sureness(self, i: int, face: Card) -> tuple[float, tuple[tuple[Card, float], ...]]:
        """Return how sure a card is, and its likeliest alternatives."""
        shares, none = self.weights[i]
        open_to = {card: share * self._openness(card, face) for card, share in shares.items()}
        total = sum(open_to.values()) + none
        sure = open_to.pop(face) / total
        others = sorted(open_to.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
        return sure, tuple((card, share / total) for card, share in others)

    def _openness(self, card: Card, face: Card) -> float:
        """Return how easily a candidate with a face could have another card: 1 if a copy is left,
        else as easily as a holder of it does with what is left then."""
        if card == face or self.matching.is_free(card):
            return 1.0

        def ease(holder: int) -> float:
            shares, none = self.weights[holder]
            left = [
                share
                for other, share in shares.items()
                if other != card and (other == face or self.matching.is_free(other))
            ]
            return min(1.0, max([*left, none]) / shares[card])

        return max(map(ease, self.matching.holders[card]))


def _likeliest(weights: Weights) -> Weights:
    faces, none = weights
    best = sorted(faces, key=faces.__getitem__, reverse=True)[:MOST_FACES]
    return {face: faces[face] for face in best}, none


def _is_shown(candidate: Candidate, sure: float) -> bool:
    """Say whether a card is sure enough to be shown."""
    if candidate.clearest < LEAST_EXISTENCE:
        return False
    if len(candidate.readings) > 1:
        return sure >= LEAST_SURE
    clear = candidate.indices[0].score >= CLEAR
    least = LEAST_SURE_CLEAR if clear else LEAST_SURE_ALONE
    return sure >= least


def _lie_like_one(one: Candidate, other: Candidate) -> bool:
    """Say whether all indices of two candidates can be on one card: near enough to each other."""
    indices = one.indices + other.indices
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
        tuple((corner.real, corner.imag) for corner in outline_of(candidate.indices)),
    )
