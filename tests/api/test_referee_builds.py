"""``GET /api/v1/{game}/referee`` of the games with builds, as the contract says."""

from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.judge.play_rules import BuildRules
from tests.api_calls import Caller, fields

GAMES = [game for game in RULESETS if isinstance(ruleset(game).referee, BuildRules)]
SWAZI, SOUTH_AFRICAN, SPADE = "swazi-casino", "south-african-casino", "spade-casino"
MINE = "KD 4C 3S+5H=8@0"


def ask(
    app: Flask, game: str = "casino", status: int = 200, language: str = "en", **query: str
) -> Any:
    """Return the answer, held against the OpenAPI document."""
    headers = {"Accept-Language": language}
    answer = Caller(app)("GET", f"/{game}/referee?{urlencode(query)}", headers=headers)
    assert answer.status_code == status, answer.text
    return answer if status != 200 else answer.json


def test_the_example_of_the_contract(app: Flask) -> None:
    answer = ask(app, table=MINE, hand="8H QC", turn="8H x 3S+5H=8")
    assert answer["verdict"].pop("message")
    build = {"value": 8, "groups": [["3S", "5H"]], "multiple": False, "keeper": 0}
    build["text"] = "3S+5H=8@0"
    after = {"table": ["4C", "KD"], "builds": [], "piles": None}
    assert answer == {
        "game": "casino",
        "players": 2,
        "table": ["4C", "KD"],
        "builds": [build],
        "duties": ["must_act_on_build", "keep_card"],
        "hand": [
            {"card": "8H", "takes": 1, "forms": 0, "lay": False},
            {"card": "QC", "takes": 0, "forms": 0, "lay": False},
        ],
        "play": {
            "card": "8H",
            "takes": [
                {
                    "turn": "8H x 3S+5H=8", "captured": [], "builds": ["3S+5H=8@0"], "groups": [],
                    "value": 8, "holds": [], "after": after, "sweep": False, "points": 0,
                    "points_most": 0}
            ],
            "takes_complete": True,
            "forms": [],
            "forms_complete": True,
            "lay": {"legal": False, "reason": "keep_card", "holds": []},
        },
        "with": None,
        "verdict": {"legal": True, "reason": "legal", "value": 8}
        | {"holds": [], "cards": [], "demands": [], "step": None, "build": None, "rule": None},
        "after": after,
    }  # fmt: skip


BAD = [
    # status, query, the field at fault
    (400, {"table": "8X"}, "table"),
    (400, {"played": "8H 8S"}, "played"),
    (400, {"players": "two"}, "players"),
    (422, {"table": "8S 8S"}, "table"),
    (422, {"table": "3S+5H=9"}, "table"),
    (422, {"table": "8S", "played": "9H", "turn": "8H x 8S"}, "turn"),
    (422, {"players": "5"}, "players"),
    (422, {"deal": "7"}, "deal"),
    (422, {"house": "jokers"}, "house"),
    (422, {"house": "pictures_take_all three_pictures"}, "house"),
    (422, {"stock": "5"}, "stock"),
    (422, {"house": "draw", "stock": "41"}, "stock"),
    (422, {"house": "draw", "deal": "2"}, "deal"),
]


@pytest.mark.parametrize(("status", "query", "fault"), BAD)
def test_bad_questions(app: Flask, status: int, query: dict[str, str], fault: str) -> None:
    for language in LANGUAGES:
        answer = ask(app, "casino", status, language, **query)
        assert fields(answer) == [fault], answer.text
        assert all(error["message"].strip() for error in answer.json["errors"])


def test_a_limit_is_for_takes_and_for_builds(app: Flask) -> None:
    play = ask(app, table="5S 5H 4C AD", played="9D", limit="1")["play"]
    assert len(play["takes"]) == len(play["forms"]) == 1
    assert (play["takes_complete"], play["forms_complete"]) == (False, False)


KNOWN = ["table", "players", "hand", "played", "with", "turn", "deal", "house", "limit"]
KNOWN_TO_SOME = {
    "casino": ["stock"], "royal-casino": ["stock"], SWAZI: ["piles", "stock", "proven"],
    "lesotho-casino": ["piles", "stock", "proven"], SOUTH_AFRICAN: ["piles"], SPADE: [],
    "kasino": ["stock"]}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_the_document_has_its_parameters(client: FlaskClient, game: str) -> None:
    paths = client.get("/api/v1/openapi.json").json["paths"]
    described = paths[f"/api/v1/{game}/referee"]["get"]["parameters"]
    assert sorted(one["name"] for one in described) == sorted([*KNOWN, *KNOWN_TO_SOME[game]])
    assert all(one["description"] for one in described)
    without_builds = paths["/api/v1/krypkasino/referee"]["get"]["parameters"]
    assert "turn" not in [one["name"] for one in without_builds]
