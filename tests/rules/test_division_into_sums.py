"""The algorithm, against all subsets of cards, and at sizes where only properties can be held."""

import random
from collections import Counter
from itertools import chain

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.rules import sums
from referee.rules.cards import NUMBERS, Counts, counted
from referee.rules.lattice import largest, maximal
from referee.rules.sums import divide, dividing_values
from tests.oracle import krypkasino_play
from tests.strategies import examples, times

VALUES = st.integers(1, sums.HIGHEST_VALUE)
NAMES = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def tables(most: int) -> st.SearchStrategy[list[int]]:
    few = st.lists(st.integers(1, 13), min_size=1, max_size=4, unique=True)
    numbers = few.flatmap(lambda some: st.lists(st.sampled_from(some), max_size=most))
    return (st.lists(st.integers(1, 13), max_size=most) | numbers).filter(
        lambda table: all(number <= 8 for number in Counter(table).values())
    )


def contains(larger: Counts, smaller: Counts) -> bool:
    return all(a >= b for a, b in zip(larger, smaller, strict=True))


def oracle(table: list[int], value: int) -> set[Counts]:
    """Return all maximal sets by brute force."""
    options = krypkasino_play.captures_worth([NAMES[number] for number in table], value)
    return {counted(NAMES.index(card) for card in option) for option in options}


@examples(200)
@given(tables(9), VALUES)
@example([3, 7, 9, 1, 8, 2], 10)
@example([1] * 7, 14)
@example([7, 7, 7, 6, 1], 14)
def test_maximal_sets_are_those_of_the_oracle(table: list[int], value: int) -> None:
    sets, complete = maximal(counted(table), value)
    assert complete
    assert len(sets) == len(set(sets))
    assert set(sets) == oracle(table, value)


@examples(200)
@given(tables(10), VALUES, st.data())
def test_largest_contains_the_claim_and_has_the_most_cards(
    table: list[int], value: int, data: st.DataObject
) -> None:
    claim = counted(data.draw(st.lists(st.sampled_from(table), max_size=3)) if table else [])
    around = [found for found in oracle(table, value) if contains(found, claim)]
    if contains(counted(table), claim):
        division = largest(counted(table), value, containing=claim)
        if not around:
            assert division is None
        else:
            assert division is not None
            assert all(sum(group) == value for group in division)
            found = counted(chain.from_iterable(division))
            assert contains(found, claim)
            assert contains(counted(table), found)
            assert sum(found) == max(map(sum, around))


@examples(200)
@given(tables(10), VALUES)
def test_divide_finds_groups_exactly_if_there_are_some(table: list[int], value: int) -> None:
    counts = counted(table)
    division = divide(counts, value)
    assert (division is not None) == (counts in oracle(table, value))
    if division is not None:
        assert all(sum(group) == value for group in division)
        assert counted(chain.from_iterable(division)) == counts
    assert (value in dividing_values(counts)) == (bool(table) and division is not None)


@examples(200)
@given(tables(12), VALUES)
def test_lattice_and_greedy_search_divide_alike(table: list[int], value: int) -> None:
    counts = counted(table)
    by_lattice = largest(counts, value, containing=counts)
    assert (by_lattice is None) == (divide(counts, value) is None)


CROWDED = random.Random(5)


def crowded_table(cards: int) -> Counts:
    """Cards of few or many ranks, unevenly: where captures overlap most."""
    ranks = CROWDED.sample(NUMBERS, CROWDED.randint((cards + 7) // 8, 13))
    pool = [rank for rank in ranks for _ in range(8)]
    favourites = CROWDED.sample(pool, CROWDED.randint(0, cards))
    rest = list((Counter(pool) - Counter(favourites)).elements())
    return counted(favourites + CROWDED.sample(rest, cards - len(favourites)))


@pytest.mark.parametrize("value", [8, 10, 12, 13, 14, 16])
def test_complete_up_to_24_cards(value: int) -> None:
    for _ in range(times(100)):
        assert maximal(crowded_table(24), value).complete


@pytest.mark.parametrize("cards", [40, 70, 100])
@pytest.mark.parametrize("value", [11, 13, 14, 15])
def test_what_is_found_on_large_tables_is_maximal(cards: int, value: int) -> None:
    for _ in range(times(3)):
        table = crowded_table(cards)
        sets, _ = maximal(table, value)
        assert sets
        for found in sets[:5]:
            assert divide(found, value) is not None
            more = largest(table, value, containing=found)
            assert counted(chain.from_iterable(more or [])) == found


def test_large_sweeps_are_found_and_near_misses_are_not() -> None:
    for value in (9, 13, 14):
        for _ in range(times(30)):
            pool = counted(n for n in NUMBERS if n < value for _ in range(8))
            table = largest(pool, value) or []
            whole = counted(chain.from_iterable(CROWDED.sample(table, len(table) * 3 // 4)))
            assert value in dividing_values(whole)
            short = list(whole)
            short[next(number for number in NUMBERS if whole[number])] -= 1
            assert value not in dividing_values(tuple(short))


def test_eight_kings_need_eight_aces() -> None:
    kings_and_aces = counted([13] * 8 + [1] * 7)
    assert maximal(kings_and_aces, 14) == ([counted([13] * 7 + [1] * 7)], True)
    assert dividing_values(counted([13] * 8 + [1] * 8)) == [14]


def test_a_cut_off_search_says_so_and_stays_true() -> None:
    table = crowded_table(30)
    everything, complete = maximal(table, 14)
    assert complete
    some, complete = maximal(table, 14, work_limit=1)
    assert not complete
    assert set(some) < set(everything)
