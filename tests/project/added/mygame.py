"""Heart Casino, which nobody plays: built up as Casino, and scored by hearts, to 20."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...house.added.casino.anglo import DECK, played_alike
from ...house.added.casino.last_adder import AdderHouseRules
from ...house.cards import Suit
from ...house.items import Each, Most
from ...house.ruleset import Ruleset
from ...house.session import FirstTo
from ...house.sheet import Field, Quick, SheetPlan

KEY = "mygame"
VERSION = 1
TARGET = 20
HEARTS = frozenset(face for face in DECK.faces if face.suit is Suit.HEARTS)


@dataclass(frozen=True)
class HeartHouseRules(AdderHouseRules):
    """Those of Casino that are about builds, and one of its own."""

    hearts_score_two: bool = False


@cache
def ruleset(house: HeartHouseRules = HeartHouseRules()) -> Ruleset:
    sheet = SheetPlan(
        deck=DECK,
        fields=(
            Field("cards", frozenset(DECK.faces), DECK.size, DECK.size),
            Field("hearts", HEARTS, len(HEARTS), len(HEARTS)),
        ),
        items=(
            Most("cards", "cards", 3),
            Each("hearts", {"hearts": 2 if house.hearts_score_two else 1}),
        ),
        quick=Quick("points", most=1000),
        by_side=True,
        shares_piles=True,
    )
    return played_alike(KEY, VERSION, house, sheet, FirstTo(TARGET))
