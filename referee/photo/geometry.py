"""Geometry of indices: which of them can lie on one card, and where that card is."""

from __future__ import annotations

from collections.abc import Sequence

from .indices import Index

# A card of 63 x 88 mm, and where the middle of its index is, measured from the card's.
HALF_WIDTH = 31.5
HALF_HEIGHT = 44.0
INDEX_DOWN = 34.0
INDEX_RIGHT = 26.5


def dot(one: complex, other: complex) -> float:
    """Return the scalar product of two vectors."""
    return (one * other.conjugate()).real


def unit(vector: complex) -> complex:
    """Return the direction of a vector."""
    return vector / (abs(vector) or 1.0)


def one_card_error(one: Index, other: Index, *, alike: bool, indices: int | None) -> float | None:
    """Return how badly two indices fit on one card, 0 for perfectly; None if they cannot.

    ``alike``: they read alike. ``indices``: how many a card has, None if that is not clear.
    """
    reach = (abs(one.centre) + abs(other.centre)) / 2
    longer, shorter = sorted((abs(one.centre), abs(other.centre)), reverse=True)
    if reach < 1 or longer > 2.2 * shorter + 1:
        return None
    towards = other.at - one.at
    directions = dot(unit(one.up), unit(other.up))
    if abs(towards) < 0.7 * reach or abs(directions) < 0.7:
        return None
    centres = abs(one.at + one.centre - other.at - other.centre) / reach
    error = centres if directions < 0 and centres < (1.1 if alike else 0.8) else None
    if alike and indices != 2:
        four = _four_index_error(one, other, centres, towards)
        if four is not None and (error is None or error > four):
            return four
    return error


def _four_index_error(one: Index, other: Index, centres: float, towards: complex) -> float | None:
    """Return the error of two indices on a card with four.

    The detector is unsure of the side of the upper right and lower left index, so that its vector
    leans away from the right there.
    """
    (right, down), (other_right, other_down) = frame(one), frame(other)
    length, other_length = abs(one.centre), abs(other.centre)
    lean, other_lean = right / length, other_right / other_length
    differ = abs(lean - other_lean) > 0.35 and min(lean, other_lean) < 0.45
    parallel = dot(one.up, other.up) > 0
    reach = (length + other_length) / 2
    if parallel and differ and abs(towards) > 0.8 * reach and centres < 0.5:
        return centres
    half = (max(down, length / 2) + max(other_down, other_length / 2)) / 2 / 0.78
    axis = unit(unit(one.up) + (unit(other.up) if parallel else -unit(other.up)))
    along, across = abs(dot(towards, axis)) / half, abs(dot(towards, axis * 1j)) / half
    if parallel:
        fits = differ and along < 0.5 * across and 0.7 < across < 2.2
    elif differ and across < 0.45 * along:
        fits = 1.0 < along < 2.7
    else:
        both_lean = max(lean, other_lean) < 0.45
        fits = both_lean and 0.6 < across < 2.3 and 1.0 < along < 2.7
    return 0.5 if fits else None


def frame(index: Index) -> tuple[float, float]:
    """Return how far the card's middle is to the right of an index and below it, as the index
    stands. Both are positive for an upper left index."""
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
