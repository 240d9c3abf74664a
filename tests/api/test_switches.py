"""Switches in bodies: JSON's true and false, and nothing that is merely like them."""

import json
from typing import Any

import pytest
from flask import Flask

from tests.calls import Caller, Table, fields, plan, points

HOUSE = {"last_capture_point": "{switch}"}
SCORED = [{"name": "Ada", **points(20)}, {"name": "Bo", **points(22)}]

SWITCHES: list[tuple[str, dict[str, Any], str]] = [
    # path, body, field
    ("/sessions", plan(house=HOUSE), "house.last_capture_point.value"),
    ("/krypkasino/score", {"players": SCORED, "house": HOUSE}, "house.last_capture_point.value"),
    ("{game}/sweeps", {"seat": 0, "key": "k", "double": "{switch}"}, "double"),
    ("{game}/close", {"accept_imbalance": "{switch}"}, "accept_imbalance"),
]
NO_SWITCHES = [1, 0, 1.0, "yes", "true", "True", "on", "", [], [True], {}]


@pytest.fixture
def api(app: Flask) -> Caller:
    """What is read from a body is the same on each database."""
    return Caller(app)


@pytest.fixture(scope="module")
def judged(app: Flask) -> Table:
    """One game that everybody has counted, for all that is refused, and so changes nothing."""
    table = Caller(app).start(["Ada", "Bo"])
    table.begin()
    table.fill(1, points(20), points(22))
    return table


def send(table: Table, path: str, body: dict[str, Any], switch: object) -> Any:
    """The call with this for its switch; a key is sent where one is needed."""
    caller = table.edit if "{game}" in path else Caller(table.edit.app)
    path = path.replace("{game}", f"/sessions/{table.id}/games/1")
    text = json.dumps(body).replace('"{switch}"', json.dumps(switch))
    return caller("POST", path, json.loads(text))


@pytest.mark.parametrize("value", NO_SWITCHES, ids=json.dumps)
@pytest.mark.parametrize(("path", "body", "field"), SWITCHES)
def test_what_is_no_switch(
    judged: Table, path: str, body: dict[str, Any], field: str, value: object
) -> None:
    before = judged.get(), judged.sheet()
    answer = send(judged, path, body, value)
    assert (answer.status_code, fields(answer)) == (422, [field])
    assert (judged.get(), judged.sheet()) == before


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize(("path", "body", "field"), SWITCHES)
def test_true_and_false(
    table: Table, path: str, body: dict[str, Any], field: str, value: bool
) -> None:
    """So that nothing else of these bodies is refused above."""
    table.fill(1, points(20), points(22))
    assert send(table, path, body, value).status_code in (200, 201)
