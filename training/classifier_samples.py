"""Samples for the reader: cuts of indices and of what is none, and how wrong it is."""

from __future__ import annotations

import cmath
import math

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .index_cuts import cut, wobbled
from .light_and_wear import jittered
from .models import NOTHING
from .scene_files import SEEN, Cuts, Scenes, add_index
from .scenes import Label
from .seeded_random import Chance, Pixels

_SMALL = 12  # half the height of an index that is hard to read, in pixels
_PARTS = 0.35  # of the cuts of a scene that has indices that a card covers in part


def batch(
    scenes: Scenes, stored: Cuts, number: int, chance: Chance
) -> tuple[Tensor, tuple[Tensor, Tensor]]:
    """Return cuts, 0 to 1, and their glyphs and suits: half of them from stored cuts, if any."""
    cuts = Cuts()
    for _ in range(number // 2 if stored.pictures else 0):
        pick = chance.randrange(len(stored.glyphs))
        picture = wobbled(stored.pictures[pick], chance)
        cuts.add(picture, stored.glyphs[pick], stored.suits[pick])
    while len(cuts.glyphs) < number:
        _add_some(cuts, scenes, chance)
    pictures = np.stack([jittered(picture, chance) for picture in cuts.pictures[:number]])
    classes = torch.tensor(cuts.glyphs[:number]), torch.tensor(cuts.suits[:number])
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255, classes


def loss(output: Tensor, classes: tuple[Tensor, Tensor]) -> Tensor:
    """Return how wrong the reader is; what cannot be seen does not count."""
    glyphs, suits = classes
    return functional.cross_entropy(
        output[:, : NOTHING + 1], glyphs, label_smoothing=0.02, ignore_index=-1
    ) + functional.cross_entropy(
        output[:, NOTHING + 1 :], suits, label_smoothing=0.02, ignore_index=-1
    )


def right(output: Tensor, classes: tuple[Tensor, Tensor]) -> float:
    """Return the share of glyphs that are read right."""
    seen = classes[0] >= 0
    return float((output[seen, : NOTHING + 1].argmax(1) == classes[0][seen]).float().mean())


def _add_some(cuts: Cuts, scenes: Scenes, chance: Chance) -> None:
    """Add two to four cuts of one scene; all glyphs come equally often."""
    glyph = chance.choice(sorted(scenes.by_glyph)) if chance.often(0.65) else None
    picture, labels = (
        chance.choice(scenes.all)
        if glyph is None
        else scenes.all[chance.choice(scenes.by_glyph[glyph])]
    )
    seen = [row for row in labels if max(row[Label.RANK_SEEN], row[Label.SUIT_SEEN]) > SEEN]
    wanted = [row for row in seen if row[Label.GLYPH] == glyph and row[Label.RANK_SEEN] > SEEN]
    for _ in range(4 if glyph is None else 2):
        if seen and chance.often(0.85):
            rows = wanted or seen
            part = [row for row in rows if row[Label.WHOLE] < 0.5]
            row = chance.choice(part if part and chance.often(_PARTS) else rows)
            small = math.hypot(row[Label.UP_X], row[Label.UP_Y]) < _SMALL
            if not small or chance.often(0.75):
                add_index(cuts, picture, row, chance)
        else:
            _add_nothing(cuts, picture, labels, seen, chance)


def _add_nothing(
    cuts: Cuts, picture: Pixels, labels: Pixels, seen: list[Pixels], chance: Chance
) -> None:
    """Add a cut of another place on a card, or of anywhere, unless an index is there."""
    side = picture.shape[0]
    at = complex(chance.uniform(0, side), chance.uniform(0, side))
    length = math.exp(chance.uniform(2, 3.7))
    if seen and chance.often(0.67):
        row = chance.choice(seen)
        length = math.hypot(row[Label.UP_X], row[Label.UP_Y])
        start, centre = complex(row[0], row[1]), complex(row[4], row[5])
        aside = complex(chance.gauss(0, length), chance.gauss(0, length))
        at = start + (centre - start) * chance.uniform(0.2, 1.6) + aside
        length *= math.exp(chance.gauss(0, 0.3))
    for row in labels:
        half = math.hypot(row[Label.UP_X], row[Label.UP_Y])
        if abs(complex(row[0], row[1]) - at) < 0.55 * max(half, length):
            return
    cuts.add(cut(picture, at, cmath.rect(length, chance.uniform(0, 6.28))), NOTHING, -1)
