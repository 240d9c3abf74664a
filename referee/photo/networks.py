"""Detection and reading of corner indices by two networks."""

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from PIL import Image

from .indices import GLYPHS, LEAST_SCORE, MOST_DOUBT, Index, ReadIndex

Floats = NDArray[np.float32]

_MODELS = Path(__file__).parent / "models"


@cache
def _session(name: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # The memory for a photo is given back, for a few hundredths of a second.
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(
        _MODELS / f"{name}.onnx", options, providers=["CPUExecutionProvider"]
    )


def run_model(name: str, pixels: NDArray[np.uint8]) -> Floats:
    """Return the output of a model for pictures of the shape number x height x width x RGB.

    The models take planes of blue, green and red, from 0 to 1.
    """
    planes = pixels[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32, order="C")
    planes /= 255  # in place: it is large
    answer: Floats = _session(name).run(None, {"x": planes})[0]
    return answer


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
    rows, columns = score.shape
    padded = np.pad(score, 1)
    highest: Floats = np.max(
        [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)], axis=0
    )
    return highest


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
