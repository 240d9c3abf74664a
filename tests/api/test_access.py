"""Keys of groups and of requests: what each opens, and that nothing is made twice."""

import json
import secrets
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from referee.services.access import ANYBODY, ANYBODY_LASTS
from referee.services.sessions import SessionPlan
from referee.store.database import db, writing
from referee.store.models import Receipt, now
from tests.api_calls import Caller, Table, fields, points

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


ADA_AND_BO = {"game": "krypkasino", "players": ["Ada", "Bo"]}


@pytest.fixture
def key() -> str:
    """Return a key that no other test sends: keys of new groups are known everywhere."""
    return secrets.token_hex(8)


@pytest.fixture
def empty_table(api: Caller) -> Table:
    return api.start(["Ada", "Bo"])


def test_a_new_group(either: Caller, key: str) -> None:
    body = {**ADA_AND_BO, "group_name": "Friday", "key": key}
    first = either("POST", "/sessions", body)
    again = either("POST", "/sessions", body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    for other in ({"players": ["Ada", "Bo", "Cia"]}, {"house": {"last_capture_point": True}}):
        answer = either("POST", "/sessions", body | other)
        assert (answer.status_code, fields(answer)) == (422, ["key"])
    table = Table(Caller(either.app, first.json["edit_key"]), either, first.json["id"], "")
    table.play(points(20), points(22))
    table("POST", "/close")
    assert either("POST", "/sessions", body).json == first.json
    group = table.edit.get(f"/groups/{first.json['group_id']}")
    assert len(group["sessions"]) == 1
    assert [person["sessions"] for person in group["players"]] == [1, 1]


def test_plans_are_compared_by_the_names_that_receipts_of_earlier_versions_have() -> None:
    assert SessionPlan(**ADA_AND_BO).content == {
        **ADA_AND_BO, "teams": None, "house": (), "games_planned": None, "first_dealer": 0,
    }  # fmt: skip


def test_a_key_that_others_may_have_too_gets_no_keys_again(api: Caller) -> None:
    """Two strangers, who play with people of the same names."""
    for key in ("1", "k", "x" * 15, "👵"):
        body = {**ADA_AND_BO, "players": ["Ada", secrets.token_hex(8)], "key": key}
        first = api("POST", "/sessions", body)
        again = Caller(api.app)("POST", "/sessions", body)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json == {name: first.json[name] for name in ("id", "group_id")}
        table = Table(Caller(api.app, first.json["edit_key"]), api, first.json["id"], "")
        assert table.begin() == 1
        assert len(table.edit.get(f"/groups/{first.json['group_id']}")["sessions"]) == 1


def test_a_session_that_joins_a_group(empty_table: Table, key: str) -> None:
    body = {**ADA_AND_BO, "players": ["Bo", "Cia"], "group_id": empty_table.group_id, "key": key}
    first = empty_table.edit("POST", "/sessions", body)
    again = empty_table.edit("POST", "/sessions", body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert len(empty_table.group()["sessions"]) == 2
    answer = empty_table.edit("POST", "/sessions", body | {"players": ["Cia", "Bo"]})
    assert (answer.status_code, fields(answer)) == (422, ["key"])
    assert len(empty_table.group()["sessions"]) == 2


def test_a_game(empty_table: Table, key: str) -> None:
    first = empty_table("POST", "/games", {"key": key})
    again = empty_table("POST", "/games", {"key": key})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert len(empty_table.get()["games"]) == 1
    assert empty_table("POST", "/games", {"key": f"{key}2"}).status_code == 409


def test_a_refusal_uses_no_key_up(empty_table: Table, key: str) -> None:
    empty_table.begin()
    assert empty_table("POST", "/games", {"key": key}).status_code == 409
    empty_table("DELETE", "/games/1")
    assert empty_table("POST", "/games", {"key": key}).status_code == 201
    body = {**ADA_AND_BO, "group_id": empty_table.group_id, "key": f"{key}2"}
    assert empty_table.edit("POST", "/sessions", body | {"players": ["Ada"]}).status_code == 422
    assert empty_table.edit("POST", "/sessions", body).status_code == 201


def test_impossible_keys(empty_table: Table, api: Caller) -> None:
    in_group = {**ADA_AND_BO, "group_id": empty_table.group_id}
    for key in ("", "x" * 65, "a\nb", "\0", "\ud800", 1, True, [], {}):
        for answer in (
            api("POST", "/sessions", {**ADA_AND_BO, "key": key}),
            empty_table.edit("POST", "/sessions", {**in_group, "key": key}),
            empty_table("POST", "/games", {"key": key}),
        ):
            assert (answer.status_code, fields(answer)) == (422, ["key"])


def test_what_is_forgotten_after_a_day_is_cleared_away(either: Caller) -> None:
    """The next group that is made does it; what goes with a group or session stays."""
    table = either.start(["Ada", "Bo"], key="yesterday's key")
    table.begin(key="game")
    with either.app.app_context(), writing():
        before = now() - ANYBODY_LASTS - timedelta(minutes=1)
        db.session.execute(update(Receipt).values(made_at=before))
    either.start(["Ada", "Bo"], key="today's key")
    either.start(["Ada", "Bo"], key="another key of today")
    with either.app.app_context():
        scopes = db.session.scalars(select(Receipt.scope)).all()
    assert (scopes.count(ANYBODY), table.id in scopes) == (2, True)
