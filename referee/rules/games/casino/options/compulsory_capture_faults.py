"""Faults of plays without a capture that house rules demand: of a card that may not be trailed, or
of all loose cards of its own value (#laying)."""

from __future__ import annotations

from collections.abc import Iterator

from ....cards import Card, Cards, difference
from ....question_field_readers import OPTIONS_DEFAULT
from ..judge.capture_faults import capture_fault
from ..judge.fault import Fault, FaultDetail
from ..judge.play_rules_base import BuildRules
from ..judge.position_in_mid_turn import TurnState
from ..judge.verdict_reasons import Reason
from .possible_captures import CaptureOption, capture_options
from .turn_context import TurnContext


def capture_duty_faults(rules: BuildRules, turn_state: TurnState) -> Iterator[Fault]:
    """Return the fault of a card that was trailed although it could capture, or that left loose
    cards of its own value (#laying)."""
    duties = rules.capture_duties
    if turn_state.laid is not None:
        if duties.some or (duties.equals and _has_equal(rules, turn_state)):
            yield from _trail_fault(rules, turn_state, turn_state.laid)
    elif duties.equals and turn_state.capture_value is not None:
        yield from _capture_fault(rules, turn_state)


def may_capture_less(rules: BuildRules, capture: CaptureOption) -> bool:
    """Return whether a card may leave something of a largest capture: one of several sets or
    builds, but no card of its own value where all of these are demanded (#laying)."""
    loose, builds = capture.step.cards, capture.step.builds
    if len(capture.groups) + len(builds) < 2:
        return False
    equals = _equals(rules, capture.step.card, capture.value or 0, loose)
    return not rules.capture_duties.equals or bool(builds) or len(equals) < len(loose)


def _trail_fault(rules: BuildRules, turn_state: TurnState, card: Card) -> Iterator[Fault]:
    """Return the fault of a trailed card that could capture from the table as it lay before."""
    context = TurnContext.at(rules, turn_state.start)
    options, _ = capture_options(context, card, OPTIONS_DEFAULT)
    for option in options[:1]:
        loose, builds = option.step.cards, option.step.builds
        build = builds[0] if builds else None
        yield Fault(Reason.COULD_TAKE, loose, build, option.value, played=card)


def _has_equal(rules: BuildRules, turn_state: TurnState) -> bool:
    """Return whether a loose card was worth a value of the trailed card when the turn began."""
    card = turn_state.laid
    assert card is not None
    values = rules.hand_values(turn_state.start.face_of(card)) or (0,)
    return any(_equals(rules, card, value, turn_state.start.table.loose) for value in values)


def _equals(rules: BuildRules, card: Card, value: int, loose: Cards) -> Cards:
    """Return the loose cards that are worth a value of a card by themselves: for a picture without
    a number, 0, those of its rank."""
    if not value:
        return tuple(other for other in loose if other.rank is card.rank)
    return tuple(other for other in loose if value in rules.values[other.rank])


def _capture_fault(rules: BuildRules, turn_state: TurnState) -> Iterator[Fault]:
    """Return the fault of a capture that leaves equal cards at each value at which it is legal; the
    fault is that at the lowest of them."""
    start, after = turn_state.start.table, turn_state.table
    assert turn_state.played is not None
    card = turn_state.start.face_of(turn_state.played)
    loose = difference(sorted(start.loose), after.loose)
    builds = difference(start.builds, after.builds)
    faults = []
    for value in rules.hand_values(card) or (0,):
        if capture_fault(rules, card, value, loose, builds) is not None:
            continue
        missing = _equals(rules, card, value, after.loose)
        if not value and len(loose) == rules.most_pictures(len(loose) + len(missing)):
            missing = ()
        faults.append((value, missing))
    if faults and all(missing for _, missing in faults):
        value, missing = faults[0]
        detail = FaultDetail.LEAVES_EQUAL
        yield Fault(Reason.COULD_TAKE, missing, value=value or None, detail=detail)
