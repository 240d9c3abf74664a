"""Corner indices of cards, as the two models see them: plain numbers, without numpy.

Points and vectors in a photo are complex numbers: x to the right, y downwards, in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

GLYPHS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "B", "D", "V", "R", "H", "1", "E", "N")
"""The ranks as decks print them, in the order of the reader's outputs. N is the Swedish Kn."""

LEAST_SCORE = 0.45
"""The detector's score from which an index is read."""
MOST_DOUBT = 0.5
"""The largest probability of being none with which an index is kept."""


@dataclass(frozen=True, slots=True)
class Index:
    """A corner index in the photo, not read yet.

    ``at`` is its middle. The vector ``up`` points from there to its upper edge (half its height
    long), ``centre`` to the middle of the card. ``score`` is the detector's confidence, 0 to 1.
    """

    at: complex
    up: complex
    centre: complex
    score: float


@dataclass(frozen=True, slots=True)
class ReadIndex:
    """An index with the probabilities of what is printed there.

    ``glyphs`` are those of :data:`GLYPHS`, given that it is an index; ``suits`` those of spades,
    hearts, diamonds, clubs; ``nothing`` is the probability that it is no index.
    """

    index: Index
    glyphs: tuple[float, ...]
    suits: tuple[float, ...]
    nothing: float
