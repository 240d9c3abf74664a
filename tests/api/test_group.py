"""``/groups/{id}``: sessions that join a group, and its people. Whole evenings show their
statistics (``test_evenings.py``)."""

from tests.api_calls import Caller, plan


def test_a_new_group_as_it_is_read(api: Caller) -> None:
    table = api.start(["Bo", "Ada"], group_name="Friday")
    group = table.group()
    (session,) = group["sessions"]
    assert session["started_at"] == table.get()["started_at"]
    assert session["date"] == table.get()["date"]
    beside = ("started_at", "date", "game")
    assert {name: session[name] for name in session if name not in beside} == {
        "id": table.id, "players": ["Bo", "Ada"], "games_played": 0, "games_planned": 2,
        "closed": False, "set_aside": False, "leaders": []}  # fmt: skip
    nothing = dict(sessions=0, sessions_won=0, games=0, points=0, sweeps_taken=0, sweeps_set_up=0)
    assert (group["id"], group["name"]) == (table.group_id, "Friday")
    assert table.people() == {"Ada": nothing, "Bo": nothing}


def test_a_session_that_joins_a_group_brings_no_keys(api: Caller) -> None:
    first = api.start(["Ada", "Bo"], group_name="Friday")
    body = plan(players=["Bo", "Cia"], group_id=first.group_id, group_name="Saturday")
    answer = first.edit("POST", "/sessions", body)
    assert answer.status_code == 201
    assert set(answer.json) == {"id", "group_id"}
    assert answer.json["group_id"] == first.group_id
    group = first.group()
    assert group["name"] == "Friday"
    assert {session["id"] for session in group["sessions"]} == {first.id, answer.json["id"]}
