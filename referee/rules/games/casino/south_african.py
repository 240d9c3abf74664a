"""South African Casino: forty cards, and the loser leads (F6)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby
from typing import ClassVar

from ...cards import FACES, NUMBERS_ONLY, PICTURES, Card, Cards, Deck
from ...house_rules import DURING_PLAY, HouseRules, PlayKind, Preset, deciding
from ...plays import Build, Capture, MakeBuild, Step, Top, cards_of
from ...ruleset import Ruleset
from ...score_items import PointsForMost, PointsFromCount, ScoreItem
from ...seating import DealPlan, Seating
from ...session_end import FirstToTarget
from ...sheet_plan import SheetPlan
from .family import CARD_ITEMS, QUICK, fields, registered
from .followed.followed_game import with_builds
from .judge.divisions import chains, divides_in_turn
from .judge.play_rules import LoneSteps, OnPile, TopCaptures
from .judge.position import BuildAttempt, Position, TurnState
from .judge.resolution import Resolution, less, resolutions
from .judge.verdict import Fault, FaultDetail, Reason
from .southern import OwnedBuilds

KEY = "south-african-casino"
VERSION = 1
DECK = Deck(copies=1, faces=tuple(face for face in FACES if face.rank not in PICTURES))

# With three players the odd card is laid out, else none (F6.1).
DEAL_PLANS = {
    2: DealPlan((10,), (0,), (10,), 2),
    3: DealPlan((13,), (1,), (), 1),
    4: DealPlan((10,), (0,), (), 1),
}
PRESETS = (
    Preset("pagat", (), "pagat.com, African Casino"),
    Preset(
        "association",
        (
            *("capturer_on_top", "top_needs_base", "no_top_sums", "most_spades_two"),
            *("own_build_from_table", "lay_in_one_deal"),
            *("seven_points", "point_cards_or_nothing"),
        ),
        "Khasino association of southern Africa, 2026",
    ),
)


@dataclass(frozen=True)
class SouthAfricanHouseRules(HouseRules):
    """House rules of South African Casino (F6.1, F6.3), and those of its association: from
    ``capturer_on_top`` on."""

    partners: bool = field(default=False, metadata=deciding(PlayKind.BUILD_CHANGE))
    no_raise: bool = field(default=False, metadata=deciding(PlayKind.BUILD_CHANGE))
    second_build: bool = field(default=False, metadata=DURING_PLAY)
    capturer_on_top: bool = field(default=False, metadata=DURING_PLAY)
    top_needs_base: bool = field(default=False, metadata=DURING_PLAY)
    no_top_sums: bool = field(default=False, metadata=deciding(PlayKind.CAPTURE))
    most_spades_two: bool = False
    own_build_from_table: bool = field(default=False, metadata=deciding(PlayKind.STEP_AND_CAPTURE))
    lay_in_one_deal: bool = field(default=False, metadata=DURING_PLAY)
    seven_points: bool = False
    point_cards_or_nothing: bool = False


@dataclass(frozen=True, eq=False)
class SouthAfricanBuilds(OwnedBuilds):
    """Rules of play of South African Casino: a play has one card and one step (F6.3); by a house
    rule loose cards join the own build before that."""

    house: SouthAfricanHouseRules

    raises_with_sets: ClassVar[bool] = False
    adds_to_capture: ClassVar[bool] = False

    @property
    def lone_steps(self) -> LoneSteps:
        return LoneSteps.ADDITIONS if self.house.own_build_from_table else LoneSteps.NONE

    @property
    def top_captures(self) -> TopCaptures:
        return TopCaptures(True, not self.house.no_top_sums, self.house.top_needs_base)

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step without a card from the hand, unless a house rule lets it add
        loose cards to the own build (#adding)."""
        if not isinstance(step, MakeBuild) or step.card is not None:
            return None
        may_add = self.house.own_build_from_table and turn_state.played is None and not step.tops
        if may_add and self._adds_to_own_build(turn_state, step):
            return None
        return Fault(Reason.NEED_HAND_CARD, value=step.build.value)

    def _adds_to_own_build(self, turn_state: TurnState, step: MakeBuild) -> bool:
        """Return whether a step can mean only loose cards and a build of the mover's that keeps its
        value; where not all lies there, whether such a build alone is named."""
        value, named = step.build.value, step.from_table
        resolved = resolutions(turn_state, named, step.tops)
        if not isinstance(resolved, Fault):
            return any(
                self._is_own_build(turn_state, value, reading.builds) and not reading.tops
                for reading in resolved
            )
        whole = tuple(
            build
            for build in turn_state.table.builds
            if less(named, build.cards, turn_state.known_cards) is not None
        )
        return self._is_own_build(turn_state, value, whole)

    def _is_own_build(self, turn_state: TurnState, value: int, builds: tuple[Build, ...]) -> bool:
        mover = turn_state.start.mover
        return [(build.owner, build.value) for build in builds] == [(mover, value)]

    def build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a build by its parts: without a card from the hand only loose cards
        join the own build (#adding)."""
        if attempt.card is None and (
            attempt.tops or not self._is_own_build(turn_state, attempt.value, attempt.builds)
        ):
            return Fault(Reason.NEED_HAND_CARD, value=attempt.value)
        return super().build_fault(turn_state, attempt)

    def top_use_fault(
        self, turn_state: TurnState, tops: tuple[Top, ...], *, taking: bool
    ) -> Fault | None:
        """Return the fault of tops that may not be used: of each pile only one card, the top at the
        beginning of the turn."""
        fault = super().top_use_fault(turn_state, tops, taking=taking)
        if fault is None and len({top.seat for top in tops}) < len(tops):
            return Fault(Reason.PILE_TOP_ONLY, cards_of(tops))
        return fault

    def top_capture_fault(
        self, turn_state: TurnState, resolution: Resolution, value: int
    ) -> Fault | None:
        """Return the fault of tops that a house rule wants to be sets by themselves, or to come
        with something that the table gives (#tops)."""
        loose, builds, tops = resolution
        added = [top for top in tops if value not in self.values.of(top.card)]
        if added and self.house.no_top_sums:
            return Fault(
                Reason.BAD_SUM, cards_of(added), value=value, detail=FaultDetail.TOP_IN_SUM
            )
        if not tops or not self.house.top_needs_base or builds:
            return None
        used = chains(turn_state.piles, tops) or ()
        if divides_in_turn(self, value, loose, used, base=loose):
            return None
        detail = FaultDetail.TAKEN_WITHOUT_BASE
        return Fault(Reason.NO_BASE, cards_of(tops), value=value, detail=detail)

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
        lay_is_barred = self._lay_is_barred(turn_state.start)
        is_barred = lay_is_barred and turn_state.did("lay")
        if not self._may_have_two(turn_state.start) and turn_state.did("new", "raise"):
            is_barred = True
        if owned and is_barred:
            detail = None if lay_is_barred else FaultDetail.ONE_OWN_BUILD
            yield Fault(
                Reason.OWNER_ADD_OR_TAKE, build=owned[0], value=owned[0].value, detail=detail
            )

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return the duty of an owner of a build to add to it or capture something."""
        if position.binding(position.table.builds) and self._lay_is_barred(position):
            yield Reason.OWNER_ADD_OR_TAKE

    def _lay_is_barred(self, position: Position) -> bool:
        """Return whether an owner of a build may not trail a card (#own-build-duty)."""
        if position.players == 2:
            return position.deal == 1
        return not self.house.lay_in_one_deal

    def _may_have_two(self, position: Position) -> bool:
        """Return whether an owner of a build may make another: by a house rule, or in the second
        deal of two players (#two-players)."""
        return self.house.second_build or (position.players == 2 and position.deal == 2)

    def pile_after(self, turn_state: TurnState, card: Card, captured: Cards) -> Cards:
        """Return the known cards of the mover's pile after a capture, from its top: the cards are
        laid on it in order, the lowest on top (F6.2), or by a house rule the capturing card
        (#piles)."""
        if self.house.capturer_on_top:
            return (card,)
        return (*sorted((card, *captured)), *turn_state.piles[turn_state.start.pile_seat])

    def laid_on_pile(self, step: Capture) -> OnPile:
        """Return a capture as layers, a rank each, the lowest on top: within a rank nobody knows
        the order (F6.2). By a house rule the capturing card lies on all others, and nobody knows
        the order of these if a build is among them (#piles)."""
        if not self.house.capturer_on_top:
            return OnPile(_layers_by_rank((step.card, *step.captured)))
        others = (step.captured,) if step.builds else _layers_by_rank(step.captured)
        return OnPile(((step.card,), *others))


def _layers_by_rank(cards: Cards) -> tuple[Cards, ...]:
    by_rank = groupby(sorted(cards), key=lambda card: card.rank)
    return tuple(tuple(cards_of_rank) for _, cards_of_rank in by_rank)


def _contested_items(house: SouthAfricanHouseRules) -> tuple[ScoreItem, ScoreItem]:
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


GAME = registered(KEY, SouthAfricanHouseRules, {VERSION: ruleset}, PRESETS, intro="south_african")
