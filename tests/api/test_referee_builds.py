"""``GET /api/v1/{game}/referee`` of the games with builds, as the contract says."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.judge.building import BuildRules, build_rules
from referee.rules.games.casino.judge.reasons import Reason
from tests.calls import Caller, fields

GAMES = [game for game in RULESETS if isinstance(ruleset(game).referee, BuildRules)]
SWAZI, SOUTH_AFRICAN, SPADE = "swazi-casino", "south-african-casino", "spade-casino"
MINE = "KD 4C 3S+5H=8@0"


def ask(app: Flask, game: str = "casino", status: int = 200, **query: str) -> Any:
    """The answer, held against the OpenAPI document."""
    pairs = "&".join(f"{name}={_escaped(text)}" for name, text in query.items())
    answer = Caller(app)("GET", f"/{game}/referee?{pairs}")
    assert answer.status_code == status, answer.text
    return answer if status != 200 else answer.json


def _escaped(text: str) -> str:
    return text.replace("+", "%2B").replace("=", "%3D").replace(" ", "+")


def test_these_games_have_such_a_referee() -> None:
    assert GAMES == ["casino", "royal-casino", SWAZI, "lesotho-casino", SOUTH_AFRICAN, SPADE]


def test_the_example_of_the_contract(app: Flask) -> None:
    answer = ask(app, table=MINE, hand="8H QC", turn="8H x 3S+5H=8")
    assert answer["verdict"].pop("message")
    assert answer == {
        "game": "casino",
        "players": 2,
        "table": ["4C", "KD"],
        "builds": [
            {
                "value": 8,
                "groups": [["3S", "5H"]],
                "multiple": False,
                "keeper": 0,
                "text": "3S+5H=8@0",
            }
        ],
        "duties": ["must_act_on_build", "keep_card"],
        "hand": [
            {"card": "8H", "takes": 1, "forms": 0, "lay": False},
            {"card": "QC", "takes": 0, "forms": 0, "lay": False},
        ],
        "play": {
            "card": "8H",
            "takes": [
                {
                    "turn": "8H x 3S+5H=8",
                    "captured": [],
                    "builds": ["3S+5H=8@0"],
                    "groups": [],
                    "value": 8,
                    "holds": [],
                    "after": {"table": ["4C", "KD"], "builds": [], "piles": None},
                    "sweep": False,
                    "points": 0,
                    "points_most": 0,
                }
            ],
            "takes_complete": True,
            "forms": [],
            "forms_complete": True,
            "lay": {"legal": False, "reason": "keep_card", "holds": []},
        },
        "with": None,
        "verdict": {
            "legal": True,
            "reason": "legal",
            "holds": [],
            "step": None,
            "cards": [],
            "build": None,
            "value": 8,
            "demands": [],
            "rule": None,
        },
        "after": {"table": ["4C", "KD"], "builds": [], "piles": None},
    }


@pytest.mark.parametrize("game", GAMES)
def test_nothing_asked(app: Flask, game: str) -> None:
    answer = ask(app, game)
    assert answer["players"] == 2
    assert answer["table"] == answer["builds"] == answer["duties"] == []
    nothing = ("hand", "play", "with", "verdict", "after")
    assert {name: answer[name] for name in nothing} == dict.fromkeys(nothing)


UNREADABLE = [
    # query, the fields at fault
    ({"table": "8X"}, ["table"]),
    ({"table": "3S+5H="}, ["table"]),
    ({"table": "8S", "turn": "8H takes 8S"}, ["turn"]),
    ({"table": "8S", "turn": "8H"}, ["turn"]),
    ({"table": "8S", "with": "="}, ["with"]),
    ({"hand": "8 X"}, ["hand"]),
    ({"played": "8H 8S"}, ["played"]),
    ({"players": "two"}, ["players"]),
    ({"deal": "x"}, ["deal"]),
    ({"limit": "many"}, ["limit"]),
    ({"table": "8X", "hand": "Y"}, ["table", "hand"]),
]
IMPOSSIBLE = [
    ({"table": "8S 8S"}, ["table"]),
    ({"table": "3S+5H=9"}, ["table"]),
    ({"table": "8S=8"}, ["table"]),
    ({"table": "3S+5H=8@2"}, ["table"]),
    ({"table": "8S", "hand": "8S"}, ["hand"]),
    ({"table": "8S", "played": "8S"}, ["played"]),
    ({"table": "8S", "turn": "8S -"}, ["turn"]),
    ({"table": "8S", "played": "9H", "turn": "8H x 8S"}, ["turn"]),
    ({"table": "5S", "turn": "3C 5S+4C=9"}, ["turn"]),
    ({"players": "5"}, ["players"]),
    ({"players": "1"}, ["players"]),
    ({"deal": "7"}, ["deal"]),
    ({"deal": "0"}, ["deal"]),
    ({"players": "4", "deal": "4"}, ["deal"]),
    ({"limit": "0"}, ["limit"]),
    ({"limit": "201"}, ["limit"]),
    ({"house": "jokers"}, ["house"]),
    ({"piles": "5H@1"}, ["piles"]),
    ({"stock": "3"}, ["stock"]),
    ({"proven": "J"}, ["proven"]),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("status", "query", "faults"),
    [(400, *row) for row in UNREADABLE] + [(422, *row) for row in IMPOSSIBLE],
)
def test_bad_questions(
    app: Flask, status: int, query: dict[str, str], faults: list[str], language: str
) -> None:
    answer = Caller(app)(
        "GET",
        "/casino/referee?" + "&".join(f"{name}={_escaped(text)}" for name, text in query.items()),
        headers={"Accept-Language": language},
    )
    assert (answer.status_code, fields(answer)) == (status, faults), answer.text
    assert all(error["message"].strip() for error in answer.json["errors"])


def test_house_rules_are_those_of_the_game(app: Flask) -> None:
    ask(app, "royal-casino", house="ace_low sweeps")
    ask(app, "casino", 422, house="ace_low")


def test_a_limit_is_for_takes_and_for_builds(app: Flask) -> None:
    play = ask(app, table="5S 5H 4C AD", played="9D", limit="1")["play"]
    assert len(play["takes"]) == len(play["forms"]) == 1
    assert (play["takes_complete"], play["forms_complete"]) == (False, False)


KNOWN = ["table", "players", "hand", "played", "with", "turn", "deal", "house", "limit"]
KNOWN_TO_SOME = {
    "casino": [],
    "royal-casino": [],
    SWAZI: ["piles", "stock", "proven"],
    "lesotho-casino": ["piles", "stock", "proven"],
    SOUTH_AFRICAN: ["piles"],
    SPADE: [],
}


@pytest.mark.parametrize("game", GAMES)
def test_the_document_has_its_parameters(client: FlaskClient, game: str) -> None:
    paths = client.get("/api/v1/openapi.json").json["paths"]
    described = paths[f"/api/v1/{game}/referee"]["get"]["parameters"]
    assert sorted(one["name"] for one in described) == sorted([*KNOWN, *KNOWN_TO_SOME[game]])
    assert all(one["description"] for one in described)
    without_builds = paths["/api/v1/krypkasino/referee"]["get"]["parameters"]
    assert "turn" not in [one["name"] for one in without_builds]


# Every reason, and its sentence in every language

REASONS: dict[str, dict[str, str]] = {
    "not_in_hand": {"table": "8S", "hand": "9H", "turn": "8H x 8S"},
    "one_hand_card": {"table": "8S", "hand": "8H 9H", "turn": "8H x 8S / 9H -"},
    "need_hand_card": {"table": "3S 5S", "turn": "3S+5S=8"},
    "empty_table": {"turn": "8H x 8S"},
    "not_on_table": {"table": "9S", "turn": "8H x 8S"},
    "build_as_unit": {"table": MINE, "turn": "3H x 3S"},
    "picture_no_number": {"table": "4H 9C", "turn": "KS x 4H 9C"},
    "no_match": {"table": "9H", "turn": "8D x 9H"},
    "picture_one": {"table": "QS QC", "turn": "QD x QS QC"},
    "build_value": {"table": "2C 3H+4S=7@1", "turn": "9D x 2C 3H+4S=7"},
    "no_merge": {
        "table": "3C+5S=8@1 2D+6H=8@1",
        "hand": "8D 8C",
        "turn": "8C 8C=2D+6H=3C+5S=8",
    },
    "raise_multiple": {"table": "3S=3H=3@1", "hand": "2C 5D", "turn": "2C 2C+3S+3H=5"},
    "raise_table_card": {
        "table": "2C AS+4H=5@1",
        "hand": "3D 10H",
        "turn": "3D AS+2C+3D+4H=10",
    },
    "raise_played_must_change": {
        "table": "3C 2S+4H=6@1",
        "hand": "9D 9C",
        "turn": "9D 9D=2S+3C+4H=9",
        "house": "table_cards_may_raise",
    },
    "bad_sum": {"table": "6H 6D", "turn": "6S 6S+6H+6D=9"},
    "no_holder": {"table": "AH 2C", "hand": "3D 6S", "turn": "3D AH+3D=4"},
    "unfinished": {"table": "3H 5C", "turn": "3H+5C=8", "house": "trail_and_table_build"},
    "keep_card": {"table": "8H 3C+5S=8@0", "hand": "8D KS", "turn": "8D x 8H"},
    "must_act_on_build": {"table": MINE, "hand": "8H QC", "turn": "QC -"},
    "legal": {"table": "8S", "turn": "8H x 8S"},
}


SOUTHERN: dict[str, tuple[str, dict[str, str]]] = {
    "pile_own": (SWAZI, {"table": "6C 8S", "piles": "2S@0", "turn": "8S=6C+2S^0=8"}),
    "pile_top_only": (SWAZI, {"table": "6C 8S", "piles": "5H>2S@1", "turn": "8S=6C+2S^1=8"}),
    "pile_augment_only": (SWAZI, {"table": "6C", "piles": "8S@1", "turn": "8H x 8S^1"}),
    "pile_two_in_set": (
        SWAZI,
        {"table": "9S 2D", "piles": "5H>2S@1", "turn": "9S=2D+5H^1+2S^1=9"},
    ),
    "no_base": (SWAZI, {"table": "6C", "piles": "2S@1", "turn": "6C+2S^1=8"}),
    "no_raise": (
        SOUTH_AFRICAN,
        {"table": "3S+4C=7@1", "turn": "2H 3S+4C+2H=9", "house": "no_raise"},
    ),
    "raise_own_side": (SWAZI, {"table": "6S+3C=9@0", "turn": "2S 6S+3C+2S=11"}),
    "augment_not_yours": (
        SWAZI,
        {"table": "5S+3C=8@1 6H", "piles": "2S@1", "turn": "5S+3C=6H+2S=8 / 4C -"},
    ),
    "not_proven": (SWAZI, {"table": "6H 5C", "players": "4", "turn": "6H+5C=11@2 / 4C -"}),
    "dup_value": (SWAZI, {"table": "9C+4D=13@1 6H 7H", "turn": "6H+7H=13 / 2C -"}),
    "must_merge": (SWAZI, {"table": "9C+4D=13@0 6H 7H", "turn": "6H+7H=13 / 2C -"}),
    "owner_add_or_take": (SOUTH_AFRICAN, {"table": "5S+3C=8@0 3H", "turn": "7H -"}),
    "no_lay_with_build": (SWAZI, {"table": "5S+4C=9@0 3H", "turn": "7H -"}),
    "one_build_max": (SWAZI, {"table": "5S+4C=9@0 6H 3D", "turn": "AH 6H+3D+AH=10"}),
}
OF_GAMES = {reason: ("casino", query) for reason, query in REASONS.items()} | SOUTHERN


def test_every_reason_occurs() -> None:
    assert set(OF_GAMES) == {reason.value for reason in Reason}


@pytest.mark.parametrize("reason", OF_GAMES)
def test_every_reason_is_said(client: FlaskClient, reason: str) -> None:
    game, query = OF_GAMES[reason]
    said = []
    for language in LANGUAGES:
        answer = client.get(
            f"/api/v1/{game}/referee",
            query_string=query,
            headers={"Accept-Language": language},
        )
        verdict = answer.json["verdict"]
        assert verdict["reason"] == reason
        assert verdict["legal"] is (reason == "legal")
        assert verdict["rule"] == build_rules(ruleset(game)).CLAUSES.get(Reason(reason))
        assert "%(" not in verdict["message"]
        assert verdict["message"].endswith((".", "?"))
        said.append(verdict["message"])
    assert said[0].startswith(("Yes", "No:", "Not yet:"))


def test_an_open_verdict_is_said(app: Flask) -> None:
    verdict = ask(app, table="5S", turn="3C 3C+5S=8")["verdict"]
    assert (verdict["legal"], verdict["holds"]) == (None, ["8"])
    assert verdict["message"] == "Yes, if you still hold an eight."


DATA = Path(__file__).parents[1] / "data"
TURNS = [
    turn
    for name in ("casino_turns.json", "southern_turns.json")
    for turn in json.loads((DATA / name).read_text("utf-8"))
]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn["id"])
def test_published_turns(app: Flask, turn: dict[str, Any]) -> None:
    verdict = ask(app, turn["game"], **turn["query"], house=" ".join(turn["house"]))["verdict"]
    told = ("legal", "reason", "holds")
    assert {name: verdict[name] for name in told} == {name: turn[name] for name in told}
