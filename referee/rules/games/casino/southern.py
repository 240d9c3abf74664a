"""Rules of games in which builds have owners, beside open piles (F3, F5, F6)."""

from dataclasses import dataclass
from typing import ClassVar

from ...cards import Card, Cards
from ...plays import FEWEST_CARDS, Build, Top, cards_of
from .judge.divisions import chains, divides_in_turn
from .judge.play_rules import BuildRules
from .judge.position import BuildAttempt, Position, TurnState
from .judge.verdict import Blames, Clauses, Fault, FaultDetail, Reason


@dataclass(frozen=True, eq=False)
class OwnedBuilds(BuildRules):
    """Rules of play in which the maker owns a build until an opponent changes its value, no two
    builds have the same value, and cards may be taken off other players' piles."""

    raises_with_sets: ClassVar[bool] = True
    """True if whole sets of the table may join when a value is changed."""
    adds_to_capture: ClassVar[bool] = True
    """True if cards may be added to an opponent's build that is then captured."""

    CLAUSES: ClassVar[Clauses] = {Reason.NO_MERGE: "one-of-a-value"}
    open_piles: ClassVar[bool] = True
    merges: ClassVar[bool] = True

    def top_use_fault(
        self, turn_state: TurnState, tops: tuple[Top, ...], *, taking: bool
    ) -> Fault | None:
        """Return the fault of tops from the own side's pile, which is closed, or from below the top
        of another (#piles)."""
        if not tops:
            return None
        cards = cards_of(tops)
        if any(top.seat == turn_state.start.pile_seat for top in tops):
            return Fault(Reason.PILE_OWN, cards)
        one_each = len({top.seat for top in tops}) == len(tops)
        if chains(turn_state.piles, tops) is None or (taking and not one_each):
            return Fault(Reason.PILE_TOP_ONLY, cards)
        if taking and not self.top_captures.alone:
            return Fault(Reason.PILE_AUGMENT_ONLY, cards)
        return None

    def top_addition_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of tops that are not added to a build, or of two of one pile in a set
        (#tops)."""
        fault = self._sets_fault(turn_state, attempt) if attempt.tops else None
        return fault if fault is not None and fault.reason.blames is Blames.PILES else None

    def may_merge(self, turn_state: TurnState, attempt: BuildAttempt) -> bool:
        """Return whether an attempt raises an opponent's simple build to the value of one of the
        own side (#one-of-a-value)."""
        if len(attempt.changed) != 1 or len(attempt.unchanged) != 1:
            return False
        (raised,), (own,) = attempt.changed, attempt.unchanged
        if (
            raised.multiple
            or turn_state.start.is_of_own_side(raised)
            or not turn_state.start.is_of_own_side(own)
        ):
            return False
        return self._is_raised(raised, attempt)

    def _is_raised(self, build: Build, attempt: BuildAttempt) -> bool:
        """Return whether the card from the hand alone brings a build to its new value."""
        card = attempt.card
        return card is not None and build.value + self.values.lowest(card) == attempt.value

    def parts_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        return self._ownership_fault(turn_state, attempt) or self._sets_fault(turn_state, attempt)

    def _ownership_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of an attempt to change the value of the own side's build (#raising), or
        to add to an opponent's build that the mover does not then capture (#adding)."""
        for build in attempt.changed:
            if turn_state.start.is_of_own_side(build):
                return Fault(Reason.RAISE_OWN_SIDE, build=build, value=build.value)
        played = attempt.card is not None or turn_state.played is not None
        for build in attempt.unchanged:
            if turn_state.start.is_of_own_side(build):
                continue
            if played or not any(map(turn_state.most_held, self.takers(build.value))):
                detail = None if self.adds_to_capture else FaultDetail.NEVER_ADDED
                return Fault(
                    Reason.AUGMENT_NOT_YOURS, build=build, value=build.value, detail=detail
                )
        return None

    def _sets_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of cards that do not make sets of the value, or of tops that may not be
        in them (#groups, #tops)."""
        cards = (*attempt.fresh, *cards_of(attempt.tops))
        beside = attempt.loose or attempt.tops or attempt.builds
        if not all(map(self.has_number, cards)):
            return _bad_sum(attempt)
        if not cards or not beside or len(cards) + len(attempt.builds) < FEWEST_CARDS:
            return _bad_sum(attempt)
        if attempt.changed:
            return self._raised_sets_fault(turn_state, attempt)
        return self._division_fault(turn_state, attempt, attempt.fresh)

    def _raised_sets_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a raised build: only the card from the hand changes a value, and
        whole sets may be added at once (#raising)."""
        build, value = attempt.changed[0], attempt.value
        tops, used = cards_of(attempt.tops), chains(turn_state.piles, attempt.tops) or ()
        if self._is_raised(build, attempt):
            fault = self._division_fault(turn_state, attempt, attempt.loose)
            if fault is None and attempt.loose and not self.raises_with_sets:
                return Fault(Reason.RAISE_TABLE_CARD, attempt.loose, build, value)
            if fault is None or fault.reason.blames is Blames.PILES:
                return fault
        if not self.divides(
            value, (*attempt.fresh, *tops), [other.value for other in attempt.changed]
        ):
            return _bad_sum(attempt)
        if divides_in_turn(self, value, attempt.fresh, used, beside=(build.value,)):
            return Fault(Reason.RAISE_TABLE_CARD, attempt.loose, build, value)
        return Fault(Reason.PILE_AUGMENT_ONLY, tops, build, value)

    def _division_fault(
        self, turn_state: TurnState, attempt: BuildAttempt, cards: Cards
    ) -> Fault | None:
        """Return the fault of cards and tops that do not divide into sets, where tops are added
        to what is there, at most one of each pile to a set."""
        value, used = attempt.value, chains(turn_state.piles, attempt.tops) or ()
        base = attempt.loose if attempt.kind == "new" else None
        if divides_in_turn(self, value, cards, used, base=base if used else None):
            return None
        if not used or not self.divides(value, (*cards, *cards_of(attempt.tops))):
            return _bad_sum(attempt)
        apart = divides_in_turn(self, value, cards, used)
        reason = Reason.NO_BASE if apart else Reason.PILE_TWO_IN_SET
        return Fault(reason, cards_of(attempt.tops), value=value)

    def owner_after(self, turn_state: TurnState, attempt: BuildAttempt) -> int:
        """Return the maker or raiser of the build (#owner), or the partner who asked for it. Adding
        to a build, or raising another to its value, does not change the owner."""
        mover, partner = turn_state.start.mover, turn_state.start.partner
        for_partner = attempt.kind == "new" and attempt.seat == partner
        if partner is not None and (for_partner or self._is_asked_for(turn_state, attempt)):
            return partner
        owner = attempt.unchanged[0].owner if attempt.unchanged else mover
        return mover if owner is None else owner

    def _is_asked_for(self, turn_state: TurnState, attempt: BuildAttempt) -> bool:
        """Return whether a card is added to the mover's own build because the partner asked for it
        (#asking)."""
        if (
            attempt.seat != turn_state.start.partner
            or attempt.card is None
            or attempt.kind != "augment"
        ):
            return False
        return self.may_be_asked(turn_state.start, attempt.card, attempt.unchanged[0])

    def may_be_asked(self, position: Position, card: Card, build: Build) -> bool:
        """Return whether a partner can ask for a card to be added to this build: one of the mover's
        that the card could capture (#asking)."""
        if not self.proves or position.partner is None or build.owner != position.mover:
            return False
        return card.rank in self.ranks_worth(build.value)

    def equal_build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a second build of the same value (#one-of-a-value)."""
        equal_builds = [
            build
            for build in turn_state.table.builds
            if build.value == attempt.value and build not in attempt.builds
        ]
        for build in equal_builds:
            if not turn_state.start.is_of_own_side(build):
                return Fault(Reason.DUP_VALUE, build=build, value=build.value)
        return (
            Fault(Reason.MUST_MERGE, build=equal_builds[0], value=equal_builds[0].value)
            if equal_builds
            else None
        )


def _bad_sum(attempt: BuildAttempt) -> Fault:
    """Return the fault of cards whose numbers do not make the value (#groups)."""
    cards = tuple(sorted((*attempt.fresh, *cards_of(attempt.tops))))
    return Fault(Reason.BAD_SUM, cards, value=attempt.value)
