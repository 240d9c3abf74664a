"""Corner indices of cards, as the two models see them: plain numbers, without numpy.

Points and vectors in a photo are complex numbers: x to the right, y downwards, in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

GLYPHS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "B", "D", "V", "R", "H", "1", "E", "N")
"""The ranks as decks print them, in the order of the reader's outputs. N: the Swedish Kn."""

LEAST_SCORE = 0.45
"""Of the detector, for an index to be read."""
MOST_DOUBT = 0.5
"""An index with a greater probability of being none is left out."""


@dataclass(frozen=True, slots=True)
class Index:
    """A corner index in the photo, not read yet.

    ``at`` is its middle, ``up`` points from there to its upper edge (half its height long),
    ``centre`` to the middle of the card. ``score``: the detector's confidence, 0 to 1.
    """

    at: complex
    up: complex
    centre: complex
    score: float


@dataclass(frozen=True, slots=True)
class ReadIndex:
    """An index with the probabilities of what is printed there.

    ``glyphs`` are those of :data:`GLYPHS`, given that it is an index; ``suits`` those of spades,
    hearts, diamonds, clubs; ``nothing`` that it is no index at all.
    """

    index: Index
    glyphs: tuple[float, ...]
    suits: tuple[float, ...]
    nothing: float
