"""Captures that are right as far as they go: more of what lies there would complete them (#groups).

A card of a set is not wrong because only half of the set was named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .... import maximal_divisible_collections
from ....cards import Card, Cards, Rank, difference
from ....number_multisets import Counts, counted
from ....table_and_builds import Build, Top, cards_of
from ....ways_to_one_sum import Sums
from .card_resolution import Resolution
from .fault import PartialCapture
from .play_rules_base import BuildRules
from .position_in_mid_turn import TurnState


def partial_capture(
    rules: BuildRules, turn_state: TurnState, card: Card, claim: Resolution
) -> PartialCapture | None:
    """Return what a capture that does not add up could still become; None for a picture, which adds
    up to nothing. A card of several values that completes nothing counts the higher one."""
    values = rules.hand_values(card)
    if not values:
        return None
    captures = (_completed(rules, turn_state, value, claim) for value in values)
    return next(filter(None, captures), PartialCapture(values[-1]))


def _completed(
    rules: BuildRules, turn_state: TurnState, value: int, claim: Resolution
) -> PartialCapture | None:
    """Return the capture at this value with what is missing from it; None if nothing completes
    it."""
    top_cards = cards_of(claim.tops)
    if not rules.adds_tops and any(value not in rules.values[card.rank] for card in top_cards):
        return None
    cards = (*claim.loose, *top_cards)
    builds = [build.value for build in claim.builds if build.value != value]
    as_cards = rules.builds_in_groups and not any(build.multiple for build in claim.builds)
    if not all(map(rules.has_number, cards)) or (builds and not as_cards):
        return None
    numbers = sorted([*(rules.values[card.rank][0] for card in cards), *builds])
    if any(number > value for number in numbers):
        return None
    others = _other_cards(rules, turn_state, claim)
    other_numbers = [rules.values[card.rank][0] for card in others]
    if rules.builds_in_groups:
        other_numbers += (Counter(_as_cards(turn_state.table.builds)) - Counter(builds)).elements()
    aces = sum(card.rank is Rank.ACE for card in cards)
    high = aces if value in rules.values[Rank.ACE][1:] else 0
    for alone in range(high + 1):  # a high ace is a set alone
        claimed = _counted(numbers[alone:], value)
        available = _counted([*other_numbers, *numbers[alone:]], value)
        if missing := maximal_divisible_collections.missing(available, value, claimed):
            cards_missing = _pick(rules, others, missing)
            return PartialCapture(
                value, True, cards_missing, _lacking(rules, value, cards, numbers)
            )
    return None


def _other_cards(rules: BuildRules, turn_state: TurnState, claim: Resolution) -> Cards:
    """Return further cards that could be captured: loose cards, and tops where they can be added
    to what is captured already."""
    loose = difference(sorted(turn_state.table.loose), claim.loose)
    own = turn_state.start.pile_seat
    may_add = rules.adds_tops and bool(claim.builds or not rules.tops_need_base)
    piles = enumerate(turn_state.piles) if may_add else ()
    tops = [Top(pile[0], seat) for seat, pile in piles if pile and seat != own]
    top_cards = cards_of(top for top in tops if top not in claim.tops)
    return tuple(card for card in (*loose, *top_cards) if rules.has_number(card))


def _as_cards(builds: Iterable[Build]) -> list[int]:
    """Return the values of those builds that may count as one card."""
    return [build.value for build in builds if not build.multiple]


def _counted(numbers: Iterable[int], value: int) -> Counts:
    """Count the numbers below the value: any other is a set by itself, or part of none."""
    return counted(number for number in numbers if number < value)


def _lacking(rules: BuildRules, value: int, cards: Cards, numbers: list[int]) -> Cards:
    """Return the cards that make up the value with none of the named numbers beside them."""
    lacking = []
    for card in cards:
        number = rules.values[card.rank][0]
        index = numbers.index(number)
        beside = Sums(numbers[:index] + numbers[index + 1 :], value)
        if value not in rules.values[card.rank] and not beside.make(value - number):
            lacking.append(card)
    return tuple(lacking)


def _pick(rules: BuildRules, cards: Cards, numbers: Iterable[int]) -> Cards:
    """Return one card for each number, in card order; empty if a number has no card left, as where
    it is only a build's."""
    unused, picked = list(cards), []
    for number in numbers:
        card = next((card for card in unused if rules.values[card.rank][0] == number), None)
        if card is None:
            return ()
        unused.remove(card)
        picked.append(card)
    return tuple(sorted(picked))
