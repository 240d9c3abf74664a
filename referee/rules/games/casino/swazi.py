"""Swazi Casino, and Crazy Casino for two players (F3, F4)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from ...cards import ACE_LOW_OR_HIGH, Card, Cards, Deck, Values
from ...house_rules import DURING_PLAY, HouseRules
from ...plays import Build, Capture, MakeBuild, Step
from ...ruleset import Ruleset
from ...score_items import PointsForMost
from ...seating import Dealing, DealPlan, Redeal, Seating
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from .family import CARD_ITEMS, QUICK, fields, registered
from .followed.followed_game import with_builds
from .judge.play_rules import ANY_NUMBER, LoneSteps, OnPile
from .judge.position import Position, TurnState
from .judge.resolution import less, resolutions
from .judge.verdict import Clauses, Demand, Fault, Reason
from .options.demands import completing_builds, completing_take
from .southern import OwnedBuilds

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
    """House rules of Swazi Casino (F3.11, F4b)."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"crazy_one_build": ("crazy",)}

    # Decides nothing, but players look for it among the house rules.
    clockwise: bool = field(default=False, metadata=DURING_PLAY)
    no_redeal: bool = field(default=False, metadata=DURING_PLAY)
    crazy: bool = field(default=False, metadata=DURING_PLAY)
    crazy_one_build: bool = field(default=False, metadata=DURING_PLAY)


@dataclass(frozen=True, eq=False)
class SwaziBuilds(OwnedBuilds):
    """Rules of play of Swazi Casino: a play has any number of steps, with one card from the hand
    (F3.4)."""

    house: SwaziHouseRules

    CLAUSES: ClassVar[Clauses] = {**OwnedBuilds.CLAUSES, Reason.NEED_HAND_CARD: "raising"}
    proves: ClassVar[bool] = True
    insists: ClassVar[bool] = True

    @property
    def picture_captures(self) -> tuple[int, ...]:
        return ANY_NUMBER

    @property
    def lone_steps(self) -> LoneSteps:
        return LoneSteps.BUILDS

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step that changes a value without a card from the hand (F3.4
        S3)."""
        if not isinstance(step, MakeBuild) or step.card is not None:
            return None
        named, value = step.from_table, step.build.value
        may_change = [
            build
            for build in turn_state.table.builds
            if build.value != value and less(named, build.cards, turn_state.known_cards) is not None
        ]
        if not may_change:
            return None
        changed: list[Build | None] = [may_change[0]]
        resolved = resolutions(turn_state, named, step.tops)
        if not isinstance(resolved, Fault):  # else not all lies there, but a changed build may
            changed = [_changed(resolution.builds, step) for resolution in resolved]
        if not all(changed):
            return None
        return Fault(Reason.NEED_HAND_CARD, build=changed[0], value=value)

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the faults of two players who trail a card beside a build, or own two builds
        (F4)."""
        if not self._is_bound(turn_state.start):
            return
        binding = turn_state.start.binding(turn_state.table.builds)
        if binding and turn_state.laid is not None:
            yield Fault(Reason.NO_LAY_WITH_BUILD, (turn_state.laid,), binding[0], binding[0].value)
        if len(binding) > 1 and (self.house.crazy_one_build or not self.house.crazy):
            yield Fault(Reason.ONE_BUILD_MAX, build=binding[1], value=binding[1].value)

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return the duty of two players not to trail a card while they own a build (F4)."""
        if self._is_bound(position) and position.binding(position.table.builds):
            yield Reason.NO_LAY_WITH_BUILD

    def _is_bound(self, position: Position) -> bool:
        """Return whether the duties of two players hold: in the first of two deals, or in Crazy
        Casino while there is a stock."""
        if self.house.crazy:
            return position.stock > 0
        return position.players == 2 and position.deal == 1

    def demands(self, turn_state: TurnState) -> Iterator[Demand]:
        """Return the demands that a card captures all that it can, and that own builds are
        completed (F3.6)."""
        yield from completing_take(self, turn_state)
        yield from completing_builds(self, turn_state)

    def pile_after(self, turn_state: TurnState, card: Card, captured: Cards) -> Cards:
        """Return the known top of the mover's pile after a capture: the card that captured (F3.3).
        In Lesotho pictures go below the numbers (F5)."""
        mine = turn_state.piles[turn_state.start.pile_seat]
        if self.has_number(card):
            return (card,)
        return (card,) if mine and not self.has_number(mine[0]) else mine

    def laid_on_pile(self, step: Capture) -> OnPile:
        """Return a capture with its card on top, or wholly below the others if the card has no
        number."""
        if not self.has_number(step.card):
            return OnPile((), (step.card, *step.captured))
        return OnPile(((step.card,), step.captured))


def _changed(builds: Iterable[Build], step: MakeBuild) -> Build | None:
    """Return the first of the builds whose value the step would change; None if there is none."""
    return next((build for build in builds if build.value != step.build.value), None)


@cache
def ruleset(house: SwaziHouseRules = SwaziHouseRules()) -> Ruleset:
    """Return Swazi Casino with these house rules."""
    return variant_ruleset(KEY, VERSION, house, ACE_LOW_OR_HIGH, SwaziBuilds, shares_piles=True)


def variant_ruleset(
    key: str,
    version: int,
    house: SwaziHouseRules,
    values: Values,
    builds: type[SwaziBuilds],
    *,
    shares_piles: bool,
) -> Ruleset:
    """Return the ruleset of a game that is dealt, played and scored as Swazi Casino, with its own
    card values and rules of play."""
    sheet = SheetPlan(
        deck=DECK,
        fields=fields(DECK),
        items=(
            PointsForMost("cards", "cards", 2, 1),
            PointsForMost("spades", "spades", 2, 1),
            *CARD_ITEMS,
        ),
        quick=QUICK,
        by_side=True,
        shares_piles=shares_piles,
    )
    seating = Seating(
        deal_plans=CRAZY if house.crazy else DEAL_PLANS,
        team_counts={4: (2,)},
        pairs_only=frozenset({4}),
        clockwise=house.clockwise,
        dealing=Dealing.DRAWN,
        redeal=None if house.no_redeal else Redeal(3, 3, unless="no_redeal"),
    )
    rules = builds(DECK, values, sheet.card_worths, house)
    return with_builds(key, version, rules, seating, sheet, FirstToTarget(21))


GAME = registered(KEY, SwaziHouseRules, {VERSION: ruleset}, intro="numbered_pictures")
