"""Judging of a whole play in games with builds, step by step (#turn)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ....cards import Card, Cards, Rank, difference
from ....deck_check_and_possible_suits import KnownCards
from ....division_into_sums import divide_cards
from ....named_card_matching import match
from ....plays import Capture, MakeBuild, Play, Step, Trail, played_in
from ....table_and_builds import Build, Table, cards_of, in_order
from .build_parts_type import BuildAttempt
from .capture_faults import capture_fault
from .card_resolution import (
    Resolution,
    absent,
    builds_named,
    loose_resolutions,
    resolutions,
    tops_named,
)
from .cards_completing_half_named_set import partial_capture
from .fault import Fault, FaultDetail
from .holder_faults import holder_fault, may_hold, needs
from .play_rules_base import BuildRules
from .position import Position
from .position_in_mid_turn import TurnState, begin
from .verdict import Verdict
from .verdict_reasons import Reason

MOST_READINGS = 32
"""The number of readings of a play that are judged at most: each build whose suits were left out
can double it."""


def judge(
    rules: BuildRules,
    position: Position,
    play: Play,
    *,
    parts: Resolution | None = None,
    demands: bool = False,
) -> Verdict:
    """Return the verdict on a play of the mover; with ``demands`` also what opponents may insist on
    after it. ``parts`` are those of the build that the last step makes, where they are known: cards
    without suits can name others too."""
    verdicts = _verdicts(rules, begin(position, played_in(play)), play, parts)
    verdict = _best(islice(verdicts, MOST_READINGS))
    if demands and verdict.legal is not False and verdict.end is not None:
        return verdict._replace(demands=tuple(rules.demands(verdict.end)))
    return verdict


def _best(verdicts: Iterator[Verdict]) -> Verdict:
    """Return the first verdict that calls the play legal, else the first that leaves it open, else
    the first."""
    best = next(verdicts)
    while best.legal is not True and (verdict := next(verdicts, None)) is not None:
        if verdict.legal or (best.legal is False and verdict.legal is None):
            best = verdict
    return best


def _verdicts(
    rules: BuildRules, turn_state: TurnState, play: Play, parts: Resolution | None, done: int = 0
) -> Iterator[Verdict]:
    """Return the verdict on each reading of a play of which so many steps are ``done``."""
    if done == len(play):
        yield _final_verdict(rules, turn_state)
        return
    last_parts = parts if done == len(play) - 1 else None
    for after in _after_step(rules, turn_state, play[done], last_parts):
        if isinstance(after, Fault):
            yield _illegal(rules, after, done)
        else:
            yield from _verdicts(rules, after, play, parts, done + 1)


def _illegal(rules: BuildRules, fault: Fault, step: int | None) -> Verdict:
    """Return the verdict that a fault gives, at this index of a step or for the whole play."""
    return Verdict(
        False,
        fault.reason,
        step=step,
        fault=fault,
        value=fault.value,
        clause=rules.clause_of(fault.reason),
    )


def _after_step(
    rules: BuildRules, turn_state: TurnState, step: Step, parts: Resolution | None
) -> Iterator[TurnState | Fault]:
    """Return the turn state or the fault after a step, for each of its readings; ``parts`` are
    those of a build, if known."""
    fault = _hand_card_fault(turn_state, step) or rules.step_fault(turn_state, step)
    if fault is not None:
        yield fault
        return
    for after in _applied(rules, _with_card_played(turn_state, step), step, parts):
        if isinstance(after, TurnState) and after.played is not None and after.lent:
            # The card that had to capture the build did something else.
            lent = after.lent[0]
            yield Fault(Reason.AUGMENT_NOT_YOURS, build=lent, value=lent.value)
        else:
            yield after


def _hand_card_fault(turn_state: TurnState, step: Step) -> Fault | None:
    """Return the fault of a step whose card is not in the hand, or is the second one (#turn)."""
    if step.card is None:
        return None
    if (
        turn_state.hand is not None
        and match((step.card,), turn_state.hand, turn_state.known_cards) is None
    ):
        return Fault(Reason.NOT_IN_HAND, (step.card,))
    if turn_state.played is not None:
        return Fault(Reason.ONE_HAND_CARD, (step.card,))
    return None


def held_as(card: Card, hand: Cards | None, known_cards: KnownCards) -> Card:
    """Return a played card with the suit that it has in the hand, where the suit was not
    entered."""
    matched = None if card.suited or hand is None else match((card,), hand, known_cards)
    return matched[0] if matched else card


def _with_card_played(turn_state: TurnState, step: Step) -> TurnState:
    """Return the turn state once the card of a step has left the hand, with the suit that it has
    there."""
    if step.card is None:
        return turn_state
    must_play = turn_state.must_play[1:]
    if turn_state.hand is None:
        return turn_state._replace(played=step.card, must_play=must_play)
    hand = difference(
        sorted(turn_state.hand), match((step.card,), turn_state.hand, turn_state.known_cards) or ()
    )
    played = held_as(step.card, turn_state.hand, turn_state.known_cards)
    return turn_state._replace(hand=hand, played=played, must_play=must_play)


def _applied(
    rules: BuildRules, turn_state: TurnState, step: Step, parts: Resolution | None
) -> Iterator[TurnState | Fault]:
    """Return the turn state or the fault after a step whose card has left the hand, for each of its
    readings."""
    match step:
        case Trail():
            assert turn_state.played is not None
            card = turn_state.played
            loose = tuple(sorted((*turn_state.table.loose, card)))
            table = turn_state.table._replace(loose=loose)
            yield turn_state._replace(table=table, laid=card, done=(*turn_state.done, "lay"))
        case Capture():
            yield _after_capture(rules, turn_state, step)
        case MakeBuild():
            yield from _after_build(rules, turn_state, step, parts)


def _last_in_order(faults: Sequence[Fault]) -> Fault:
    """Return the fault whose reason is judged last: of several readings the one that came
    closest."""
    return max(faults, key=lambda fault: fault.reason.order)


# --- captures -----------------------------------------------------------------------------------


def _after_capture(rules: BuildRules, turn_state: TurnState, step: Capture) -> TurnState | Fault:
    """Return the turn state after a capture, at the first value of the card that is legal, or the
    fault."""
    resolution = _resolve_capture(turn_state, step)
    if isinstance(resolution, Fault):
        return resolution
    loose, builds, tops = resolution
    if (fault := rules.top_use_fault(turn_state, tops, taking=True)) is not None:
        return fault._replace(tops=tops)
    assert turn_state.played is not None
    face = turn_state.start.face_of(turn_state.played)
    faults = []
    for value in rules.hand_values(face) or (0,):
        numbers = tuple(sorted((*loose, *cards_of(tops))))
        fault = capture_fault(rules, face, value, numbers, builds) or rules.top_capture_fault(
            turn_state, resolution, value
        )
        if fault is None:
            return _captured(rules, turn_state, resolution, value)
        faults.append(fault._replace(tops=tops))
    if rules.captures_all(face) and len(loose) == len(turn_state.table.loose):
        return _captured(rules, turn_state, resolution, 0)
    fault = _last_in_order(faults)
    if fault.reason in (Reason.NO_MATCH, Reason.BAD_SUM) and fault.detail is None:
        return fault._replace(partial=partial_capture(rules, turn_state, face, resolution))
    return fault


def _resolve_capture(turn_state: TurnState, step: Capture) -> Resolution | Fault:
    """Return what a capture takes from the table and piles, or the fault if it does not lie
    there."""
    tops = tops_named(turn_state, step.cards, step.tops)
    if isinstance(tops, Fault):
        return tops
    builds = builds_named(turn_state.table, step.builds, turn_state.known_cards)
    resolution = next(loose_resolutions(turn_state, step.cards, builds or (), tops), None)
    result = resolution or absent(turn_state, step.cards)
    lacking = isinstance(result, Fault) and result.reason is Reason.NOT_ON_TABLE
    if builds is None and not lacking:
        return Fault(Reason.NOT_ON_TABLE, build=step.builds[0], detail=FaultDetail.NO_SUCH_BUILD)
    return result


def _captured(
    rules: BuildRules, turn_state: TurnState, resolution: Resolution, value: int
) -> TurnState:
    """Return the turn state after a legal capture at a value, 0 for a picture's."""
    loose, builds, tops = resolution
    table = Table(
        difference(sorted(turn_state.table.loose), loose),
        difference(turn_state.table.builds, builds),
    )
    assert turn_state.played is not None
    captured = Capture(turn_state.played, *resolution).captured
    after = turn_state._replace(
        table=table,
        value=value or None,
        capture_value=value,
        formed=difference(turn_state.formed, builds),
        lent=difference(turn_state.lent, builds),
        guaranteed=difference(turn_state.guaranteed, builds),
        done=(*turn_state.done, "take"),
    )
    return after.with_pile(
        turn_state.less_tops(tops), rules.pile_after(turn_state, turn_state.played, captured)
    )


# --- builds -------------------------------------------------------------------------------------


def _after_build(
    rules: BuildRules, turn_state: TurnState, step: MakeBuild, parts: Resolution | None
) -> Iterator[TurnState | Fault]:
    """Return the turn state after a step that makes or changes a build, for each legal reading; the
    fault of the step if there is none."""
    resolved = (
        resolutions(rules.reachable(turn_state, step), step.from_table, step.tops)
        if parts is None
        else [parts]
    )
    if isinstance(resolved, Fault):
        yield resolved
        return
    faults = []
    card = None if step.card is None else turn_state.played
    for resolution in resolved:
        attempt = BuildAttempt(card, step.build.value, *resolution, seat=step.build.owner)
        fault = _build_fault(rules, turn_state, attempt)
        if fault is None:
            yield _built(rules, turn_state, attempt)
        else:
            faults.append(fault._replace(tops=attempt.tops))
    if len(faults) == len(resolved):
        yield _last_in_order(faults)


def _build_fault(rules: BuildRules, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
    """Return the first fault of an attempt to make or change a build; None if it is legal."""
    return (
        rules.top_use_fault(turn_state, attempt.tops, taking=False)
        or rules.top_addition_fault(turn_state, attempt)
        or _number_fault(rules, attempt)
        or rules.build_fault(turn_state, attempt)
        or holder_fault(rules, turn_state, attempt)
        or rules.equal_build_fault(turn_state, attempt)
    )


def _number_fault(rules: BuildRules, attempt: BuildAttempt) -> Fault | None:
    """Return the fault of a build with pictures that have no number, or of their value
    (#pictures)."""
    named = (*attempt.fresh, *cards_of(attempt.tops))
    pictures = tuple(sorted(card for card in named if not rules.has_number(card)))
    no_value = attempt.value in rules.without_number
    if pictures or no_value:
        detail = None if pictures else FaultDetail.WORTH_OF_NONE
        return Fault(Reason.PICTURE_NO_NUMBER, pictures, value=attempt.value, detail=detail)
    return None


def _built(rules: BuildRules, turn_state: TurnState, attempt: BuildAttempt) -> TurnState:
    """Return the turn state after a legal attempt, with the build on the table."""
    # Cards that do not divide into sets of the value lie as one set.
    sets = divide_cards(attempt.cards, attempt.value, rules.values)
    build = Build(
        attempt.value,
        sets or (tuple(sorted(attempt.cards)),),
        rules.owner_after(turn_state, attempt),
    )
    others = difference(turn_state.table.builds, attempt.builds)
    table = in_order(Table(difference(turn_state.table.loose, attempt.loose), (*others, build)))
    opponents = () if turn_state.start.is_of_own_side(build) else (build,)
    is_guaranteed = attempt.kind == "raise" or any(
        build in turn_state.guaranteed for build in attempt.builds
    )
    return turn_state._replace(
        table=table,
        piles=turn_state.less_tops(attempt.tops),
        formed=(*difference(turn_state.formed, attempt.builds), build),
        lent=(*difference(turn_state.lent, attempt.builds), *opponents),
        guaranteed=(
            *difference(turn_state.guaranteed, attempt.builds),
            *((build,) if is_guaranteed else ()),
        ),
        value=attempt.value,
        done=(*turn_state.done, attempt.kind),
    )


# --- the whole play -----------------------------------------------------------------------------


def _final_verdict(rules: BuildRules, turn_state: TurnState) -> Verdict:
    """Return the verdict on a play whose steps are all legal."""
    if turn_state.played is None:
        return Verdict(
            False,
            Reason.UNFINISHED,
            after=turn_state.table,
            piles=turn_state.piles,
            value=turn_state.value,
            lent=turn_state.lent,
            clause=rules.clause_of(Reason.UNFINISHED),
        )
    fault = next(_duty_faults(rules, turn_state), None)
    if fault is not None:
        return _illegal(rules, fault, None)
    needed = _needed_ranks(rules, turn_state)
    holds = () if turn_state.hand is not None else tuple(sorted(needed))
    return Verdict(
        None if holds else True,
        Reason.LEGAL,
        holds,
        after=turn_state.table,
        piles=turn_state.piles,
        value=turn_state.value,
        formed=turn_state.formed[-1] if turn_state.formed else None,
        done=turn_state.done,
        end=turn_state,
    )


def _needed_ranks(rules: BuildRules, turn_state: TurnState) -> list[Rank]:
    """Return the ranks of which the mover must still hold a card after the play."""
    return needs(
        rules, [*turn_state.start.binding(turn_state.table.builds), *turn_state.guaranteed]
    )


def _duty_faults(rules: BuildRules, turn_state: TurnState) -> Iterator[Fault]:
    """Return the faults of a whole play: first those of builds that it made, then those of the
    mover's other builds (#keep-the-card), then the game's own duties."""
    binding = turn_state.start.binding(turn_state.table.builds)
    formed = [build for build in turn_state.formed if build in (*binding, *turn_state.guaranteed)]
    for build in formed:
        if not may_hold(turn_state, rules.ranks_worth(build.value)):
            yield Fault(Reason.NO_HOLDER, build=build, value=build.value)
    for build in binding:
        if build not in formed and not may_hold(turn_state, rules.ranks_worth(build.value)):
            yield Fault(Reason.KEEP_CARD, build=build, value=build.value)
    if not may_hold(turn_state, _needed_ranks(rules, turn_state)):
        reason = Reason.NO_HOLDER if formed else Reason.KEEP_CARD
        last = (formed or binding)[-1]  # too many builds together: blame the newest
        yield Fault(reason, build=last, value=last.value)
    yield from rules.duty_faults(turn_state)
