"""Languages of decks: the rank of a printed glyph in each, and which language a photo shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from ..rules.cards import Rank
from .index_types import GLYPHS, ReadIndex

_NUMBERS = {str(number): Rank(number) for number in range(2, 11)}
_ACES = {"A": Rank.ACE, "1": Rank.ACE}
_COURTS = {
    "en": {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING},
    "sv": {"E": Rank.ACE, "N": Rank.JACK, "D": Rank.QUEEN, "K": Rank.KING},
    "de": {"B": Rank.JACK, "D": Rank.QUEEN, "K": Rank.KING},
    "fr": {"V": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING},
    "nl": {"B": Rank.JACK, "V": Rank.QUEEN, "H": Rank.KING},
}
LETTERS = tuple(_COURTS)
"""Languages of decks."""

RANKS = {letters: _NUMBERS | _ACES | courts for letters, courts in _COURTS.items()}
"""The rank of each glyph, by the letters of the deck."""

_BEFORE = {"en": 0.0, "sv": -3.0, "de": -1.5, "fr": -3.0, "nl": -3.0}
"""Probabilities of the languages before a photo is read, as logarithms."""
_MISREAD = 0.03


def vote(readings: Iterable[ReadIndex]) -> dict[str, float]:
    """Return the probability of each language, from the glyphs that are printed."""
    glyphs = [reading.glyphs for reading in readings]

    def weight(letters: str) -> float:
        fitting = [number for number, glyph in enumerate(GLYPHS) if glyph in RANKS[letters]]
        return _BEFORE[letters] + sum(
            math.log(_MISREAD + sum(shares[number] for number in fitting)) for shares in glyphs
        )

    weights = {letters: weight(letters) for letters in LETTERS}
    best = max(weights.values())
    shares = {letters: math.exp(weight - best) for letters, weight in weights.items()}
    return {letters: share / sum(shares.values()) for letters, share in shares.items()}


def ranks_of(reading: ReadIndex, languages: Mapping[str, float]) -> dict[Rank, float]:
    """Return the probabilities of the ranks of an index.

    ``languages`` are the probabilities of the languages of the deck: a V is a jack in French and a
    queen in Dutch.
    """
    ranks = dict.fromkeys(Rank, 0.0)
    for letters, probable in languages.items():
        for glyph, share in zip(GLYPHS, reading.glyphs, strict=True):
            if rank := RANKS[letters].get(glyph):
                ranks[rank] += probable * share
    return ranks
