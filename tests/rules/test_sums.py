"""Division into sums, and the searches of the games with builds, against trying everything."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations, permutations
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.rules import sums
from referee.rules.cards import FACES, NUMBERS, Card, Cards, Counts, KnownCards, can_mean, counted
from referee.rules.games import ruleset
from referee.rules.games.ask import ask, build_question
from referee.rules.games.casino.judge.divisions import MOST_TOPS, divides_in_turn
from referee.rules.games.casino.judge.play_rules import BuildRules, build_rules
from referee.rules.games.casino.judge.position import Position, begin
from referee.rules.games.casino.judge.resolution import Resolution, resolutions
from referee.rules.games.casino.options.sets import in_set_order, loose_sets, sets_of_build
from referee.rules.games.casino.question import MOST_UNSURE, SuitsNeeded, TooManyTops
from referee.rules.lattice import largest, maximal
from referee.rules.plays import Build, Table
from referee.rules.question_fields import BadQuestion
from referee.rules.sums import Sums, divide, divide_cards, dividing_values, parts
from tests.expensive_questions import DEAR, PAIRS
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
    assert dividing_values(counted([13] * 8 + [1] * 8)) == (14,)


def test_a_cut_off_search_says_so_and_stays_true() -> None:
    table = crowded_table(30)
    everything, complete = maximal(table, 14)
    assert complete
    some, complete = maximal(table, 14, work_limit=1)
    assert not complete
    assert set(some) < set(everything)


SWAZI = build_rules(ruleset("swazi-casino"))
ROYAL = build_rules(ruleset("royal-casino"))
LISTS = st.lists(st.integers(1, 9), max_size=9)


# --- sums -----------------------------------------------------------------------------------------
@given(LISTS, st.integers(-1, 20))
@examples(200)
def test_sums_are_all_places_in_order(numbers: list[int], total: int) -> None:
    tried = [
        places
        for size in range(len(numbers) + 1)
        for places in combinations(range(len(numbers)), size)
        if sum(numbers[place] for place in places) == total
    ]
    assert list(Sums(numbers, max(total, 0)).of(total)) == sorted(tried)


@given(LISTS, st.integers(-1, 14))
@examples(200)
def test_parts_are_the_same_without_telling_equal_numbers_apart(
    numbers: list[int], total: int
) -> None:
    told = {
        tuple(sorted((numbers[place] for place in places), reverse=True))
        for places in Sums(numbers, max(total, 0)).of(total)
    }
    found = list(parts(counted(numbers), total))
    assert sorted(found) == sorted(told)
    assert len(found) == len(set(found))


# --- builds that count as one card ----------------------------------------------------------------
Unit = tuple[int, Cards, Cards]
"""A loose card or build that counts as a number: the number, the loose card, all its cards."""


def divisions(value: int, units: Sequence[Unit]) -> Iterator[list[list[Unit]]]:
    """Yield all ways to divide units into groups of a value; an ace alone may be 14."""
    if not units:
        yield []
        return
    first, *others = units
    for size in range(len(others) + 1):
        for mates in combinations(range(len(others)), size):
            group = [first, *(others[at] for at in mates)]
            ace = value == 14 and not mates and first[0] == 1
            if ace or sum(number for number, _, _ in group) == value:
                rest = [one for at, one in enumerate(others) if at not in mates]
                for more in divisions(value, rest):
                    yield [group, *more]


def first_of(ways: Sequence[list[list[Unit]]], shown: Literal[1, 2]) -> tuple[Cards, ...]:
    """Return the first division by these of a unit's cards, group by group: fewer cards, then
    lower."""
    written = [
        in_set_order(tuple(card for unit in group for card in unit[shown]) for group in way)
        for way in ways
    ]
    each = [tuple(group for group in way if group) for way in written]
    return min(each, key=lambda way: [(len(group), group) for group in way], default=())


def test_units_are_grouped_as_trying_does() -> None:
    found = 0
    for seed in range(times(600)):
        chance = random.Random(f"units {seed}")
        pack = chance.sample(FACES[: chance.choice((16, 28))], 12)
        builds = [
            Build(int(a.rank + b.rank), ((a, b),)) for a, b in zip(pack[:3], pack[3:6], strict=True)
        ]
        loose, value = tuple(pack[6 : 6 + chance.randint(0, 6)]), chance.randint(5, 14)
        some = builds[: chance.randint(0, 3)]
        units = [(int(card.rank), (card,), (card,)) for card in loose]
        units += [(build.value, (), build.cards) for build in some]
        ways = list(divisions(value, units))
        assert in_set_order(loose_sets(ROYAL, value, loose, some)) == first_of(ways, 1), seed
        cards = tuple(chain.from_iterable(unit[2] for unit in units))
        if ways and divide_cards(cards, value, ROYAL.values) is None:
            assert sets_of_build(ROYAL, value, loose, some) == first_of(ways, 2), seed
        found += bool(ways)
    assert found > 5


# --- tops, one after the other --------------------------------------------------------------------
def tried_in_turn(rules: BuildRules, value: int, cards: Cards, tops: tuple[Cards, ...]) -> bool:
    """Any group with any tops that lie open, and then on; the rest without."""
    if not any(tops):
        return rules.divides(value, cards)
    open_piles = [at for at, pile in enumerate(tops) if pile]
    for number in range(1, len(open_piles) + 1):
        for chosen in combinations(open_piles, number):
            rest = tuple(pile[at in chosen :] for at, pile in enumerate(tops))
            for size in range(len(cards) + 1):
                for some in combinations(cards, size):
                    group = (*some, *(tops[at][0] for at in chosen))
                    left = tuple(card for card in cards if card not in some)
                    low = sum(rules.values[card.rank][0] for card in group)
                    alone = len(group) == 1 and value in rules.values[group[0].rank]
                    if (low == value or alone) and tried_in_turn(rules, value, left, rest):
                        return True
    return False


def test_tops_are_divided_as_trying_does() -> None:
    divisible = 0
    for seed in range(times(900)):
        chance = random.Random(f"tops {seed}")
        value = chance.randint(4, 14)
        low = [card for card in FACES if card.rank < min(value, 8)]
        pack = chance.sample(low, 9)
        cards, piles = tuple(pack[: chance.randint(0, 4)]), (tuple(pack[4:6]), tuple(pack[6:9]))
        tops = tuple(pile[: chance.randint(0, 3)] for pile in piles)
        found = divides_in_turn(SWAZI, value, cards, tops)
        assert found == tried_in_turn(SWAZI, value, cards, tops), seed
        divisible += found and any(tops)
    assert divisible > 3


# --- what is named --------------------------------------------------------------------------------
def tried_readings(table: Table, named: Cards, packs: KnownCards) -> Iterator[Resolution]:
    """Any builds, whole, and any loose cards, if each name can mean another one of them."""
    for number in range(len(table.builds) + 1):
        for builds in combinations(table.builds, number):
            welded = tuple(card for build in builds for card in build.cards)
            size = len(named) - len(welded)
            for loose in combinations(table.loose, max(size, 0)):
                meant = (*welded, *loose)
                if len(meant) == len(named) and any(
                    all(map(partial(can_mean, known_cards=packs), names, meant))
                    for names in permutations(named)
                ):
                    yield Resolution(tuple(sorted(loose)), builds)
                    break


def test_names_are_read_as_trying_does() -> None:
    several = 0
    for seed in range(times(300)):
        chance = random.Random(f"names {seed}")
        pack = chance.sample(FACES[:20], 8)
        builds = tuple(Build(int(a.rank + b.rank), ((a, b),), 1) for a, b in (pack[:2], pack[2:4]))
        table = Table(tuple(sorted(pack[4:])), builds)
        chosen = [card for build in builds if chance.random() < 0.6 for card in build.cards]
        chosen += chance.sample(pack[4:], chance.randint(0, 2))
        named = tuple(Card(one.rank) if chance.random() < 0.6 else one for one in chosen)
        packs = KnownCards(ruleset("casino").deck, table.cards)
        now = begin(Position(table, None, packs), ())
        found, tried = resolutions(now, named, ()), list(tried_readings(table, named, packs))
        by_builds = {one.builds for one in found} if isinstance(found, list) else set()
        assert by_builds == {one.builds for one in tried}, seed
        several += len(tried) > 1
    assert several


# --- what is asked on purpose ---------------------------------------------------------------------
@pytest.mark.parametrize("what", DEAR)
def test_what_was_dear_is_answered(what: str) -> None:
    """Trying everything would not end."""
    game, texts = DEAR[what]
    rules = ruleset(game)
    if isinstance(rules.referee, BuildRules):
        assert ask(game, texts).ruling.table
    else:
        assert ask(game, texts).ruling.verdict


UNSURE = "+".join(["A", "2", "3", "4"] * 4)
CHAIN = "AH>2H>3H>4H>5H>6H>7H>8H>9H"
REFUSED = [
    # game, what is asked, why it is refused
    ("casino", dict(table=" ".join(PAIRS), turn=f"K K+{UNSURE}=13"), SuitsNeeded),
    ("swazi-casino", dict(table="10C", piles=f"{CHAIN}@1",
     turn=f"10H 10H+10C+{CHAIN.replace('>', '+')}=10"), TooManyTops),
]  # fmt: skip


@pytest.mark.parametrize(("game", "texts", "reason"), REFUSED)
def test_what_nobody_could_follow_is_refused(
    game: str, texts: dict[str, str], reason: type[Exception]
) -> None:
    with pytest.raises(BadQuestion) as refused:
        build_question(game, texts)
    assert [(fault.field, type(fault.error)) for fault in refused.value.faults] == [
        ("turn", reason)
    ]


def test_as_much_as_may_be_unsure_is_ruled_on() -> None:
    some = " ".join(" ".join(PAIRS).split()[: MOST_UNSURE - 1])
    assert ask("casino", dict(table=some, turn="K K+A+2=13")).ruling.verdict is not None
    tops = CHAIN.split(">")[:MOST_TOPS]
    turn = f"10H 10H+10C+{'+'.join(tops)}=10"
    asked = dict(table="10C", piles=f"{CHAIN}@1", turn=turn)
    verdict = ask("swazi-casino", asked).ruling.verdict
    assert verdict is not None
