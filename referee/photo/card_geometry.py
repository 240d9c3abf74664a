"""Geometry of a card from its indices: directions, middle and outline."""

from __future__ import annotations

from collections.abc import Sequence

from .index_types import Index

# A card of 63 x 88 mm, and where the middle of its index is, measured from the card's.
HALF_WIDTH = 31.5
HALF_HEIGHT = 44.0
INDEX_DOWN = 34.0
INDEX_RIGHT = 26.5


def dot(first: complex, second: complex) -> float:
    """Return the scalar product of two vectors."""
    return (first * second.conjugate()).real


def unit(vector: complex) -> complex:
    """Return the direction of a vector."""
    return vector / (abs(vector) or 1.0)


def frame(index: Index) -> tuple[float, float]:
    """Return how far the middle of the card is to the right of an index and below it.

    The directions are those of the index. Both are positive for an upper left index.
    """
    up = unit(index.up)
    return dot(index.centre, up * 1j), dot(index.centre, -up)


def middle_of(indices: Sequence[Index]) -> complex:
    """Return the middle of the card that has these indices."""
    return sum(index.at + index.centre for index in indices) / len(indices)


def outline_of(indices: Sequence[Index]) -> tuple[complex, ...]:
    """Return the four corners of the card that has these indices, around it."""
    middle = middle_of(indices)
    up = unit(indices[0].up)
    scale = sum(abs(index.centre) for index in indices) / len(indices)
    scale /= abs(complex(INDEX_RIGHT, INDEX_DOWN))
    tall, wide = -up * HALF_HEIGHT * scale, up * 1j * HALF_WIDTH * scale
    return middle - wide - tall, middle + wide - tall, middle + wide + tall, middle - wide + tall
