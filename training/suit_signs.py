"""Suit signs in random styles, and where they stand on number cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .fonts import SUIT_SIGNS, face, pip_fonts
from .masks import Point, fill, trimmed
from .seeded_random import Chance, Pixels

SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades: the order of the reader's outputs."""

_SIDE = 256
_MIDDLE = _SIDE / 2
_SLENDER = 0.3  # of the clubs that are not printed

_FOUR = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
_SIX = [*_FOUR, (0.0, 0.5), (1.0, 0.5)]
_EIGHT = [(x, y) for x in (0.0, 1.0) for y in (0.0, 1 / 3, 2 / 3, 1.0)]
PLACES: dict[int, list[Point]] = {
    2: [(0.5, 0), (0.5, 1)],
    3: [(0.5, 0), (0.5, 0.5), (0.5, 1)],
    4: _FOUR,
    5: [*_FOUR, (0.5, 0.5)],
    6: _SIX,
    7: [*_SIX, (0.5, 0.25)],
    8: [*_SIX, (0.5, 0.25), (0.5, 0.75)],
    9: [*_EIGHT, (0.5, 0.5)],
    10: [*_EIGHT, (0.5, 1 / 6), (0.5, 5 / 6)],
}
"""Places of the pips of number cards, as shares of the field."""


def pip(suit: str, chance: Chance, *, slender: bool = False) -> Pixels:
    """Return the mask of a suit, about 160 pixels high. ``slender``: clubs may be, which most
    decks of the drawn test have not, so that they stay what they were."""
    if chance.often(0.4) and pip_fonts():
        for _ in range(5):
            sign = _printed(suit, chance)
            if sign is not None:
                return sign
    if slender and suit == "C" and chance.often(_SLENDER):
        return slender_club(chance)
    return _drawn(_SHAPES[suit], chance)


def slender_club(chance: Chance) -> Pixels:
    """Return the mask of a club as German decks have them."""
    return _drawn(_slender_club, chance)


def _drawn(shape: Callable[[Pixels, Chance], None], chance: Chance) -> Pixels:
    picture = np.zeros((_SIDE, _SIDE), np.uint8)
    shape(picture, chance)
    sign = trimmed(picture)
    assert sign is not None
    return sign


def _printed(suit: str, chance: Chance) -> Pixels | None:
    picture = Image.new("L", (260, 260))
    font = face(chance.choice(pip_fonts()), 170)
    ImageDraw.Draw(picture).text((40, 10), SUIT_SIGNS[SUITS.index(suit)], 255, font)
    sign = trimmed(np.array(picture))
    if sign is None or sign.shape[0] <= 60 or not 0.3 < (sign > 128).mean() < 0.9:
        return None
    return sign


def _heart(picture: Pixels, chance: Chance, *, spade: bool = False) -> None:
    angles = np.linspace(0, 2 * np.pi, 90)
    sines = np.sin(angles)
    power = chance.uniform(2.2, 3.4)
    wide = 5 * chance.uniform(0.82, 1.15)
    x = 16 * np.abs(sines) ** power * np.sign(sines)
    y = 5 * np.cos(2 * angles) + 2 * np.cos(3 * angles) + np.cos(4 * angles) - 13 * np.cos(angles)
    if spade:
        y = -y
    fill(picture, np.stack([_MIDDLE + x * wide, 115 + y * 5], 1), 255)


def _spade(picture: Pixels, chance: Chance) -> None:
    _heart(picture, chance, spade=True)
    _stem(picture, (130, chance.uniform(200, 225)), chance)


def _stem(picture: Pixels, ends: Point, chance: Chance) -> None:
    top, bottom = ends
    wide, bow = chance.uniform(18, 55), chance.uniform(1.5, 4)
    steps = np.linspace(0, 1, 9)
    half = 5 + (wide - 5) * steps**bow
    down = top + (bottom - top) * steps
    left, right = np.stack([_MIDDLE - half, down], 1), np.stack([_MIDDLE + half, down], 1)
    fill(picture, np.concatenate([left, right[::-1]]), 255)


def _diamond(picture: Pixels, chance: Chance) -> None:
    wide, tall, curve = chance.uniform(60, 92), 100, chance.uniform(-0.18, 0.12)
    tips = np.array([(0, -tall), (wide, 0), (0, tall), (-wide, 0)])
    points = []
    for tip, following in zip(tips, np.roll(tips, -1, 0), strict=True):
        for share in np.linspace(0, 1, 12, endpoint=False):
            side = tip + (following - tip) * share
            points.append(side * (1 + curve * math.sin(math.pi * share)) + _MIDDLE)
    fill(picture, points, 255)


def _club(picture: Pixels, chance: Chance) -> None:
    radius, apart, low = chance.uniform(42, 54), chance.uniform(46, 62), chance.uniform(140, 155)
    leaves = (
        (_MIDDLE, low - chance.uniform(68, 90), radius),
        (_MIDDLE - apart, low, radius),
        (_MIDDLE + apart, low, radius),
        (_MIDDLE, low - 20, radius * chance.uniform(0.3, 0.6)),
    )
    _leaves(picture, leaves)
    _stem(picture, (low - 20, low + chance.uniform(60, 85)), chance)


def _slender_club(picture: Pixels, chance: Chance) -> None:
    """Fill leaves that hardly touch, on narrow stalks; some are hollow where the stalks meet."""
    radius, cross = chance.uniform(36, 46), chance.uniform(112, 128)
    across, up = radius + chance.uniform(8, 24), radius + chance.uniform(8, 24)
    down, stalk = chance.uniform(0, 18), chance.uniform(5, 12)
    tips = (0.0, -up), (-across, down), (across, down)
    for x, y in tips:
        side = np.array((-y, x)) * stalk / math.hypot(x, y)
        ends = (side * 1.6, side * 0.6 + (x, y), -side * 0.6 + (x, y), -side * 1.6)
        fill(picture, np.array(ends) + np.array((_MIDDLE, cross)), 255)
    _leaves(picture, [(_MIDDLE + x, cross + y, radius) for x, y in tips])
    _stem(picture, (cross, cross + down + radius + chance.uniform(15, 45)), chance)
    if chance.often(0.5):
        hollow = stalk * chance.uniform(0.7, 1.3)
        points = [(0, -hollow), (hollow, 0), (0, hollow), (-hollow, 0)]
        fill(picture, np.array(points) + np.array((_MIDDLE, cross)), 0)


def _leaves(picture: Pixels, leaves: Iterable[tuple[float, float, float]]) -> None:
    for x, y, size in leaves:
        cv2.circle(picture, (int(x), int(y)), int(size), 255, -1, cv2.LINE_AA)


_SHAPES = {"C": _club, "D": _diamond, "H": _heart, "S": _spade}
