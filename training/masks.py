"""Masks: grey pictures that say how strongly a colour covers each pixel."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from .seeded_random import Colour, Pixels

Point = tuple[float, float]


def trimmed(mask: Pixels) -> Pixels | None:
    """Return a mask without empty edges, or None if nothing is on it."""
    rows, columns = np.where(mask > 20)
    if not len(rows):
        return None
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def resized(mask: Pixels, height: float | None = None, width: float | None = None) -> Pixels:
    """Return a mask in another size, in its own proportions unless both sides are given."""
    tall, wide = mask.shape[:2]
    height, width = (
        height or tall * (width or wide) / wide,
        width or wide * (height or tall) / tall,
    )
    size = max(1, round(width)), max(1, round(height))
    return cv2.resize(mask, size, interpolation=cv2.INTER_AREA)


def paint(picture: Pixels, mask: Pixels, middle: Point, colour: Colour) -> None:
    """Paint a colour through a mask, around a point."""
    tall, wide = mask.shape
    left, top = round(middle[0] - wide / 2), round(middle[1] - tall / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(picture.shape[1], left + wide), min(picture.shape[0], top + tall)
    if x1 <= x0 or y1 <= y0:
        return
    share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    part[:] = (part * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def fill(picture: Pixels, points: Sequence[Point] | Pixels, colour: Colour | int) -> None:
    """Fill a polygon with fine edges."""
    fine = np.round(np.array(points, np.float64) * 16).astype(np.int32)
    cv2.fillPoly(picture, [fine], colour, cv2.LINE_AA, 4)


def outline(picture: Pixels, points: Sequence[Point], colour: Colour, width: int) -> None:
    """Draw the edge of a polygon."""
    fine = np.round(np.array(points, np.float64) * 16).astype(np.int32)
    cv2.polylines(picture, [fine], True, colour, width, cv2.LINE_AA, 4)


def whole(point: Point | Pixels) -> tuple[int, int]:
    """Return a point on whole pixels."""
    return int(point[0]), int(point[1])
