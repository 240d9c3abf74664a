"""Divisions of named cards, builds and tops into sets, and what would complete a set.

A capture of half a set is wrong as a whole, but its cards are not: they lack the others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from operator import add, sub
from typing import NamedTuple

from .... import lattice
from ....cards import NO_CARDS, Card, Cards, Counts, Rank, counted, difference
from ....plays import HIGHEST_BUILD, Top, cards_of
from ....sums import ACE, Sums, divide, parts
from .play_rules import BuildRules
from .position import TurnState
from .resolution import Resolution
from .verdict import PartialCapture

MOST_TOPS = 8
"""Limit of cards of piles in one build."""

Chains = tuple[Cards, ...]
"""The used cards of each pile, from its top down."""


def chains(piles: Sequence[Cards], tops: Sequence[Top]) -> Chains | None:
    """Return the used cards of each pile that has any, from its top down; None if one of them lies
    below a card that is not used."""
    if not tops:
        return ()
    used = [[top.card for top in tops if top.seat == seat] for seat in range(len(piles))]
    for pile, cards in zip(piles, used, strict=True):
        if sorted(cards) != sorted(pile[: len(cards)]):
            return None
    return tuple(pile[: len(cards)] for pile, cards in zip(piles, used, strict=True) if cards)


def divides_in_turn(
    rules: BuildRules,
    value: int,
    cards: Cards,
    tops: Chains,
    *,
    base: Cards | None = None,
    beside: tuple[int, ...] = (),
) -> bool:
    """Return whether cards and tops can be divided into sets of a value that are made one after the
    other.

    A card of a pile is available once all cards above it are in finished sets. With ``base``, one
    of these cards must be in a set without a top: that is the build that tops are added to.
    ``beside`` are further numbers for such sets.
    """
    if not any(tops):
        return (base is None or bool(base)) and rules.divides(value, cards, beside)
    numbered = all(map(rules.has_number, (*cards, *chain.from_iterable(tops))))
    if not numbered or any(number > value for number in beside):
        return False
    if value > HIGHEST_BUILD:  # no card has the value: one set with all tops
        one_each = all(len(pile) == 1 for pile in tops)
        numbers = (rules.values.lowest(card) for card in (*cards, *chain.from_iterable(tops)))
        return base is None and not beside and one_each and sum(numbers) == value
    beside = tuple(number for number in beside if number != value)
    based = None if base is None else {rules.values.lowest(card) for card in base}
    search = _Division(rules, value, tops, counted(beside), based, {})
    return search.can_divide((0,) * len(tops), _counts(rules, cards))


def _counts(rules: BuildRules, cards: Iterable[Card]) -> Counts:
    return counted(map(rules.values.lowest, cards))


class _Division(NamedTuple):
    """A search for a division into sets with tops.

    ``used`` is the number of cards of each pile that are in sets already, ``remaining`` counts the
    numbers that are in none: cards of one number are alike. ``base`` has numbers of which one must
    be left for the sets without tops; None if none must. ``memo`` has the results so far.
    """

    rules: BuildRules
    value: int
    tops: Chains
    beside: Counts
    base: set[int] | None
    memo: dict[tuple[tuple[int, ...], Counts], bool]

    def can_divide(self, used: tuple[int, ...], remaining: Counts) -> bool:
        """Return whether the rest can be divided."""
        result = self.memo.get((used, remaining))
        if result is None:
            result = self._may_divide(used, remaining) and self._can_divide_on(used, remaining)
            self.memo[used, remaining] = result
        return result

    def _can_divide_on(self, used: tuple[int, ...], remaining: Counts) -> bool:
        """Return whether the rest can be divided, by trying each next set with tops."""
        if all(gone == len(pile) for pile, gone in zip(self.tops, used, strict=True)):
            return self.base is None or any(remaining[number] for number in self.base)
        return any(
            self.can_divide(tuple(map(add, used, drawn)), tuple(map(sub, remaining, group)))
            for group, drawn in sets_with_tops(self.rules, self.value, remaining, self.tops, used)
        )

    def _may_divide(self, used: tuple[int, ...], remaining: Counts) -> bool:
        """Return whether the rest could be divided if all tops were available at once: a necessary
        condition."""
        below = (card for pile, gone in zip(self.tops, used, strict=True) for card in pile[gone:])
        available = tuple(map(add, remaining, _counts(self.rules, below)))
        high = self.value in self.rules.values[Rank.ACE][1:]
        return _divides(
            tuple(map(add, available, self.beside)), self.value, available[ACE] if high else 0
        )


@lru_cache(maxsize=4096)
def _divides(counts: Counts, value: int, aces: int) -> bool:
    """Return whether numbers can be divided into sets of a value, of which up to ``aces`` are an
    ace alone."""
    return any(
        divide((*counts[:ACE], counts[ACE] - alone, *counts[ACE + 1 :]), value) is not None
        for alone in range(aces + 1)
    )


def sets_with_tops(
    rules: BuildRules, value: int, counts: Counts, piles: Sequence[Cards], used: Sequence[int]
) -> Iterator[tuple[Counts, tuple[int, ...]]]:
    """Return the sets of a value that contain at least one current top, when ``used`` cards of each
    pile are gone: the numbers beside the tops, and the number of cards of each pile. An ace that
    may count the value is a set alone."""
    tops = [
        (seat, pile[gone])
        for seat, (pile, gone) in enumerate(zip(piles, used, strict=True))
        if gone < len(pile) and rules.has_number(pile[gone])
    ]
    for number in range(1, len(tops) + 1):
        for chosen in combinations(tops, number):
            seats = {seat for seat, _ in chosen}
            drawn = tuple(int(seat in seats) for seat in range(len(piles)))
            if number == 1 and value in rules.values.of(chosen[0][1])[1:]:
                yield NO_CARDS, drawn
            low = sum(rules.values.lowest(card) for _, card in chosen)
            for group in parts(counts, value - low):
                yield counted(group), drawn


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
    in_sets = rules.top_captures.in_sets
    if not in_sets and any(value not in rules.values.of(card) for card in top_cards):
        return None
    cards = (*claim.loose, *top_cards)
    builds = [build.value for build in claim.builds if build.value != value]
    as_cards = rules.builds_in_sets and not any(build.multiple for build in claim.builds)
    if not all(map(rules.has_number, cards)) or (builds and not as_cards):
        return None
    numbers = [*map(rules.values.lowest, cards), *builds]
    if any(number > value for number in numbers):
        return None
    others = _other_cards(rules, turn_state, claim)
    other_numbers = list(map(rules.values.lowest, others))
    if rules.builds_in_sets:
        as_card = [build.value for build in turn_state.table.builds if not build.multiple]
        other_numbers += (Counter(as_card) - Counter(builds)).elements()
    for way in rules.values.ways(cards, value):
        claimed = _counted([*way, *builds], value)
        available = _counted([*other_numbers, *way, *builds], value)
        if missing := lattice.missing(available, value, claimed):
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
    _, in_sets, need_base = rules.top_captures
    may_add = in_sets and bool(claim.builds or not need_base)
    piles = enumerate(turn_state.piles) if may_add else ()
    tops = [Top(pile[0], seat) for seat, pile in piles if pile and seat != own]
    top_cards = cards_of(top for top in tops if top not in claim.tops)
    return tuple(card for card in (*loose, *top_cards) if rules.has_number(card))


def _counted(numbers: Iterable[int], value: int) -> Counts:
    """Count the numbers below the value: any other is a set by itself, or part of none."""
    below = (number for number in numbers if number < value)
    return counted(below, value - 1)


def _lacking(rules: BuildRules, value: int, cards: Cards, numbers: list[int]) -> Cards:
    lacking = []
    for card in cards:
        number = rules.values.lowest(card)
        index = numbers.index(number)
        beside = Sums(numbers[:index] + numbers[index + 1 :], value)
        if value not in rules.values.of(card) and not beside.make(value - number):
            lacking.append(card)
    return tuple(lacking)


def _pick(rules: BuildRules, cards: Cards, numbers: Iterable[int]) -> Cards:
    """Return one card for each number, in card order; empty if a number has no card left, as where
    it is only a build's."""
    unused, picked = list(cards), []
    for number in numbers:
        card = next((card for card in unused if rules.values.lowest(card) == number), None)
        if card is None:
            return ()
        unused.remove(card)
        picked.append(card)
    return tuple(sorted(picked))
