"""Heart Casino, which nobody plays: built up as Casino, and scored by hearts, to 20."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ..cards import NUMBERS_ONLY, Suit
from ..ruleset import Ruleset
from ..score_items import PointsForMost, PointsPerCard
from ..session_end import FirstToTarget
from ..sheet_plan import CountedField, QuickCount, SheetPlan
from . import RegisteredGame
from .casino.casino import DECK, casino_ruleset
from .casino.family import LastAdderBuilds, LastAdderHouseRules

KEY = "mygame"
VERSION = 1
TARGET = 20
HEARTS = frozenset(face for face in DECK.faces if face.suit is Suit.HEARTS)


@dataclass(frozen=True)
class HeartHouseRules(LastAdderHouseRules):
    """House rules of Casino about builds, and one of this game's own."""

    hearts_score_two: bool = False


@cache
def ruleset(house: HeartHouseRules = HeartHouseRules()) -> Ruleset:
    sheet = SheetPlan(
        deck=DECK,
        fields=(
            CountedField("cards", frozenset(DECK.faces), DECK.size, DECK.size),
            CountedField("hearts", HEARTS, len(HEARTS), len(HEARTS)),
        ),
        items=(
            PointsForMost("cards", "cards", 3),
            PointsPerCard("hearts", {"hearts": 2 if house.hearts_score_two else 1}),
        ),
        quick=QuickCount("points", most=1000),
        by_side=True,
        shares_piles=True,
    )
    rules = LastAdderBuilds(DECK, NUMBERS_ONLY, sheet.card_worths, house)
    return casino_ruleset(KEY, VERSION, rules, sheet, FirstToTarget(TARGET))


GAME = RegisteredGame(HeartHouseRules, {VERSION: ruleset}, "mygame_examples.json")
