"""The cards of a photo, in the names of the JSON contract."""

from __future__ import annotations

import math
from typing import Any

from ..photo import Reading, SeenCard
from ..rules.notation import write_card
from ..rules.ruleset import Ruleset
from ..services.photos import builds_in


def reading_json(reading: Reading, rules: Ruleset) -> dict[str, Any]:
    """Return all cards of a photo, in the order of cards, and which of them may be a build."""
    return {
        "cards": [_seen_json(seen) for seen in reading.cards],
        "unsure": len(reading.unsure),
        "letters": reading.letters,
        "width": reading.width,
        "height": reading.height,
        "doubtful": reading.doubtful,
        "builds": [
            [reading.cards.index(seen) for seen in build] for build in builds_in(reading, rules)
        ],
    }


def _seen_json(seen: SeenCard) -> dict[str, Any]:
    return {
        "card": write_card(seen.card),
        "sure": _rounded(seen.sure),
        "alternatives": [
            {"card": write_card(card), "sure": _rounded(sure)} for card, sure in seen.alternatives
        ],
        "x": round(seen.x),
        "y": round(seen.y),
        "corners": [[round(x), round(y)] for x, y in seen.corners],
        "outline": [[round(x), round(y)] for x, y in seen.outline],
    }


def _rounded(sure: float) -> float:
    """Round down, so that what is not sure enough does not look so."""
    return math.floor(sure * 1000) / 1000
