"""Figures of the app's reading over labelled photos, by kind."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.photo import SURE_ENOUGH, KnownFacts, PhotoReading, read
from referee.rules.cards import FACES, Card
from referee.rules.notation import read_card

VERY_SURE = 0.9
_COLUMNS = (
    "kind", "photos", "cards", "precision", "recall", "all right", "most corrections", "asked",
    "sure ≥ 0.9, wrong",
)  # fmt: skip


@dataclass
class Figures:
    """Sums over photos. A correction changes, adds or removes a card."""

    photos: int = 0
    cards: int = 0
    right: int = 0
    extra: int = 0
    all_right: int = 0
    corrections: int = 0
    most_corrections: int = 0
    asked: int = 0
    very_sure: int = 0
    very_sure_wrong: int = 0

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.extra)

    @property
    def recall(self) -> float:
        return self.right / self.cards if self.cards else 1.0

    def add(self, reading: PhotoReading, cards: Counter[Card], partly: Counter[Card]) -> None:
        """Add a photo. Cards that are seen in part may be read or not."""
        seen = Counter(card.card for card in reading.cards)
        right = (seen & cards).total()
        wrong = seen - cards - partly
        corrections = max(wrong.total(), cards.total() - right)
        self.photos += 1
        self.cards += cards.total()
        self.right += right
        self.extra += wrong.total()
        self.all_right += not corrections
        self.corrections += corrections
        self.most_corrections = max(self.most_corrections, corrections)
        self.asked += sum(card.sure < SURE_ENOUGH for card in reading.cards)
        sure = Counter(card.card for card in reading.cards if card.sure >= VERY_SURE)
        self.very_sure += sure.total()
        self.very_sure_wrong += (sure - cards - partly).total()


def readings(folder: Path, packs: int = 2) -> Iterator[tuple[dict[str, Any], PhotoReading]]:
    """Yield the labels of each photo of a folder and what is read from it."""
    knowledge = KnownFacts(dict.fromkeys(FACES, packs))
    for label in json.loads((folder / "labels.json").read_text("utf-8")):
        yield label, read((folder / label["file"]).read_bytes(), knowledge)


def measure(folder: Path, packs: int = 2) -> dict[str, Figures]:
    """Return the figures of all photos of a folder, by kind, and of all together."""
    figures = {"all": Figures()}
    for label, reading in readings(folder, packs):
        cards = Counter(map(read_card, label["cards"]))
        partly = Counter(map(read_card, label.get("partly", [])))
        for kind in (label["kind"], "all"):
            figures.setdefault(kind, Figures()).add(reading, cards, partly)
    return figures


def table(figures: dict[str, Figures]) -> str:
    """Return figures as a table in Markdown."""
    lines = [f"| {' | '.join(_COLUMNS)} |", "|---|" + "---:|" * (len(_COLUMNS) - 1)]
    for kind, row in figures.items():
        lines.append(
            f"| {kind} | {row.photos} | {row.cards} | {row.precision:.3f} | {row.recall:.3f} "
            f"| {row.all_right} | {row.most_corrections} | {row.asked} "
            f"| {row.very_sure_wrong} of {row.very_sure} |"
        )
    return "\n".join(lines)
