"""Kasino of the Nordic countries: cards capture as in Royal Casino, and nothing is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import ClassVar

from ...cards import ACE_LOW_OR_HIGH, AS_WRITTEN, Card, Rank, Suit
from ...house_rules import DURING_PLAY, HouseRules, Preset, excluding
from ...plays import Capture, MakeBuild, Step
from ...ruleset import Ruleset
from ...score_items import LAST, SWEEPS, PointsForMost, PointsPerCard, PointsPerCardOver
from ...seating import Dealing, Redeal, Seating
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from .casino import DEAL_PLANS, DECK, DRAWING_PLANS, ONLY_COUNTED
from .family import (
    BIG_CASINO,
    CARD_ITEMS,
    FACE_VALUES,
    LITTLE_CASINO,
    QUICK,
    CaptureHouseRules,
    SpadeTieHouseRules,
    fields,
    registered,
    sweeps_item,
)
from .followed.followed_game import with_builds
from .judge.play_rules import BuildRules, CaptureDuties
from .judge.position import Position, TurnState
from .judge.verdict import Fault, Reason
from .options.captures import capture_duty_faults

HandValues = Mapping[Card, tuple[int, ...]]
"""The values from the hand of the cards that count otherwise there than on the table."""


KEY = "kasino"
VERSION = 1
TARGET, TARGET_OVER_SPADES = 16, 21
FREE_SPADES = 6
LATE_POINTS = 10
FIVE_OF_SPADES = Card(Rank.FIVE, Suit.SPADES)

# From the hand; on the table these cards are 1, 2 and 10 (#values).
ONE_VALUE: HandValues = {
    **{Card(Rank.ACE, suit): (14,) for suit in Suit},
    LITTLE_CASINO: (15,),
    BIG_CASINO: (16,),
}

FINNISH = ("kasino_values", "sweeps_cancel", "no_last_point", "late_sweeps_off")
PRESETS = (
    Preset("sweden", (), "pagat.com, Nordic Casino"),
    Preset("finland", (*FINNISH, "spades_shared"), "pagat.com, Nordic Casino"),
    Preset(
        "finland-older",
        (*FINNISH, "cards_roll_over", "spades_shared"),
        "the Finnish Wikipedia of 2006",
    ),
    Preset(
        "denmark",
        ("kasino_values_free", "sweeps_cancel", "five_of_spades"),
        "two Danish rules sites",
        target=21,
    ),
    Preset("norway", ("kasino_values", "spades_one"), "a Norwegian rules site"),
)


@dataclass(frozen=True)
class NordicHouseRules(HouseRules):
    """House rules of Kasino alone: values from the hand, and what scores."""

    kasino_values: bool = field(
        default=False, metadata={**DURING_PLAY, **excluding("kasino_values_free")}
    )
    kasino_values_free: bool = field(default=False, metadata=DURING_PLAY)
    sweeps_cancel: bool = False
    no_last_point: bool = False
    late_sweeps_off: bool = False
    ties_roll_over: bool = field(
        default=False, metadata=excluding("cards_roll_over", "spades_roll_over", "spades_shared")
    )
    over_spades: bool = False
    spades_one: bool = False
    five_of_spades: bool = field(default=False, metadata=DURING_PLAY)


@dataclass(frozen=True)
class KasinoHouseRules(SpadeTieHouseRules, CaptureHouseRules, NordicHouseRules):
    """House rules of Kasino: its own, then those that it shares with Casino, one for ties
    and one for the first table."""

    spades_shared: bool = field(default=False, metadata=excluding("spades_roll_over"))
    no_points_on_first_table: bool = False

    @property
    def rolls_over(self) -> tuple[str, ...]:
        return ("cards", "spades") if self.ties_roll_over else super().rolls_over


@dataclass(frozen=True, eq=False)
class NoBuilds(BuildRules):
    """Rules of play without builds.

    ``from_hand`` has the cards whose values from the hand are others than on the table, and
    ``sweeper`` is the card that may capture everything, if any. ``late_sweeps``: a sweep counts in
    the last deal too.
    """

    house: CaptureHouseRules
    from_hand: HandValues
    sweeper: Card | None
    late_sweeps: bool

    makes_builds: ClassVar[bool] = False

    def hand_values(self, card: Card) -> tuple[int, ...]:
        return self.from_hand.get(card, self.values.of(card))

    @property
    def capture_duties(self) -> CaptureDuties:
        return self.house.capture_duties

    def captures_all(self, card: Card) -> bool:
        return card == self.sweeper

    @cached_property
    def without_sweeper(self) -> NoBuilds:
        """The rules in which no card captures everything: what it may do it need not do
        (#laying)."""
        return self if self.sweeper is None else replace(self, sweeper=None)

    def counts_sweep(self, *, last_cards: bool) -> bool:
        return self.late_sweeps or not last_cards

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step that makes or captures a build (#turn)."""
        builds = isinstance(step, MakeBuild) or (isinstance(step, Capture) and step.builds)
        return Fault(Reason.NO_BUILDS) if builds else None

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the fault of a capture that a house rule demands (#laying)."""
        yield from capture_duty_faults(self.without_sweeper, turn_state)

    def duties(self, position: Position) -> Iterator[Reason]:
        yield from ()


@cache
def ruleset(house: KasinoHouseRules = KasinoHouseRules()) -> Ruleset:
    """Return Kasino with these house rules."""
    sheet = SheetPlan(
        deck=DECK,
        fields=fields(DECK),
        items=(
            PointsForMost("cards", "cards", 1),
            PointsForMost(
                "spades",
                "spades",
                1 if house.spades_one else 2,
                tied_two=int(house.spades_shared),
            ),
            PointsPerCardOver("over_spades", "spades", FREE_SPADES, int(house.over_spades)),
            *CARD_ITEMS,
            sweeps_item(1, cancel=house.sweeps_cancel),
            PointsPerCard("last_capture", {LAST: int(not house.no_last_point)}),
        ),
        quick=QUICK,
        markers=SWEEPS,
        most_markers=DECK.size,
        by_side=True,
        shares_piles=True,
        counts_first=bool(house.rolls_over),
    )
    seating = Seating(
        deal_plans=DRAWING_PLANS if house.draw else DEAL_PLANS,
        team_counts={4: (2,)},
        dealing=Dealing.DEALER_LAST,
        redeal=Redeal(points=1) if house.no_points_on_first_table else None,
        last_cards="sistan",
        only_counted=ONLY_COUNTED,
    )
    session = FirstToTarget(
        target=TARGET_OVER_SPADES if house.over_spades else TARGET,
        tie_break="spades",
        rolls_over=house.rolls_over,
        sweeps_until=LATE_POINTS if house.late_sweeps_off else None,
    )
    return with_builds(KEY, VERSION, _play(house, sheet), seating, sheet, session)


def _play(house: KasinoHouseRules, sheet: SheetPlan) -> NoBuilds:
    from_hand = FACE_VALUES if house.kasino_values_free else {}
    return NoBuilds(
        DECK,
        AS_WRITTEN if house.kasino_values else ACE_LOW_OR_HIGH,
        sheet.card_worths,
        house,
        from_hand=ONE_VALUE if house.kasino_values else from_hand,
        sweeper=FIVE_OF_SPADES if house.five_of_spades else None,
        late_sweeps=not house.late_sweeps_off,
    )


GAME = registered(KEY, KasinoHouseRules, {VERSION: ruleset}, PRESETS, intro="kasino")
