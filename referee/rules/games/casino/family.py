"""Parts that games of the Casino family share: score items, house rules, builds of the last
adder."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from ...cards import Card, Cards, Deck, Rank, Suit, difference, match
from ...house_rules import DURING_PLAY, HouseRules, PlayKind, Preset, deciding, excluding
from ...notation import read_card
from ...plays import FEWEST_CARDS, Build, MakeBuild, Step, Trail
from ...ruleset import Ruleset
from ...score_items import MARKERS, SWEEPS, PointsAboveFewest, PointsPerCard
from ...sheet_plan import CountedField, QuickCount
from .. import RegisteredGame
from .judge.play_rules import BuildRules, CaptureDuties, LoneSteps
from .judge.position import BuildAttempt, Position, TurnState
from .judge.resolution import less
from .judge.verdict import Fault, Reason

BIG_CASINO = Card(Rank.TEN, Suit.DIAMONDS)
LITTLE_CASINO = Card(Rank.TWO, Suit.SPADES)

FACE_VALUES: Mapping[Card, tuple[int, ...]] = {LITTLE_CASINO: (2, 15), BIG_CASINO: (10, 16)}
"""The values of the two cards that house rules make 15 and 16 (#values)."""

# What single cards score is the same everywhere; what most cards and spades do is not.
CARD_ITEMS = (
    PointsPerCard("aces", {"aces": 1}),
    PointsPerCard("big_casino", {"big_casino": 2}),
    PointsPerCard("little_casino", {"little_casino": 1}),
)

# “We made 8”: people say what all of it comes to.
QUICK = QuickCount("points", most=1000)


def registered(
    key: str,
    house_rules: type[HouseRules],
    versions: Mapping[int, Callable[[object], Ruleset]],
    presets: tuple[Preset, ...] = (),
    intro: str = "own_pictures",
) -> RegisteredGame:
    """Return a game for the registry, with the files of its examples, its advice and its
    introductory positions."""
    file = f"casino/{key.replace('-', '_')}"
    return RegisteredGame(
        house_rules,
        versions,
        f"{file}_examples.json",
        f"{file}_tactics.json",
        f"casino/{intro}_intro.json",
        presets=presets,
    )


def sweeps_item(points: int, *, cancel: bool) -> PointsPerCard:
    """Return the item of sweeps with the points of each, which may cancel each other (#sweep)."""
    kind = PointsAboveFewest if cancel else PointsPerCard
    return kind(SWEEPS, {MARKERS: points})


def fields(
    deck: Deck, scoring_cards: Mapping[str, Card] = MappingProxyType({})
) -> tuple[CountedField, ...]:
    """Return the fields of a sheet, with one for each scoring card that some game adds. The most
    that a field can have is what the deck has."""
    faces = {
        "cards": frozenset(deck.faces),
        "spades": frozenset(face for face in deck.faces if face.suit is Suit.SPADES),
        "aces": frozenset(face for face in deck.faces if face.rank is Rank.ACE),
        "big_casino": frozenset({BIG_CASINO}),
        "little_casino": frozenset({LITTLE_CASINO}),
        **{key: frozenset({card}) for key, card in scoring_cards.items()},
    }
    numbers = {key: deck.number_of(faces_counted) for key, faces_counted in faces.items()}
    return tuple(
        CountedField(key, faces_counted, numbers[key], numbers[key])
        for key, faces_counted in faces.items()
    )


def aces(deck: Deck) -> tuple[CountedField, ...]:
    """Return a field for each ace, in the order in which they are counted out (F1.7)."""
    return tuple(
        CountedField(name, frozenset({read_card(name)}), deck.copies, deck.copies)
        for name in ("AS", "AC", "AH", "AD")
    )


@dataclass(frozen=True)
class TieHouseRules(HouseRules):
    """House rules for a tie of most cards, which nobody scores."""

    cards_roll_over: bool = False

    @property
    def rolls_over(self) -> tuple[str, ...]:
        """The items whose points go to the next game at a tie."""
        return ("cards",) if self.cards_roll_over else ()


@dataclass(frozen=True)
class SpadeTieHouseRules(TieHouseRules):
    """House rules for ties of most cards and of most spades, each for itself."""

    spades_roll_over: bool = False

    @property
    def rolls_over(self) -> tuple[str, ...]:
        return (*super().rolls_over, *(("spades",) if self.spades_roll_over else ()))


@dataclass(frozen=True)
class LastAdderHouseRules(HouseRules):
    """House rules of games in which a build is the last adder's (F1.7)."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "sweeps_cancel": ("sweeps",),
        "sweeps_at_once": ("sweeps",),
    }

    sweeps: bool = False
    sweeps_cancel: bool = field(default=False, metadata=excluding("claim_out", "sweeps_at_once"))
    trail_and_table_build: bool = field(default=False, metadata=DURING_PLAY)
    may_trail_with_build: bool = field(default=False, metadata=DURING_PLAY)
    table_cards_may_raise: bool = field(default=False, metadata=deciding(PlayKind.BUILD_CHANGE))
    simple_build_as_card: bool = field(
        default=False, metadata=deciding(PlayKind.CAPTURE, PlayKind.BUILD_CHANGE)
    )


@dataclass(frozen=True)
class CaptureHouseRules(HouseRules):
    """House rules of Casino, Royal and Kasino: cards that are drawn, captures that are demanded."""

    draw: bool = field(default=False, metadata=DURING_PLAY)
    must_capture: bool = field(default=False, metadata=DURING_PLAY)
    must_capture_equal: bool = field(default=False, metadata=DURING_PLAY)

    @property
    def capture_duties(self) -> CaptureDuties:
        """The captures that are demanded."""
        return CaptureDuties(self.must_capture, self.must_capture_equal)

    @property
    def forces_captures(self) -> bool:
        return self.must_capture or self.must_capture_equal


@dataclass(frozen=True)
class CasinoRoyalHouseRules(SpadeTieHouseRules, CaptureHouseRules, LastAdderHouseRules):
    """House rules of Casino and Royal Casino: those of play, of scoring and of winning a session
    (F1.7)."""

    no_raise_own: bool = field(default=False, metadata=DURING_PLAY)
    one_build_a_value: bool = field(default=False, metadata=DURING_PLAY)
    cards_two_last_one: bool = False
    spades_two: bool = field(default=False, metadata=excluding("cards_two_last_one"))
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


@dataclass(frozen=True, eq=False)
class LastAdderBuilds(BuildRules):
    """Rules of play in which a build binds the last player who added to it."""

    house: LastAdderHouseRules

    @property
    def builds_in_sets(self) -> bool:
        return self.house.simple_build_as_card

    @property
    def card_alone_raises(self) -> bool:
        return not (self.house.table_cards_may_raise or self.house.simple_build_as_card)

    @property
    def lone_steps(self) -> LoneSteps:
        return LoneSteps.BESIDE_TRAIL if self.house.trail_and_table_build else LoneSteps.NONE

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step without a card from the hand: only a house rule allows to
        build of table cards alone, and only in a play that trails a card (#house-rules)."""
        if step.card is None:
            is_underway = turn_state.formed or turn_state.did("take")
            needs_card = (
                is_underway or not self.has_steps or not self._of_loose_cards(turn_state, step)
            )
            return Fault(Reason.NEED_HAND_CARD, value=step.build.value) if needs_card else None
        if turn_state.formed and not isinstance(step, Trail):
            return Fault(Reason.NEED_HAND_CARD, value=turn_state.formed[-1].value)
        return None

    def _of_loose_cards(self, turn_state: TurnState, step: MakeBuild) -> bool:
        """Return whether a step can mean only loose cards that lay there before a card was trailed;
        where not all lies there, whether no whole build is named."""
        named: Cards = step.from_table
        before = self.reachable(turn_state, step).table
        if match(named, before.loose, turn_state.known_cards) is not None:
            return True
        laid = match(named, turn_state.table.loose, turn_state.known_cards) is not None
        whole = any(
            less(named, build.cards, turn_state.known_cards) is not None for build in before.builds
        )
        return not laid and not whole

    def reachable(self, turn_state: TurnState, step: MakeBuild) -> TurnState:
        """Return the turn state without the trailed card, which no build of the table may use
        (#house-rules)."""
        if step.card is not None or turn_state.laid is None:
            return turn_state
        loose = difference(sorted(turn_state.table.loose), (turn_state.laid,))
        return turn_state._replace(table=turn_state.table._replace(loose=loose))

    def build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a build by its parts (#making-a-build, #raising, #adding): without a
        card from the hand only loose cards make one (#house-rules)."""
        if attempt.card is None and attempt.builds:
            return Fault(Reason.NEED_HAND_CARD, value=attempt.value)
        return super().build_fault(turn_state, attempt)

    def may_merge(self, turn_state: TurnState, attempt: BuildAttempt) -> bool:
        return self.builds_in_sets and sum(build.multiple for build in attempt.builds) <= 1

    def parts_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        loose, builds, fresh, value = attempt.loose, attempt.builds, attempt.fresh, attempt.value
        if len(fresh) + len(builds) < FEWEST_CARDS or not (loose or builds):
            return Fault(Reason.BAD_SUM, fresh, value=value)
        if len(builds) == 1 and attempt.changed and not self.builds_in_sets:
            return self._raised_value_fault(attempt, builds[0])
        if not self.divides(value, fresh, [build.value for build in attempt.changed]):
            return Fault(Reason.BAD_SUM, tuple(sorted(fresh)), value=value)
        return None

    def _raised_value_fault(self, attempt: BuildAttempt, build: Build) -> Fault | None:
        """Return the fault of a raised build: only cards that may change the value of a simple
        build may be in its set (#raising)."""
        card, value, loose = attempt.card, attempt.value, attempt.loose
        assert card is not None  # a raise needs a card from the hand
        raised = [build.value + number for number in self.values.of(card)]
        if value in raised and self.divides(value, loose):
            return None
        if not self.divides(value, attempt.fresh, [build.value]):
            return Fault(Reason.BAD_SUM, tuple(sorted(attempt.fresh)), value=value)
        if not self.house.table_cards_may_raise:
            return Fault(Reason.RAISE_TABLE_CARD, loose, build, value)
        if any(total < value and self.divides(value, loose, [total]) for total in raised):
            return None
        return Fault(Reason.RAISE_PLAYED_MUST_CHANGE, (card,), build, value)

    def owner_after(self, turn_state: TurnState, attempt: BuildAttempt) -> int:
        """Return the mover: the last player who added owns the build (#holder)."""
        return turn_state.start.mover

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the fault of an owner of a build who only trails a card (#act-on-your-build)."""
        if turn_state.did("take", "new", "raise", "augment"):
            return
        if any(self.duties(turn_state.start)):
            build = turn_state.start.binding(turn_state.start.table.builds)[0]
            yield Fault(Reason.MUST_ACT_ON_BUILD, build=build, value=build.value)

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return the duty of an owner of a build to use it, unless a house rule lifts it."""
        if not self.house.may_trail_with_build and position.binding(position.table.builds):
            yield Reason.MUST_ACT_ON_BUILD
