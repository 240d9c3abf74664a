"""False finds of the detector in drawn scenes, for the reader to learn that they are none."""

from __future__ import annotations

from pathlib import Path

import cv2
from PIL import Image
from tqdm import tqdm

from referee.photo.indices import Index
from referee.photo.networks import find_indices

from .index_cuts import cut
from .models import NOTHING
from .scene_files import SEEN, Cuts, Scenes
from .scenes import Label
from .seeded_random import Chance, Pixels

_MOST_FALSE = 12
"""False finds of a scene that are taken: the surest ones."""


def mine(scenes: Scenes, number: int, seed: int, path: Path, copies: int = 1) -> None:
    """Save what the detector finds in scenes: all false finds, each so many times, and the cuts of
    half of the true."""
    chance, cuts = Chance(seed), Cuts()
    chosen = chance.sample(scenes.all, min(number, len(scenes.all)))
    for picture, labels in tqdm(chosen, "false finds"):
        image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
        false = 0
        for index in find_indices(image):
            row, near = _nearest(labels, index)
            if near > 0.8:
                false += 1
                for _ in range(copies if false <= _MOST_FALSE else 0):
                    cuts.add(cut(picture, index.at, index.up), NOTHING, -1)
            elif row is not None and _agree(row, index, near) and chance.often(0.5):
                glyph = int(row[Label.GLYPH]) if row[Label.RANK_SEEN] > SEEN else -1
                suit = int(row[Label.SUIT]) if row[Label.SUIT_SEEN] > SEEN else -1
                if max(glyph, suit) >= 0:
                    cuts.add(cut(picture, index.at, index.up), glyph, suit)
    cuts.save(path)


def _nearest(labels: Pixels, index: Index) -> tuple[Pixels | None, float]:
    """Return the nearest index of a scene and how far it is, in halves of its height."""
    best, least = None, 9.0
    for row in labels:
        up = complex(row[Label.UP_X], row[Label.UP_Y])
        far = abs(complex(row[Label.X], row[Label.Y]) - index.at) / max(abs(up), 1)
        if far < least:
            best, least = row, far
    return best, least


def _agree(row: Pixels, index: Index, far: float) -> bool:
    """Say whether a find is an index as it is: its place, direction and size."""
    up = complex(row[Label.UP_X], row[Label.UP_Y])
    ratio = index.up / up
    return far < 0.4 and 0.7 < abs(ratio) < 1.4 and ratio.real > 0.85 * abs(ratio)
