"""Casino as it is played in England and America (F1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import ClassVar

from ...cards import NUMBERS_ONLY, Deck, Values, difference
from ...house_rules import PlayKind, Preset, deciding, excluding
from ...ruleset import Ruleset
from ...score_items import LAST, SWEEPS, PointsForMost, PointsPerCard
from ...seating import Dealing, DealPlan, Seating
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from .family import (
    CARD_ITEMS,
    QUICK,
    CasinoRoyalHouseRules,
    LastAdderBuilds,
    aces,
    fields,
    registered,
    sweeps_item,
)
from .followed.followed_game import with_builds
from .judge.play_rules import ANY_NUMBER, BuildRules, CaptureDuties, build_rules
from .judge.position import BuildAttempt, TurnState
from .judge.verdict import Clauses, Fault, FaultDetail, Reason
from .options.captures import capture_duty_faults

KEY = "casino"
VERSION = 2
DECK = Deck(copies=1)

# Four to each and four to the table, by twos; later four to each (F1.1).
DEAL_PLANS = {
    players: DealPlan((2, 2), (2, 2), (2, 2), deals) for players, deals in ((2, 6), (3, 4), (4, 3))
}
# Five or six play California Casino, or with three twos out; one sits out, and the deal is theirs.
ONLY_COUNTED = (5, 6)
# Only the first four are dealt, and after each turn a card is drawn (US98, Royal Draw).
DRAWING_PLANS = {
    players: plan.with_stock(players, DECK.size) for players, plan in DEAL_PLANS.items()
}

# Whoever comes to the target first when a game is counted in this order (F1.7): the aces one by
# one, which the first version counted in one step.
_MOST_AND_CASINOS = ("cards", "spades", "big_casino", "little_casino")
ACES = ("AS", "AC", "AH", "AD")
COUNT_OUT = (*_MOST_AND_CASINOS, *ACES, "sweeps", "last_capture")
SWEEPS_FIRST = ("sweeps", *_MOST_AND_CASINOS, *ACES, "last_capture")
FIRST_COUNT_OUT = (*_MOST_AND_CASINOS, "aces", "sweeps", "last_capture")

PRESETS = (
    Preset("pagat", (), "pagat.com, Casino"),
    Preset("hoyle-1904", ("sweeps", "pictures_take_all", "no_raise_own"), "Standard Hoyle, 1904"),
    Preset(
        "foster",
        ("sweeps", "pictures_take_all", "sweeps_cancel", "count_out"),
        "Foster’s Complete Hoyle, 1897–1914",
    ),
    Preset("american", ("sweeps", "pictures_take_all"), "Encyclopædia Britannica; Denexa Games"),
    Preset("wippen", ("sweeps", "spades_two"), "pagat.com, Casino"),
)


@dataclass(frozen=True)
class CasinoHouseRules(CasinoRoyalHouseRules):
    """House rules of Casino, among them those for pictures without a number."""

    pictures_take_all: bool = field(
        default=False, metadata={**deciding(PlayKind.CAPTURE), **excluding("three_pictures")}
    )
    three_pictures: bool = field(default=False, metadata=deciding(PlayKind.CAPTURE))


@dataclass(frozen=True, eq=False)
class CasinoRoyalBuilds(LastAdderBuilds):
    """Rules of play of Casino and Royal Casino."""

    house: CasinoRoyalHouseRules

    CLAUSES: ClassVar[Clauses] = {Reason.DUP_VALUE: "making-a-build"}

    @property
    def capture_duties(self) -> CaptureDuties:
        return self.house.capture_duties

    def raise_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a mover who changes the value of an own build, where a house rule
        forbids it (#raising)."""
        for build in attempt.changed:
            if self.house.no_raise_own and build.owner == turn_state.start.mover:
                detail = FaultDetail.RAISES_OWN
                return Fault(Reason.RAISE_OWN_SIDE, build=build, value=build.value, detail=detail)
        return None

    def equal_build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a new value that another build has already, where a house rule
        forbids it (#making-a-build)."""
        if not self.house.one_build_a_value or attempt.unchanged:
            return None
        for build in difference(turn_state.table.builds, attempt.builds):
            if build.value == attempt.value:
                detail = FaultDetail.LIES_ALREADY
                return Fault(Reason.DUP_VALUE, build=build, value=build.value, detail=detail)
        return None

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the faults of an owner of a build who only trails, then of captures that were not
        made (#laying)."""
        yield from super().duty_faults(turn_state)
        yield from capture_duty_faults(self, turn_state)


@dataclass(frozen=True, eq=False)
class CasinoBuilds(CasinoRoyalBuilds):
    """Rules of play of Casino, in which pictures have no number."""

    house: CasinoHouseRules

    @property
    def picture_captures(self) -> tuple[int, ...]:
        if self.house.three_pictures:
            return 1, 3
        return ANY_NUMBER if self.house.pictures_take_all else super().picture_captures


@cache
def ruleset(house: CasinoHouseRules = CasinoHouseRules()) -> Ruleset:
    """Return Casino with these house rules, in its newest version."""
    return variant_ruleset(KEY, VERSION, house, NUMBERS_ONLY, CasinoBuilds, ONLY_COUNTED)


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
    key: str,
    version: int,
    house: CasinoRoyalHouseRules,
    values: Values,
    builds: type[CasinoRoyalBuilds] = CasinoRoyalBuilds,
    only_counted: tuple[int, ...] = (),
) -> Ruleset:
    """Return the ruleset of a game that is dealt, played and scored as Casino, with its own card
    values and rules of play; more players whose games are ``only_counted`` may be named."""
    lower = house.cards_two_last_one or house.spades_two
    sheet = SheetPlan(
        deck=DECK,
        fields=fields(DECK),
        items=(
            PointsForMost("cards", "cards", 2 if lower else 3),
            PointsForMost("spades", "spades", 2 if house.spades_two else 1),
            *CARD_ITEMS,
            sweeps_item(int(house.sweeps), cancel=house.sweeps_cancel),
            PointsPerCard("last_capture", {LAST: int(house.cards_two_last_one)}),
        ),
        quick=QUICK,
        markers=SWEEPS if house.sweeps else None,
        most_markers=DECK.size,
        by_side=True,
        shares_piles=True,
        counts_first=house.counts_out or house.claim_out or bool(house.rolls_over),
        claims_markers=house.claims_sweeps,
        apart=aces(DECK) if house.counts_out else (),
        difference=house.difference_scoring,
    )
    session = FirstToTarget(
        target=11 if house.difference_scoring else 21,
        count_out=count_out_order(house),
        claim_out=house.claim_out or house.claims_sweeps,
        rolls_over=house.rolls_over,
    )
    rules = builds(DECK, values, sheet.card_worths, house)
    plans = DRAWING_PLANS if house.draw else DEAL_PLANS
    return casino_ruleset(key, version, rules, sheet, session, plans, only_counted)


def casino_ruleset(
    key: str,
    version: int,
    rules: BuildRules,
    sheet: SheetPlan,
    session: FirstToTarget,
    deal_plans: Mapping[int, DealPlan] = DEAL_PLANS,
    only_counted: tuple[int, ...] = (),
) -> Ruleset:
    """Return the ruleset of a game that is dealt as Casino, and played and scored by its own
    ``rules`` and ``sheet``."""
    seating = Seating(
        deal_plans=deal_plans,
        team_counts={4: (2,)},
        two_sides=sheet.difference,
        dealing=Dealing.DEALER_LAST,
        last_cards="last",
        only_counted=only_counted,
    )
    return with_builds(key, version, rules, seating, sheet, session)


def count_out_order(house: CasinoRoyalHouseRules) -> tuple[str, ...]:
    """Return the order in which a game is counted out; empty if it is not."""
    if not house.counts_out:
        return ()
    return SWEEPS_FIRST if house.sweeps_at_once and house.sweeps else COUNT_OUT


GAME = registered(KEY, CasinoHouseRules, {1: first_ruleset, VERSION: ruleset}, PRESETS)
