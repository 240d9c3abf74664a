"""``/games/{number}/plays``: what was entered wrongly is undone, replaced or corrected."""

from typing import Any

import pytest
from flask import Flask

from tests.api_calls import Caller, Table
from tests.followed_game_calls import Live, engine, short

DEALT = "2D 5H 8S 9C"
PLAYS = ["8H 8S", "9H 9C", "5C 5H", "JD -"]
"""Entries 2 to 5: Bo, Ada, Bo, Ada. The 2 of diamonds and the jack stay."""


@pytest.fixture(scope="module")
def api(app: Flask) -> Caller:
    """Return a caller without a key, on one database: an entry undoes the same on each."""
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
    """Return one followed game for all requests that are refused, and so change nothing."""
    game = engine(Caller(app), ["Ada", "Bo"], DEALT)
    game.plays(*PLAYS)
    return game


def but_seq(state: Any) -> Any:
    """Return what the table shows, without the number of its last entry."""
    return {name: value for name, value in state.items() if name != "seq"}


# Undo and redo


@pytest.mark.parametrize("other", [1, 4, 6, 99])
def test_only_the_latest_entry_is_undone(judged: Live, other: int) -> None:
    judged.refused(409, undo=other)


# Replace


def test_replace(game: Live) -> None:
    """Bo's first card was the 8 of clubs: nothing else changes but points."""
    before = game.read()
    state = game.enter(replace=2, card="8C", captured=["8S"])
    assert state["seq"] == 6
    assert but_seq(state) == but_seq(before)
    game.refused(409, undo=5)


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


@pytest.mark.parametrize("unknown", [6, -1])
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


BETWEEN = [
    # what is said to have been forgotten, the reason
    ({"before": 3, "card": "9S", "captured": []}, "must_capture"),
    ({"before": 1, "card": "KC", "captured": []}, None),
    ({"before": 3, "card": "KC", "captured": [], "seat": 1}, None),
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
