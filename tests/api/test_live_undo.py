"""``/games/{number}/plays``: what was entered wrongly is undone, replaced or corrected."""

from typing import Any

import pytest
from flask import Flask

from tests.calls import Caller, Table
from tests.live import Live, cards, live, missed, short

DEALT = "2D 5H 8S 9C"
PLAYS = ["8H 8S", "9H 9C", "5C 5H", "JD -"]
"""Entries 2 to 5: Bo, Ada, Bo, Ada. The 2 of diamonds and the jack stay."""


@pytest.fixture(scope="module")
def api(app: Flask) -> Caller:
    """Without a key. What an entry undoes is the same on each database."""
    return Caller(app)


@pytest.fixture
def game(table: Table) -> Live:
    """Ada, who deals, and Bo, after four plays."""
    game = Live(table)
    game.lay(DEALT)
    game.plays(*PLAYS)
    return game


@pytest.fixture(scope="module")
def judged(app: Flask) -> Live:
    """One game like that for all that is refused, and so changes nothing."""
    game = live(Caller(app), ["Ada", "Bo"], DEALT)
    game.plays(*PLAYS)
    return game


def but_seq(state: Any) -> Any:
    """What the table shows, however many entries it took."""
    return {name: value for name, value in state.items() if name != "seq"}


def states(table: Table) -> tuple[Live, list[Any]]:
    """The game above, with the state after each entry: ``[n]`` is that after entry n."""
    game = Live(table)
    seen = [game.read(), game.lay(DEALT)]
    seen += [game.plays(played) for played in PLAYS]
    return game, [but_seq(state) for state in seen]


# Undo and redo


def test_undo(table: Table) -> None:
    game, seen = states(table)
    state = game.enter(undo=5)
    assert (state["seq"], but_seq(state)) == (6, seen[4])
    # Another card was played.
    state = game.play("QD")
    assert (state["seq"], state["table"]) == (7, ["2D", "QD"])


@pytest.mark.parametrize("other", [1, 2, 4, 6, 99, 0])
def test_only_the_latest_entry_is_undone(judged: Live, other: int) -> None:
    judged.refused(409, undo=other)


def test_an_entry_is_undone_once(game: Live) -> None:
    game.enter(undo=5)
    game.refused(409, undo=5)


def test_undo_of_an_undo(table: Table) -> None:
    game, seen = states(table)
    game.enter(undo=5)
    state = game.enter(undo=6)
    assert (state["seq"], but_seq(state)) == (7, seen[5])


# What is undone, and the entry after which the table looks as it does then: Bo's second play
# is entry 4, and so on. Every undo is an entry of its own, from 6 on.
UNDOINGS = [
    [(5, 4), (4, 3), (3, 2), (2, 1)],
    [(5, 4), (4, 3), (7, 4), (6, 5)],
    [(5, 4), (4, 3), (3, 2), (8, 3), (7, 4), (6, 5)],
    [(5, 4), (4, 3), (7, 4), (4, 3), (3, 2)],
]


@pytest.mark.parametrize("undoings", UNDOINGS)
def test_several_undone_and_brought_back(table: Table, undoings: list[tuple[int, int]]) -> None:
    game, seen = states(table)
    for undone, shown in undoings:
        assert but_seq(game.enter(undo=undone)) == seen[shown]


def test_nothing_is_brought_back_after_another_entry(game: Live) -> None:
    game.enter(undo=5)
    game.play("QD")
    game.refused(409, undo=6)
    game.refused(409, undo=5)


def test_the_table_is_undone(table: Table) -> None:
    game = Live(table)
    game.lay("2D 5H 8S 9S")
    game.enter(undo=1)
    state = game.lay(DEALT)
    assert (state["seq"], state["table"]) == (3, cards(DEALT))


def test_an_undone_play_brings_nothing_to_light(table: Table) -> None:
    game = Live(table)
    game.lay("5H 5D KH QH")
    assert missed(game.plays("2H", "KD", "5S")) == [(4, 1, "5S", 2)]
    assert game.enter(undo=4)["irregularities"] == []
    assert missed(game.enter(undo=5)) == [(4, 1, "5S", 2)]


# Replace


def test_replace(game: Live) -> None:
    """Bo's first card was the 8 of clubs: nothing else changes but points."""
    before = game.read()
    state = game.enter(replace=2, card="8C", captured=["8S"])
    assert state["seq"] == 6
    assert but_seq(state) == but_seq(before)
    game.refused(409, undo=5)


def test_replace_by_what_takes_more(game: Live) -> None:
    game.enter(undo=5)
    state = game.enter(replace=4, card="7C", captured=["2D", "5H"])
    assert (state["table"], state["irregularities"]) == ([], [])
    assert state["piles"][1] == {"cards": 5, "markers": 1, "points": 1}
    assert (state["turn"], state["cards_left_in_hands"]) == (0, [5, 4])


def test_later_entries_that_do_not_fit(game: Live) -> None:
    """Ada cannot have taken the 9 of clubs as well."""
    game.enter(undo=5)
    state = game.enter(replace=2, card="9D", captured=["9C"])
    assert short(state["irregularities"]) == [(3, 0, "does_not_fit", "9H")]
    assert state["turn"] == 0


