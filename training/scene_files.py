"""Drawn scenes and cuts on disk: files of a hundred scenes, files of cuts from many decks."""

from __future__ import annotations

import cmath
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tqdm import tqdm

from .decks import random_deck
from .index_cuts import TALL, WIDE, cut
from .scenes import Label, Setting, draw_scene
from .seeded_random import Chance, Pixels

_SCENES_A_FILE = 100
_DECKS = 12
_ANY = Setting()
SEEN = 0.45
"""The share of a rank or suit that has to be seen for it to be read: half of an 8 may be a 3, and
the reader learns how likely each is."""


@dataclass
class Cuts:
    """Cuts with their glyph and suit; -1: it cannot be seen. The glyph after the last: none."""

    pictures: list[Pixels] = field(default_factory=list)
    glyphs: list[int] = field(default_factory=list)
    suits: list[int] = field(default_factory=list)

    def add(self, picture: Pixels, glyph: int, suit: int) -> None:
        self.pictures.append(picture)
        self.glyphs.append(glyph)
        self.suits.append(suit)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished.npz")
        np.savez(
            unfinished,
            pictures=np.array(self.pictures, np.uint8).reshape(-1, TALL, WIDE, 3),
            glyphs=np.array(self.glyphs),
            suits=np.array(self.suits),
        )
        unfinished.rename(path)

    def load(self, path: Path) -> None:
        """Add the cuts of a file."""
        with np.load(path) as file:
            self.pictures += list(file["pictures"])
            self.glyphs += file["glyphs"].tolist()
            self.suits += file["suits"].tolist()


def draw_scenes(folder: Path, number: int, seed: int, setting: Setting = _ANY) -> None:
    """Draw scenes into a folder; what is there already stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in tqdm(range(-(-number // _SCENES_A_FILE)), f"scenes, seed {seed}", unit="00"):
        path = folder / f"{seed}-{file:04}.npz"
        if path.exists():
            continue
        chance = Chance(seed * 10_000 + file)
        decks = [random_deck(chance) for _ in range(_DECKS)]
        scenes = [
            draw_scene(chance.sample(decks, chance.choice([1, 1, 2])), setting, chance)
            for _ in range(_SCENES_A_FILE)
        ]
        np.save(path.with_suffix(".npy"), np.stack([picture for picture, _ in scenes]))
        unfinished = path.with_suffix(".unfinished.npz")
        labels = [labels for _, labels in scenes]
        np.savez(unfinished, number=[len(rows) for rows in labels], labels=np.concatenate(labels))
        unfinished.rename(path)


def draw_cuts(path: Path, decks: int, seed: int, ranks: tuple[int, ...] = ()) -> None:
    """Draw small scenes of very many decks, one at a time, and keep the cuts of their indices; with
    ``ranks``, of cards of these alone."""
    chance, cuts = Chance(seed), Cuts()
    for _ in tqdm(range(decks), f"decks, seed {seed}"):
        deck = random_deck(chance)
        for _ in range(6):
            kind = chance.choice(["fans", "fans", "rows", "columns", "scattered", "apart"])
            setting = Setting(side=176, kind=kind, least=8.5, most=42, ranks=ranks)
            picture, labels = draw_scene([deck], setting, chance)
            for row in labels:
                if max(row[Label.RANK_SEEN], row[Label.SUIT_SEEN]) >= SEEN:
                    add_index(cuts, picture, row, chance)
    cuts.save(path)


def add_index(cuts: Cuts, picture: Pixels, row: Pixels, chance: Chance) -> None:
    """Add the cut of an index, about as exact as the detector finds it."""
    up = complex(row[Label.UP_X], row[Label.UP_Y])
    length = abs(up)
    at = complex(row[Label.X], row[Label.Y])
    at += complex(chance.gauss(0, 0.09), chance.gauss(0, 0.09)) * length
    if not (0 < at.real < picture.shape[1] and 0 < at.imag < picture.shape[0]):
        return
    up *= cmath.rect(2.718 ** chance.gauss(0, 0.12), chance.gauss(0, 0.12))
    glyph = int(row[Label.GLYPH]) if row[Label.RANK_SEEN] > SEEN else -1
    suit = int(row[Label.SUIT]) if row[Label.SUIT_SEEN] > SEEN else -1
    cuts.add(cut(picture, at, up, chance.gauss(0, 0.1)), glyph, suit)


class Scenes:
    """The scenes of folders; their pictures stay on disk."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = folders
        self.all: list[tuple[Pixels, Pixels]] = []
        self.by_glyph: dict[int, list[int]] = {}
        self._files: set[Path] = set()

    def look(self) -> int:
        """Take up files that were added since; return how many scenes there are."""
        for path in sorted(path for folder in self.folders for path in folder.glob("*.npz")):
            if path in self._files or ".unfinished" in path.name:
                continue
            self._files.add(path)
            pictures = np.load(path.with_suffix(".npy"), mmap_mode="r")
            with np.load(path) as file:
                ends = np.cumsum(file["number"])[:-1]
                for picture, labels in zip(pictures, np.split(file["labels"], ends), strict=True):
                    self._add(picture, labels)
        return len(self.all)

    def _add(self, picture: Pixels, labels: Pixels) -> None:
        for row in labels:
            if row[Label.RANK_SEEN] > SEEN:
                self.by_glyph.setdefault(int(row[Label.GLYPH]), []).append(len(self.all))
        self.all.append((picture, labels))
