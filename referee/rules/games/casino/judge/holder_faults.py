"""Builds that no card in a hand captures: the fault, and needed ranks (#holder, #proven)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....cards import SUITS, Rank, difference
from ....table_and_builds import Build
from .build_parts_type import BuildAttempt
from .fault import Fault, FaultDetail
from .play_rules_base import BuildRules
from .position import Position
from .position_in_mid_turn import TurnState
from .verdict_reasons import Reason


def holder_fault(rules: BuildRules, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
    """Return the fault of a build that nobody can hold a card for (#holder).

    The mover must be able to hold a card that captures it, unless the partner owns it. An ace that
    another build needs at its other value does not count.
    """
    value, owner = attempt.value, rules.owner_after(turn_state, attempt)
    ranks = rules.ranks_worth(value)
    if not ranks:
        return Fault(Reason.NO_HOLDER, value=value, detail=FaultDetail.WORTH_OF_NONE)
    if owner == turn_state.start.partner and attempt.kind != "raise":
        return _partner_fault(turn_state, attempt, ranks)
    if not turn_state.start.is_on_own_side(owner):
        return None  # an opponent's build is captured in this play
    binding = turn_state.start.binding(difference(turn_state.table.builds, attempt.builds))
    others = needs(rules, [build for build in binding if build.value != value])
    needed = [*ranks, *(rank for rank in others if rank in ranks)]
    return None if may_hold(turn_state, needed) else Fault(Reason.NO_HOLDER, value=value)


def _partner_fault(
    turn_state: TurnState, attempt: BuildAttempt, ranks: Sequence[Rank]
) -> Fault | None:
    """Return the fault of a build of the partner's (#proven): of a new one if the partner is not
    known to hold a card of the ``ranks``, of the mover's own that the partner asked for if no such
    card is left."""
    value = attempt.value
    if attempt.kind == "new":
        proven = not turn_state.start.proven.isdisjoint(ranks)
        return None if proven else Fault(Reason.NOT_PROVEN, value=value)
    asked_for = turn_state.start.binding(attempt.unchanged)
    if asked_for and not any(map(turn_state.most_unseen, ranks)):
        return Fault(Reason.NO_HOLDER, value=value, detail=FaultDetail.PARTNER_LACKS)
    return None


def may_hold(turn_state: TurnState, needed: Sequence[Rank]) -> bool:
    """Return whether the hand has cards of these ranks or, where it is secret, can have them.

    A followed game knows how many cards are left; a card that is yet to be played is one of them.
    """
    others = turn_state.others_left
    if others is not None:
        lacking = Counter(needed) - Counter(card.rank for card in turn_state.must_play)
        if lacking.total() > others:
            return False
    return all(needed.count(rank) <= turn_state.most_held(rank) for rank in needed)


def needs(rules: BuildRules, builds: Sequence[Build]) -> list[Rank]:
    """Return the ranks of the cards that capture these builds, one for each value: one card
    captures all builds of a value, but has only one of its values at a time."""
    values = {build.value for build in builds}
    return [rank for value in values for rank in rules.ranks_worth(value)]


def unheld(rules: BuildRules, position: Position) -> tuple[Build, ...]:
    """Return the mover's builds that no card of the hand captures although one can still be held:
    the hand broke the rules before this play (#keep-the-card). Empty while the hand is secret."""
    if position.hand is None:
        return ()
    held = {card.rank for card in position.hand}
    seen = Counter(card.rank for card in position.seen)
    return tuple(
        build
        for build in position.binding(position.table.builds)
        if held.isdisjoint(ranks := rules.ranks_worth(build.value))
        and any(seen[rank] < len(SUITS) for rank in ranks)
    )
