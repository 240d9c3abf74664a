"""Demands: what opponents may insist on when a play is over (F3.6, #insist)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ....cards import Card, Cards, difference
from ....plays import Build, Capture, MakeBuild, Play, Top, Trail, cards_of
from ....sums import divide_cards
from ..judge.play_rules import BuildRules
from ..judge.position import TurnState
from ..judge.verdict import Demand
from .sets import Units, card_of, largest_from_piles, largest_sets

_MOST = 20
"""Limit of selections that differ in suits alone, approximate."""
_MOST_STEPS = 400
"""Limit of search steps with cards of piles, for all builds together."""


def completing_take(rules: BuildRules, turn_state: TurnState) -> Iterator[Demand]:
    """Return the demands that the card which captured, or was trailed, captures all that it can.
    For a trailed ace at the value of the mover's choice, the one with the fewest demands."""
    is_on_table = turn_state.laid is not None and turn_state.laid in turn_state.table.loose
    if turn_state.played is None or (turn_state.capture_value is None and not is_on_table):
        return
    values = (
        rules.values.of(turn_state.played) or (0,)
        if turn_state.capture_value is None
        else (turn_state.capture_value,)
    )
    demands = [_capture_demands(rules, turn_state, turn_state.played, value) for value in values]
    yield from min(demands, key=len)


def _capture_demands(
    rules: BuildRules, turn_state: TurnState, card: Card, value: int
) -> list[Demand]:
    loose = difference(
        sorted(turn_state.table.loose), () if turn_state.laid is None else (turn_state.laid,)
    )
    builds = tuple(build for build in turn_state.table.builds if value and build.value == value)
    sets = (
        _picture_selections(rules, turn_state, card, loose)
        if not value
        else largest_sets(rules, value, loose, _MOST)[0]
    )
    if not sets and builds:
        sets = [()]
    return [
        Demand("complete_take", None, *_cards_and_tops(units), builds)
        for units in _sorted_selections(sets)
    ]


def _picture_selections(
    rules: BuildRules, turn_state: TurnState, card: Card, loose: Cards
) -> list[Units]:
    """Return the pictures that a picture could still capture: as many of its rank as it may."""
    pictures = tuple(picture for picture in loose if picture.rank is card.rank)
    lying = sum(other.rank is card.rank for other in turn_state.start.table.loose)
    more = rules.most_pictures(lying) - (lying - len(pictures))
    return list(combinations(pictures, more)) if more > 0 else []


def completing_builds(rules: BuildRules, turn_state: TurnState) -> Iterator[Demand]:
    """Return the demands that loose cards, and tops of opponents, are added to the builds of the
    mover's side."""
    piles = [
        () if turn_state.start.is_on_own_side(seat) else pile
        for seat, pile in enumerate(turn_state.piles)
    ]
    ours = [build for build in turn_state.table.builds if turn_state.start.is_of_own_side(build)]
    for build in ours:
        steps = _MOST_STEPS // len(ours)
        sets = largest_from_piles(rules, build.value, turn_state.table.loose, piles, _MOST, steps)
        for units in _sorted_selections(sets):
            yield Demand("complete_build", build, *_cards_and_tops(units))


def _sorted_selections(sets: Sequence[Units]) -> list[Units]:
    """Return the selections with most cards first, then in card order, each once: cards without
    suits look alike."""

    def place(units: Units) -> tuple[int, list[Card], Cards, tuple[Top, ...]]:
        cards = sorted(card_of(unit) for unit in units if not isinstance(unit, Build))
        return -len(units), cards, *_cards_and_tops(units)

    return sorted(dict.fromkeys(sets), key=place)


def _cards_and_tops(units: Units) -> tuple[Cards, tuple[Top, ...]]:
    tops = tuple(sorted(unit for unit in units if isinstance(unit, Top)))
    return tuple(sorted(unit for unit in units if isinstance(unit, Card))), tops


def completions(rules: BuildRules, play: Play, demand: Demand) -> list[Play]:
    """Return the ways in which a play might have met a demand, never empty; whether they are legal
    is not checked."""
    if demand.build is not None:
        return [(*play, _completed_build(rules, demand.build, demand))]
    return _with_larger_capture(play, demand)


def _completed_build(rules: BuildRules, build: Build, demand: Demand) -> MakeBuild:
    cards = (*build.cards, *demand.loose, *cards_of(demand.tops))
    sets = divide_cards(cards, build.value, rules.values) or (*build.sets, demand.loose)
    return MakeBuild(None, Build(build.value, sets), demand.tops)


def _with_larger_capture(play: Play, demand: Demand) -> list[Play]:
    index, step = next((index, step) for index, step in enumerate(play) if step.card is not None)
    assert not isinstance(step, MakeBuild)  # after a build no capture is demanded
    capture = _larger_capture(step, demand)
    return [
        (*play[:index], capture, *play[index + 1 :]),
        (*play[:index], *play[index + 1 :], capture),
    ]


def _larger_capture(step: Trail | Capture, demand: Demand) -> Capture:
    card: Card = step.card
    capture = step if isinstance(step, Capture) else Capture(card, ())
    loose = tuple(sorted((*capture.cards, *demand.loose)))
    return Capture(card, loose, (*capture.builds, *demand.builds), (*capture.tops, *demand.tops))
