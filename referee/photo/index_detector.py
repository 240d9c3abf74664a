"""Detection of corner indices in a photo: their place, direction and card."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .index_types import LEAST_SCORE, Index
from .onnx_runtime import Floats, run_model

LONG_SIDES = (1280, 640, 320)
"""Long sides of the sizes in which the photo is searched, for small and for large indices."""
MOST_INDICES = 160
"""The largest number of indices that are kept: about three for each card of a pack."""

_STRIDE = 4
_ROUND = 32
_GREY = 110
_SIZES = (5, 56)  # half the height of an index that the detector has learnt, in its pixels


def find_indices(image: Image.Image) -> list[Index]:
    """Return the corner indices in an RGB image, the surest first."""
    indices: list[Index] = []
    for long_side in LONG_SIDES:
        if long_side <= 2 * max(image.size):
            indices += _find_at(image, long_side)
    indices.sort(key=lambda index: -index.score)
    best: list[Index] = []
    for index in indices:
        if not any(_same_place(index, other) for other in best):
            best.append(index)
    return best[:MOST_INDICES]


def _same_place(first: Index, second: Index) -> bool:
    """Return whether two indices are one that was found twice."""
    return abs(first.at - second.at) <= 0.55 * max(abs(first.up), abs(second.up))


def _find_at(image: Image.Image, long_side: int) -> list[Index]:
    """Return the corner indices that the detector sees in a photo scaled to this long side."""
    pixels, across, down = _scaled(image, long_side)
    heat, off_x, off_y, up_x, up_y, size, centre_x, centre_y = run_model("detector", pixels)[0]
    score = 1 / (1 + np.exp(-heat))
    indices = []
    for row, column in np.argwhere((score >= _highest_around(score)) & (score > LEAST_SCORE)):
        spot = row, column
        length = 16 * math.exp(min(2.0, max(-2.0, float(size[spot]))))
        if not _SIZES[0] <= length <= _SIZES[1]:
            continue

        def point(x: float, y: float) -> complex:
            return complex(x / across, y / down)

        norm = math.hypot(up_x[spot], up_y[spot]) or 1.0
        at = point(
            (column + float(off_x[spot])) * _STRIDE + 2, (row + float(off_y[spot])) * _STRIDE + 2
        )
        up = point(float(up_x[spot]) / norm * length, float(up_y[spot]) / norm * length)
        reach = _STRIDE * length
        centre = point(float(centre_x[spot]) * reach, float(centre_y[spot]) * reach)
        indices.append(Index(at - (0.5 + 0.5j), up, centre, float(score[spot])))
    return indices


def _scaled(image: Image.Image, long_side: int) -> tuple[NDArray[np.uint8], float, float]:
    """Return a photo in another size, padded with grey to a size that the model takes.

    The two scales, across and down, are returned with it.
    """
    factor = long_side / max(image.size)
    width, height = (max(8, round(side * factor)) for side in image.size)
    method = Image.Resampling.BOX if factor < 1 else Image.Resampling.BILINEAR
    small = image.resize((width, height), method, reducing_gap=2 if factor < 1 else None)
    tall, wide = (max(64, -(-side // _ROUND) * _ROUND) for side in (height, width))
    pixels = np.full((1, tall, wide, 3), _GREY, np.uint8)
    pixels[0, :height, :width] = np.asarray(small)
    return pixels, width / image.width, height / image.height


def _highest_around(score: Floats) -> Floats:
    """Return for each place the highest score there and beside it."""
    rows, columns = score.shape
    padded = np.pad(score, 1)
    highest: Floats = np.max(
        [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)], axis=0
    )
    return highest
