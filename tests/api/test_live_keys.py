"""``/games/{number}/plays``: what an entry says, its key, and what its sender saw last."""

from typing import Any

import pytest
from flask import Flask

from tests.api_calls import Caller, Table, fields
from tests.followed_game_calls import Live, cards, engine

DEALT = "2D 5H 8S 9C"


@pytest.fixture
def game(table: Table) -> Live:
    """Ada, who deals, and Bo, after four plays: entries 2 to 5."""
    game = Live(table)
    game.lay(DEALT)
    game.plays("8H 8S", "9H 9C", "5C 5H", "JD -")
    return game


@pytest.fixture(scope="module")
def judged(app: Flask) -> Live:
    """Return one followed game for all requests that are refused, and so change nothing."""
    game = engine(Caller(app), ["Ada", "Bo"], DEALT)
    game.plays("8H 8S", "9H 9C", "5C 5H", "JD -")
    return game


# One thing at a time

BODIES: list[dict[str, Any]] = [
    {},
    {"captured": ["2D"]},
    {"card": "2H", "undo": 5},
    {"undo": 5, "replace": 2, "card": "8C"},
    {"replace": 2},
    {"before": 2, "table": cards(DEALT)},
]


@pytest.mark.parametrize("body", BODIES)
def test_an_entry_says_exactly_one_thing(judged: Live, body: dict[str, Any]) -> None:
    judged.refused(422, **body)


# Keys, and what was seen last


def test_the_keys_of_other_entries(table: Table) -> None:
    game = Live(table)
    bodies = [
        {"table": cards(DEALT)},
        {"card": "8H"},
        {"card": "9H", "captured": ["9C"]},
        {"card": "3H", "captured": [], "as_played": True, "seat": 0},
        {"undo": 4},
        {"replace": 2, "card": "8C", "captured": ["8S"]},
        {"before": 3, "card": "KC"},
        {"table_is": ["2D", "KD"]},
    ]
    sent = [{**body, "key": f"k{seq}", "after": seq} for seq, body in enumerate(bodies)]
    answers = []
    for body in sent:
        answers.append(game.enter(**body))
        assert game.read() == answers[-1]
    for body, first in zip(sent, answers, strict=True):
        again = game.send(**body)
        assert (again.status_code, again.json) == (201, first)
    assert game.read() == answers[-1]


OTHERS: list[dict[str, Any]] = [
    {"card": "3D"},
    {"captured": [], "as_played": True, "seat": 0},
    {"card": ..., "table_is": ["2D", "JD"]},
    {"replace": 5},
    {"before": 5},
]


def test_the_same_key_with_other_content(game: Live) -> None:
    body = {"card": "3H", "key": "k", "after": game.seq}
    game.enter(**body)
    for undone in (False, True):
        if undone:
            game.enter(undo=6)
        for other in OTHERS:
            problem = game.refused(422, **{**body, **other})
            assert [error["field"] for error in problem["errors"]] == ["key"]


def test_a_refused_entry_leaves_its_key_free(game: Live) -> None:
    game.refused(422, key="k", card="2H", captured=[])
    game.refused(422, key="k", card="2H", captured=["8S"])
    game.refused(409, key="k", undo=2)
    game.refused(409, key="k", after=1, card="3H")
    assert game.play("3H", key="k")["table"] == ["2D", "3H", "JD"]


STALE: list[dict[str, Any]] = [
    {"after": 4, "undo": 5},
    {"after": 1, "table_is": []},
    {"after": 6, "card": "3H"},
]


def test_somebody_was_faster(game: Live) -> None:
    before = game.read()
    for body in STALE:
        assert game.refused(409, **body)["state"] == before


@pytest.mark.parametrize("missing", ["key", "after"])
def test_every_entry_carries_both(judged: Live, missing: str) -> None:
    answer = judged.send(card="3H", **{missing: ...})
    assert (answer.status_code, fields(answer)) == (422, [missing])
    assert judged.read()["seq"] == 5


@pytest.mark.parametrize("key", [None, "", "x" * 65, "a\nb", "\0", "\ud800", 1], ids=ascii)
def test_impossible_keys(judged: Live, key: Any) -> None:
    answer = judged.send(card="3H", key=key)
    assert (answer.status_code, fields(answer)) == (422, ["key"])
