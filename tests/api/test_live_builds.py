"""Followed games with builds through the API: what is said, and what is refused."""

from typing import Any

import pytest
from flask import Flask

from tests.calls import Caller, fields
from tests.live_builds import DEALT, Followed, begin, dealt, lay_out


@pytest.fixture
def api(app: Flask) -> Caller:
    return Caller(app)


@pytest.fixture(scope="module")
def judged(app: Flask) -> Followed:
    """One game, up to its table, for all that is refused, and so changes nothing."""
    return dealt(Caller(app))


# The state

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
            "text": "3C+5S=8@1",
        }
    ]  # fmt: skip
    assert (state["table"], state["turn"], state["stock"]) == (["2D", "9C", "JD"], 0, None)
    pile = {"cards": 0, "markers": 0, "points": 0, "top": None, "top_among": []}
    assert (state["piles"], state["proven"], state["demands"]) == ([pile, pile], None, [])
    assert (state["sweeps_for"], state["set_aside"], state["duties"]) == ([], [], [])
    state = game.enter(turn="KD -")
    assert state["duties"] == ["must_act_on_build", "keep_card"]


OPEN = [
    # game, players, house rules, whose turn while nothing was entered, piles that are shared, stock
    ("casino", 2, "", None, [], None),
    ("swazi-casino", 4, "", None, [2, 3], None),
    ("lesotho-casino", 4, "", None, [], None),
    ("swazi-casino", 2, "crazy", None, [], 32),
    ("south-african-casino", 2, "", 1, [], None),
    ("south-african-casino", 3, "", None, [], None),
    ("south-african-casino", 4, "partners", 1, [2, 3], None),
]


@pytest.mark.parametrize(("game", "players", "on", "turn", "shared", "stock"), OPEN)
def test_an_open_game(
    api: Caller,
    game: str,
    players: int,
    on: str,
    turn: int | None,
    shared: list[int],
    stock: int | None,
) -> None:
    state = begin(api, game, players, on).read()
    assert (state["state"], state["seq"], state["turn"]) == ("open", 0, turn)
    assert [seat for seat, pile in enumerate(state["piles"]) if pile is None] == shared
    assert state["stock"] == stock
    pairs = players == 4 and game in ("swazi-casino", "lesotho-casino")
    assert state["proven"] == ([[], [], [], []] if pairs else None)


# What is refused

WRONG: list[tuple[dict[str, Any], int, list[str]]] = [
    # entry, status, field
    ({"turn": "8H -", "card": "8H"}, 422, [""]),
    ({"card": "8H", "captured": []}, 422, ["card"]),
    ({"card": "8H"}, 422, ["card"]),
    ({"turn": "8X -"}, 400, ["turn"]),
    ({"turn": ""}, 400, ["turn"]),
    ({"turn": "8 -"}, 422, ["turn"]),
    ({"turn": "8H x 5S+3"}, 400, ["turn"]),
    ({"turn": "5S -"}, 422, ["turn"]),
    ({"turn": "5S -", "as_played": True}, 422, ["turn"]),
    ({"turn": "KD -", "seat": 0}, 422, ["seat"]),
    ({"turn": "KD -", "seat": 1}, 422, ["seat"]),
    ({"turn": "KD -", "seat": 2, "as_played": True}, 422, ["seat"]),
    ({"table": DEALT}, 422, ["table"]),
    ({"top": "5H", "pile": 1}, 422, ["top"]),
    ({"top": "5H", "pile": 7}, 422, ["top"]),
    ({"top": "5H"}, 422, ["top"]),
    ({"top": "5"}, 422, ["top"]),
    ({"table_is": ["3C+5S=8"]}, 422, ["table_is"]),
    ({"table_is": ["3C+5S=9@1"]}, 422, ["table_is"]),
    ({"table_is": ["3C+5S=8@2"]}, 422, ["table_is"]),
    ({"table_is": ["5S", "5S"]}, 422, ["table_is"]),
    ({"table_is": ["5"]}, 422, ["table_is"]),
    ({"table_is": ["5X"]}, 400, ["table_is"]),
    ({"replace": 1, "turn": "KD -"}, 422, ["replace"]),
    ({"replace": 9, "turn": "KD -"}, 422, ["replace"]),
    ({"replace": 1, "table_is": ["5S"]}, 422, ["replace"]),
    ({"before": 1, "turn": "KD -"}, 422, ["before"]),
    ({"before": 9, "turn": "KD -"}, 422, ["before"]),
    ({"before": 1, "top": "5H", "pile": 0}, 422, ["before"]),
]


