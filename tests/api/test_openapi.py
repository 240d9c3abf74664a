"""The OpenAPI document is valid, and what the server answers fits it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, assume, given, settings
from openapi_spec_validator import validate
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from referee.rules.games import RULESETS, ruleset
from tests.api_calls import API, Caller, document, plan
from tests.strategies import SOAK, examples


@pytest.fixture(scope="module")
def openapi(app: Flask) -> Any:
    return app.test_client().get("/api/v1/openapi.json").json


def test_the_document_is_valid(openapi: Any) -> None:
    validate(openapi)
    assert openapi["openapi"].startswith("3.1")


def test_it_lists_every_call_of_the_api(app: Flask, openapi: Any) -> None:
    described = {
        (path.replace("{", "<").replace("}", ">"), method.upper())
        for path, methods in openapi["paths"].items()
        for method in methods
        if method != "parameters"
    }
    served = {
        (re.sub(r"<[a-z]+(\(.*?\))?:", "<", rule.rule), method)
        for rule in app.url_map.iter_rules()
        if str(rule.endpoint).startswith("api_") and rule.endpoint != "api_docs"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served


def schemas_in(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield each schema with the name of the field that it is of, if any."""
    waiting = [("", part)]
    while waiting:
        name, part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part.get("type"), str | list):
                yield name, part
            waiting += part.items()
        elif isinstance(part, list):
            waiting += (("", inner) for inner in part)


NUMBERS = ("level", "number", "seat", "limit", "from", "players", "deal", "stock")


def test_generators_can_use_all_of_it(openapi: Any) -> None:
    """Each call has a name of its own, numbers are numbers, members of enumerations have names
    where their codes are none, and no default sends what an absent field means.
    ``tests/generators`` runs some."""
    calls = [one for path in openapi["paths"].values() for method, one in path.items()
             if method != "parameters"]  # fmt: skip
    names = [one["operationId"] for one in calls]
    assert [name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)] == []
    assert len({name.lower() for name in names}) == len(names)
    parameters = [
        one
        for path in openapi["paths"].values()
        for of in (path, *(path[method] for method in path if method != "parameters"))
        for one in of.get("parameters", ())
    ]
    wrong = [p["name"] for p in parameters
             if (p["name"] in NUMBERS) != (p["schema"]["type"] == "integer")]  # fmt: skip
    assert wrong == []
    for name, schema in schemas_in(openapi):
        assert not any(schema.get("default", ...) is nothing for nothing in (None, False, "")), name
        codes = schema.get("enum", [])
        if not all(map(str.isidentifier, codes)):
            for key in ("x-enum-varnames", "x-enumNames"):
                members = schema[key]
                assert all(re.fullmatch("[A-Z][A-Z_]*", member) for member in members), name
                assert len({*members}) == len(members) == len(codes), name
    shapes = {name.lower() for name in openapi["components"]["schemas"]}
    assert len(shapes) == len(openapi["components"]["schemas"])


def test_random_requests_get_documented_answers(app: Flask) -> None:
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for asked in described.get_all_operations():

        @settings(examples(60 if SOAK > 1 else 15), suppress_health_check=list(HealthCheck))
        @given(asked.ok().as_strategy())
        def check(case: schemathesis.Case) -> None:
            # A game called so would stand at the address of another call.
            assume(case.path_parameters.get("game") not in ("groups", "sessions"))
            case.call_and_validate(
                headers={"Accept-Encoding": "identity"},  # Schemathesis reads no Brotli
                checks=[
                    schemathesis.checks.not_a_server_error, status_code_conformance,
                    content_type_conformance, response_schema_conformance],
                excluded_checks=[negative_data_rejection],
            )  # fmt: skip

        check()


def test_an_empty_parameter_is_as_if_it_were_absent(app: Flask, openapi: Any) -> None:
    """The document says so of each, and takes it."""
    client, found = app.test_client(), 0
    for path, methods in openapi["paths"].items():
        for one in methods.get("get", {}).get("parameters", ()):
            if one["in"] != "query":
                continue
            found += 1
            assert "Empty: as if it were absent." in one["description"]
            assert one["allowEmptyValue"] is True
            empty = client.get(path, query_string={"table": "8 9", one["name"]: ""})
            absent = {"table": "8 9"} if one["name"] != "table" else {}
            assert empty.json == client.get(path, query_string=absent).json, (path, one["name"])
    assert found > 50


def test_the_docs_page_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    assert "http" not in page.text.replace("http-equiv", "")
    for name in ("table", "captured", "last_of_deal", "Ruling", "Problem"):
        assert name in page.text


TWO = [{"name": "Ada"}, {"name": "Bo"}]
CALLS = [
    # the last part of the path, the method, a body; what every game can be asked
    ("referee", "GET", None),
    ("score", "POST", {"players": TWO}),
    ("player", "POST", {"players": 2, "log": [], "hand": []}),
    ("analysis", "POST", {"players": 2, "log": []}),
    ("exercises", "GET", None),
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
