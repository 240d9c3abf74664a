"""Casino as it is played in England and America (F1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from ...cards import Deck
from ...presets import Preset
from ...ruleset import Ruleset
from ...score_items import LAST, MARKERS, SWEEPS, PointsForMost, PointsPerCard
from ...seating import Dealing, DealPlan, Seating
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from ...table_and_builds import NUMBERS_ONLY, Values
from .followed.followed_game import with_builds
from .judge.build_rules_base import build_rules
from .last_adder_rules import AdderHouseRules, LastAdder
from .score_items import CARD_ITEMS, QUICK, aces, fields

KEY = "casino"
VERSION = 2
DECK = Deck(copies=1)

# Four to each and four to the table, by twos; later four to each (F1.1).
DEAL_PLANS = {
    players: DealPlan((2, 2), (2, 2), (2, 2), deals) for players, deals in ((2, 6), (3, 4), (4, 3))
}

# Whoever comes to the target first when a game is counted in this order (F1.7): the aces one by
# one, which the first version counted in one step.
_MOST_AND_CASINOS = ("cards", "spades", "big_casino", "little_casino")
ACES = ("AS", "AC", "AH", "AD")
COUNT_OUT = (*_MOST_AND_CASINOS, *ACES, "sweeps", "last_capture")
SWEEPS_FIRST = ("sweeps", *_MOST_AND_CASINOS, *ACES, "last_capture")
FIRST_COUNT_OUT = (*_MOST_AND_CASINOS, "aces", "sweeps", "last_capture")

PRESETS = (Preset("pagat", (), "pagat.com, Casino"),)


@dataclass(frozen=True)
class CasinoHouseRules(AdderHouseRules):
    """House rules of Casino: those of play, of scoring and of winning a session (F1.7)."""

    cards_two_last_one: bool = False
    difference_scoring: bool = False
    count_out: bool = False
    claim_out: bool = False
    sweeps_at_once: bool = False

    @property
    def counts_out(self) -> bool:
        """Return whether a game is counted out in order to find who reached the target first."""
        return self.count_out or self.sweeps_at_once

    @property
    def claims_sweeps(self) -> bool:
        """Return whether a player may claim the target with sweeps alone."""
        return self.sweeps_at_once and self.sweeps and not self.claim_out


@cache
def ruleset(house: CasinoHouseRules = CasinoHouseRules()) -> Ruleset:
    """Return Casino with these house rules, in its newest version."""
    return variant_ruleset(KEY, VERSION, house)


@cache
def first_ruleset(house: CasinoHouseRules = CasinoHouseRules()) -> Ruleset:
    """Return Casino with these house rules, in version 1."""
    return first_version_of(ruleset(house))


def first_version_of(rules: Ruleset) -> Ruleset:
    """Return version 1 of a ruleset, in which the points that people enter include those of sweeps,
    and aces are counted out in one step."""
    plan = rules.session
    assert isinstance(plan, FirstToTarget)
    sheet = replace(rules.sheet, sweeps_said=True, apart=())
    session = plan._replace(count_out=FIRST_COUNT_OUT if plan.count_out else ())
    return with_builds(rules.key, 1, build_rules(rules), rules.seating, sheet, session)


def variant_ruleset(
    key: str, version: int, house: CasinoHouseRules, values: Values = NUMBERS_ONLY
) -> Ruleset:
    """Return the ruleset of a game that is dealt, played and scored as Casino, with its own card
    values."""
    sheet = SheetPlan(
        deck=DECK,
        fields=fields(DECK),
        items=(
            PointsForMost("cards", "cards", 2 if house.cards_two_last_one else 3),
            PointsForMost("spades", "spades", 1),
            *CARD_ITEMS,
            PointsPerCard(SWEEPS, {MARKERS: int(house.sweeps)}),
            PointsPerCard("last_capture", {LAST: int(house.cards_two_last_one)}),
        ),
        quick=QUICK,
        markers=SWEEPS if house.sweeps else None,
        most_markers=DECK.size,
        by_side=True,
        shares_piles=True,
        counts_first=house.counts_out or house.claim_out,
        claims_markers=house.claims_sweeps,
        apart=aces(DECK) if house.counts_out else (),
        difference=house.difference_scoring,
    )
    session = FirstToTarget(
        target=11 if house.difference_scoring else 21,
        count_out=count_out_order(house),
        claim_out=house.claim_out or house.claims_sweeps,
    )
    return casino_ruleset(key, version, house, sheet, session, values)


def casino_ruleset(
    key: str,
    version: int,
    house: AdderHouseRules,
    sheet: SheetPlan,
    session: FirstToTarget,
    values: Values = NUMBERS_ONLY,
) -> Ruleset:
    """Return the ruleset of a game that is dealt and played as Casino, and scored by its own
    ``sheet``."""
    seating = Seating(
        deal_plans=DEAL_PLANS,
        team_counts={4: (2,)},
        two_sides=sheet.difference,
        dealing=Dealing.DEALER_LAST,
        last_cards="last",
    )
    rules = LastAdder(DECK, values, sheet.card_worths, house)
    return with_builds(key, version, rules, seating, sheet, session)


def count_out_order(house: CasinoHouseRules) -> tuple[str, ...]:
    """Return the order in which a game is counted out; empty if it is not."""
    if not house.counts_out:
        return ()
    return SWEEPS_FIRST if house.sweeps_at_once and house.sweeps else COUNT_OUT
