"""Samples for the detector: parts of scenes, what it should say of them, and how wrong it is."""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .light_and_wear import jittered
from .scene_files import SEEN, Scenes
from .scenes import Label
from .seeded_random import Chance, Pixels

SIDE = 256
_STRIDE = 4
_CELLS = SIDE // _STRIDE
_SIZES = 6, 52  # half the height of indices to find, in pixels
_WEIGHTS = (0.5, 0.5, 1, 1, 1, 3, 3)


def batch(scenes: Scenes, number: int, chance: Chance) -> tuple[Tensor, list[Tensor]]:
    """Return parts of scenes, 0 to 1, and their targets."""
    samples = [_part(*chance.choice(scenes.all), chance) for _ in range(number)]
    pictures = torch.from_numpy(np.stack([picture for picture, _ in samples]))
    targets = [_target(labels) for _, labels in samples]
    columns = [torch.from_numpy(np.stack(column)) for column in zip(*targets, strict=True)]
    return pictures.permute(0, 3, 1, 2).float() / 255, columns


def loss(output: Tensor, targets: list[Tensor]) -> Tensor:
    """Return how wrong the detector is: focal loss of the heat, distance of the rest."""
    heat, weight, numbers, shares = targets
    chance = torch.sigmoid(output[:, 0]).clamp(1e-4, 1 - 1e-4)
    hit = (heat == 1).float()
    missed = -((1 - chance) ** 2) * chance.log() * hit
    extra = -(chance**2) * (1 - chance).log() * (1 - heat) ** 4 * (1 - hit) * weight
    wrong = functional.smooth_l1_loss(output[:, 1:], numbers, reduction="none", beta=0.2)
    wrong = wrong * torch.tensor(_WEIGHTS).view(1, 7, 1, 1) * shares[:, None]
    return (missed.sum() + extra.sum() + wrong.sum()) / hit.sum().clamp(min=1)


def _part(picture: Pixels, labels: Pixels, chance: Chance) -> tuple[Pixels, Pixels]:
    """Return a square part of a scene, now and then resized, turned by quarters, never flipped."""
    whole = picture.shape[0]
    side = min(whole, int(SIDE * chance.choice([1, 1, 1, chance.uniform(0.7, 1.5)])))
    x, y = chance.randint(0, whole - side), chance.randint(0, whole - side)
    clear = labels[labels[:, Label.WHOLE] > 0.5]
    if len(clear) and chance.often(0.8):
        row = clear[chance.randrange(len(clear))]
        x = int(row[Label.X] - chance.uniform(0.1, 0.9) * side)
        y = int(row[Label.Y] - chance.uniform(0.1, 0.9) * side)
    x, y = min(max(0, x), whole - side), min(max(0, y), whole - side)
    part = picture[y : y + side, x : x + side]
    method = cv2.INTER_AREA if side > SIDE else cv2.INTER_LINEAR
    part = cv2.resize(part, (SIDE, SIDE), interpolation=method)
    rows = labels.copy()
    rows[:, [Label.X, Label.CENTRE_X]] -= x
    rows[:, [Label.Y, Label.CENTRE_Y]] -= y
    rows[:, : Label.CENTRE_Y + 1] *= SIDE / side
    quarters = chance.randrange(4)
    for _ in range(quarters):
        for across, down, reach in (
            (Label.X, Label.Y, SIDE - 1), (Label.UP_X, Label.UP_Y, 0),
            (Label.CENTRE_X, Label.CENTRE_Y, SIDE - 1),
        ):  # fmt: skip
            rows[:, [across, down]] = np.stack([rows[:, down], reach - rows[:, across]], 1)
    return jittered(np.ascontiguousarray(np.rot90(part, quarters)), chance), rows


def _is_clear(row: Pixels) -> bool:
    """Say whether so much of an index is seen that it has to be found."""
    rank, suit = row[Label.RANK_SEEN], row[Label.SUIT_SEEN]
    return bool(row[Label.WHOLE] > 0.5 or (min(rank, suit) > SEEN and rank + suit > 1.2))


def _target(labels: Pixels) -> tuple[Pixels, Pixels, Pixels, Pixels]:
    """Return heat, the weight of what is no index, the other planes and the weight of these."""
    heat, weight = np.zeros((_CELLS, _CELLS), np.float32), np.ones((_CELLS, _CELLS), np.float32)
    numbers, shares = np.zeros((7, _CELLS, _CELLS), np.float32), np.zeros_like(heat)
    for row in labels:
        at, up = complex(row[Label.X], row[Label.Y]), complex(row[Label.UP_X], row[Label.UP_Y])
        ends = [at + up * 0.85, at - up * 0.85]
        edges = [value for end in ends for value in (end.real, end.imag)]
        if max(edges) < -2 or min(edges) > SIDE + 2:
            continue
        length, cell = abs(up), at / _STRIDE - (0.375 + 0.375j)
        distances = np.arange(_CELLS)[None] - cell.real, np.arange(_CELLS)[:, None] - cell.imag
        far = distances[0] ** 2 + distances[1] ** 2
        clear = _is_clear(row) and _SIZES[0] <= length <= _SIZES[1]
        if not clear or min(edges) < -1 or max(edges) > SIDE:  # neither right nor wrong
            weight[far < max(2.0, (length / _STRIDE * 0.6) ** 2)] = 0
            continue
        spread = max(0.7, length / _STRIDE * 0.17)
        np.maximum(heat, np.exp(-far / (2 * spread * spread)), out=heat)
        column, line = round(cell.real), round(cell.imag)
        if not (0 <= column < _CELLS and 0 <= line < _CELLS):
            continue
        heat[line, column] = 1
        near = far < max(1.6, spread * spread * 1.5)
        shares[near] = 1 / near.sum()
        centre = (complex(row[Label.CENTRE_X], row[Label.CENTRE_Y]) - at) / (_STRIDE * length)
        numbers[0][near] = -np.broadcast_to(distances[0], far.shape)[near]
        numbers[1][near] = -np.broadcast_to(distances[1], far.shape)[near]
        rest = up.real / length, up.imag / length, math.log(length / 16), centre.real, centre.imag
        for plane, value in enumerate(rest, 2):
            numbers[plane][near] = value
    weight[heat == 1] = 1
    return heat.astype(np.float32), weight, numbers, shares
