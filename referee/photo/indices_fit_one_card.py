"""Fit of indices on one card, by their places and directions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .card_geometry import INDEX_DOWN, INDEX_RIGHT, dot, frame, unit
from .index_types import Index

LARGER = 1.6
"""The largest ratio of the sizes of two indices on one card."""
OPPOSITE = 0.6
"""The error of two indices at opposite corners whose vectors to the middle do not meet."""
SLANTS = 0.45, 1.35
"""Limits of the distance of the opposite corner to the side, as a share of that down: 0.78 on a
table that is seen from above."""
LENGTHS = 0.6, 1.6
"""Limits of the distance of another corner, as a share of the usual one in the photo."""
SKEW = 0.4
"""The largest share of a card's side by which indices above or beside each other are out of
line."""
STRAIGHT = 0.87
"""The least scalar product of the direction of a corner and that of its card."""
PROPORTIONS = 0.5, 1.25
"""Limits of the ratio of width to height between the four indices of a card: 0.78 from above."""
ASLANT = 0.3
"""The largest share of a side by which the corners of one card are out of line."""
LEAN = 0.5
"""The least share of the way to the middle that is to the right, for an upper left index. Upper
right indices have less, or it is not clear."""


def usual_reach(indices: Sequence[Index]) -> float:
    """Return the usual distance of an index from the middle of its card, in halves of its height.

    It is the median, since the cards of a photo are mostly of one deck, and a single index may be
    wrong.
    """
    reaches = sorted(abs(index.centre) / abs(index.up) for index in indices)
    return reaches[len(reaches) // 2] or 1.0  # phones have no module statistics


def one_card_error(
    first: Index, second: Index, *, alike: bool, indices: int | None, usual: float
) -> float | None:
    """Return how badly two indices fit on one card, 0 for perfectly; None if they cannot.

    ``alike``: they read alike. ``indices`` is their number on a card, None if that is not clear.
    ``usual`` is the reach of the photo, see :func:`usual_reach`.
    """
    smaller, larger = sorted((abs(first.up), abs(second.up)))
    if larger > LARGER * smaller:
        return None
    error = _meeting_error(first, second, alike=alike, indices=indices)
    opposite = alike and _are_opposite(first, second, indices, usual)
    if opposite and (error is None or error > OPPOSITE):
        return OPPOSITE
    return error


def _are_opposite(first: Index, second: Index, indices: int | None, usual: float) -> bool:
    """Return whether two indices are at opposite corners of one card.

    Their directions decide, which are right where their vectors to the middle are too short or too
    long.
    """
    if dot(unit(first.up), unit(second.up)) > -0.9:
        return False
    slants = _slant(second.at - first.at, first.up), _slant(first.at - second.at, second.up)
    if indices != 2 and max(slants) < 0:  # from upper right to lower left
        slants = -slants[0], -slants[1]
    length = abs(second.at - first.at) / (abs(first.up) + abs(second.up)) / usual
    return _between(LENGTHS, length) and all(_between(SLANTS, slant) for slant in slants)


def _slant(way: complex, up: complex) -> float:
    """Return how far a vector goes to the right, as a share of how far it goes down."""
    down = dot(way, -up)
    return dot(way, up * 1j) / down if down > 0 else math.inf


def _between(limits: tuple[float, float], value: float) -> bool:
    """Return whether a value is between limits."""
    return limits[0] < value < limits[1]


def lie_on_four(first: Index, second: Index, usual: float) -> bool:
    """Return whether two indices stand like two corners of a card with four, of the usual size."""
    up, towards = unit(first.up), second.at - first.at
    size = usual * (abs(first.up) + abs(second.up)) / abs(complex(INDEX_RIGHT, INDEX_DOWN))
    across = abs(dot(towards, up * 1j)) / (INDEX_RIGHT * size)
    down = dot(towards, -up) / (INDEX_DOWN * size)
    if dot(first.up, second.up) > 0:
        return _between(LENGTHS, across) and abs(down) < SKEW
    return _between(LENGTHS, down) and (across < SKEW or _between(LENGTHS, across))


def lie_at_corners(indices: Sequence[Index]) -> bool:
    """Return whether three or four indices lie at as many corners of a card.

    Its sides are along and across their direction, and in the proportion of a card.
    """
    lengths = [abs(index.up) for index in indices]
    if max(lengths) > LARGER * min(lengths):
        return False
    ups = [index.up if dot(index.up, indices[0].up) > 0 else -index.up for index in indices]
    up = unit(sum(map(unit, ups)))
    if any(dot(unit(index_up), up) < STRAIGHT for index_up in ups):
        return False
    places = [-1j * index.at / up for index in indices]  # upright: to the right, and downwards
    top = [at for at, index in zip(places, indices, strict=True) if dot(index.up, up) > 0]
    foot = [at for at, index in zip(places, indices, strict=True) if dot(index.up, up) < 0]
    return _are_rows(*(sorted(row, key=lambda at: at.real) for row in (top, foot)))


def _are_rows(top: Sequence[complex], foot: Sequence[complex]) -> bool:
    """Return whether these can be the upper and the lower corners of an upright card."""
    full = [row for row in (top, foot) if len(row) == 2]
    if not full or not 3 <= len(top) + len(foot) <= 4 or not (top and foot):
        return False
    width = sum((right - left).real for left, right in full) / len(full)
    height = (sum(foot) / len(foot) - sum(top) / len(top)).imag
    if not _between(PROPORTIONS, width / height if height > 0 else math.inf):
        return False
    aslant = [abs((right - left).imag) / height for left, right in full]
    if len(full) == 2:
        beside = [
            abs((first - second).real) / width for first, second in zip(top, foot, strict=True)
        ]
    else:
        (single,) = min(top, foot, key=len)
        beside = [min(abs((single - other).real) for other in full[0]) / width]
    return max(aslant + beside) < ASLANT


def are_at_same_corner(first: Index, second: Index) -> bool:
    """Return whether two indices are the upper left ones of two cards that lie alike."""
    apart = abs(first.at - second.at) > max(abs(first.up), abs(second.up))
    return apart and dot(first.up, second.up) > 0 and min(_lean(first), _lean(second)) >= LEAN


def _lean(index: Index) -> float:
    """Return which share of the way from an index to the middle of its card is to the right."""
    return dot(unit(index.centre), unit(index.up) * 1j)


def _meeting_error(
    first: Index, second: Index, *, alike: bool, indices: int | None
) -> float | None:
    """Return the distance of the middles to which two indices point, in lengths of the way there.

    None if the two cannot be on one card.
    """
    reach = (abs(first.centre) + abs(second.centre)) / 2
    longer, shorter = sorted((abs(first.centre), abs(second.centre)), reverse=True)
    if reach < 1 or longer > 2.2 * shorter + 1:
        return None
    towards = second.at - first.at
    directions = dot(unit(first.up), unit(second.up))
    if abs(towards) < 0.7 * reach or abs(directions) < 0.7:
        return None
    centres = abs(first.at + first.centre - second.at - second.centre) / reach
    error = centres if directions < 0 and centres < (1.1 if alike else 0.8) else None
    if alike and indices != 2:
        four = _four_index_error(first, second, centres, towards)
        if four is not None and (error is None or error > four):
            return four
    return error


def _four_index_error(
    first: Index, second: Index, centres: float, towards: complex
) -> float | None:
    """Return the error of two indices on a card with four; None if they cannot be on one.

    The detector is unsure of the side of the upper right and lower left index, so that its vector
    leans away from the right there.
    """
    (_, down), (_, other_down) = frame(first), frame(second)
    length, other_length = abs(first.centre), abs(second.centre)
    lean, other_lean = _lean(first), _lean(second)
    differ = abs(lean - other_lean) > 0.35 and min(lean, other_lean) < LEAN
    parallel = dot(first.up, second.up) > 0
    reach = (length + other_length) / 2
    if parallel and differ and abs(towards) > 0.8 * reach and centres < 0.5:
        return centres
    half = (max(down, length / 2) + max(other_down, other_length / 2)) / 2 / 0.78
    axis = unit(unit(first.up) + (unit(second.up) if parallel else -unit(second.up)))
    along, across = abs(dot(towards, axis)) / half, abs(dot(towards, axis * 1j)) / half
    if parallel:
        fits = differ and along < 0.5 * across and 0.7 < across < 2.2
    elif differ and across < 0.45 * along:
        fits = 1.0 < along < 2.7
    else:
        both_lean = max(lean, other_lean) < LEAN
        fits = both_lean and 0.6 < across < 2.3 and 1.0 < along < 2.7
    return 0.5 if fits else None
