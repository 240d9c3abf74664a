"""Keys: what they open, what they refuse, and that nobody else reads along."""

import json
from typing import Any

import pytest
from flask import Flask

from tests.api_calls import Caller, Table, points

GROUP, SESSION = "/groups/{group}", "/sessions/{session}"
GAME = f"{SESSION}/games/1"

READS = [
    # method, path, body
    ("GET", GROUP, None),
    ("GET", SESSION, None),
    ("GET", GAME, None),
    ("GET", f"{GAME}/sheet", None),
]
WRITES: list[tuple[str, str, Any]] = [
    ("POST", "/sessions", {"game": "krypkasino", "players": ["A", "B"], "group_id": "{group}"}),
    ("POST", f"{SESSION}/games", {}),
    ("PUT", f"{GAME}/sheet/0", points(21)),
    ("POST", f"{GAME}/sweeps", {"seat": 0, "key": "sweep 2"}),
    ("DELETE", f"{GAME}/sweeps/sweep", None),
    ("POST", f"{GAME}/close", {"accept_imbalance": True}),
    ("POST", f"{SESSION}/close", None),
    ("DELETE", GAME, None),
]
CALLS = READS + WRITES
WITH_BODIES = [(method, path) for method, path, body in WRITES if body is not None]


@pytest.fixture(scope="module")
def api(app: Flask) -> Caller:
    """Return a caller without a key, on one database: keys do the same on each."""
    return Caller(app)


def begun(api: Caller) -> Table:
    """Return a game with a counted sweep and one row of two."""
    table = api.start(["Åsa", "Bo"])
    table.begin()
    table.sweep(1, 1, "sweep")
    table.put(1, 0, points(20))
    return table


@pytest.fixture(scope="module")
def table(api: Caller) -> Table:
    """Return a followed game that no test changes: what is tried is refused, or only read."""
    return begun(api)


@pytest.fixture(scope="module")
def other(api: Caller) -> Table:
    """Other people's."""
    return api.start(["Cia", "Dan"])


def call(
    caller: Caller, table: Table, method: str, path: str, body: Any = None, **more: Any
) -> Any:
    """Return a call with the ids of a session filled in."""
    ids = {"{group}": table.group_id, "{session}": table.id}
    text = json.dumps(body)
    for name, value in ids.items():
        path, text = path.replace(name, value), text.replace(name, value)
    return caller(method, path, json.loads(text), **{"headers": {"If-Match": "*"}} | more)


def seen(table: Table) -> list[Any]:
    """Return all that can be read of a session."""
    return [call(table.edit, table, *read).json for read in READS]


def make_ready(table: Table, path: str) -> None:
    """Let a call succeed: everybody has counted, or no other game stands in the way."""
    if path == f"{GAME}/close":
        table.put(1, 1, points(20))
    if path == f"{SESSION}/games":
        table("DELETE", "/games/1")


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_no_key(api: Caller, table: Table, method: str, path: str, body: Any) -> None:
    before = seen(table)
    answer = call(api, table, method, path, body)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")
    assert answer.headers["Cache-Control"] == "no-store"
    assert seen(table) == before


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer ", "Basic Qm86Qm8=", "{key}", "Key {key}"]
)
def test_what_is_no_key(api: Caller, table: Table, authorization: str) -> None:
    headers = {"Authorization": authorization.replace("{key}", str(table.edit.key))}
    assert call(api, table, "GET", SESSION, headers=headers).status_code == 401


@pytest.mark.parametrize(("method", "path", "body"), READS)
def test_the_view_key_reads(table: Table, method: str, path: str, body: Any) -> None:
    answer = call(table.view, table, method, path, body)
    assert answer.status_code == 200
    assert answer.json == call(table.edit, table, method, path, body).json


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_a_view_key_that_writes(table: Table, method: str, path: str, body: Any) -> None:
    before = seen(table)
    assert call(table.view, table, method, path, body).status_code == 403
    assert seen(table) == before


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_the_edit_key_writes(api: Caller, method: str, path: str, body: Any) -> None:
    table = begun(api)
    make_ready(table, path)
    assert call(table.edit, table, method, path, body).status_code in (200, 201, 204)


@pytest.mark.parametrize(
    ("key", "method", "path", "body"),
    [("edit", *call) for call in CALLS] + [("view", *read) for read in READS],
)
def test_what_the_key_does_not_open_looks_unknown(
    table: Table, other: Table, key: str, method: str, path: str, body: Any
) -> None:
    caller = getattr(other, key)
    unknown = Table(other.edit, other.view, "22222222222a", "22222222222b")
    answer = call(caller, table, method, path, body)
    assert answer.status_code == 404
    assert answer.json == call(caller, unknown, method, path, body).json


@pytest.mark.parametrize("key", ["x", "å", "A" * 27, "A" * 2000, "a b", "../..", "%00"])
def test_a_made_up_key_tells_nothing(api: Caller, table: Table, key: str) -> None:
    unknown = Table(table.edit, table.view, "22222222222a", "22222222222b")
    for method, path, body in CALLS:
        caller = Caller(api.app, key)
        answer = call(caller, table, method, path, body)
        assert answer.status_code in (401, 404)
        assert answer.json == call(caller, unknown, method, path, body).json


UNKNOWN = [
    "/groups/22222222222a",
    "/sessions/22222222222a",
    "/sessions/no id",
    "/sessions/{session}/games/2",
    "/sessions/{session}/games/9999999999999999999999",
    "/sessions/{session}/games/-1",
    "/sessions/{group}",
    "/groups/{session}",
]


@pytest.mark.parametrize("path", UNKNOWN)
def test_unknown(table: Table, path: str) -> None:
    assert call(table.edit, table, "GET", path).status_code == 404


def test_a_game_is_found_in_its_own_session_only(table: Table) -> None:
    other = table.edit.start(["Åsa", "Bo"], group_id=table.group_id)
    assert call(table.edit, other, "GET", GAME).status_code == 404


@pytest.mark.parametrize("key", ["edit", "view"])
def test_no_answer_to_a_get_holds_a_key(table: Table, key: str) -> None:
    for path in [*(path for _, path, _ in READS), *UNKNOWN]:
        text = call(getattr(table, key), table, "GET", path).text
        assert str(table.edit.key) not in text
        assert str(table.view.key) not in text


UNREADABLE = [b"{", b"[" * 60_000, b"\xff", b"1" * 5000, b'{"a": 1e}', b"{'key': 1}"]


@pytest.mark.parametrize(("method", "path"), WITH_BODIES)
@pytest.mark.parametrize("data", UNREADABLE, ids=lambda data: repr(data[:8]))
def test_unreadable_bodies(table: Table, method: str, path: str, data: bytes) -> None:
    assert call(table.edit, table, method, path, data=data).status_code == 400


@pytest.mark.parametrize(("method", "path"), WITH_BODIES)
@pytest.mark.parametrize("data", [b"[]", b"1", b"null", b'"x"'])
def test_bodies_that_are_no_objects(table: Table, method: str, path: str, data: bytes) -> None:
    assert call(table.edit, table, method, path, data=data).status_code == 422
