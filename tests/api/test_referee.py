"""``GET /api/v1/{game}/referee``, field by field as the contract says."""

from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

URL = "/api/v1/krypkasino/referee"


def ask(client: FlaskClient, **query: str) -> Any:
    response = client.get(f"{URL}?{urlencode(query)}")
    assert response.status_code == 200, response.text
    return response.json


def test_the_example_of_the_contract(client: FlaskClient) -> None:
    answer = ask(client, table="8S 9C JD", played="8H", hand="8H 6D", captured="8S")
    assert answer["verdict"].pop("message")
    assert answer == {
        "game": "krypkasino",
        "table": ["8S", "9C", "JD"],
        "set_aside": [],
        "sweeps_for": [],
        "hand": {
            "must_play": [],
            "plays": [
                {"card": "6D", "sweep": "none", "options_total": 1, "points_least": 0},
                {"card": "8H", "sweep": "none", "options_total": 1, "points_least": 1},
            ],
        },
        "play": {
            "card": "8H",
            "value": 8,
            "creeps": False,
            "options_total": 1,
            "options_complete": True,
            "options": [
                {
                    "captured": ["8S"], "groups": [["8S"]], "left": ["9C", "JD"], "set_aside": [],
                    "sweep": "none", "points": 1, "points_most": 1, "sets_up": []}
            ],
        },
        "verdict": {
            "legal": True, "reason": "legal", "rule": None, "missed": [], "missing": [],
            "unless": []},
    }  # fmt: skip


def test_nothing_asked(client: FlaskClient) -> None:
    answer = ask(client, table="", played="", hand=" ", captured="")
    assert answer == {
        "game": "krypkasino", "table": [], "set_aside": [], "sweeps_for": [], "hand": None,
        "play": None, "verdict": None}  # fmt: skip


def test_lists_in_all_their_forms(client: FlaskClient) -> None:
    one = client.get(f"{URL}?table=8S+9C+JD&played=8H").json
    assert client.get(f"{URL}?table=JD,9C,8S&played=8h").json == one
    assert client.get(f"{URL}?table=JD&table=9C&table=8S&played=8%E2%99%A5").json == one


def test_limit(client: FlaskClient) -> None:
    play = ask(client, table="2 3 4 5 8 10", played="A", limit="2")["play"]
    assert (len(play["options"]), play["options_total"], play["options_complete"]) == (2, 3, True)


ERRORS = [
    # query, status, fields
    ("table=8K", 400, ["table"]),
    ("table=8x&hand=y&played=z", 400, ["table", "played", "hand"]),
    ("played=8+9", 400, ["played"]),
    ("limit=many", 400, ["limit"]),
    ("limit=0", 422, ["limit"]),
    ("limit=201", 422, ["limit"]),
    ("captured=8", 422, ["played"]),
    ("table=8S+8S+8S", 422, ["table"]),
    ("table=8S+8S&hand=8S", 422, ["hand"]),
    ("house=jokers", 422, ["house"]),
    ("table=8&dealt=1&house=set_aside_spades", 422, ["table"]),
]


@pytest.mark.parametrize(("query", "status", "fields"), ERRORS)
def test_errors_name_the_field(client: FlaskClient, query, status, fields) -> None:
    response = client.get(f"{URL}?{query}")
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = response.json
    assert problem["status"] == status
    assert [error["field"] for error in problem["errors"]] == fields
    assert all(error["message"] for error in problem["errors"])
    assert problem["detail"]


def test_messages_repeat_what_was_wrong(client: FlaskClient) -> None:
    message = client.get(f"{URL}?table=8x").json["errors"][0]["message"]
    assert "“8x”" in message
    long = client.get(f"{URL}?table={'x' * 5000}").json["errors"][0]["message"]
    assert len(long) < 300
