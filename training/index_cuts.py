"""Cuts of indices: turned upright and brought to one size, as referee.photo.networks has
them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .seeded_random import Chance, Pixels

WIDE, TALL = 48, 64
_HALF = 22.0  # half the height of an index in a cut


def cut(picture: Pixels, at: complex, up: complex, shear: float = 0) -> Pixels:
    """Return the cut around an index; ``up`` points from its middle to its upper edge."""
    shrink = 2 ** int(math.log2(abs(up) / _HALF)) if abs(up) > _HALF / 0.6 else 1
    corner = 0j
    if shrink > 1:
        reach = int(abs(up) * 2.4) + 4
        x0, y0 = max(0, int(at.real) - reach), max(0, int(at.imag) - reach)
        part = picture[y0 : int(at.imag) + reach, x0 : int(at.real) + reach]
        wide, tall = part.shape[1] // shrink, part.shape[0] // shrink
        if min(wide, tall) > 2:
            part = part[: tall * shrink, : wide * shrink]
            picture = cv2.resize(part, (wide, tall), interpolation=cv2.INTER_AREA)
            corner = complex(x0, y0)
            half = (0.5 + 0.5j) * (shrink - 1)
            at, up = (at - corner - half) / shrink, up / shrink
    factor = _HALF / abs(up)
    c, s = -up.imag / abs(up) * factor, up.real / abs(up) * factor
    turn = np.array([[1, shear], [0, 1]]) @ np.array([[c, s], [-s, c]])
    move = np.array([WIDE / 2, TALL / 2]) - turn @ np.array([at.real, at.imag])
    return cv2.warpAffine(
        picture,
        np.hstack([turn, move[:, None]]),
        (WIDE, TALL),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def wobbled(picture: Pixels, chance: Chance) -> Pixels:
    """Return a cut slightly turned, moved and resized."""
    size = math.exp(chance.gauss(0, 0.05))
    turn = cv2.getRotationMatrix2D((WIDE / 2, TALL / 2), chance.gauss(0, 3), size)
    turn[:, 2] += chance.gauss(0, 0.8), chance.gauss(0, 0.8)
    return cv2.warpAffine(
        picture, turn, (WIDE, TALL), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
