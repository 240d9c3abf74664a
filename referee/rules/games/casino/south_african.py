"""South African Casino: forty cards, and the loser leads (F6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby
from typing import ClassVar

from ...cards import FACES, PICTURES, Card, Cards, Deck
from ...house_rules import DURING_PLAY, HouseRules
from ...plays import MakeBuild, Step
from ...presets import Preset
from ...ruleset import Ruleset
from ...score_items import PointsForMost, PointsFromCount, ScoreItem
from ...seating import DealPlan, Seating
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from ...table_and_builds import NUMBERS_ONLY, Top, cards_of
from .followed.followed_game import with_builds
from .judge.build_rules_base import OnPile
from .judge.card_resolution import Fault
from .judge.position import BuildAttempt, Position, TurnState
from .judge.verdict_reasons import Reason
from .owned_build_rules import OwnedBuilds
from .score_items import CARD_ITEMS, QUICK, fields

KEY = "south-african-casino"
VERSION = 1
DECK = Deck(copies=1, faces=tuple(face for face in FACES if face.rank not in PICTURES))

# With three players the odd card is laid out, else none (F6.1).
DEAL_PLANS = {
    2: DealPlan((10,), (0,), (10,), 2),
    3: DealPlan((13,), (1,), (), 1),
    4: DealPlan((10,), (0,), (), 1),
}
PRESETS = (Preset("pagat", (), "pagat.com, African Casino"),)


@dataclass(frozen=True)
class SouthAfricanHouseRules(HouseRules):
    """House rules of South African Casino (F6.1, F6.3), and those of its association: from
    ``capturer_on_top`` on."""

    partners: bool = field(default=False, metadata=DURING_PLAY)
    no_raise: bool = field(default=False, metadata=DURING_PLAY)
    second_build: bool = field(default=False, metadata=DURING_PLAY)
    most_spades_two: bool = False
    seven_points: bool = False
    point_cards_or_nothing: bool = False


@dataclass(frozen=True, eq=False)
class SouthAfricanBuilds(OwnedBuilds):
    """Rules of play of South African Casino: a play has one card and one step (F6.3)."""

    house: SouthAfricanHouseRules

    takes_tops: ClassVar[bool] = True
    raises_with_groups: ClassVar[bool] = False

    def heeds_deal(self, players: int) -> bool:
        """Return whether the deal matters: with two players any card may be trailed in the second
        deal (F6.3)."""
        return players == 2

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step without a card from the hand."""
        if isinstance(step, MakeBuild) and step.card is None:
            return Fault(Reason.NEED_HAND_CARD, value=step.build.value)
        return None

    def top_use_fault(
        self, turn_state: TurnState, tops: tuple[Top, ...], *, taking: bool
    ) -> Fault | None:
        """Return the fault of tops that may not be used: of each pile only one card, the top at the
        beginning of the turn."""
        fault = super().top_use_fault(turn_state, tops, taking=taking)
        if fault is None and len({top.seat for top in tops}) < len(tops):
            return Fault(Reason.PILE_TOP_ONLY, cards_of(tops))
        return fault

    def top_addition_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a build with more than one top, or of a top added to another side's
        build."""
        cards = cards_of(attempt.tops)
        if len(cards) > 1:
            return Fault(Reason.PILE_TWO_IN_SET, cards, value=attempt.value)
        own = attempt.kind == "augment" and all(
            map(turn_state.start.is_of_own_side, attempt.unchanged)
        )
        if cards and not own:
            return Fault(Reason.NO_BASE, cards, value=attempt.value)
        return None

    def raise_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a changed value where the house rule ``no_raise`` forbids it."""
        if attempt.changed and self.house.no_raise:
            return Fault(Reason.NO_RAISE, build=attempt.changed[0], value=attempt.value)
        return None

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the fault of an owner of a build who neither adds to it nor captures anything
        (F6.3)."""
        owned = turn_state.start.binding(turn_state.start.table.builds)
        is_barred = self._lay_is_barred(turn_state.start) and turn_state.did("lay")
        if not self._may_have_two(turn_state.start) and turn_state.did("new", "raise"):
            is_barred = True
        if owned and is_barred:
            yield Fault(Reason.OWNER_ADD_OR_TAKE, build=owned[0], value=owned[0].value)

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return the duty of an owner of a build to add to it or capture something."""
        if position.binding(position.table.builds) and self._lay_is_barred(position):
            yield Reason.OWNER_ADD_OR_TAKE

    def _lay_is_barred(self, position: Position) -> bool:
        """Return whether an owner of a build may not trail a card."""
        return not (self.heeds_deal(position.players) and position.deal == 2)

    def _may_have_two(self, position: Position) -> bool:
        """Return whether an owner of a build may make another."""
        return self.house.second_build or not self._lay_is_barred(position)

    def pile_after(self, turn_state: TurnState, card: Card, captured: Cards) -> Cards:
        """Return the mover's pile after a capture, whose cards are laid on it in order, the lowest
        on top (F6.2)."""
        return (*sorted((card, *captured)), *turn_state.piles[turn_state.start.pile_seat])

    def laid_on_pile(self, card: Card, captured: Cards) -> OnPile:
        """Return a capture as layers, a rank each: within a rank nobody knows the order (F6.2)."""
        in_order = groupby(sorted((card, *captured)), key=lambda taken: taken.rank)
        return OnPile(tuple(tuple(cards_of_rank) for _, cards_of_rank in in_order))


def _contested_items(house: SouthAfricanHouseRules) -> tuple[ScoreItem, ScoreItem]:
    """Return the items for cards and spades (#scoring)."""
    most_units = 2 if house.seven_points else None
    decided_by = tuple(item.key for item in CARD_ITEMS) if house.point_cards_or_nothing else ()
    in_contest = partial(PointsForMost, most_units=most_units, decided_by=decided_by)
    if house.most_spades_two:
        spades: ScoreItem = in_contest("spades", "spades", 2, 1)
    else:
        spades = PointsFromCount(
            "spades", "spades", 5, 1, most_units=most_units, decided_by=decided_by
        )
    return in_contest("cards", "cards", 2, 1), spades


@cache
def ruleset(house: SouthAfricanHouseRules = SouthAfricanHouseRules()) -> Ruleset:
    """Return South African Casino with these house rules."""
    sheet = SheetPlan(
        deck=DECK,
        fields=fields(DECK),
        items=(*_contested_items(house), *CARD_ITEMS),
        quick=QUICK,
        by_side=True,
        shares_piles=True,
    )
    seating = Seating(
        deal_plans={4: DEAL_PLANS[4]} if house.partners else DEAL_PLANS,
        team_counts={4: (2,)} if house.partners else {},
        pairs_only=frozenset({4} if house.partners else ()),
        loser_leads=True,
    )
    rules = SouthAfricanBuilds(DECK, NUMBERS_ONLY, sheet.card_worths, house)
    return with_builds(KEY, VERSION, rules, seating, sheet, FirstToTarget(21))
