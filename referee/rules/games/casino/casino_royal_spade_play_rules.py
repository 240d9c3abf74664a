"""Rules of Casino, Royal and Spade: a build binds the last player who added to it (F1, F2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...cards import Cards, difference
from ...named_card_matching import match
from ...plays import MakeBuild, Step, Trail
from ...table_and_builds import FEWEST_CARDS, Build
from .casino_royal_spade_house_rules import AdderHouseRules
from .judge.build_parts_type import BuildAttempt
from .judge.card_resolution import less
from .judge.fault import Fault
from .judge.play_rules_base import BuildRules
from .judge.position import Position
from .judge.position_in_mid_turn import TurnState
from .judge.verdict_reasons import Reason


@dataclass(frozen=True, eq=False)
class LastAdder(BuildRules):
    """Rules of play in which a build binds the last player who added to it."""

    house: AdderHouseRules

    @property
    def builds_in_groups(self) -> bool:
        return self.house.simple_build_as_card

    @property
    def lays_and_builds(self) -> bool:
        return self.house.trail_and_table_build

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step without a card from the hand: only a house rule allows to
        build of table cards alone, and only in a play that trails a card (#house-rules)."""
        if step.card is None:
            is_underway = turn_state.formed or turn_state.did("take")
            needs_card = (
                is_underway
                or not self.lays_and_builds
                or not self._of_loose_cards(turn_state, step)
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
        return (
            self._merge_fault(attempt)
            or self.raise_fault(turn_state, attempt)
            or self._division_fault(attempt)
        )

    def raise_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a changed value where a house rule forbids it."""
        return None

    def _merge_fault(self, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of builds that may not be joined, or of a multiple one whose value
        changes."""
        builds, value = attempt.builds, attempt.value
        if len(builds) > 1 and not self._joins_as_cards(builds):
            return Fault(Reason.NO_MERGE, build=builds[1], value=value)
        for build in attempt.changed:
            if build.multiple:
                return Fault(Reason.RAISE_MULTIPLE, build=build, value=build.value)
        return None

    def _joins_as_cards(self, builds: Sequence[Build]) -> bool:
        """Return whether builds may be joined, since simple ones count as cards."""
        return self.builds_in_groups and sum(build.multiple for build in builds) <= 1

    def _division_fault(self, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of numbers that do not divide into sets of the value."""
        loose, builds, fresh, value = attempt.loose, attempt.builds, attempt.fresh, attempt.value
        if len(fresh) + len(builds) < FEWEST_CARDS or not (loose or builds):
            return Fault(Reason.BAD_SUM, fresh, value=value)
        if len(builds) == 1 and attempt.changed and not self.builds_in_groups:
            return self._raised_value_fault(attempt, builds[0])
        if not self.divides(value, fresh, [build.value for build in attempt.changed]):
            return Fault(Reason.BAD_SUM, tuple(sorted(fresh)), value=value)
        return None

    def _raised_value_fault(self, attempt: BuildAttempt, build: Build) -> Fault | None:
        """Return the fault of a raised build: only cards that may change the value of a simple
        build may be in its set (#raising)."""
        card, value, loose = attempt.card, attempt.value, attempt.loose
        assert card is not None  # a raise needs a card from the hand
        raised = build.value + self.values[card.rank][0]
        if raised == value and self.divides(value, loose):
            return None
        if not self.divides(value, attempt.fresh, [build.value]):
            return Fault(Reason.BAD_SUM, tuple(sorted(attempt.fresh)), value=value)
        if not self.house.table_cards_may_raise:
            return Fault(Reason.RAISE_TABLE_CARD, loose, build, value)
        if raised < value and self.divides(value, loose, [raised]):
            return None
        return Fault(Reason.RAISE_PLAYED_MUST_CHANGE, (card,), build, value)

    def owner_after(self, turn_state: TurnState, attempt: BuildAttempt) -> int:
        """Return the mover: the last player who added owns the build (#holder)."""
        return turn_state.start.mover

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the fault of an owner of a build who only trails a card (#act-on-your-build)."""
        binding = turn_state.start.binding(turn_state.start.table.builds)
        if any(self.duties(turn_state.start)) and not turn_state.did(
            "take", "new", "raise", "augment"
        ):
            build = binding[0]
            yield Fault(Reason.MUST_ACT_ON_BUILD, build=build, value=build.value)

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return the duty of an owner of a build to use it, unless a house rule lifts it."""
        if not self.house.may_trail_with_build and position.binding(position.table.builds):
            yield Reason.MUST_ACT_ON_BUILD
