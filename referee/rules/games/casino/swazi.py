"""Swazi Casino, and Crazy Casino for two (F3, F4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ...cards import Deck
from ...house import DURING_PLAY, HouseRules
from ...items import Most
from ...ruleset import Ruleset
from ...seating import DealPlan, Seating, deal_passes_left, deal_passes_right
from ...session import FirstTo
from ...sheet import SheetPlan
from .counting import CARD_ITEMS, QUICK, fields

KEY = "swazi-casino"
VERSION = 1
DECK = Deck(copies=1)

# Four face up and all others dealt out; two players get theirs in two deals (F3.1, F4).
DEAL_PLANS = {
    2: DealPlan((12,), (4,), (12,), 2),
    3: DealPlan((16,), (4,), (), 1),
    4: DealPlan((12,), (4,), (), 1),
}
# Eight each, and after each turn one from the stock (F4b).
CRAZY = {2: DealPlan((8,), (4,), (), 1, stock=32)}


@dataclass(frozen=True)
class SwaziHouseRules(HouseRules):
    """F3.11, F4b."""

    clockwise: bool = False
    no_redeal: bool = False
    crazy: bool = field(default=False, metadata=DURING_PLAY)
    crazy_one_build: bool = field(default=False, metadata=DURING_PLAY)


@cache
def ruleset(house: SwaziHouseRules = SwaziHouseRules()) -> Ruleset:
    return rules_called(KEY, VERSION, house, shares_piles=True)


def rules_called(key: str, version: int, house: SwaziHouseRules, *, shares_piles: bool) -> Ruleset:
    """The rules of a game that is dealt and scored as this one is."""
    return Ruleset(
        key=key,
        version=version,
        house=house,
        deck=DECK,
        seating=Seating(
            deal_plans=CRAZY if house.crazy else DEAL_PLANS,
            team_counts={4: (2,)},
            pairs_only=frozenset({4}),
            next_dealer=deal_passes_left if house.clockwise else deal_passes_right,
        ),
        sheet=SheetPlan(
            deck=DECK,
            fields=fields(DECK),
            items=(Most("cards", "cards", 2, 1), Most("spades", "spades", 2, 1), *CARD_ITEMS),
            quick=QUICK,
            by_side=True,
            shares_piles=shares_piles,
        ),
        session=FirstTo(21),
    )
