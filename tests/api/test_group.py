"""``/groups/{id}``: sessions that join a group, its people, and their statistics."""

from tests.api_calls import Caller, plan, points


def test_a_new_group_as_it_is_read(api: Caller) -> None:
    table = api.start(["Bo", "Ada"], group_name="Friday")
    group = table.group()
    (session,) = group["sessions"]
    assert session["started_at"] == table.get()["started_at"]
    assert session["date"] == table.get()["date"]
    beside = ("started_at", "date", "game")
    assert {name: session[name] for name in session if name not in beside} == {
        "id": table.id,
        "players": ["Bo", "Ada"],
        "games_played": 0,
        "games_planned": 2,
        "closed": False,
        "set_aside": False,
        "leaders": [],
    }
    nothing = dict(sessions=0, sessions_won=0, games=0, points=0, sweeps_taken=0, sweeps_set_up=0)
    assert (group["id"], group["name"]) == (table.group_id, "Friday")
    assert table.people() == {"Ada": nothing, "Bo": nothing}


# Joining a group


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


# Statistics


def test_the_statistics_of_a_small_evening(api: Caller) -> None:
    """Worked by hand (#scoring): a sweep brings 5, and costs the player before 5.

    Ada, Bo and Cia: Bo has two markers, which Ada left, Cia has one, which Bo left. Game 1:
    10-10 = 0, 20+10-5 = 25, 12+5 = 17. Game 2 without sweeps: 14 each. Then Cia and Ada at
    another table, where Ada has one marker that Cia left: 30-5 = 25 and 12+5 = 17; of its two
    games one is played. Last, a game that nobody finished.
    """
    first = api.start(["Ada", "Bo", "Cia"], games_planned=2)
    first.play(points(10), points(20, markers=2), points(12, markers=1))
    first.play(points(14), points(14), points(14))
    second = first.edit.start(["Cia", "Ada"], group_id=first.group_id)
    second.play(points(30), points(12, markers=1))
    second.begin()
    second.put(2, 0, points(40, markers=3))
    columns = "sessions sessions_won games points sweeps_taken sweeps_set_up".split()
    found = {name: [each[column] for column in columns] for name, each in first.people().items()}
    assert found == {
        "Ada": [2, 1, 3, 0 + 14 + 17, 1, 2],
        "Bo": [1, 0, 2, 25 + 14, 2, 1],
        "Cia": [2, 0, 3, 17 + 14 + 25, 1, 1],
    }
    sessions = {each["id"]: each for each in first.group()["sessions"]}
    facts = [
        [sessions[table.id][name] for name in ("games_played", "games_planned", "leaders")]
        for table in (first, second)
    ]
    assert facts == [[2, 2, ["Ada"]], [1, 2, ["Ada"]]]