@pytest.mark.parametrize(("entry", "status", "wrong"), WRONG)
def test_what_cannot_be_entered(
    judged: Followed, entry: dict[str, Any], status: int, wrong: list[str]
) -> None:
    problem = judged.refused(status, **entry)
    assert [error["field"] for error in problem.get("errors", [])] == wrong
    assert "verdict" not in problem


TABLES: list[tuple[str, int, Any, int, str | None]] = [
    # game, players, table, status, reason
    ("casino", 2, ["5S", "9C", "JD"], 422, None),
    ("casino", 2, [*DEALT, "3D"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "JD"], 422, None),
    ("casino", 2, ["5S", "9C", "3D+2C=5"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "3D+2C=5@1"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "2"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "2X"], 400, None),
    ("swazi-casino", 2, ["JD", "KH", "QS", "2C"], 422, "redeal"),
    ("swazi-casino", 4, ["AS", "10D", "4C", "5H"], 422, "redeal"),
    ("south-african-casino", 2, ["5S"], 422, None),
    ("south-african-casino", 3, ["5S", "6S"], 422, None),
    ("south-african-casino", 3, ["JS"], 422, None),
]


@pytest.mark.parametrize(("game", "players", "table", "status", "reason"), TABLES)
def test_wrong_tables(
    api: Caller, game: str, players: int, table: Any, status: int, reason: str | None
) -> None:
    problem = begin(api, game, players).refused(status, table=table)
    assert [error["field"] for error in problem["errors"]] == ["table"]
    assert problem.get("reason") == reason


