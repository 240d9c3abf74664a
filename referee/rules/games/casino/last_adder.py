"""Builds that bind whoever was the last to add to them (F1, F2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from ...cards import Cards, match, without
from ...table import FEWEST_CARDS, Build
from ...turns import Form, Lay, Step
from .judge.building import BuildRules
from .judge.naming import Fault, less
from .judge.position import Making, Position, Progress
from .judge.reasons import Reason


class Raising(Enum):
    """What may change the value of a simple build (#raising)."""

    PLAYED_CARD = 1  # the card from the hand, and nothing else
    WITH_TABLE_CARDS = 2  # it and loose cards
    ANYHOW = 3  # loose cards without it, too


@dataclass(frozen=True, eq=False)
class LastAdder(BuildRules):
    """``must_act``: who keeps a build does not just lay a card. ``table_builds``: who lays a card
    may also make a build of the table alone."""

    raising: Raising = Raising.PLAYED_CARD
    must_act: bool = True
    table_builds: bool = False

    @property
    def has_steps(self) -> bool:
        return self.table_builds

    @property
    def lays_and_builds(self) -> bool:
        return self.table_builds

    def why_not_begun(self, now: Progress, step: Step) -> Fault | None:
        """Who may make a build of the table alone then lays a card, or has (#house-rules)."""
        if step.card is None:
            made = now.formed or now.did("take")
            needs_card = made or not self.table_builds or not self._of_loose_cards(now, step)
            return Fault(Reason.NEED_HAND_CARD, value=step.build.value) if needs_card else None
        if now.formed and not isinstance(step, Lay):
            return Fault(Reason.NEED_HAND_CARD, value=now.formed[-1].value)
        return None

    def _of_loose_cards(self, now: Progress, step: Form) -> bool:
        """Is no build among what was named, and the card that was laid not needed for it?"""
        named: Cards = step.from_table
        before = self.in_reach(now, step).table
        laid = (
            match(named, now.table.loose, now.packs) is not None
            and match(named, before.loose, now.packs) is None
        )
        whole = any(less(named, build.cards, now.packs) is not None for build in before.builds)
        return not laid and not whole

    def in_reach(self, now: Progress, step: Form) -> Progress:
        """Who lays a card makes a build of what lay there before (#house-rules)."""
        if step.card is not None or now.laid is None:
            return now
        loose = without(now.table.loose, (now.laid,))
        return now._replace(table=now.table._replace(loose=loose))

    def why_not_make(self, now: Progress, making: Making) -> Fault | None:
        """(#making-a-build, #raising, #adding)"""
        return self._why_not_join(making) or self._why_not_divided(making)

    def _why_not_join(self, making: Making) -> Fault | None:
        """Is there a build among it that cannot be?"""
        builds, value = making.builds, making.value
        if len(builds) > 1 and not self._joins_as_cards(builds):
            return Fault(Reason.NO_MERGE, build=builds[1], value=value)
        for build in making.changed:
            if build.multiple:
                return Fault(Reason.RAISE_MULTIPLE, build=build, value=build.value)
        return None

    def _joins_as_cards(self, builds: Sequence[Build]) -> bool:
        return self.builds_in_groups and sum(build.multiple for build in builds) <= 1

    def _why_not_divided(self, making: Making) -> Fault | None:
        """Do the numbers make the value, each in its group?"""
        loose, builds, fresh, value = making.loose, making.builds, making.fresh, making.value
        if len(fresh) + len(builds) < FEWEST_CARDS or not (loose or builds):
            return Fault(Reason.BAD_SUM, fresh, value=value)
        if len(builds) == 1 and making.changed and not self.builds_in_groups:
            return self._why_not_raise(making, builds[0])
        if not self.divides(value, fresh, [build.value for build in making.changed]):
            return Fault(Reason.BAD_SUM, tuple(sorted(fresh)), value=value)
        return None

    def _why_not_raise(self, making: Making, build: Build) -> Fault | None:
        """Only what may change the value of a simple build stands in its group (#raising)."""
        card, value, loose = making.card, making.value, making.loose
        assert card is not None  # who makes a build of the table alone makes a new one
        raised = build.value + self.values[card.rank][0]
        if raised == value and self.divides(value, loose):
            return None
        if not self.divides(value, making.fresh, [build.value]):
            return Fault(Reason.BAD_SUM, tuple(sorted(making.fresh)), value=value)
        if self.raising is Raising.PLAYED_CARD:
            return Fault(Reason.RAISE_TABLE_CARD, loose, build, value)
        if raised < value and self.divides(value, loose, [raised]):
            return None
        return Fault(Reason.RAISE_PLAYED_MUST_CHANGE, (card,), build, value)

    def keeper(self, now: Progress, making: Making) -> int:
        """Whoever was the last to add (#holder)."""
        return now.start.mover

    def owes(self, now: Progress) -> Iterator[Fault]:
        kept = now.start.kept(now.start.table.builds)
        if self.must_act and kept and not now.did("take", "new", "raise", "augment"):
            yield Fault(Reason.MUST_ACT_ON_BUILD, build=kept[0], value=kept[0].value)

    def duties(self, position: Position) -> Iterator[Reason]:
        if self.must_act and position.kept(position.table.builds):
            yield Reason.MUST_ACT_ON_BUILD
