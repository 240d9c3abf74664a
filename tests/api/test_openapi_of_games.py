"""Games in paths of the OpenAPI document: a path about a game names the games that it is for, so
that a client made from it asks every one of them, and gets the shape that is promised there."""

from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS, ruleset
from tests.api_calls import API, Caller, document, plan

TWO = [{"name": "Ada"}, {"name": "Bo"}]
CALLS = [
    # the last part of the path, the method, a body; what every game can be asked
    ("referee", "GET", None),
    ("score", "POST", {"players": TWO}),
]


def paths_for(document: Any, last: str) -> list[tuple[str, str]]:
    """Yield paths that end so, with a game that each names."""
    found = []
    for path, methods in document["paths"].items():
        head, _, end = path.removeprefix(f"{API}/").partition("/")
        if end != last:
            continue
        named = [one["schema"] for one in methods.get("parameters", ()) if one["name"] == "game"]
        for shape in named or [{"enum": [head]}]:
            found += [(path, game) for game in shape["enum"]]
    return found


@pytest.mark.parametrize(("last", "method", "body"), CALLS)
def test_each_path_names_its_games_and_none_is_left_out(app: Flask, last, method, body) -> None:
    named = [game for _, game in paths_for(document(app), last)]
    asked = [key for key in RULESETS if last != "referee" or ruleset(key).referee is not None]
    assert sorted(named) == sorted(asked)


QUESTIONS = ["", "table=4S 5H", "table=4S 5H&played=9D", "table=4S 5H&played=9D&hand=9D 2C"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_game_of_a_path_answers_in_its_shape(app: Flask, question: str) -> None:
    """The answer is held against the path that was asked (``tests.api_calls``)."""
    for path, game in paths_for(document(app), "referee"):
        address = path.removeprefix(API).replace("{game}", game)
        assert Caller(app).get(f"{address}?{question}")["game"] == game


def rows(game: str) -> list[dict[str, object]]:
    """Return a row of each player with nothing in it, all said or all counted."""
    sheet = ruleset(game).sheet
    markers = {sheet.markers: 0} if sheet.markers else {}
    counted = {field.key: 0 for field in sheet.fields}
    return [one | markers | counted for one in TWO]


def test_every_game_of_the_score_is_scored_in_its_shape(app: Flask) -> None:
    for path, game in paths_for(document(app), "score"):
        address = path.removeprefix(API).replace("{game}", game)
        answer = Caller(app)("POST", address, {"players": rows(game)})
        assert answer.status_code == 200, answer.text
        assert [player["name"] for player in answer.json["players"]] == ["Ada", "Bo"]


def test_sessions_name_every_game_and_start_it(app: Flask) -> None:
    shapes = document(app)["components"]["schemas"]
    assert shapes["Session"]["properties"]["game"]["enum"] == [*RULESETS]
    for game in shapes["Session"]["properties"]["game"]["enum"]:
        started = Caller(app)("POST", "/sessions", plan(game=game)).json
        assert Caller(app, started["edit_key"]).get(f"/sessions/{started['id']}")["game"] == game
