"""``GET /api/v1/{game}/referee``, field by field as the contract says, in every kind of game."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from referee.cli import main
from referee.languages import LANGUAGES
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.judge.play_rules import BuildRules
from tests.api_calls import Caller, fields

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
    assert ask(client, table="🂨🃙🃋", played="🂸") == one
    assert ask(client, table="S8 ♧9 DJ", played="♥️8") == one


def test_limit(client: FlaskClient) -> None:
    play = ask(client, table="2 3 4 5 8 10", played="A", limit="2")["play"]
    assert (len(play["options"]), play["options_total"], play["options_complete"]) == (2, 3, True)


ERRORS = [
    # query, status, fields
    ("table=8K", 400, ["table"]),
    ("table=🂬&hand=🃏&played=DK", 400, ["table", "played", "hand"]),
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


GAMES = [game for game in RULESETS if isinstance(ruleset(game).referee, BuildRules)]
SWAZI = "swazi-casino"
SOUTH_AFRICAN = "south-african-casino"
SPADE = "spade-casino"
MINE = "KD 4C 3S+5H=8@0"


def ask_builds(
    app: Flask, game: str = "casino", status: int = 200, language: str = "en", **query: str
) -> Any:
    """Return the answer, held against the OpenAPI document."""
    headers = {"Accept-Language": language}
    answer = Caller(app)("GET", f"/{game}/referee?{urlencode(query)}", headers=headers)
    assert answer.status_code == status, answer.text
    return answer if status != 200 else answer.json


def test_the_example_with_builds(app: Flask) -> None:
    answer = ask_builds(app, table=MINE, hand="8H QC", turn="8H x 3S+5H=8")
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
        answer = ask_builds(app, "casino", status, language, **query)
        assert fields(answer) == [fault], answer.text
        assert all(error["message"].strip() for error in answer.json["errors"])


def test_a_limit_is_for_takes_and_for_builds(app: Flask) -> None:
    play = ask_builds(app, table="5S 5H 4C AD", played="9D", limit="1")["play"]
    assert len(play["takes"]) == len(play["forms"]) == 1
    assert (play["takes_complete"], play["forms_complete"]) == (False, False)


PARAMETERS = ["table", "players", "hand", "played", "with", "turn", "deal", "house", "limit"]
PARAMETERS_OF_SOME = {
    "casino": ["stock"], "royal-casino": ["stock"], SWAZI: ["piles", "stock", "proven"],
    "lesotho-casino": ["piles", "stock", "proven"], SOUTH_AFRICAN: ["piles"], SPADE: [],
    "kasino": ["stock"]}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_the_document_has_its_parameters(client: FlaskClient, game: str) -> None:
    paths = client.get("/api/v1/openapi.json").json["paths"]
    described = paths[f"/api/v1/{game}/referee"]["get"]["parameters"]
    assert sorted(one["name"] for one in described) == sorted(
        [*PARAMETERS, *PARAMETERS_OF_SOME[game]]
    )
    assert all(one["description"] for one in described)
    without_builds = paths["/api/v1/krypkasino/referee"]["get"]["parameters"]
    assert "turn" not in [one["name"] for one in without_builds]


LESOTHO = "lesotho-casino"

KNOWN_TO_GAMES = [
    # game, query, status, the fields at fault
    (SWAZI, {"piles": "5H>@1"}, 400, ["piles"]),
    (SWAZI, {"proven": "8H", "players": "4"}, 400, ["proven"]),
    (SWAZI, {"stock": "some", "house": "crazy"}, 400, ["stock"]),
    (SWAZI, {"piles": "5H@3", "players": "3"}, 422, ["piles"]),
    (SWAZI, {"stock": "5"}, 422, ["stock"]),
    (SWAZI, {"stock": "0", "house": "crazy"}, 200, []),
    (SWAZI, {"proven": "J", "players": "3"}, 422, ["proven"]),
    (SWAZI, {"turn": "8H 8H+2C^3=10", "players": "3"}, 422, ["turn"]),
    (SOUTH_AFRICAN, {"proven": "8", "house": "partners"}, 422, ["proven"]),
    (SOUTH_AFRICAN, {"table": "KD"}, 422, ["table"]),
]


@pytest.mark.parametrize(("game", "query", "status", "faults"), KNOWN_TO_GAMES)
def test_what_a_game_knows(app: Flask, game, query, status, faults) -> None:
    answer = ask_builds(app, game, status, **query)
    if faults:
        assert fields(answer) == faults


PILES = [
    # game, query, the piles after it
    (  # partners share a pile, which is named by the first of them; the card that took is on top
        SWAZI,
        {"players": "4", "table": "8S", "piles": "5H>2S@1", "turn": "8H x 8S"},
        [{"seat": 0, "top": "8H"}, {"seat": 1, "top": "5H"}],
    ),
    (  # what lies below a card that was used is known if somebody said so
        SWAZI,
        {"table": "8S 3C", "piles": "5H>2S@1", "turn": "8S=3C+5H^1=8 / 4D -", "deal": "2"},
        [{"seat": 0, "top": None}, {"seat": 1, "top": "2S"}],
    ),
]


@pytest.mark.parametrize(("game", "query", "piles"), PILES)
def test_piles_after_a_turn(app: Flask, game: str, query: dict[str, str], piles: Any) -> None:
    assert ask_builds(app, game, **query)["after"]["piles"] == piles


def test_what_opponents_may_insist_on(app: Flask) -> None:
    """SW18, SW19."""
    answer = ask_builds(app, SWAZI, players="3", table="7S 5H 2C", turn="7H x 7S")
    assert answer["verdict"]["legal"] is True
    missing = {"kind": "complete_take", "of": None, "captured": ["2C", "5H"], "builds": []}
    assert answer["verdict"]["demands"] == [missing]
    answer = ask_builds(app, SWAZI, table="4C+5S=9@0 6H 3D", piles="9D@1", turn="10H -", deal="2")
    missing = {
        "kind": "complete_build", "of": "4C+5S=9@0", "captured": ["3D", "6H", "9D^1"], "builds": [],
    }  # fmt: skip
    assert answer["verdict"]["demands"] == [missing]


CASINO = "casino"

ONCE = "there is only one in the game"
TWICE = [
    # the game, the position, the turn or what is pointed at, how it is said
    (CASINO, {"table": "4C"}, {"turn": "8H x 4C 4C"}, f"2 × 4♣: {ONCE}."),
    (CASINO, {"table": "3S+5H=8"}, {"turn": "8H x 3S+5H=8 3S"}, ONCE),
    (CASINO, {"table": "4C"}, {"turn": "8H x 4 4 4 4 4"}, "there are only four in the game"),
    (SWAZI, {"table": "3S 5H"}, {"turn": "3S+5H=8 / 8C x 3S+5H=8 5H"}, ONCE),
    (SOUTH_AFRICAN, {"table": "5S"}, {"turn": "3C 3C+5S^1+5S=13"}, ONCE),
    (SOUTH_AFRICAN, {"table": "8S"}, {"turn": "8H x 8S JS"}, "this game has no such card"),
    (CASINO, {"table": "3S+5H=8"}, {"with": "3S+5H=8 3S"}, ONCE),
    (SWAZI, {"table": "4D", "piles": "4C@1"}, {"with": "4C^1 4C^1"}, ONCE),
]


@pytest.mark.parametrize(("game", "position", "said", "sentence"), TWICE)
def test_no_card_is_named_twice(app: Flask, game, position, said, sentence) -> None:
    asked, (field,) = position | said, said.keys() - {"played"}
    answer = Caller(app).client.get(f"/api/v1/{game}/referee", query_string=asked)
    assert (answer.status_code, fields(answer)) == (422, [field]), answer.text
    assert sentence in answer.json["detail"]


AGAIN = [
    # the game, the position, a turn that names a card in several steps; the reason
    (SWAZI, {"table": "3S 5H 8H"}, "3S+5H=8 / 8C x 3S+5H=8", "legal"),
    (SWAZI, {"table": "3S 5H 8H"}, "3S+5H=8 / 8C x 3S 5H", "build_as_unit"),
    (CASINO, {"table": "8S", "hand": "8H"}, "8H x 8S / 8H -", "not_in_hand"),
    # A suit that nobody said may be another one.
    (CASINO, {"table": "4C 4D"}, "8H x 4C 4", "legal"),
]


@pytest.mark.parametrize(("game", "position", "turn", "reason"), AGAIN)
def test_a_later_step_may_name_it_once_more(app: Flask, game, position, turn, reason) -> None:
    asked = position | {"turn": turn}
    answer = Caller(app).client.get(f"/api/v1/{game}/referee", query_string=asked)
    assert (answer.status_code, answer.json["verdict"]["reason"]) == (200, reason)


CLAIMS = [
    # table, played, captured, what else is known: legal, unless, ways to take the rest
    ("3 5", "K", "-", {}, None, ["8"], []),
    ("3 5", "K", "-", {"hand": "K 8"}, False, [], []),
    ("A 2 5 6 8", "8", "8", {}, False, [], [["2", "6"], ["A", "2", "5"]]),
    ("9 5S 5H 5D 5C", "A", "-", {"limit": "2"}, False, [], [["5H", "9"], ["5D", "9"]]),
]


@pytest.mark.parametrize(
    ("table", "played", "captured", "more", "legal", "unless", "missing"), CLAIMS
)
def test_they_agree(client, table, played, captured, more, legal, unless, missing) -> None:  # noqa: PLR0917
    query = {"table": table, "played": played, "captured": captured} | more
    answer: Any = client.get("/api/v1/krypkasino/referee", query_string=query).json
    verdict = answer["verdict"]
    assert (verdict["legal"], verdict["unless"]) == (legal, unless)
    assert verdict["missing"] == missing
    given = ["judge", f"{table} / {played}", "--captured", captured]
    for name, text in more.items():
        given.append(f"--{name.replace('_', '-')}")
        given += [] if text == "1" else [text]
    told = CliRunner().invoke(main, given)
    first = told.stdout.splitlines()[0]
    assert told.exit_code == (1 if legal is False else 0)
    assert json.loads(CliRunner().invoke(main, [*given, "--json"]).stdout) == answer
    assert verdict["message"].startswith(first)
    if "limit" not in more:  # the page has its own
        page = unescape(client.get("/krypkasino/referee", query_string=query).text)
        assert re.search(r"<h1[^>]*>([^<]*)<", page)[1] == first  # type: ignore[index]  # none is red


@pytest.mark.parametrize(
    "game", ["royal-casino", "swazi-casino", "kasino", "lesotho-casino", "casino"]
)
@pytest.mark.parametrize(("table", "turn"), [
    ("AC AS 5H", "AD x AC 5H"), ("KC AS", "AD x KC"), ("9C 2S", "AD x 9C 2S"),
    ("10D 6S", "10C x 6S"), ("3C 5H", "2S x 3C"), ("AS AC 9D", "AH AH+9D=11")])  # fmt: skip
def test_the_number_of_the_sentence_is_the_value(client, game: str, table: str, turn: str) -> None:
    """Of a card that has two values as well."""
    query = {"table": table, "turn": turn}
    answer: Any = client.get(f"/api/v1/{game}/referee", query_string=query).json
    verdict = answer["verdict"]
    numbers = re.findall(r"(?:make|groups of) ([0-9]+)", verdict["message"])
    assert set(numbers) <= {str(verdict["value"])}
