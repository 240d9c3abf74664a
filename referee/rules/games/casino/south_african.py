"""South African Casino: forty cards, and the loser leads (F6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ...cards import FACES, PICTURES, Deck
from ...house import DURING_PLAY, HouseRules
from ...items import AtLeast, Most
from ...ruleset import Ruleset
from ...seating import DealPlan, Evening, Seating
from ...session import FirstTo
from ...sheet import SheetPlan
from .counting import CARD_ITEMS, QUICK, fields

KEY = "south-african-casino"
VERSION = 1
DECK = Deck(copies=1, faces=tuple(face for face in FACES if face.rank not in PICTURES))

# Nothing is laid out but the card that is over with three players (F6.1).
DEAL_PLANS = {
    2: DealPlan((10,), (0,), (10,), 2),
    3: DealPlan((13,), (1,), (), 1),
    4: DealPlan((10,), (0,), (), 1),
}


@dataclass(frozen=True)
class SouthAfricanHouseRules(HouseRules):
    """F6.1, F6.3."""

    partners: bool = field(default=False, metadata=DURING_PLAY)
    no_raise: bool = field(default=False, metadata=DURING_PLAY)
    second_build: bool = field(default=False, metadata=DURING_PLAY)


def loser_leads(evening: Evening) -> int:
    """Who has least of the last game leads, so the seat before deals; of a pair it is the next
    after the last leader. If several have least, the same one deals again (F6.1)."""
    last = evening.games[-1] if evening.games else None
    if last is None:
        return evening.first_dealer
    if last.scores is None:
        return last.dealer
    totals = {side: last.scores[seats[0]] for side, seats in evening.sides.items()}
    losing = [side for side, total in totals.items() if total == min(totals.values())]
    if len(losing) > 1:
        return last.dealer
    led = last.dealer + 1
    after = ((led + step) % evening.players for step in range(1, evening.players + 1))
    leads = next(seat for seat in after if seat in evening.sides[losing[0]])
    return (leads - 1) % evening.players


@cache
def ruleset(house: SouthAfricanHouseRules = SouthAfricanHouseRules()) -> Ruleset:
    return Ruleset(
        key=KEY,
        version=VERSION,
        house=house,
        deck=DECK,
        seating=Seating(
            deal_plans={4: DEAL_PLANS[4]} if house.partners else DEAL_PLANS,
            team_counts={4: (2,)} if house.partners else {},
            pairs_only=frozenset({4} if house.partners else ()),
            next_dealer=loser_leads,
        ),
        sheet=SheetPlan(
            deck=DECK,
            fields=fields(DECK),
            items=(Most("cards", "cards", 2, 1), AtLeast("spades", "spades", 5, 1), *CARD_ITEMS),
            quick=QUICK,
            by_side=True,
            shares_piles=True,
        ),
        session=FirstTo(21),
    )
