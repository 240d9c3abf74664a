"""Reading of corner indices: each is cut out upright and classified."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .index_types import GLYPHS, MOST_DOUBT, Index, ReadIndex
from .onnx_runtime import Floats, run_model

_SIZE = 48, 64  # of a cut
_HALF = 22.0  # half the height of an index in it
_BATCH = 64
_VARIANTS = tuple(
    cmath.rect(size, turn) for size, turn in ((1, 0), (0.9, 0), (1.1, 0), (1, 0.1), (1, -0.1))
)
"""Scales and rotations of the cuts of an index, whose readings are averaged."""


def read_indices(image: Image.Image, indices: Sequence[Index]) -> list[ReadIndex]:
    """Return the indices with their readings, without those that are likely none."""
    readings = []
    levels = {1: image}
    step = max(1, _BATCH // len(_VARIANTS))
    for start in range(0, len(indices), step):
        batch = indices[start : start + step]
        cuts = np.stack([cut for index in batch for cut in _cuts_of(levels, index)])
        raw = run_model("reader", cuts).reshape(len(batch), len(_VARIANTS), -1).mean(1)
        nothing_at = len(GLYPHS)
        glyphs, suits = _softmax(raw[:, : nothing_at + 1]), _softmax(raw[:, nothing_at + 1 :])
        for index, glyph, suit in zip(batch, glyphs.tolist(), suits.tolist(), strict=True):
            nothing = glyph.pop()
            if nothing < MOST_DOUBT:
                shares = tuple(value / (1 - nothing) for value in glyph)
                # The reader's suits are clubs, diamonds, hearts, spades; the rules' the other way.
                readings.append(ReadIndex(index, shares, tuple(reversed(suit)), nothing))
    return readings


def _softmax(raw: Floats) -> Floats:
    """Return the probabilities of the outputs of a model, row by row."""
    powers = np.exp(raw - raw.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


def _cuts_of(levels: dict[int, Image.Image], index: Index) -> Iterator[NDArray[np.uint8]]:
    """Yield the cuts of an index.

    ``levels`` holds the photo in its smaller sizes by the divisor, 1 for the whole.
    """
    length = abs(index.up)
    shrink = 2 ** int(math.log2(length / _HALF)) if length > _HALF / 0.6 else 1
    if shrink not in levels:
        levels[shrink] = levels[1].reduce(shrink)
    middle = index.at + (0.5 + 0.5j)
    return _cuts(levels[shrink], middle / shrink, index.up / shrink)


def _cuts(level: Image.Image, at: complex, up: complex) -> Iterator[NDArray[np.uint8]]:
    """Yield the cuts of an index, turned upright, from the photo in a fitting size."""
    part, origin = _surroundings(level, at, abs(up) * 2.6 + 4)
    for variant in _VARIANTS:
        # One pixel of the cut is this far in the photo, to the right and downwards. Pillow's
        # pixels have their middle at a half, the models' at a whole number.
        right, down = up * variant * 1j / _HALF, -up * variant / _HALF
        corner = at - origin - right * (_SIZE[0] / 2 + 0.5) - down * (_SIZE[1] / 2 + 0.5)
        cut = part.transform(
            _SIZE,
            Image.Transform.AFFINE,
            (right.real, down.real, corner.real, right.imag, down.imag, corner.imag),
            Image.Resampling.BILINEAR,
        )
        yield np.asarray(cut)


def _surroundings(level: Image.Image, at: complex, reach: float) -> tuple[Image.Image, complex]:
    """Return the part of a photo around a point, and where it begins.

    Beyond the photo its edge is repeated.
    """
    left, top = math.floor(at.real - reach), math.floor(at.imag - reach)
    side = math.ceil(2 * reach) + 1
    rows = np.clip(np.arange(top, top + side), 0, level.height - 1)
    columns = np.clip(np.arange(left, left + side), 0, level.width - 1)
    box = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    part = np.asarray(level.crop(box))[rows - box[1]][:, columns - box[0]]
    return Image.fromarray(part), complex(left, top)
