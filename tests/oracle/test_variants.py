"""The oracles of the variants agree with every published vector, and with one another."""

import random
from itertools import product
from typing import Any

import pytest

from tests.oracle import builds, kasino, variants
from tests.oracle.builds_notation import Game, divisions, unit_of
from tests.oracle.casino_score import Refused, possible_totals, score
from tests.oracle.switches import SWITCHES, excluded
from tests.oracle.target_session import TargetEvening

NO_RULES = frozenset[str]()


@pytest.mark.parametrize(
    "vector",
    [*variants.vectors("turns"), *variants.vectors("more turns")],
    ids=lambda vector: vector[0],
)
def test_turns(vector: list[str]) -> None:
    _, game, query, wanted, after = vector
    answer = builds.rule(game, NO_RULES, variants.question(query))
    if wanted.startswith("takes "):
        takes = [" ".join(take["captured"]) for take in answer["play"]["takes"]]
        assert "; ".join(takes) == wanted.removeprefix("takes ")
        return
    reason = wanted.removesuffix(" sweep")
    assert answer["verdict"]["reason"] == reason
    assert answer["verdict"]["legal"] == (reason == "legal")
    table = answer["after"] and [*answer["after"]["table"], *answer["after"]["builds"]]
    if after:
        assert sorted(after.split()) == sorted(table)
    if wanted != reason:
        assert table == []


@pytest.mark.parametrize("vector", variants.vectors("scores"), ids=lambda vector: vector[0])
def test_scores(vector: list[str]) -> None:
    _, game, house, rows, last, totals, total = vector
    answer = score(game, {*house.split()}, variants.rows_of(rows), None, {"A": 0, "B": 1}.get(last))
    assert ", ".join(str(line["total"]) for line in answer["players"]) == totals
    assert (answer["sum"], answer["balanced"]) == (int(total), True)
    assert answer["expected"] in (None, answer["sum"])


BOTH = "A: 26 cards, 7 spades, 2 aces{}; B: 26 cards, 6 spades, 2 aces{}"


def finished(house: str, target: int | None, *games: tuple[str, int]) -> TargetEvening:
    """Return a session of two after these games, each with its last capturer."""
    evening = TargetEvening("kasino", "AB", frozenset(house.split()), target=target)
    for rows, last in games:
        evening.finish(variants.rows_of(rows), last)
    return evening


def test_sessions() -> None:
    tied = (BOTH.format(", 2S", ", 10D"), 1)
    turned = ("A: 26 cards, 6 spades, 2 aces, 10D; B: 26 cards, 7 spades, 2 aces, 2S", 0)
    evening = finished("", 7, tied, tied)
    assert (evening.scores(1), evening.totals(), evening.winners()) == ([5, 5], {0: 10, 1: 10}, [0])
    assert finished("", 7, tied, turned).winners() == [1]
    rolled = finished(
        "ties_roll_over", None, (BOTH.format(", 10D, 2S", ""), 0),
        ("A: 30 cards, 7 spades, 2 aces, 10D, 2S; B: 22 cards, 6 spades, 2 aces", 0),
    )  # fmt: skip
    assert (rolled.scores(1), rolled.scores(2)) == ([8, 2], [10, 2])
    most = ("A: 40 cards, 10 spades, 4 aces, 10D, 2S, 1 sweep; B: 12 cards, 3 spades", 0)
    late = finished("late_sweeps_off", 60, most, most)
    assert (late.scores(1)[0], late.scores(2)[0]) == (12, 11)


@pytest.mark.parametrize(
    ("sweeps", "left"), [([2, 1, 0], [2, 1, 0]), ([2, 1, 1], [1, 0, 0]), ([1, 3], [0, 2])]
)
def test_sweeps_cancel(sweeps: list[int], left: list[int]) -> None:
    assert kasino.after_cancelling(sweeps, {"sweeps_cancel"}) == left


SUMS = [
    ("kasino", "", {10, 11}, range(8, 12)), ("kasino", "no_last_point", {9, 10}, range(7, 11)),
    ("kasino", "spades_one", {9, 10}, range(8, 11)),
    ("kasino", "over_spades", range(11, 19), range(8, 19)),
    ("casino", "spades_two", {9, 11}, {7, 9, 11}),
    ("south-african-casino", "", {10, 11}, {9, 10, 11}),
    ("south-african-casino", "most_spades_two", {11}, {11}),
    ("south-african-casino", "seven_points", {10, 11}, {7}),
    ("south-african-casino", "seven_points most_spades_two", {11}, {7}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "house", "two", "three"), SUMS)
