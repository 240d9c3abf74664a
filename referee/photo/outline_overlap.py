"""Overlap of two cards in a photo, by their outlines."""

from __future__ import annotations

Point = tuple[float, float]

OVERLAP = 0.15
"""The least share of a card's side by which two cards lie over each other."""


def overlap(first: tuple[Point, ...], second: tuple[Point, ...]) -> bool:
    """Return whether the cards of two outlines lie over each other by more than the error of the
    outlines; false where a card has none (no points)."""
    if not (first and second):
        return False
    axes = (axis for outline in (first, second) for axis in _axes(outline))
    return not any(_apart(first, second, axis) for axis in axes)


def _axes(outline: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the directions of the sides of a card."""
    (x, y), (right_x, right_y), _, (down_x, down_y) = outline
    return (right_x - x, right_y - y), (down_x - x, down_y - y)


def _apart(first: tuple[Point, ...], second: tuple[Point, ...], axis: Point) -> bool:
    """Return whether two cards lie apart along an axis."""

    def span(outline: tuple[Point, ...]) -> tuple[float, float]:
        along = [x * axis[0] + y * axis[1] for x, y in outline]
        return min(along), max(along)

    (low, high), (other_low, other_high) = span(first), span(second)
    common = min(high, other_high) - max(low, other_low)
    return common < OVERLAP * min(high - low, other_high - other_low)
