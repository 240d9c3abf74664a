"""The API of groups and sessions as tests call it. Every answer is held against the contract's
conventions and the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

API = "/api/v1"
JSON, PROBLEM = "application/json", "application/problem+json"

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
WHOLE = dict(zip(KINDS, (2, 2, 2, 22, 6), strict=True))
NONE = dict.fromkeys(KINDS, 0)
NAMES = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"]


def plan(**options: object) -> dict[str, Any]:
    """Return a session of two; an option ``...`` is left out."""
    body = {"game": "krypkasino", "players": ["Ada", "Bo"], **options}
    return {name: value for name, value in body.items() if value is not ...}


def points(card_points: int, markers: int = 0) -> dict[str, int]:
    """Return a row whose counting cards are one number."""
    return {"markers": markers, "card_points": card_points}


def kinds(*numbers: int, markers: int = 0) -> dict[str, int]:
    """Return a row by kind: storan, lillan, ace of spades, other spades, other aces."""
    return {"markers": markers, **dict(zip(KINDS, numbers, strict=True))}


class Caller:
    """Calls with one key, or with none."""

    def __init__(self, app: Flask, key: str | None = None) -> None:
        self.app, self.key, self.client = app, key, app.test_client()

    def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        sent = {"Authorization": f"Bearer {self.key}"} if self.key is not None else {}
        content = {"data": data} if body is None else {"json": body}
        answer = self.client.open(
            API + path, method=method, headers=sent | dict(headers or {}), **content
        )
        check(self.app, method, answer)
        return answer

    def get(self, path: str) -> Any:
        answer = self("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json

    def start(self, players: list[str], **options: object) -> Table:
        """Return a session, and a group unless ``group_id`` says which."""
        answer = self("POST", "/sessions", {"game": "krypkasino", "players": players, **options})
        assert answer.status_code == 201, answer.text
        started = answer.get_json()
        edit, view = started.get("edit_key", self.key), started.get("view_key")
        return Table(Caller(self.app, edit), Caller(self.app, view), **_ids(started))


def _ids(started: Mapping[str, str]) -> dict[str, str]:
    return {"id": started["id"], "group_id": started["group_id"]}


@dataclass(frozen=True)
class Table:
    """A session, with callers that have its group's edit key and view key."""

    edit: Caller
    view: Caller
    id: str
    group_id: str

    def __call__(self, method: str, path: str, body: object = None, **more: Any) -> TestResponse:
        return self.edit(method, f"/sessions/{self.id}{path}", body, **more)

    def get(self, path: str = "") -> Any:
        return self.edit.get(f"/sessions/{self.id}{path}")

    def group(self) -> Any:
        return self.edit.get(f"/groups/{self.group_id}")

    def people(self) -> dict[str, dict[str, int]]:
        """Return the statistics of a group by name."""
        found = {person["name"]: person for person in self.group()["players"]}
        return {
            name: {key: value for key, value in person.items() if key != "name"}
            for name, person in found.items()
        }

    def begin(self, **body: object) -> int:
        answer = self("POST", "/games", body)
        assert answer.status_code == 201, answer.text
        return int(answer.get_json()["number"])

    def put(self, number: int, seat: int, row: object, if_match: str = "*") -> TestResponse:
        """Over whatever stands there, unless an etag is given."""
        path = f"/games/{number}/sheet/{seat}"
        return self("PUT", path, row, headers={"If-Match": if_match})

    def sheet(self, number: int = 1) -> Any:
        return self.get(f"/games/{number}/sheet")

    def rows(self, number: int) -> list[Any]:
        found: list[Any] = self.sheet(number)["rows"]
        return found

    def etags(self, number: int) -> list[str]:
        return [row["etag"] if row else '"0"' for row in self.rows(number)]

    def fill(self, number: int, *rows: Mapping[str, int]) -> None:
        """Fill in the row of each player, in seat order."""
        for seat, row in enumerate(rows):
            answer = self.put(number, seat, row)
            assert answer.status_code == 200, answer.text

    def close(self, number: int, **body: object) -> TestResponse:
        return self("POST", f"/games/{number}/close", body)

    def play(self, *rows: Mapping[str, int], **closing: object) -> Any:
        """Return a game from its beginning to its scores."""
        number = self.begin()
        self.fill(number, *rows)
        answer = self.close(number, **closing)
        assert answer.status_code == 200, answer.text
        return answer.json

    def sweep(self, number: int, seat: int, key: str, **body: object) -> TestResponse:
        return self("POST", f"/games/{number}/sweeps", {"seat": seat, "key": key, **body})


def fields(answer: TestResponse) -> list[str]:
    """Return the fields that a problem finds fault with."""
    return [error["field"] for error in answer.get_json().get("errors", [])]


def check(app: Flask, method: str, answer: TestResponse) -> None:
    """Check what holds for every answer of the API, and return it."""
    status, path = answer.status_code, answer.request.path
    call = operation(app, method, path)
    assert status < 500, answer.text
    if call and "Authorization" in answer.request.headers:
        assert answer.headers["Cache-Control"] == "no-store"
    if status == 204:
        assert answer.data == b""
        return
    assert answer.content_type == (PROBLEM if status >= 400 else JSON), answer.text
    # Lone surrogates are no text: many programs cannot read an answer that holds one.
    assert not re.search(r"\\ud[89a-f]", re.sub(r"\\ud[89ab]..\\ud[c-f]..", "", answer.text))
    if status >= 400:
        problem = answer.get_json()
        assert problem["status"] == status
        assert set(problem) >= {"type", "title", "detail"}
        assert all(set(error) == {"field", "message"} for error in problem.get("errors", []))
    if call:
        _validator(app, call, status).validate(answer.json)


def operation(app: Flask, method: str, path: str) -> tuple[str, str] | None:
    """Return a call as the OpenAPI document names it, by path and method; None if there is no
    such."""
    try:
        rule, _ = app.url_map.bind("localhost").match(path, method, return_rule=True)
    except HTTPException:
        return None
    if not rule.endpoint.startswith("api_"):  # says for a game that it has no such call
        return None
    return re.sub(r"<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule), method.lower()


@cache
def document(app: Flask) -> Any:
    return app.test_client().get(f"{API}/openapi.json").json


@cache
def _validator(app: Flask, call: tuple[str, str], status: int) -> Draft202012Validator:
    path, method = call
    answers = document(app)["paths"][path][method]["responses"]
    assert str(status) in answers, f"{method} {path} does not say that it answers {status}"
    (media,) = answers[str(status)]["content"].values()
    shape = media["schema"] | {"components": document(app)["components"]}
    return Draft202012Validator(shape, format_checker=Draft202012Validator.FORMAT_CHECKER)
