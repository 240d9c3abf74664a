"""Errors of every kind are problems in JSON, in each language, and none is a 500."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

import pytest
from flask import Flask
from flask.testing import FlaskClient
from marshmallow import Schema, fields, missing

from referee import create_app
from referee.api import bodies, play_calls, sheet_calls
from referee.api.bodies import Body, NumberInQuery, OnOrOff, WholeNumber, schema_of
from referee.api.exercise_calls import AnswerInBody
from referee.api.player_calls import HouseRulesField
from referee.languages import ENGLISH, LANGUAGES
from referee.shapes import ListOf, Shape, Text, Whole
from referee.store.database import close
from tests.api_calls import Caller, Table, points

CASES = [
    # method, path, status
    ("GET", "/api/v1/whist/referee", 404),
    ("POST", "/api/v1/whist/score", 404),
    ("GET", "/api/v1/nothing", 404),
    ("GET", "/api/v2/krypkasino/referee", 404),
    ("POST", "/api/v1/krypkasino/referee", 405),
    ("DELETE", "/api/v1/krypkasino/referee", 405),
    ("GET", "/api/v1/krypkasino/score", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), CASES)
def test_problem(client: FlaskClient, method: str, path: str, status: int) -> None:
    response = client.open(path, method=method, json={"players": [{"markers": 0}]})
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = response.json
    assert set(problem) >= {"type", "title", "status", "detail"}
    assert (problem["status"], bool(problem["detail"])) == (status, True)
    assert ("Allow" in response.headers) == (status == 405)


def test_options_is_never_html(client: FlaskClient) -> None:
    response = client.options("/api/v1/krypkasino/referee")
    assert (response.status_code, response.content_type) == (200, "application/json")


NO_SWITCH = (0, 1, 0.0, 1.0, "", "true", "1", [], {})
NO_NUMBER = (0.0, 1.0, True, False, "", "1", [], {})
NO_NUMBER_OF_QUERY = ("x", "-1", "1.0", "9" * 99, 1, [], {})
NO_TEXT = (0, 1.0, True, [], {})


def schemas(base: type[Schema] = Body) -> Iterator[type[Schema]]:
    for one in base.__subclasses__():
        yield one
        yield from schemas(one)


WRONG: tuple[tuple[type[fields.Field[Any]], tuple[Any, ...]], ...] = (
    (OnOrOff, NO_SWITCH),
    (NumberInQuery, NO_NUMBER_OF_QUERY),
    (WholeNumber, NO_NUMBER),
    (AnswerInBody, (1.5, True, [1], {"x": 1})),
    (HouseRulesField, (1, "x", [1], {"x": 1})),
    (fields.Nested, (1, "x", [])),
    (fields.String, NO_TEXT),
)
"""Values that a kind of field refuses."""


def wrong(field: fields.Field[Any]) -> tuple[Any, ...]:
    match field:
        case fields.List():
            return (1, "x", {}, *([value] for value in wrong(field.inner)))
        case fields.Dict():
            return (1, "x", [], *({"x": value} for value in wrong(field.value_field)))
    return next(values for kind, values in WRONG if isinstance(field, kind))


def test_every_field_of_a_body() -> None:
    known = [(schema, *named) for schema in schemas() for named in schema().fields.items()]
    assert len(known) > 50
    for schema, attribute, field in known:
        name = field.data_key or attribute
        for value in wrong(field):
            assert name in schema().validate({name: value}), (schema, name, value)


BODIES = ("Session", "GroupChange", "SessionChange", "Begin", "Close", "Sweep")


def test_the_types_of_bodies_are_those_of_their_fields() -> None:
    """Fields, those that may lack, and those that may be null."""
    parts = ((play_calls, "Entry"), (sheet_calls, "Game"))
    for module, name in (*parts, *((bodies, name) for name in BODIES)):
        kind = getattr(module, f"{name}Body")
        shown = schema_of(kind)().fields.items()
        lacks = {key: not one.required and one.load_default is missing for key, one in shown}
        hints = get_type_hints(kind, include_extras=True).items()
        may_lack = {key: get_origin(hint.__origin__) is NotRequired for key, hint in hints}
        assert may_lack == lacks or (not kind.__total__ and all(lacks.values())), name
        plain = get_type_hints(kind)
        nulls = {key for key, hint in plain.items() if type(None) in get_args(hint)}
        assert nulls == {key for key, one in shown if one.allow_none}, name


SCORE, REFEREE = "/krypkasino/score", "/krypkasino/referee"
GAME = "/sessions/{session}/games/1"
ROW = points(21)
ERRORS: list[tuple[int, str, str, Any]] = [
    # status, method, path, body; texts are sent as they are
    (400, "POST", SCORE, "{"),
    (400, "GET", f"{REFEREE}?table=x", None),
    (400, "GET", f"{REFEREE}?table=8&played=8&limit=x", None),
    (400, "GET", f"{REFEREE}?table=8&dealt=x", None),
    (400, "POST", f"{GAME}/plays", {"key": "a", "after": 0, "table": ["8X"]}),
    (401, "GET", "/sessions/{session}", "without a key"),
    (401, "GET", "/sessions/{session}", "with another key"),
    (403, "POST", "/sessions/{session}/close", "with the view key"),
    (404, "GET", "/nothing", None),
    (404, "GET", "/whist/referee", None),
    (404, "GET", "/sessions/nobody", None),
    (404, "GET", "/sessions/{session}/games/9", None),
    (409, "POST", "/sessions/{session}/games", {}),
    (409, "POST", f"{GAME}/plays", {"key": "a", "after": 5, "table": ["8S", "8S", "8H", "8D"]}),
    (412, "PUT", f"{GAME}/sheet/0", ROW),
    (413, "POST", SCORE, " " * (64 * 1024 + 1)),
    (422, "GET", f"{REFEREE}?table=8+8+8+8+8+8+8+8+8", None),
    (422, "GET", f"{REFEREE}?table=8S+8S+8S", None),
    (422, "GET", f"{REFEREE}?table=8&played=8&limit=0", None),
    (422, "GET", f"{REFEREE}?table=8&house=jokers", None),
    (422, "GET", f"{REFEREE}?table=8&dealt=1&house=set_aside_spades", None),
    (422, "POST", SCORE, {"players": None}),
    (422, "POST", SCORE, {"players": [None, 1, [], "x"]}),
    (422, "POST", SCORE, {"players": [{"markers": "1", "card_points": 1.5}, {}]}),
    (422, "POST", SCORE, {"players": [{"markers": 1000, "card_points": -1}, {"markers": True}]}),
    (422, "POST", SCORE, {"players": [ROW, ROW], "teams": "x", "house": 1}),
    (422, "POST", SCORE, {"players": [ROW, ROW], "teams": [None], "house": {"x": 1}}),
    (422, "POST", SCORE, {"players": [ROW, ROW], "last_capturer": 7}),
    (422, "POST", SCORE, {"players": [ROW]}),
    (422, "POST", SCORE, {"players": [ROW, ROW], "teams": [0, 0]}),
    (422, "POST", SCORE, {"players": [{"markers": 0}, {"markers": 0, "storan": 1}]}),
    (422, "POST", "/sessions", {}),
    (422, "POST", "/sessions", {"game": "whist", "players": ["A", "B"]}),
    (422, "POST", "/sessions", {"game": "krypkasino", "players": ["A", ""]}),
    (422, "POST", "/sessions", {"game": "krypkasino", "players": ["A", "B"], "first_dealer": 2}),
    (422, "POST", f"{GAME}/sweeps", {"seat": 0}),
    (422, "POST", f"{GAME}/sweeps", {"seat": None, "double": 1, "key": None}),
    (422, "POST", f"{GAME}/close", {}),
    (422, "POST", f"{GAME}/plays", {"key": "a", "after": 0}),
    (422, "POST", f"{GAME}/plays", {"key": "a", "after": 0, "table": ["8"]}),
    (422, "POST", f"{GAME}/plays", {"key": "a", "after": 0, "card": "8S"}),
    (422, "POST", f"{GAME}/plays", {"key": "a", "after": 0, "table": ["8S"]}),
    (422, "POST", f"{GAME}/plays", {"key": "a", "after": 0, "table": 1, "undo": "x"}),
    (428, "PUT", f"{GAME}/sheet/0", dict(ROW)),
]


@pytest.fixture(scope="module")
def table(app: Flask) -> Table:
    table = Caller(app).start(["Ada", "Bo"])
    table.begin()
    return table


@pytest.mark.parametrize(
    ("status", "method", "path", "body"), ERRORS, ids=[f"{e[0]}-{n}" for n, e in enumerate(ERRORS)]
)
def test_no_english_remains(table: Table, status: int, method: str, path: str, body: Any) -> None:
    problems = {}
    for language in LANGUAGES:
        answer = call(table, language, method, path, body)
        assert answer.status_code == status, answer.text
        problems[language] = dict(sentences(answer.json))
    english = problems.pop(ENGLISH)
    assert {"title", "detail"} <= set(english)
    for others in problems.values():
        assert others.keys() == english.keys()
        assert [where for where, said in others.items() if said == english[where]] == []
    assert problems["sv"]["detail"] != problems["de"]["detail"]


def call(table: Table, language: str, method: str, path: str, body: Any) -> Any:
    caller, data = table.edit if "/session" in path else Caller(table.edit.app), None
    match body:
        case "without a key":
            caller, body = Caller(table.edit.app), None
        case "with another key":
            caller, body = Caller(table.edit.app, "x"), None
        case "with the view key":
            caller, body = table.view, None
        case str():
            data, body = body.encode(), None
    headers = {"Accept-Language": language}
    if body is ROW:
        headers["If-Match"] = '"7"'
    return caller(method, path.replace("{session}", table.id), body, data=data, headers=headers)


def sentences(problem: Any) -> Iterator[tuple[str, str]]:
    """Return all texts of a problem that people read."""
    yield "title", problem["title"]
    yield "detail", problem["detail"]
    for number, error in enumerate(problem.get("errors", ())):
        yield f"{number} {error['field']}", error["message"]


def test_a_fault_of_ours_in_each_language() -> None:
    app = create_app()

    @app.get("/api/v1/broken")
    def broken() -> str:
        raise ZeroDivisionError

    said = []
    for language in LANGUAGES:
        answer = app.test_client().get("/api/v1/broken", headers={"Accept-Language": language})
        assert answer.status_code == 500
        said += [text for _, text in sentences(answer.json)]
    close(app)
    assert len(set(said)) == 2 * len(LANGUAGES)


PILE = SimpleNamespace(seat=SimpleNamespace(name="Ada"), lies=("8S", "9D"), points=None)


class PileSchema(Shape):
    owner = Text(attribute="seat.name")
    cards = Whole().read_by(lambda pile: len(pile.lies))
    tops = ListOf(Text(), attribute="lies", data_key="with")
    points = Whole(required=False, allow_none=True)


def test_what_is_written() -> None:
    written = {"owner": "Ada", "cards": 2, "with": ["8S", "9D"]}
    assert PileSchema.json(PILE) == written | {"points": None}
    assert PileSchema.json(PileSchema.values(PILE, points=missing)) == written
    with pytest.raises(AttributeError):
        PileSchema.json(SimpleNamespace(seat=PILE.seat))
