"""Krypkasino: misère Casino with two packs. Section numbers in comments are those of the rules of
the game."""

from dataclasses import dataclass, field
from functools import cache

from ...cards import PICTURES, SUITS, Card, Deck, Rank, Suit
from ...house_rules import DURING_PLAY, HouseRules
from ...ruleset import Ruleset
from ...score_items import LAST, MARKERS, PaidByNeighbour, PointsPerCard
from ...seating import DealPlan, Seating
from ...session_end import AgreedGames
from ...sheet_plan import CountedField, QuickCount, SheetPlan
from .. import RegisteredGame
from .captures import CaptureRules
from .followed_game import CaptureGameEngine

KEY = "krypkasino"
VERSION = 1
DECK = Deck(copies=2)

# An ace is 14 in the hand and 1 on the table; pictures are ordinary numbers (section 3).
TABLE_VALUES = {rank: int(rank) for rank in Rank}
HAND_VALUES = TABLE_VALUES | {Rank.ACE: 14}

STORAN = Card(Rank.TEN, Suit.DIAMONDS)
LILLAN = Card(Rank.TWO, Suit.SPADES)
ACE_OF_SPADES = Card(Rank.ACE, Suit.SPADES)
ACES = frozenset(Card(Rank.ACE, suit) for suit in SUITS)
SPADES = frozenset(Card(rank, Suit.SPADES) for rank in Rank)
PICTURE_CARDS = frozenset(Card(rank, suit) for rank in PICTURES for suit in SUITS)

# The fields of the sheet and the points of their cards: together 42 in two packs (section 3).
KINDS = {
    "storan": frozenset({STORAN}),
    "lillan": frozenset({LILLAN}),
    "ace_of_spades": frozenset({ACE_OF_SPADES}),
    "other_spades": SPADES - {LILLAN, ACE_OF_SPADES},
    "other_aces": ACES - {ACE_OF_SPADES},
}
POINTS = {"storan": 3, "lillan": 2, "ace_of_spades": 2, "other_spades": 1, "other_aces": 1}
FIELDS = tuple(
    CountedField(kind, faces, total=DECK.number_of(faces), most=DECK.size)
    for kind, faces in KINDS.items()
)

# The points of a sweep, which the player before pays (section 6).
SWEEP_POINTS = 5

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
    """The house rules of Krypkasino (section 10)."""

    two_player_five_six: bool = False
    last_capture_point: bool = False
    set_aside_spades: bool = field(default=False, metadata=DURING_PLAY)


@cache
def ruleset(house_rules: KrypkasinoHouseRules = KrypkasinoHouseRules()) -> Ruleset:
    """Return the ruleset of Krypkasino with these house rules."""
    seating = Seating(
        deal_plans=FIVE_SIX if house_rules.two_player_five_six else DEAL_PLANS,
        team_counts=TEAM_COUNTS,
        last_cards="sistan",
    )
    sheet = SheetPlan(
        deck=DECK,
        fields=FIELDS,
        items=(
            PointsPerCard("sweeps", {MARKERS: SWEEP_POINTS}),
            PaidByNeighbour("set_ups", MARKERS, -SWEEP_POINTS),
            PointsPerCard("cards", POINTS),
            PointsPerCard("last_capture", {LAST: int(house_rules.last_capture_point)}),
        ),
        quick=QuickCount("card_points", most=DECK.size, item="cards"),
        markers=MARKERS,
        most_markers=DECK.size,
    )
    rules = CaptureRules(
        deck=DECK,
        hand_values=HAND_VALUES,
        table_values=TABLE_VALUES,
        faces_set_aside=SPADES if house_rules.set_aside_spades else PICTURE_CARDS,
        worth=sheet.card_worths,
        sweep_points=SWEEP_POINTS,
    )
    return Ruleset(
        key=KEY,
        version=VERSION,
        house_rules=house_rules,
        deck=DECK,
        seating=seating,
        sheet=sheet,
        session=AgreedGames(),
        referee=rules,
        engine=CaptureGameEngine(seating, sheet, rules),
    )


GAME = RegisteredGame(
    KrypkasinoHouseRules,
    {VERSION: ruleset},
    "krypkasino/examples.json",
    "krypkasino/tactics.json",
    "krypkasino/intro.json",
    at_home=True,
)