ILLEGAL = [
    # turns before, turn, reason
    ([], "8H x 9C", "no_match"),
    ([], "3C 3C+5S=9", "bad_sum"),
    ([], "2D+5S=7", "need_hand_card"),
    ([], "KD - / KH -", "one_hand_card"),
    (["3C 3C+5S=8"], "8H x 5S", "build_as_unit"),
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


@pytest.mark.parametrize("turn", ["KD - / KH -", "8H x 8C", "3C 3C+5S=9", "5S+2D=7"])
def test_what_cannot_have_happened(judged: Followed, turn: str) -> None:
    judged.refused(422, turn=turn, as_played=True)


def test_what_the_table_lets_stand(api: Caller) -> None:
    game = dealt(api)
    state = game.enter(turn="8H x 9C", as_played=True)
    row = {"seq": 2, "seat": 1, "kind": "illegal_turn", "card": "8H", "missed_at": None}
    assert state["irregularities"] == [row | {"reason": "no_match"}]
    state = game.enter(turn="KD -", seat=1, as_played=True)
    late = {"seq": 3, "seat": 1, "kind": "out_of_turn", "card": "KD", "missed_at": None}
    assert [{**late, **one} == one for one in state["irregularities"][1:]] == [True]
    assert (state["turn"], state["cards_left_in_hands"]) == (0, [4, 2])
    state = game.enter(replace=2, turn="8H -")
    assert [one["kind"] for one in state["irregularities"]] == ["out_of_turn"]


def test_a_play_out_of_turn_that_was_legal_does_not_fit_any_more(api: Caller) -> None:
    """Letting a play out of turn stand lets nothing illegal stand (L6, L16)."""
    game = begin(api, players=3, first_dealer=2)
    game.enter(table=["5S", "KH", "2C", "9D"])
    for body in ({"turn": "3C -"}, {"turn": "QC -"}):
        game.enter(**body)
    game.enter(turn="QD -", seat=0, as_played=True)
    state = game.enter(replace=2, turn="3C 3C+5S=8")
    kinds = [(one["kind"], one.get("reason")) for one in state["irregularities"]]
    assert kinds == [("out_of_turn", None), ("does_not_fit", "must_act_on_build")]
    game.enter(undo=game.seq)
    state = game.enter(replace=2, turn="3C 3C+5S=8")
    state = game.enter(replace=4, turn="QD -", seat=0, as_played=True)
    kinds = [(one["kind"], one.get("reason")) for one in state["irregularities"]]
    assert kinds == [("out_of_turn", None), ("illegal_turn", "must_act_on_build")]


def test_a_bluff_comes_to_light_with_the_last_card(api: Caller) -> None:
    game = dealt(api, "3C 3C+5S=8", "8H x 3C+5S=8", *(f"{c} -" for c in ("KS", "KH", "QS", "QH")))
    assert game.read()["irregularities"] == []
    state = game.enter(turn="AS -")
    (row,) = state["irregularities"]
    wanted = {
        "seq": 8, "seat": 1, "kind": "no_holder", "card": None, "missed_at": 2,
        "build": "3C+5S=8@1", "rank": "8",
    }  # fmt: skip
    assert row | wanted == row
    assert game.enter(undo=8)["irregularities"] == []


def test_keys(api: Caller) -> None:
    game = dealt(api)
    first = game.send(key="one", turn="3C 3C+5S=8")
    assert first.status_code == 201
    again = game.send(key="one", turn="3C 3C+5S=8", after=0)
    assert (again.status_code, again.json) == (201, first.json)
    other = game.send(key="one", turn="3C -")
    assert (other.status_code, fields(other)) == (422, ["key"])
    stale = game.send(turn="KD -", after=1)
    assert (stale.status_code, stale.json["state"]["seq"]) == (409, 2)
    undone = game.send(undo=1, after=2)
    assert (undone.status_code, undone.json["state"]["seq"]) == (409, 2)


def test_demands_are_put_in_the_place_of_the_turn(api: Caller) -> None:
    game = begin(api, "swazi-casino")
    game.enter(table=["5S", "4D", "9C", "3H"])
    (demand,) = game.enter(turn="9D x 9C")["demands"]
    assert demand == {
        "kind": "complete_take", "of": None, "captured": ["4D", "5S"], "builds": [],
        "turn": "9D x 9C 4D 5S",
    }  # fmt: skip
    state = game.enter(replace=2, turn=demand["turn"])
    assert (state["demands"], state["table"]) == ([], ["3H"])
    assert game.enter(turn="KS -")["demands"] == []


def test_tops(api: Caller) -> None:
    game = begin(api, "south-african-casino")
    game.enter(turn="5S -")
    state = game.enter(turn="5D x 5S")
    assert (state["piles"][0]["top"], state["piles"][0]["top_among"]) == (None, ["5S", "5D"])
    state = game.enter(top="5D", pile=0)
    assert (state["piles"][0]["top"], state["turn"]) == ("5D", 1)
    game.refused(422, top="5D", pile=0)
    state = game.enter(replace=3, top="5S", pile=0)
    assert state["piles"][0]["top"] == "5S"


def test_the_table_shows_something_else(api: Caller) -> None:
    game = dealt(api, "3C 3C+5S=8")
    state = game.enter(table_is=["9C", "JD", "4H+5S=9@0"])
    assert [build["text"] for build in state["builds"]] == ["4H+5S=9@0"]
    row = {"seq": 3, "seat": None, "kind": "table_corrected", "card": None, "missed_at": None}
    assert row.items() <= state["irregularities"][0].items()
    game.named -= {"2D", "3C"}  # it shows them no longer, so they may be played
    state = lay_out(game)
    assert (state["state"], state["turn"], state["scores"]) == ("playing", None, None)
