"""Entries of followed games through the API: what is refused, keys, corrections."""

from typing import Any

import pytest
from flask import Flask

from tests.api_calls import (
    Caller,
    Live,
    Table,
    cards,
    engine,
    fields,
    short,
)

LAID = "2D 5H 8S 9C"


@pytest.fixture
def four_plays(table: Table) -> Live:
    """Ada, who deals, and Bo, after four plays: entries 2 to 5."""
    game = Live(table)
    game.lay(LAID)
    game.plays("8H 8S", "9H 9C", "5C 5H", "JD -")
    return game


@pytest.fixture(scope="module")
def judged_plays(app: Flask) -> Live:
    """Return one followed game for all requests that are refused, and so change nothing."""
    game = engine(Caller(app), ["Ada", "Bo"], LAID)
    game.plays("8H 8S", "9H 9C", "5C 5H", "JD -")
    return game


REFUSED: list[tuple[dict[str, Any], int, str | None]] = [
    # what is sent, the status, the reason: an entry says exactly one thing
    ({}, 422, None),
    ({"captured": ["2D"]}, 422, None),
    ({"card": "2H", "undo": 5}, 422, None),
    ({"undo": 5, "replace": 2, "card": "8C"}, 422, None),
    ({"replace": 2}, 422, None),
    ({"before": 2, "table": cards(LAID)}, 422, None),
    # only the latest one is undone, and no other than these are corrected
    ({"undo": 1}, 409, None),
    ({"undo": 4}, 409, None),
    ({"undo": 6}, 409, None),
    ({"replace": 6, "card": "8C", "captured": ["8S"]}, 422, None),
    ({"replace": -1, "card": "8C", "captured": ["8S"]}, 422, None),
    # a correction is judged as a play is
    ({"replace": 2, "card": "AH", "captured": ["5H"]}, 422, "not_capturable"),
    ({"replace": 2, "card": "7D", "captured": []}, 422, "must_capture"),
    ({"before": 3, "card": "9S", "captured": []}, 422, "must_capture"),
    ({"before": 1, "card": "KC", "captured": []}, 422, None),
    ({"before": 3, "card": "KC", "captured": [], "seat": 1}, 422, None),
]


@pytest.mark.parametrize(("body", "status", "reason"), REFUSED)
def test_what_is_no_entry(judged_plays: Live, body, status, reason) -> None:
    assert judged_plays.refused(status, **body).get("reason") == reason


def test_a_replacement_that_is_let_stand(four_plays: Live) -> None:
    state = four_plays.enter(replace=2, card="7D", captured=[], as_played=True)
    assert (1, "illegal_capture", "7D") in [found[1:] for found in short(state["irregularities"])]


def test_the_keys_of_other_entries(either: Caller) -> None:
    game = engine(either, ["Ada", "Bo"])
    bodies = [
        {"table": cards(LAID)},
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


def test_the_same_key_with_other_content(four_plays: Live) -> None:
    body = {"card": "3H", "key": "k", "after": four_plays.seq}
    four_plays.enter(**body)
    for undone in (False, True):
        if undone:
            four_plays.enter(undo=6)
        for other in OTHERS:
            problem = four_plays.refused(422, **{**body, **other})
            assert [error["field"] for error in problem["errors"]] == ["key"]


def test_a_refused_entry_leaves_its_key_free(four_plays: Live) -> None:
    four_plays.refused(422, key="k", card="2H", captured=[])
    four_plays.refused(422, key="k", card="2H", captured=["8S"])
    four_plays.refused(409, key="k", undo=2)
    four_plays.refused(409, key="k", after=1, card="3H")
    assert four_plays.play("3H", key="k")["table"] == ["2D", "3H", "JD"]


STALE: list[dict[str, Any]] = [
    {"after": 4, "undo": 5},
    {"after": 1, "table_is": []},
    {"after": 6, "card": "3H"},
]


def test_somebody_was_faster(four_plays: Live) -> None:
    before = four_plays.read()
    for body in STALE:
        assert four_plays.refused(409, **body)["state"] == before


def test_every_entry_carries_both(judged_plays: Live) -> None:
    wrong = [("key", key) for key in (..., None, "", "x" * 65, "a\nb", "\0", "\ud800", 1)]
    for name, value in [("after", ...), *wrong]:
        answer = judged_plays.send(card="3H", **{name: value})
        assert (answer.status_code, fields(answer)) == (422, [name])
    assert judged_plays.read()["seq"] == 5
