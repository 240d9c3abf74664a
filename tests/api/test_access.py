"""Keys: what is none, and that nobody reads along. What each opens and refuses at every address is
in ``tests/web/test_rights.py``."""

import json
from typing import Any

import pytest

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
def table(api: Caller) -> Table:
    """Return a game with a counted sweep and one row of two, that no test changes: what is tried is
    refused, or only read."""
    table = api.start(["Åsa", "Bo"])
    table.begin()
    table.sweep(1, 1, "sweep")
    table.put(1, 0, points(20))
    return table


def call(
    caller: Caller, table: Table, method: str, path: str, body: Any = None, **more: Any
) -> Any:
    """Return a call with the ids of a session filled in."""
    ids = {"{group}": table.group_id, "{session}": table.id}
    text = json.dumps(body)
    for name, value in ids.items():
        path, text = path.replace(name, value), text.replace(name, value)
    return caller(method, path, json.loads(text), **{"headers": {"If-Match": "*"}} | more)


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer ", "Basic Qm86Qm8=", "{key}", "Key {key}"]
)
def test_what_is_no_key(api: Caller, table: Table, authorization: str) -> None:
    headers = {"Authorization": authorization.replace("{key}", str(table.edit.key))}
    answer = call(api, table, "GET", SESSION, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")


def test_the_view_key_reads_the_same(table: Table) -> None:
    for read in READS:
        assert call(table.view, table, *read).json == call(table.edit, table, *read).json


def test_what_a_key_does_not_open_looks_unknown(api: Caller, table: Table) -> None:
    """Other people's key, and keys that nobody has."""
    other = api.start(["Cia", "Dan"])
    unknown = Table(other.edit, other.view, "22222222222a", "22222222222b")
    asked = [(other.edit, one) for one in CALLS] + [(other.view, one) for one in READS]
    for number, key in enumerate(["x", "å", "A" * 27, "A" * 2000, "a b", "../..", "%00"]):
        asked += [(Caller(api.app, key), one) for one in CALLS[number % 2 :: 2]]
    for caller, one in asked:
        answer = call(caller, table, *one)
        assert answer.status_code in (401, 404)
        assert answer.json == call(caller, unknown, *one).json


UNKNOWN = [
    "/groups/22222222222a", "/sessions/22222222222a", "/sessions/no id",
    "/sessions/{session}/games/2", "/sessions/{session}/games/9999999999999999999999",
    "/sessions/{session}/games/-1", "/sessions/{group}", "/groups/{session}"]  # fmt: skip


def test_unknown(table: Table) -> None:
    """A game is found in its own session only."""
    for path in UNKNOWN:
        assert call(table.edit, table, "GET", path).status_code == 404
    other = table.edit.start(["Åsa", "Bo"], group_id=table.group_id)
    assert call(table.edit, other, "GET", GAME).status_code == 404


def test_no_answer_to_a_get_holds_a_key(table: Table) -> None:
    for path in [*(path for _, path, _ in READS), *UNKNOWN]:
        for caller in (table.edit, table.view):
            text = call(caller, table, "GET", path).text
            assert str(table.edit.key) not in text
            assert str(table.view.key) not in text


BODIES = {
    400: (b"{", b"[" * 60_000, b"\xff", b"1" * 5000, b'{"a": 1e}', b"{'key': 1}"),
    422: (b"[]", b"1", b"null", b'"x"'),  # no object
}


@pytest.mark.parametrize("status", BODIES)
def test_bodies_that_cannot_be_read(table: Table, status: int) -> None:
    for method, path in WITH_BODIES:
        for data in BODIES[status]:
            answer = call(table.edit, table, method, path, data=data)
            assert answer.status_code == status, (path, data[:8])
