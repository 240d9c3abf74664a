"""Judging of a whole play in games with builds, step by step (#turn)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ....cards import Card, Cards, KnownCards, answers, difference, match, unanswered, unseen
from ....plays import (
    Build,
    Capture,
    MakeBuild,
    Play,
    Step,
    Table,
    Trail,
    cards_of,
    in_order,
    played_in,
)
from ....sums import divide_cards
from .divisions import partial_capture
from .play_rules import BuildRules
from .position import BuildAttempt, Position, TurnState, begin
from .resolution import Resolution, absent, builds_named, loose_resolutions, resolutions, tops_named
from .verdict import Fault, FaultDetail, Reason, Verdict


def capture_fault(
    rules: BuildRules, card: Card, value: int, loose: Cards, builds: Sequence[Build]
) -> Fault | None:
    """Return the fault of a card that captures loose cards and builds at a value, 0 for a picture;
    None if the capture is legal."""
    pictures = tuple(sorted(other for other in (card, *loose) if not rules.has_number(other)))
    others = [other for other in loose if other.rank is not card.rank]
    apart = bool(others) and (len(loose) > 1 or bool(builds))
    if pictures and (apart or (not value and _as_cards(rules, builds))):
        detail = None if rules.has_number(card) else FaultDetail.OWN_RANK
        return Fault(Reason.PICTURE_NO_NUMBER, pictures, detail=detail)
    larger = [other for other in loose if min(rules.values.of(other), default=value + 1) > value]
    alone = len(loose) == 1 and not _is_equal(rules, card, loose[0])
    if not builds and (alone or (value and len(larger) == len(loose))):
        return Fault(Reason.NO_MATCH, loose, value=value or None)
    if not rules.has_number(card) and not builds:
        if not loose or len(loose) in rules.picture_captures:
            return None
        detail = FaultDetail.ONE_OR_THREE if len(rules.picture_captures) > 1 else None
        return Fault(Reason.PICTURE_ONE, loose, detail=detail)
    return _division_fault(rules, value, loose, builds)


def _is_equal(rules: BuildRules, card: Card, other: Card) -> bool:
    """Return whether a card of the table has a value of the card from the hand by itself, or its
    rank where that has no number."""
    values = rules.hand_values(card)
    if not values:
        return other.rank is card.rank
    return not set(values).isdisjoint(rules.values.of(other))


def _division_fault(
    rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]
) -> Fault | None:
    """Return the fault of a capture whose builds have another value, or whose cards do not divide
    into sets of the value."""
    as_cards = _as_cards(rules, builds)
    for build in builds:
        if build.value != value and build not in as_cards:
            return Fault(Reason.BUILD_VALUE, build=build, value=build.value)
    if not value or not rules.divides(value, loose, (build.value for build in as_cards)):
        return Fault(Reason.BAD_SUM, loose, value=value)
    return None


def _as_cards(rules: BuildRules, builds: Sequence[Build]) -> list[Build]:
    return [build for build in builds if rules.builds_in_sets and not build.multiple]


def holder_fault(rules: BuildRules, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
    """Return the fault of a build that nobody can hold a card for (#holder).

    The mover must be able to hold a card that captures it, unless the partner owns it. A card that
    another build needs at its other value does not count.
    """
    value, owner = attempt.value, rules.owner_after(turn_state, attempt)
    takers = rules.takers(value)
    if not takers:
        return Fault(Reason.NO_HOLDER, value=value, detail=FaultDetail.WORTH_OF_NONE)
    if owner == turn_state.start.partner and attempt.kind != "raise":
        return _partner_fault(turn_state, attempt, takers)
    if not turn_state.start.is_on_own_side(owner):
        return None  # an opponent's build is captured in this play
    binding = turn_state.start.binding(difference(turn_state.table.builds, attempt.builds))
    others = needs(rules, [build for build in binding if build.value != value])
    needed = [*takers, *(card for card in others if card.rank is takers[0].rank)]
    return None if may_hold(turn_state, needed) else Fault(Reason.NO_HOLDER, value=value)


def _partner_fault(turn_state: TurnState, attempt: BuildAttempt, takers: Cards) -> Fault | None:
    """Return the fault of a build of the partner's (#proven): of a new one if the partner is not
    known to hold one of the ``takers``, of the mover's own that the partner asked for if no such
    card is left."""
    value = attempt.value
    if attempt.kind == "new":
        proven = any(card.rank in turn_state.start.proven for card in takers)
        return None if proven else Fault(Reason.NOT_PROVEN, value=value)
    asked_for = turn_state.start.binding(attempt.unchanged)
    if asked_for and not any(map(turn_state.most_unseen, takers)):
        return Fault(Reason.NO_HOLDER, value=value, detail=FaultDetail.PARTNER_LACKS)
    return None


def may_hold(turn_state: TurnState, needed: Sequence[Card]) -> bool:
    """Return whether the hand has the needed cards, each another one, or can have them where it is
    secret. One without a suit is any of its rank.

    A followed game knows how many cards are left; a card that is yet to be played is one of them.
    """
    if not needed:
        return True
    others = turn_state.others_left
    if others is not None and len(unanswered(needed, turn_state.must_play)) > others:
        return False
    if len(needed) == 1:
        return turn_state.most_held(needed[0]) > 0
    return all(
        [answers(other, card) for other in needed].count(True) <= turn_state.most_held(card)
        for card in needed
    )


def needs(rules: BuildRules, builds: Sequence[Build]) -> list[Card]:
    """Return the cards that capture these builds, one for each value: one card captures all builds
    of a value, but has only one of its values at a time."""
    values = {build.value for build in builds}
    return [card for value in values for card in rules.takers(value)]


def unheld(rules: BuildRules, position: Position) -> tuple[Build, ...]:
    """Return the mover's builds that no card of the hand captures although one can still be held:
    the hand broke the rules before this play (#keep-the-card). Empty while the hand is secret."""
    if position.hand is None:
        return ()
    held = tuple(map(position.face_of, position.hand))
    return tuple(
        build
        for build in position.binding(position.table.builds)
        if (takers := rules.takers(build.value))
        and not any(answers(card, taker) for taker in takers for card in held)
        and any(unseen(taker, position.seen) for taker in takers)
    )


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
    """Return the verdict on each reading of a play of which the first ``done`` steps are judged."""
    if done == len(play):
        yield _final_verdict(rules, turn_state)
        return
    is_last = done == len(play) - 1
    for after in _after_step(rules, turn_state, play[done], parts if is_last else None):
        if isinstance(after, Fault):
            yield _illegal(rules, after, done)
        elif is_last:
            yield _final_verdict(rules, after)
        else:
            yield from _verdicts(rules, after, play, parts, done + 1)


def _illegal(rules: BuildRules, fault: Fault, step: int | None) -> Verdict:
    return Verdict(
        False,
        fault.reason,
        step=step,
        fault=fault,
        value=fault.partial.value if fault.partial else fault.value,
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
        # What the step may not use lies there all the same.
        lying = resolutions(turn_state, step.from_table, step.tops)
        yield lying if isinstance(lying, Fault) else resolved
        return
    faults = []
    played = None if step.card is None else turn_state.played
    card = None if played is None else turn_state.start.face_of(played)
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
    pictures = [card for card in named if not rules.has_number(card)]
    if not pictures and attempt.value not in rules.without_number:
        return None
    detail = None if pictures else FaultDetail.WORTH_OF_NONE
    return Fault(
        Reason.PICTURE_NO_NUMBER, tuple(sorted(pictures)), value=attempt.value, detail=detail
    )


def _built(rules: BuildRules, turn_state: TurnState, attempt: BuildAttempt) -> TurnState:
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
    kind = attempt.kind
    is_guaranteed = kind == "raise" or any(
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
        done=(*turn_state.done, kind),
    )


# --- the whole play -----------------------------------------------------------------------------


def _final_verdict(rules: BuildRules, turn_state: TurnState) -> Verdict:
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
    binding = turn_state.start.binding(turn_state.table.builds)
    needed = needs(rules, [*binding, *turn_state.guaranteed])
    fault = next(_duty_faults(rules, turn_state, binding, needed), None)
    if fault is not None:
        return _illegal(rules, fault, None)
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


def _duty_faults(
    rules: BuildRules, turn_state: TurnState, binding: Sequence[Build], needed: Sequence[Card]
) -> Iterator[Fault]:
    """Return the faults of a whole play: first those of builds that it made, then those of the
    mover's other builds (#keep-the-card), then the game's own duties. The mover's builds are
    ``binding``, and the cards are ``needed`` that must still be held after the play."""
    formed = [build for build in turn_state.formed if build in (*binding, *turn_state.guaranteed)]
    for build in formed:
        if not may_hold(turn_state, rules.takers(build.value)):
            yield Fault(Reason.NO_HOLDER, build=build, value=build.value)
    for build in binding:
        if build not in formed and not may_hold(turn_state, rules.takers(build.value)):
            yield Fault(Reason.KEEP_CARD, build=build, value=build.value)
    if len(needed) > 1 and not may_hold(turn_state, needed):  # one alone was looked for above
        reason = Reason.NO_HOLDER if formed else Reason.KEEP_CARD
        last = (formed or binding)[-1]  # too many builds together: blame the newest
        yield Fault(reason, build=last, value=last.value)
    yield from rules.duty_faults(turn_state)
