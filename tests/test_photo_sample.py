"""A dozen drawn photos, one of each kind, as the app reads them in a soak, and every third in
``make test``; docs/photo.md has all kinds.

``python -m training sample tests/data/photos`` draws them, from fonts that are never trained on.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.photo import KnownFacts, PhotoReading, available, read
from referee.rules.cards import FACES
from referee.rules.notation import read_card
from tests.strategies import some

FOLDER = Path(__file__).parent / "data" / "photos"
LABELS = json.loads((FOLDER / "labels.json").read_text("utf-8"))
LABELS = [one for one in LABELS if one["kind"] == "no cards" or one in some(LABELS, 3)]
PACKS = KnownFacts(dict.fromkeys(FACES, 2))
VERY_SURE = 0.9

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")


@pytest.fixture(scope="module")
def readings() -> list[tuple[dict[str, Any], PhotoReading]]:
    return [(label, read((FOLDER / label["file"]).read_bytes(), PACKS)) for label in LABELS]


def wrong(label: dict[str, Any], reading: PhotoReading, least: float = 0) -> int:
    """Return the number of cards that were read and are not there."""
    seen = Counter(card.card for card in reading.cards if card.sure >= least)
    return (seen - Counter(map(read_card, label["cards"] + label["partly"]))).total()


def test_nearly_all_cards_are_read(readings: list[tuple[dict[str, Any], PhotoReading]]) -> None:
    right = cards = extra = 0
    for label, reading in readings:
        there = Counter(map(read_card, label["cards"]))
        cards += there.total()
        right += (there & Counter(card.card for card in reading.cards)).total()
        extra += wrong(label, reading)
    assert right / (right + extra) > 0.97
    assert right / cards > 0.97


def test_no_card_that_is_said_for_sure_is_wrong(
    readings: list[tuple[dict[str, Any], PhotoReading]],
) -> None:
    assert {label["file"]: wrong(label, reading, VERY_SURE) for label, reading in readings} == {
        label["file"]: 0 for label in LABELS
    }


def test_a_table_without_cards_has_none(
    readings: list[tuple[dict[str, Any], PhotoReading]],
) -> None:
    assert [reading.cards for label, reading in readings if label["kind"] == "no cards"] == [()]
