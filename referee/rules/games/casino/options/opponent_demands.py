"""Demands: what opponents may insist on when a play is over (F3.6, #insist)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ....cards import Card, Cards, difference
from ....table_and_builds import Build, Top
from ..judge.demand_type import Demand
from ..judge.play_rules_base import BuildRules
from ..judge.position_in_mid_turn import TurnState
from .largest_sets import largest_sets
from .largest_sets_with_pile_tops import largest_from_piles
from .sets_with_builds import Units, card_of

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
        rules.values[turn_state.played.rank] or (0,)
        if turn_state.capture_value is None
        else (turn_state.capture_value,)
    )
    demands = [_capture_demands(rules, turn_state, turn_state.played, value) for value in values]
    yield from min(demands, key=len)


def _capture_demands(
    rules: BuildRules, turn_state: TurnState, card: Card, value: int
) -> list[Demand]:
    """Return a demand for each largest selection that a card could still capture at a value."""
    loose = difference(
        sorted(turn_state.table.loose), () if turn_state.laid is None else (turn_state.laid,)
    )
    builds = tuple(build for build in turn_state.table.builds if value and build.value == value)
    sets = (
        _picture_selections(rules, turn_state, card, loose)
        if not value
        else _number_selections(rules, value, loose)
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


def _number_selections(rules: BuildRules, value: int, loose: Cards) -> list[Units]:
    """Return the largest selections of loose cards that divide into sets of a value."""
    return largest_sets(rules, value, loose, _MOST)[0]


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
    return sorted(
        dict.fromkeys(sets), key=lambda units: (-len(units), _cards(units), *_cards_and_tops(units))
    )


def _cards(units: Units) -> list[Card]:
    """Return the cards and tops among units as cards, in order."""
    return sorted(card_of(unit) for unit in units if not isinstance(unit, Build))


def _cards_and_tops(units: Units) -> tuple[Cards, tuple[Top, ...]]:
    """Return the loose cards and the tops among units."""
    tops = tuple(sorted(unit for unit in units if isinstance(unit, Top)))
    return tuple(sorted(unit for unit in units if isinstance(unit, Card))), tops
