"""Krypkasino: misère Casino with two packs. Sections are those of the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ...cards import PICTURES, SUITS, Card, Rank, Suit
from ...ruleset import DURING_PLAY, DealPlan, HouseRules, Kind, Ruleset

KEY = "krypkasino"
VERSION = 1

# An ace is 14 in the hand and 1 on the table; pictures are ordinary numbers (section 3).
TABLE_VALUES = {rank: int(rank) for rank in Rank}
HAND_VALUES = TABLE_VALUES | {Rank.ACE: 14}

STORAN = Card(Rank.TEN, Suit.DIAMONDS)
LILLAN = Card(Rank.TWO, Suit.SPADES)
ACE_OF_SPADES = Card(Rank.ACE, Suit.SPADES)
ACES = frozenset(Card(Rank.ACE, suit) for suit in SUITS)
SPADES = frozenset(Card(rank, Suit.SPADES) for rank in Rank)
PICTURE_CARDS = frozenset(Card(rank, suit) for rank in PICTURES for suit in SUITS)

# Together 42 in two packs (section 3).
KINDS = (
    Kind("storan", 3, frozenset({STORAN})),
    Kind("lillan", 2, frozenset({LILLAN})),
    Kind("ace_of_spades", 2, frozenset({ACE_OF_SPADES})),
    Kind("other_spades", 1, SPADES - {LILLAN, ACE_OF_SPADES}),
    Kind("other_aces", 1, ACES - {ACE_OF_SPADES}),
)

# First hand, table, later hands, deals in a game (section 4).
DEAL_PLANS = {
    2: DealPlan((3, 3), (2, 2), (2, 2), 12),
    3: DealPlan((3, 2), (3, 2), (2, 2), 8),
    4: DealPlan((3, 2), (2, 2), (2, 2), 6),
    5: DealPlan((2, 2), (2, 2), (2, 2), 5),
    6: DealPlan((3, 2), (2, 0), (2, 2), 4),
}
FIVE_SIX = {2: DealPlan((3, 2), (3, 3), (2, 2), 12)}

# Two pairs; three pairs or two teams of three (section 2).
TEAM_COUNTS = {4: (2,), 6: (3, 2)}


@dataclass(frozen=True)
class KrypkasinoHouseRules(HouseRules):
    """Section 10."""

    two_player_five_six: bool = False
    last_capture_point: bool = False
    set_aside_spades: bool = field(default=False, metadata=DURING_PLAY)


@cache
def ruleset(house: KrypkasinoHouseRules = KrypkasinoHouseRules()) -> Ruleset:
    return Ruleset(
        key=KEY,
        version=VERSION,
        house=house,
        copies=2,
        hand_values=HAND_VALUES,
        table_values=TABLE_VALUES,
        deal_plans=FIVE_SIX if house.two_player_five_six else DEAL_PLANS,
        team_counts=TEAM_COUNTS,
        faces_set_aside=SPADES if house.set_aside_spades else PICTURE_CARDS,
        kinds=KINDS,
        sweep_points=5,
        last_capture_points=1 if house.last_capture_point else 0,
    )
