"""Spade Casino: played as Casino, and scored by every spade, to 61 (F1, scoring of its own)."""

from dataclasses import dataclass
from functools import cache

from ...cards import NUMBERS_ONLY, Card, Rank, Suit
from ...ruleset import Ruleset
from ...score_items import SWEEPS, PointsForMost, PointsPerCard
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from .casino import DECK, casino_ruleset
from .family import (
    CARD_ITEMS,
    QUICK,
    LastAdderBuilds,
    LastAdderHouseRules,
    TieHouseRules,
    fields,
    registered,
    sweeps_item,
)

KEY = "spade-casino"
VERSION = 1
TARGET = 61
JACK_OF_SPADES = Card(Rank.JACK, Suit.SPADES)


@dataclass(frozen=True)
class SpadeHouseRules(TieHouseRules, LastAdderHouseRules):
    """House rules of Casino, without those that change the points for most cards or spades."""

    claim_out: bool = False


@cache
def ruleset(house: SpadeHouseRules = SpadeHouseRules()) -> Ruleset:
    """Return Spade Casino with these house rules."""
    sheet = SheetPlan(
        deck=DECK,
        fields=fields(DECK, {"jack_of_spades": JACK_OF_SPADES}),
        items=(
            PointsForMost("cards", "cards", 3),
            PointsPerCard("spades", {"spades": 1}),
            PointsPerCard("jack_of_spades", {"jack_of_spades": 1}),
            *CARD_ITEMS,
            sweeps_item(int(house.sweeps), cancel=house.sweeps_cancel),
        ),
        quick=QUICK,
        markers=SWEEPS if house.sweeps else None,
        most_markers=DECK.size,
        by_side=True,
        shares_piles=True,
        counts_first=house.claim_out or bool(house.rolls_over),
    )
    session = FirstToTarget(TARGET, claim_out=house.claim_out, rolls_over=house.rolls_over)
    rules = LastAdderBuilds(DECK, NUMBERS_ONLY, sheet.card_worths, house)
    return casino_ruleset(KEY, VERSION, rules, sheet, session)


GAME = registered(KEY, SpadeHouseRules, {VERSION: ruleset})
