"""Captures that a card can make (field ``takes`` of a ruling) or must by house rules."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from heapq import nsmallest
from itertools import chain, combinations
from operator import and_
from typing import NamedTuple

from ....cards import Card, Cards, difference
from ....plays import Build, Capture, Table, Top, cards_of
from ....question_fields import OPTIONS_DEFAULT
from ....sums import divide_cards
from ..judge.judge import capture_fault
from ..judge.play_rules import BuildRules
from ..judge.position import TurnState
from ..judge.verdict import Fault, FaultDetail, Reason, Verdict
from .sets import (
    Unit,
    Units,
    builds_among,
    each_counted,
    in_set_order,
    largest_sets,
    largest_with_base,
    loose_sets,
)
from .turn import TurnContext


class CaptureOption(NamedTuple):
    """A largest capture: its step, the loose cards in sets, its value and verdict, and the least
    and most points of the captured cards and the card itself, over the suits that nobody
    entered."""

    step: Capture
    sets: tuple[Cards, ...]
    value: int | None
    verdict: Verdict
    points: int
    points_most: int


Taken = tuple[Cards, tuple[Build, ...], tuple[Top, ...]]
"""Loose cards, builds and tops."""


def capture_options(
    context: TurnContext, card: Card, limit: int
) -> tuple[list[CaptureOption], bool]:
    """Return the largest legal captures of a card, most points first, then most cards, then card
    order; and whether they are all."""
    captures, complete = _largest_legal(context, card, limit)
    order = list(captures)
    if len(order) > 1:
        order = nsmallest(limit, order, key=lambda taken: _sort_key(context, card, taken))
    options = [_option(context, card, captures[taken], taken) for taken in order[:limit]]
    return options, complete and len(captures) <= limit


def count_capture_options(context: TurnContext, card: Card, limit: int) -> int:
    """Return the number of largest legal captures of a card, at most the limit."""
    return min(len(_largest_legal(context, card, limit, most=limit)[0]), limit)


def _largest_legal(
    context: TurnContext, card: Card, limit: int, most: int | None = None
) -> tuple[dict[Taken, int], bool]:
    """Return the largest legal captures of a card with their values, and whether they are all; of a
    card of one value only the first ``most``. Captures of the same builds are alike to the rules,
    so one of them is judged."""
    captures: dict[Taken, int] = {}
    complete = True
    face, loose = context.face_of(card), tuple(sorted(context.table.loose))
    if context.rules.captures_all(face):
        verdict = context.judge(Capture(card, loose))
        all_legal = bool(loose) and verdict.legal is not False
        return ({(loose, (), ()): verdict.value or 0} if all_legal else {}), True
    values = context.rules.hand_values(face) or (0,)
    for value in values:
        sets, all_sets = (
            _number_captures(context, value, limit)
            if value
            else (_picture_captures(context, card), True)
        )
        complete = complete and all_sets
        legal: dict[tuple[Build, ...], bool] = {}
        for taken in filter(any, sets):
            builds = taken[1]
            if builds not in legal:
                legal[builds] = context.judge(Capture(card, *taken)).legal is not False
            if legal[builds]:
                captures.setdefault(taken, value)
            if len(captures) == most and len(values) == 1:
                break
    return _not_contained(captures), complete


def _option(context: TurnContext, card: Card, value: int, taken: Taken) -> CaptureOption:
    loose, builds, tops = taken
    step = Capture(card, *taken)
    numbers = tuple(sorted((*loose, *cards_of(tops))))
    as_cards = [build for build in builds if build.value != value]
    whole_table = not value and context.rules.has_number(card)
    sets = [numbers] if whole_table else _captured_sets(context.rules, value, numbers, as_cards)
    verdict, points = context.judge(step), _points(context, (*step.captured, card))
    return CaptureOption(step, in_set_order(sets), value or None, verdict, *points)


def _captured_sets(
    rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]
) -> Iterable[Cards]:
    """Return the loose cards of a capture in sets of its value; one by one for a picture."""
    if not value:
        return [(card,) for card in loose]
    if not builds:
        return divide_cards(loose, value, rules.values) or ()
    return loose_sets(rules, value, loose, builds)


def _not_contained(captures: Mapping[Taken, int]) -> dict[Taken, int]:
    """Return the captures that are not part of a capture at another value of the card; at one value
    all are largest already.

    Captures are bits of an integer, since there can be thousands: those that are larger than one
    are those that have each of its units.
    """
    of_value: dict[int, int] = {}
    for place, value in enumerate(captures.values()):
        of_value[value] = of_value.get(value, 0) | 1 << place
    if len(of_value) < 2:
        return dict(captures)
    units = [list(chain.from_iterable(map(each_counted, taken))) for taken in captures]
    with_unit = defaultdict[object, int](int)
    for place, each in enumerate(units):
        at_place = 1 << place
        for unit in each:
            with_unit[unit] |= at_place
    every = (1 << len(units)) - 1
    return {
        taken: value
        for (taken, value), each in zip(captures.items(), units, strict=True)
        if not reduce(and_, map(with_unit.__getitem__, each), every & ~of_value[value])
    }


def _sort_key(context: TurnContext, card: Card, taken: Taken) -> tuple[int, int, Cards]:
    """Return the sort key of a capture: most points first, then most cards, then card order."""
    captured = Capture(card, *taken).captured
    points, _ = _points(context, (*captured, card))
    return -points, -len(captured), tuple(sorted(captured))


def _points(context: TurnContext, cards: Cards) -> tuple[int, int]:
    return context.turn_state.known_cards.points_span(context.rules.worth, cards)


def _picture_captures(context: TurnContext, card: Card) -> list[Taken]:
    """Return what a picture can capture: the most of its rank that it may (#pictures)."""
    pictures = _of_rank(context.table, card)
    most = context.rules.most_pictures(len(pictures))
    return [(chosen, (), ()) for chosen in combinations(pictures, most)]


def _of_rank(table: Table, card: Card) -> Cards:
    return tuple(other for other in table.loose if other.rank is card.rank)


def _number_captures(
    context: TurnContext, value: int, limit: int, *, has_base: bool = False
) -> tuple[Iterable[Taken], bool]:
    """Return the largest captures at a value, with all builds of it, and whether they are all. Tops
    count where they can be captured, simple builds where they count as cards.

    ``has_base``: something without tops is captured already, so that further tops need none.
    """
    rules, loose, tops = context.rules, sorted(context.table.loose), _capturable(context, value)
    of_value = tuple([build for build in context.table.builds if build.value == value])
    has_base = has_base or bool(of_value)
    if tops and rules.top_captures.need_base and not has_base:
        sets, complete = largest_with_base(rules, value, tuple(loose), tops, limit)
    else:
        units: list[Unit] = [*loose, *tops]
        if rules.builds_in_sets:
            units += (b for b in context.table.builds if not b.multiple and b.value < value)
        sets, complete = largest_sets(rules, value, units, limit)
    builds = context.table.builds
    return (_as_capture(units, of_value, builds) for units in sets or [()]), complete


def _capturable(context: TurnContext, value: int) -> list[Top]:
    """Return the tops that can be part of a capture at a value (#tops)."""
    rules, may_be = context.rules, context.rules.top_captures
    if may_be.in_sets:
        return context.tops
    return [top for top in context.tops if may_be.alone and value in rules.values.of(top.card)]


def _as_capture(units: Units, of_value: tuple[Build, ...], builds: Sequence[Build]) -> Taken:
    """Return the capture of units and of all ``builds`` that have its value."""
    loose = [unit for unit in units if isinstance(unit, Card)]
    if len(loose) == len(units):
        return tuple(sorted(loose)), of_value, ()
    return (
        tuple(sorted(loose)),
        builds_among((*of_value, *units), builds),
        tuple(sorted(unit for unit in units if isinstance(unit, Top))),
    )


def takes_more(context: TurnContext, card: Card, value: int) -> bool:
    """Return whether a card that has captured something could capture more at a value, 0 for a
    picture's, of what still lies there."""
    if not value:
        lying = len(_of_rank(context.start.table, card))
        captured = lying - len(_of_rank(context.table, card))
        return captured < context.rules.most_pictures(lying)
    sets, _ = _number_captures(context, value, 1, has_base=True)
    return any(map(any, sets))


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
    if len(capture.sets) + len(builds) < 2:
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
    return tuple(other for other in loose if value in rules.values.of(other))


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
