"""Followed games with builds through the API: what is said, and what is refused."""

from typing import Any

import pytest
from flask import Flask

from tests.api_calls import Caller
from tests.followed_build_game_calls import DEALT, Followed, begin, dealt


@pytest.fixture(scope="module")
def judged(app: Flask) -> Followed:
    """Return one game, up to its table, for all requests that are refused, and so change
    nothing."""
    return dealt(Caller(app))


FIELDS = (
    "number state seq dealer turn deal deals cards_left_in_hands table sweeps_for set_aside stock "
    "builds duties piles proven demands last_capturer irregularities scores"
)


def test_a_state_has_every_field(api: Caller) -> None:
    game = begin(api)
    for state in (game.read(), game.enter(table=DEALT), game.enter(turn="3C 3C+5S=8"), game.read()):
        assert set(FIELDS.split()) <= set(state)
    assert state["builds"] == [
        {
            "value": 8, "groups": [["3C", "5S"]], "multiple": False, "keeper": 1, "dead": False,
            "text": "3C+5S=8@1"}
    ]  # fmt: skip
    assert (state["table"], state["turn"], state["stock"]) == (["2D", "9C", "JD"], 0, None)
    pile = {"cards": 0, "markers": 0, "points": 0, "top": None, "top_among": []}
    assert (state["piles"], state["proven"], state["demands"]) == ([pile, pile], None, [])
    assert (state["sweeps_for"], state["set_aside"], state["duties"]) == ([], [], [])
    state = game.enter(turn="KD -")
    assert state["duties"] == ["must_act_on_build", "keep_card"]


OPEN = [
    # game, players, house rules, whose turn while nothing was entered, piles that are shared, stock
    ("swazi-casino", 4, "", None, [2, 3], None),
    ("swazi-casino", 2, "crazy", None, [], 32),
    ("south-african-casino", 2, "", 1, [], None),
    ("south-african-casino", 4, "partners", 1, [2, 3], None),
]


@pytest.mark.parametrize(("game", "players", "on", "turn", "shared", "stock"), OPEN)
def test_an_open_game(api: Caller, game, players, on, turn, shared, stock) -> None:
    state = begin(api, game, players, on).read()
    assert (state["state"], state["seq"], state["turn"]) == ("open", 0, turn)
    assert [seat for seat, pile in enumerate(state["piles"]) if pile is None] == shared
    assert state["stock"] == stock
    pairs = players == 4 and game in ("swazi-casino", "lesotho-casino")
    assert state["proven"] == ([[], [], [], []] if pairs else None)


WRONG: list[tuple[dict[str, Any], int, list[str]]] = [
    # entry, status, field
    ({"turn": "8H -", "card": "8H"}, 422, [""]),
    ({"card": "8H", "captured": []}, 422, ["card"]),
    ({"card": "8H"}, 422, ["card"]),
    ({"turn": ""}, 400, ["turn"]),
    ({"turn": "8H x 5S+3"}, 400, ["turn"]),
    ({"turn": "5S -"}, 422, ["turn"]),
    ({"turn": "KD -", "seat": 0}, 422, ["seat"]),
    ({"turn": "KD -", "seat": 2, "as_played": True}, 422, ["seat"]),
    ({"table": DEALT}, 422, ["table"]),
    ({"top": "5H", "pile": 1}, 422, ["top"]),
    ({"top": "5H"}, 422, ["top"]),
    ({"table_is": ["3C+5S=8"]}, 422, ["table_is"]),
    ({"table_is": ["5X"]}, 400, ["table_is"]),
    ({"replace": 1, "table_is": ["5S"]}, 422, ["replace"]),
    ({"before": 1, "turn": "KD -"}, 422, ["before"]),
    ({"before": 1, "top": "5H", "pile": 0}, 422, ["before"]),
]


@pytest.mark.parametrize(("entry", "status", "wrong"), WRONG)
def test_what_cannot_be_entered(judged: Followed, entry, status, wrong) -> None:
    problem = judged.refused(status, **entry)
    assert [error["field"] for error in problem.get("errors", [])] == wrong
    assert "verdict" not in problem


def test_a_table_that_is_dealt_again(api: Caller) -> None:
    problem = begin(api, "swazi-casino").refused(422, table=["JD", "KH", "QS", "2C"])
    assert [error["field"] for error in problem["errors"]] == ["table"]
    assert problem["reason"] == "redeal"


ILLEGAL = [
    # turns before, turn, reason
    ([], "8H x 9C", "no_match"),
    (["3C 3C+5S=8", "KD -"], "4H -", "must_act_on_build"),
]


@pytest.mark.parametrize(("turns", "turn", "reason"), ILLEGAL)
def test_illegal_turns(api: Caller, turns: list[str], turn: str, reason: str) -> None:
    game = dealt(api, *turns)
    problem = game.refused(422, turn=turn)
    assert (problem["reason"], problem["verdict"]["reason"]) == (reason, reason)
    assert problem["verdict"]["legal"] is False
    assert problem["verdict"]["message"]
    last = game.seq
    if last > 1:
        problem = game.refused(422, replace=last, turn="8H x 10C")
        assert problem["reason"] == problem["verdict"]["reason"]
