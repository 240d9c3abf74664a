"""``POST /{game}/score`` for the Casino family: what it answers, and what it refuses."""

from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS
from tests.api_calls import Caller, fields
from tests.casino_sheets import row, said

ADA, BO = row(30, 8, 2, 1, 0), row(22, 5, 2, 0, 1)


@pytest.fixture
def call(app: Flask) -> Caller:
    return Caller(app)


def score(call: Caller, *players: object, game: str = "casino", **body: Any) -> Any:
    house = dict.fromkeys(body.pop("on", ()), True)
    return call("POST", f"/{game}/score", {"players": players, "house": house, **body})


def test_a_game_of_two(call: Caller) -> None:
    """The contract's own example, with the sweeps that do not count."""
    answer = score(call, {"name": "A", **ADA, "sweeps": 0}, {"name": "B", **BO, "sweeps": 0})
    assert answer.json == {
        "players": [
            {"name": "A", "items": items(3, 1, 2, 2, 0), "total": 8},
            {"name": "B", "items": items(0, 0, 2, 0, 1), "total": 3},
        ],
        "teams": None,
        "sum": 11,
        "expected": 11,
        "balanced": True,
        "kinds": {
            "cards": {"found": 52, "expected": 52}, "spades": {"found": 13, "expected": 13},
            "aces": {"found": 4, "expected": 4}, "big_casino": {"found": 1, "expected": 1},
            "little_casino": {"found": 1, "expected": 1}},
    }  # fmt: skip


def test_switches_that_are_off_exclude_nothing(call: Caller) -> None:
    house = dict.fromkeys(RULESETS["casino"].house_rules.names(), False) | {"sweeps_cancel": True}
    answer = call("POST", "/casino/score", {"players": [ADA, BO], "house": house})
    assert answer.json["sum"] == 11


def items(*points: int) -> dict[str, int]:
    names = ("cards", "spades", "aces", "big_casino", "little_casino")
    return dict(zip(names, points, strict=True)) | {"sweeps": 0, "last_capture": 0}


REFUSED: list[tuple[list[object], dict[str, Any], str]] = [
    # rows, the rest of the body, the field at fault
    ([row(1, 0, 0, 0, 1), BO], {}, "players.0.little_casino"),
    ([said(8), BO], {}, "players"),
    ([ADA | {"sweeps": 1}, BO], {}, "players.0.sweeps"),
    ([said(4), said(7), said(2), None], {"game": "lesotho-casino"}, "players.2"),
    ([said(1001), said(3)], {}, "players.0.points"),
    ([ADA, BO, None, None], {}, "players.2"),
    ([ADA, BO, said(1), None], {"teams": [0, 1, 0, 1]}, "players.2"),
    ([ADA, BO, None, None], {"teams": [0, 0, 1, 1]}, "teams"),
    ([ADA, BO], {"on": ("sweeps_cancel", "claim_out")}, "house"),
    ([row(40, 13, 4, 1, 1), row(0, 0, 0, 0, 0)], {"game": "south-african-casino"},
     "players.0.spades"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "body", "field"), REFUSED)
def test_rows_that_no_game_has(call: Caller, rows, body, field) -> None:
    answer = score(call, *rows, **body)
    assert answer.status_code == 422, answer.text
    assert field in fields(answer)
