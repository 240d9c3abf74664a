"""The client's ``key``: the same key again gets the same answer and makes nothing twice."""

import secrets
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from referee.services.access import ANYBODY, ANYBODY_LASTS
from referee.services.sessions import SessionPlan
from referee.store.database import db, writing
from referee.store.models import Receipt, now
from tests.api_calls import Caller, Table, fields, points

ADA_AND_BO = {"game": "krypkasino", "players": ["Ada", "Bo"]}


@pytest.fixture
def key() -> str:
    """Return a key that no other test sends: keys of new groups are known everywhere."""
    return secrets.token_hex(8)


@pytest.fixture
def table(api: Caller) -> Table:
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


def test_a_session_that_joins_a_group(table: Table, key: str) -> None:
    body = {**ADA_AND_BO, "players": ["Bo", "Cia"], "group_id": table.group_id, "key": key}
    first = table.edit("POST", "/sessions", body)
    again = table.edit("POST", "/sessions", body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert len(table.group()["sessions"]) == 2
    answer = table.edit("POST", "/sessions", body | {"players": ["Cia", "Bo"]})
    assert (answer.status_code, fields(answer)) == (422, ["key"])
    assert len(table.group()["sessions"]) == 2


def test_a_game(table: Table, key: str) -> None:
    first = table("POST", "/games", {"key": key})
    again = table("POST", "/games", {"key": key})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert len(table.get()["games"]) == 1
    assert table("POST", "/games", {"key": f"{key}2"}).status_code == 409


def test_a_refusal_uses_no_key_up(table: Table, key: str) -> None:
    table.begin()
    assert table("POST", "/games", {"key": key}).status_code == 409
    table("DELETE", "/games/1")
    assert table("POST", "/games", {"key": key}).status_code == 201
    body = {**ADA_AND_BO, "group_id": table.group_id, "key": f"{key}2"}
    assert table.edit("POST", "/sessions", body | {"players": ["Ada"]}).status_code == 422
    assert table.edit("POST", "/sessions", body).status_code == 201


def test_impossible_keys(table: Table, api: Caller) -> None:
    in_group = {**ADA_AND_BO, "group_id": table.group_id}
    for key in ("", "x" * 65, "a\nb", "\0", "\ud800", 1, True, [], {}):
        for answer in (
            api("POST", "/sessions", {**ADA_AND_BO, "key": key}),
            table.edit("POST", "/sessions", {**in_group, "key": key}),
            table("POST", "/games", {"key": key}),
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
