"""Errors of every kind in each language: no sentence of them stays English."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from referee import create_app
from referee.languages import ENGLISH, LANGUAGES
from referee.store.database import close
from tests.api_calls import Caller, Table, points

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
