"""``POST /api/v1/{game}/score``."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api_calls import KINDS

URL = "/api/v1/krypkasino/score"
NONE = dict.fromkeys(KINDS, 0)


def players(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "ABCDEF"[seat], "markers": 0, **row} for seat, row in enumerate(rows)]


TWO = players({"card_points": 20}, {"card_points": 22})


def test_the_example_of_the_contract(client: FlaskClient) -> None:
    kinds = {"storan": 0, "lillan": 1, "ace_of_spades": 0, "other_spades": 3, "other_aces": 1}
    rows = players(
        {"markers": 1, **kinds},
        {"markers": 3, "card_points": 13},
        {"card_points": 10},
        {"card_points": 13},
    )
    answer = client.post(URL, json={"players": rows, "teams": [0, 1, 0, 1]}).json
    assert answer["players"][0] == {
        "name": "A", "sweeps": 5, "set_ups": -15, "cards": 6, "last_capture": 0, "total": -4,
    }  # fmt: skip
    assert answer["teams"][0] == {"team": 0, "players": [0, 2], "total": 6}
    assert (answer["sum"], answer["expected"], answer["balanced"]) == (42, 42, True)
    assert answer["kinds"] is None


ERRORS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"players": None}, "players"),
    ({"players": TWO[:1]}, "players"),
    ({"players": players({"card_points": 1, "storan": 1}, NONE)}, "players.0.card_points"),
    ({"players": players({"storan": 1}, NONE)}, "players.0.lillan"),
    ({"players": players({"markers": 105, "card_points": 1}, NONE)}, "players.0.markers"),
    ({"players": players({"name": "x" * 61, "card_points": 1}, NONE)}, "players.0.name"),
    ({"players": TWO, "teams": [0, 1]}, "teams"),
    ({"players": TWO * 2, "teams": [0, 0, 1, 1]}, "teams"),
    ({"players": TWO, "last_capturer": 2}, "last_capturer"),
]


@pytest.mark.parametrize(("body", "field"), ERRORS)
def test_impossible_sheets(client: FlaskClient, body: dict[str, Any], field: str) -> None:
    response = client.post(URL, json=body)
    assert response.status_code == 422, response.text
    assert response.content_type == "application/problem+json"
    assert field in [error["field"] for error in response.json["errors"]]


def test_a_body_is_json_whatever_its_type_says(client: FlaskClient) -> None:
    response = client.post(URL, data=client.application.json.dumps({"players": TWO}))
    assert response.status_code == 200
