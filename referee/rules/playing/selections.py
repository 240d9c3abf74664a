"""Selections of loose cards by their numbers: what they sum up to, and which of them divide into
sets of a value.

The numbers of loose cards are *packed*: four bits for the count of each number, of which the
highest is a guard, so that a comparison of all counts is a subtraction. The cards themselves are a
set of cards as in :mod:`.builds_positions`. What follows from counts is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from operator import lshift

from ..cards import NUMBERS, Counts, Rank
from ..games.casino.options.sets import is_within, without_aces
from ..lattice import Lattice
from ..sums import HIGHEST_VALUE, parts

Selection = tuple[tuple[int, int], ...]
"""Loose cards by rank: ranks in order, and how many cards of each."""

_MOST_MEMOS = 10_000
_MOST_IN_SUM = 3
"""The number of loose cards that people add to the card from the hand in one set of a build."""
_MOST_SELECTIONS = 48
"""The number of selections that are listed at a value: more than a table of ten cards has."""
_MOST_LISTED = 500
"""The number of selections after which no more are looked for where all are asked for."""
_WORK_LIMIT = 2_000_000
"""Work on the sums of one table, which is more than a table of 16 cards needs."""
SHIFTS = tuple(4 * (number - 1) for number in NUMBERS)
"""The places of the counts of each number in packed counts, and those of its cards in a set."""
UP_TO = [(1 << 4 * value) - 1 for value in range(HIGHEST_VALUE + 1)]
"""Masks of packed counts and of sets of cards, of the numbers up to each value."""
_GUARDS = sum(8 << shift for shift in SHIFTS)
_HALVES, _OF_TWO = _GUARDS // 8 * 5, _GUARDS // 8 * 3
_SUMS = (1 << HIGHEST_VALUE + 1) - 2
_HIGH_ACE = 14


def _best_of_each() -> list[list[int]]:
    """Return the best cards of a rank among those of four bits, by the number that is taken."""
    best = []
    for bits in range(16):
        of_bits = [0]
        for place in range(4):
            if bits >> place & 1:
                of_bits.append(of_bits[-1] | 1 << place)
        best.append(of_bits)
    return best


_BEST = _best_of_each()


def counts_of(cards: int) -> int:
    """Return the packed counts of a set of cards that have numbers."""
    of_two = cards - (cards >> 1 & _HALVES)
    return (of_two & _OF_TWO) + (of_two >> 2 & _OF_TWO)


def _packed(number: int) -> int:
    return 1 << 4 * (number - 1)


def _unpacked(counts: int) -> Counts:
    return (0, *[counts >> shift & 7 for shift in SHIFTS])


@lru_cache(maxsize=_MOST_MEMOS)
def sums_of(counts: int) -> tuple[int, int]:
    """Return the sums that some of packed counts of numbers make, and those that few of them make,
    with a bit for each sum."""
    sums, few = 1, [1] + [0] * _MOST_IN_SUM
    for number, count in enumerate(_unpacked(counts)):
        for _ in range(count):
            sums |= sums << number
            for more in range(_MOST_IN_SUM, 0, -1):
                few[more] |= few[more - 1] << number
    return sums & _SUMS, (few[1] | few[2] | few[3]) & _SUMS


@lru_cache(maxsize=1 << 14)
def in_order(values: int) -> Sequence[int]:
    """Return the values of an integer with a bit for each: an ace's first, then in order."""
    aces = [value for value in (Rank.ACE, _HIGH_ACE) if values >> value & 1]
    return [*aces, *[v for v in range(2, HIGHEST_VALUE + 1) if values >> v & 1 and v != _HIGH_ACE]]