def test_possible_sums(game: str, house: str, two: set[int], three: set[int]) -> None:
    on = frozenset(house.split())
    assert (possible_totals(game, on, 2), possible_totals(game, on, 3)) == ({*two}, {*three})


@pytest.mark.parametrize("preset", variants.vectors("presets"), ids=lambda preset: preset[1])
def test_presets(preset: list[str]) -> None:
    game, _, house, target, names, source = preset
    assert {*house.split()} <= builds.RULES[game]
    assert not excluded({*house.split()})
    assert names.count(" / ") == 2
    assert source
    assert not target or 7 <= int(target) <= 1000


ASKED = [
    ("10", "10", "", "hand"), ("10D 10", "10S", "", None), ("10", "10S", "10D", None),
    ("10 10D", "10", "", "turn"), ("10D 10S", "10", "", "turn"), ("10H 10S", "10", "", None),
    ("10D", "10", "", None), ("", "10", "", "turn"), ("", "10", "10D", None),
    ("10", "10", "10S 10H 10C", None), ("3C", "10", "", "turn"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "card", "table", "field"), ASKED)
def test_which_ten(hand: str, card: str, table: str, field: str | None) -> None:
    query = {"table": f"6S 4S {table}", "hand": hand, "turn": f"{card} -", "house": "kasino_values"}
    if field is None:
        assert builds.rule("kasino", NO_RULES, query)["verdict"] is not None
        return
    with pytest.raises(builds.Refused) as refused:
        builds.rule("kasino", NO_RULES, query)
    assert refused.value.field == field


def test_groups_of_kasino_are_those_of_royal() -> None:
    """Two searches for captures: with the values of the base game they are Royal's."""
    game = Game("royal-casino", NO_RULES)
    chance = random.Random("groups")
    for _ in range(200):
        cards = chance.sample([r + s for r, s in product(kasino.RANKS, "SH")], chance.randint(1, 5))
        value = chance.randint(1, 14)
        units = [unit_of(game, card) for card in cards]
        ours = any(True for _ in kasino.groups_of(NO_RULES, cards, value))
        assert ours == any(True for _ in divisions(game, units, value))


def brute(game: str, query: dict[str, str]) -> dict[str, Any]:
    """Return the oracle's answer, as a product would give it."""
    return builds.rule(game, NO_RULES, query)


@pytest.mark.parametrize("game", SWITCHES)
def test_random_questions_are_answered(game: str) -> None:
    for number in range(15):
        chance = random.Random(f"{game} {number}")
        query = variants.random_question(chance, game)
        answer = brute(game, query)
        assert variants.differences(brute, game, query) == {}
        if game == "kasino":
            assert (answer["builds"], answer["duties"]) == ([], [])


@pytest.mark.parametrize("game", SWITCHES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_add_up(game: str, players: int) -> None:
    chance = random.Random(f"{game} {players}")
    house = variants.random_house(chance, game, players)
    played = variants.whole_game(chance, game, players, house)
    assert played["last_capturer"] is None or played["score"]["balanced"]
    assert played["score"]["expected"] == played["score"]["sum"] or played["last_capturer"] is None


@pytest.mark.parametrize("game", SWITCHES)
def test_sessions_add_up(game: str) -> None:
    for number in range(5):
        chance = random.Random(f"{game} {number}")
        house, players = variants.random_house(chance, game), chance.choice((2, 3))
        evening, log = variants.random_session(chance, game, players, house, 4)
        assert evening.state() == log[-1]["state"]
        assert all(each.answer["sum"] == each.answer["expected"] for each in evening.games)


def test_the_capturing_card_lies_on_top() -> None:
    for house, tops in (("capturer_on_top", ["8D"]), ("", ["3H"])):
        chance, on = random.Random(), frozenset({house})
        play = variants.Play(chance, "south-african-casino", on, 2, None, [], [])
        assert play.order("8D", ["3H", "5S"], built=False)[0] == tops


def test_rolled_points_need_counted_rows() -> None:
    with pytest.raises(Refused):
        finished("ties_roll_over", None, ("A: points 8; B: points 2", 0))