def test_undo_of_a_replacement(game: Live) -> None:
    before = game.read()
    for replacement in (
        {"card": "9D", "captured": ["9C"]},
        {"card": "8D", "captured": ["8S"]},
        {"card": "KC", "captured": [], "as_played": True},
    ):
        replaced = game.enter(replace=2, **replacement)
        assert but_seq(game.enter(undo=replaced["seq"])) == but_seq(before)
        assert but_seq(game.enter(undo=game.seq)) == but_seq(replaced)
        game.enter(undo=game.seq)
        assert but_seq(game.read()) == but_seq(before)


def test_a_replacement_is_replaced(game: Live) -> None:
    before = game.read()
    game.enter(replace=2, card="9D", captured=["9C"])
    state = game.enter(replace=2, card="8D", captured=["8S"])
    assert but_seq(state) == but_seq(before)


def test_a_replacement_is_judged(game: Live) -> None:
    """Before entry 2 there lay 2D 5H 8S 9C."""
    problem = game.refused(422, replace=2, card="AH", captured=["5H"])
    assert problem["verdict"]["reason"] == "not_capturable"
    problem = game.refused(422, replace=2, card="7D", captured=[])
    assert (problem["verdict"]["reason"], problem["verdict"]["missed"]) == (
        "must_capture",
        ["2D", "5H"],
    )
    state = game.enter(replace=2, card="7D", captured=[], as_played=True)
    assert (1, "illegal_capture", "7D") in [found[1:] for found in short(state["irregularities"])]


def test_a_replacement_brings_a_passed_over_sweep_to_light(table: Table) -> None:
    game = Live(table)
    game.lay("5H 5D KH QH")
    assert game.plays("2H", "KD", "4S")["irregularities"] == []
    state = game.enter(replace=4, card="5S", captured=["5H", "5D"])
    assert [found[1:] for found in missed(state)] == [(1, "5S", 2)]


@pytest.mark.parametrize("unknown", [0, 6, 99, -1])
def test_entries_that_there_are_not(judged: Live, unknown: int) -> None:
    before = judged.read()
    answer = judged.send(replace=unknown, card="8C", captured=["8S"])
    assert 400 <= answer.status_code < 500
    assert judged.read() == before


# A play that was forgotten


def test_a_forgotten_play(game: Live) -> None:
    """Ada had played a king; what came after it was the other's each time."""
    before = game.read()
    state = game.enter(before=3, card="KC", captured=[])
    assert (state["seq"], state["table"], state["irregularities"]) == (6, ["2D", "JD", "KC"], [])
    assert (state["turn"], state["cards_left_in_hands"]) == (0, [4, 3])
    assert [pile["cards"] for pile in state["piles"]] == [2, 4]
    assert but_seq(game.enter(undo=6)) == but_seq(before)
    assert but_seq(game.enter(undo=7)) == but_seq(state)


def test_what_only_the_forgotten_card_could_do_is_filled_in(game: Live) -> None:
    state = game.enter(before=5, card="2H")
    assert (state["table"], state["piles"][0]["markers"]) == (["JD"], 1)


def test_a_forgotten_play_is_replaced(game: Live) -> None:
    game.enter(before=3, card="KC", captured=[])
    state = game.enter(replace=6, card="QC", captured=[])
    assert state["table"] == ["2D", "JD", "QC"]


def test_later_entries_that_do_not_fit_a_forgotten_play(game: Live) -> None:
    state = game.enter(before=3, card="9D", captured=["9C"])
    assert short(state["irregularities"]) == [
        (3, 1, "does_not_fit", "9H"),
        (5, 1, "does_not_fit", "JD"),
    ]


BETWEEN = [
    # what is said to have been forgotten, the reason
    ({"before": 3, "card": "9S", "captured": []}, "must_capture"),
    ({"before": 3, "card": "9S", "captured": ["8S"]}, "not_on_table"),
    ({"before": 1, "card": "KC", "captured": []}, None),
    ({"before": 6, "card": "KC", "captured": []}, None),
    ({"before": 0, "card": "KC", "captured": []}, None),
    ({"before": -1, "card": "KC", "captured": []}, None),
    ({"before": 3, "card": "KC", "captured": [], "seat": 1}, None),
    ({"before": 3, "card": "KC", "captured": [], "seat": 2, "as_played": True}, None),
]


@pytest.mark.parametrize(("body", "reason"), BETWEEN)
def test_what_cannot_have_been_forgotten(
    judged: Live, body: dict[str, Any], reason: str | None
) -> None:
    assert judged.refused(422, **body).get("reason") == reason


# The table shows something else


def test_the_table_shows_something_else(game: Live) -> None:
    before = game.read()
    state = game.enter(table_is=["3H", "7C", "7C"])
    assert (state["table"], state["sweeps_for"]) == (["3H", "7C", "7C"], [])
    assert [found["kind"] for found in state["irregularities"]] == ["table_corrected"]
    assert state["irregularities"][0]["seq"] == 6
    for name in ("turn", "deal", "cards_left_in_hands", "state"):
        assert state[name] == before[name]
    state = game.play("10H", "3H 7C")
    assert (state["table"], state["turn"]) == (["7C"], 0)
    game.enter(undo=7)
    assert but_seq(game.enter(undo=6)) == but_seq(before)


@pytest.mark.parametrize("shown", [["3H", "7"], ["3H", "3H", "3H"]])
def test_tables_that_cannot_be(judged: Live, shown: list[str]) -> None:
    judged.refused(422, table_is=shown)


def test_an_empty_table(game: Live) -> None:
    state = game.enter(table_is=[])
    assert (state["table"], state["sweeps_for"]) == ([], [])
    assert sum(pile["markers"] for pile in state["piles"]) == 0