@lru_cache(maxsize=_MOST_MEMOS)
def largest(counts: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return the largest selections of packed counts that divide into sets of a value; an empty one
    if there is none. An ace may be a set alone if it counts the value."""
    return list(map(_selection, _find_largest(counts, value, high_aces)))


@lru_cache(maxsize=_MOST_MEMOS)
def _find_largest(counts: int, value: int, high_aces: bool) -> Sequence[int]:
    """Return the largest selections, each as packed counts."""
    lying = _unpacked(counts)
    sets = _apart(lying, value) or Lattice(lying, value).maximal(_WORK_LIMIT).sets
    if high_aces and lying[Rank.ACE]:  # each of them is in any largest selection
        fewer = dict.fromkeys(map(without_aces, sets))
        sets = [
            (counts[0], lying[Rank.ACE], *counts[2:])
            for counts in fewer
            if not any(other != counts and is_within(counts, other) for other in fewer)
        ]
    return [sum(map(lshift, counts[1:], SHIFTS)) for counts in sets[:_MOST_SELECTIONS]]


@lru_cache(maxsize=_MOST_MEMOS)
def sets_of_build(counts: int, missing: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return selections for a build: cards that make up what a set is ``missing``, alone and with
    each largest selection of further sets."""
    chosen: dict[int, None] = {}
    for base in _few_making(counts & UP_TO[missing], missing):
        chosen[base] = None
        for further in _find_largest(counts - base, value, high_aces):
            chosen[base + further] = None
    return [_selection(counts) for counts in islice(chosen, _MOST_SELECTIONS)]


@lru_cache(maxsize=_MOST_MEMOS)
def _few_making(counts: int, total: int) -> Sequence[int]:
    """Return the packed counts of a few numbers that make a total."""
    return [
        sum(map(_packed, numbers))
        for numbers in parts(_unpacked(counts), total)
        if len(numbers) <= _MOST_IN_SUM
    ]


@lru_cache(maxsize=_MOST_MEMOS)
def every_division(counts: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return all selections of packed counts that divide into sets of a value, none of them
    included; only some if there are too many."""
    return list(map(_selection, _divisible(counts, value, high_aces)))


@lru_cache(maxsize=_MOST_MEMOS)
def _divisible(counts: int, value: int, high_aces: bool) -> Sequence[int]:
    lying = _unpacked(counts)
    sets = [sum(map(_packed, numbers)) for numbers in parts(lying, value)]
    if high_aces and lying[Rank.ACE]:
        sets.append(_packed(Rank.ACE))
    chosen = {0: None}
    for each in sets:
        for before in list(chosen):
            following = before + each
            while (counts | _GUARDS) - following & _GUARDS == _GUARDS:
                chosen[following] = None
                following += each
        if len(chosen) > _MOST_LISTED:
            break
    return list(chosen)


@lru_cache(maxsize=_MOST_MEMOS)
def every_set_of_build(
    counts: int, missing: int, value: int, high_aces: bool
) -> Sequence[Selection]:
    """Return all selections for a build: cards that make up what a set is ``missing``, and any
    further sets."""
    chosen: dict[int, None] = {}
    for numbers in parts(_unpacked(counts), missing):
        base = sum(map(_packed, numbers))
        further = _divisible(counts - base, value, high_aces)
        chosen.update(dict.fromkeys([base + each for each in further]))
        if len(chosen) > _MOST_LISTED:
            break
    return list(map(_selection, chosen))


def _apart(lying: Counts, value: int) -> list[Counts]:
    """Return the only largest selection that divides into sets of a value, if no two of all sets
    have a number in common; else nothing."""
    chosen = [0] * len(lying)
    for numbers in parts(lying, value):
        if any(chosen[number] for number in numbers):
            return []
        ranks = set(numbers)
        times = min([lying[number] // numbers.count(number) for number in ranks])
        for number in ranks:
            chosen[number] = times * numbers.count(number)
    return [tuple(chosen)]


def _selection(counts: int) -> Selection:
    return tuple([(number, count) for number, count in enumerate(_unpacked(counts)) if count])


def best_of(loose: int, selection: Selection) -> int:
    """Return the set of the best cards of a selection."""
    cards = 0
    for rank, count in selection:
        shift = SHIFTS[rank - 1]
        cards |= _BEST[loose >> shift & 15][count] << shift
    return cards
