"""Tables: wood, cloth, stone, tiles and what else cards lie on."""

from __future__ import annotations

import cv2
import numpy as np

from .seeded_random import Chance, Pixels

_WOODS = (
    (40, 70, 120), (60, 100, 160), (90, 140, 190), (30, 45, 80), (140, 175, 205), (20, 40, 90),
)  # fmt: skip
_CLOTHS = ((50, 90, 20), (60, 70, 10), (30, 110, 40), (90, 30, 20), (20, 20, 110))


def random_table(side: int, chance: Chance) -> Pixels:
    """Return a square picture of a table without anything on it."""
    kinds = (_wood, _cloth, _smooth, _stone, _grain, _tiles)
    table = chance.choices(kinds, [25, 25, 15, 15, 10, 10])[0](side, chance)
    picture = np.clip(table, 0, 255).astype(np.uint8)
    if not chance.often(0.7):
        return picture
    middle = side / 2, side / 2
    turn = cv2.getRotationMatrix2D(middle, chance.uniform(0, 360), chance.uniform(1, 2.2))
    return cv2.warpAffine(
        picture, turn, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )


def clouds(side: int, cell: float, chance: Chance, channels: int = 1) -> Pixels:
    """Return smooth noise from 0 to 1 whose spots have a size."""
    number = max(2, int(side / cell) + 2)
    grid = chance.noise((number, number, channels))
    return cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC).reshape(side, side, -1)


def _colour(chance: Chance) -> Pixels:
    return np.array(chance.colour(), np.float32)


def _wood(side: int, chance: Chance) -> Pixels:
    colour = np.array(chance.choice(_WOODS), np.float32) * chance.uniform(0.6, 1.2)
    along = cv2.resize(chance.noise((side, 6)), (side, side), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(
        np.arange(side)[:, None] / chance.uniform(4, 25)
        + clouds(side, chance.uniform(40, 160), chance)[..., 0] * chance.uniform(2, 14)
    )
    light = 0.9 + chance.uniform(0.05, 0.3) * (along - 0.5) + chance.uniform(0, 0.18) * rings
    light = light[..., None] + chance.uniform(0, 0.12) * (clouds(side, 2, chance) - 0.5)
    picture = colour * (light + 0.2 * clouds(side, 200, chance))
    if chance.often(0.4):
        board = chance.randint(60, 200)
        for y in range(chance.randint(0, board), side, board):
            picture[y : y + chance.randint(1, 3)] *= 0.5
    return picture


def _cloth(side: int, chance: Chance) -> Pixels:
    colour = _colour(chance) if chance.often(0.6) else np.array(chance.choice(_CLOTHS), np.float32)
    rough = chance.uniform(0.02, 0.35)
    light = 0.85 + rough * (chance.noise((side, side, 1)) - 0.5) * 2
    light += rough * 1.5 * (clouds(side, chance.uniform(3, 9), chance) - 0.5)
    light += 0.3 * clouds(side, chance.uniform(80, 250), chance)
    if chance.often(0.3):
        threads = np.arange(side)
        across = chance.uniform(0.03, 0.15) * np.sin(threads / chance.uniform(0.6, 4))
        down = chance.uniform(0.03, 0.15) * np.sin(threads / chance.uniform(0.6, 4))
        light += (across[None] + down[:, None])[..., None]
    if chance.often(0.25):  # folds
        light *= 0.75 + 0.5 * clouds(side, chance.uniform(30, 120), chance)
    return colour * light


def _smooth(side: int, chance: Chance) -> Pixels:
    share = clouds(side, chance.uniform(100, 500), chance) * chance.uniform(0, 0.4)
    return _colour(chance) * (1 - share) + _colour(chance) * share


def _stone(side: int, chance: Chance) -> Pixels:
    share = np.zeros((side, side, 3), np.float32)
    for cell in (3, 9, 27, 90):
        spots = clouds(side, cell * chance.uniform(0.7, 1.4), chance, 3)
        share += spots * chance.uniform(0.1, 1)
    share = (share - share.min()) / np.ptp(share)
    return _colour(chance) * (1 - share) + _colour(chance) * share


def _grain(side: int, chance: Chance) -> Pixels:
    """Return carpet loops, gravel, weave: a coarse pattern with strong contrast."""
    cell = chance.uniform(1.5, 8)
    if chance.often(0.6):
        loops = clouds(side, cell, chance)
    else:
        loops = cv2.blur(chance.noise((side, side)), (int(cell) | 1,) * 2)[..., None]
    loops = (loops - loops.mean()) / (loops.std() + 1e-6)
    loops = np.tanh(loops * chance.uniform(0.5, 2.5)) * 0.5 + 0.5
    first = _colour(chance)
    second = first * chance.uniform(0.15, 0.75) if chance.often(0.8) else _colour(chance)
    light = clouds(side, chance.uniform(20, 90), chance) * chance.uniform(0, 0.5) + 0.75
    return (first * loops + second * (1 - loops)) * light


def _tiles(side: int, chance: Chance) -> Pixels:
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = chance.colour()
    step, colour = chance.randint(12, 160), chance.colour()
    kind = chance.choices(["lines", "stripes", "checks", "dots"], [35, 25, 20, 20])[0]
    for x in range(-side, 2 * side, step):
        if kind == "lines":
            cv2.line(picture, (x, 0), (x, side), colour, chance.randint(1, 4))
            cv2.line(picture, (0, x), (side, x), colour, chance.randint(1, 4))
        elif kind == "stripes":
            cv2.line(picture, (x, 0), (x, side), colour, step // 2)
        else:
            _tile_row(picture, x, step, colour, checks=kind == "checks")
    return picture * (0.85 + 0.3 * chance.noise((side, side, 1)))


def _tile_row(
    picture: Pixels, x: int, step: int, colour: tuple[int, int, int], *, checks: bool
) -> None:
    side = picture.shape[0]
    for y in range(-side, 2 * side, step):
        if not checks:
            cv2.circle(picture, (x, y), step // 4, colour, -1, cv2.LINE_AA)
        elif (x + y) // step % 2:
            cv2.rectangle(picture, (x, y), (x + step - 1, y + step - 1), colour, -1)
