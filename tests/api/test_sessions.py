"""Groups, sessions and their games: what they are started with, read as, and changed to."""

from datetime import UTC, datetime
from typing import Any

import pytest

from referee.store import queries
from referee.store.database import writing
from tests.api_calls import NAMES, Caller, Table, fields, plan, points
from tests.oracle.casino_family import row, said

OFF = {"two_player_five_six": False, "last_capture_point": False, "set_aside_spades": False}


def test_a_new_session_as_it_is_read(api: Caller) -> None:
    table = api.start(NAMES[:3])
    session = table.get()
    assert session.pop("started_at")
    assert session.pop("date")
    assert session == {
        "id": table.id, "group_id": table.group_id, "game": "krypkasino", "players": NAMES[:3],
        "teams": None, "house": OFF, "preset": None, "games_planned": 3, "closed": False,
        "games": [],
        "standings": [
            {"side": side, "name": name, "total": 0, "place": 1}
            for side, name in enumerate(NAMES[:3])
        ],
        "next_dealer": 0, "settlement": {"pairwise": [], "to_winner": [], "fewest": []},
        "settlement_chosen": "pairwise", "target": None, "direction": "low", "over": False,
        "winners": [], "set_aside": False, "continues": None, "continued_by": None, "night": None,
        "bg_stats_url": None,
    }  # fmt: skip


GOOD_NAMES = [
    *["x" * 60, "👵🏽" * 30, "👨‍👩‍👧‍👦", "<script>alert(1)</script>", "عليّ", "山田太郎"],
    *["Robert'); DROP TABLE players;--", '"&amp;\\', "{{ 7 * 7 }}", "%(name)s %s", "null"],
]


def test_names_come_back_as_they_are(either: Caller) -> None:
    for name in GOOD_NAMES:
        table = either.start([name, "Other"], group_name=name)
        session, group = table.get(), table.group()
        assert session["players"] == [name, "Other"]
        assert session["standings"][0]["name"] == name
        assert group["name"] == name
        assert {person["name"] for person in group["players"]} == {name, "Other"}


def test_a_name_is_the_same_however_it_was_typed(api: Caller) -> None:
    """An accent of its own, or one character with it."""
    table = api.start(["Jose\u0301", "Bo"], group_name="Jose\u0301 & Bo")
    assert table.get()["players"] == ["José", "Bo"]
    again = table.edit.start(["José", "Bo"], group_id=table.group_id)
    assert again.get()["players"] == ["José", "Bo"]
    assert table.group()["name"] == "José & Bo"
    assert set(table.people()) == {"José", "Bo"}


BAD_NAMES = ["", "\u200b\u200d", "\u202eBo", "x" * 61, "a\nb", "\0", "\ud800"]
"""More of them, and why: ``tests/web/test_names.py``."""


def test_impossible_names(api: Caller) -> None:
    for name in BAD_NAMES:
        answer = api("POST", "/sessions", plan(players=["Ada", name]))
        assert (answer.status_code, fields(answer)[0].partition(".")[0]) == (422, "players")
        if name:
            answer = api("POST", "/sessions", plan(group_name=name))
            assert (answer.status_code, fields(answer)) == (422, ["group_name"])


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({}, "players"),
    (plan(game="whist"), "game"),
    (plan(players=["Ada"]), "players"),
    (plan(players=["Ada", "Ada"]), "players"),
    (plan(players=["Ada", "Bo", " Ada "]), "players"),
    (plan(players=["José", "Jose\u0301"]), "players"),
    (plan(teams=[0, 1]), "teams"),
    (plan(players=NAMES[:4], teams=[0, 0, 1, 1]), "teams"),
    (plan(players=NAMES[:4], teams=[0, 1, 0]), "teams"),
    (plan(players=NAMES[:4], teams=["0", "1", "0", "1"]), "teams.0"),
    (plan(house={"jokers": True}), "house"),
    (plan(players=NAMES[:3], house={"two_player_five_six": True}), "players"),
    (plan(game="casino", house={"spades_two": True, "cards_two_last_one": True}), "house"),
    (plan(game="casino", house={"ace_low": True}), "house"),
    (plan(game="casino", games_planned=3, target=21), "target"),
    (plan(game="casino", target=6), "target"),
    (plan(game="casino", players=NAMES[:4], house={"difference_scoring": True}), "players"),
    (plan(games_planned=0), "games_planned"),
    (plan(games_planned=3, target=21), "target"),
    (plan(first_dealer=2), "first_dealer"),
]


def test_impossible_sessions(api: Caller) -> None:
    for body, field in IMPOSSIBLE:
        answer = api("POST", "/sessions", body)
        assert answer.status_code == 422, answer.text
        assert field in fields(answer), body


def test_house_rules_and_what_is_dealt(api: Caller) -> None:
    house = {"two_player_five_six": True}
    table = api.start(["Ada", "Bo"], house=house)
    assert table("POST", "/games").json == {
        "number": 1, "dealer": 0, "state": "open",
        "deal_plan": {"first_hand": [3, 2], "table": [3, 3], "later_hands": [2, 2], "deals": 12},
    }  # fmt: skip
    assert table.get()["house"] == OFF | house


def test_teams(api: Caller) -> None:
    session = api.start(NAMES[:4], teams=[1, 0, 1, 0]).get()
    assert session["teams"] == [1, 0, 1, 0]
    sides = [(standing["side"], standing["name"]) for standing in session["standings"]]
    assert sides == [(0, "Bo & Dan"), (1, "Ada & Cia")]


def test_a_game_as_it_is_read(table: Table) -> None:
    game = table.get("/games/1")
    plan = {"first_hand": [3, 3], "table": [2, 2], "later_hands": [2, 2], "deals": 12}
    facts = {
        "number": 1, "state": "open", "seq": 0, "dealer": 0, "turn": None, "deal": 1, "deals": 12,
        "deal_plan": plan, "table": [], "sweeps_for": [], "set_aside": [], "last_capturer": None,
        "irregularities": [], "scores": None}  # fmt: skip
    assert {name: game[name] for name in facts} == facts
    assert (len(game["cards_left_in_hands"]), len(game["piles"])) == (2, 2)
    table.fill(1, points(20), points(22))
    scores = table.close(1, last_capturer=1).json
    game = table.get("/games/1")
    finished = facts | {"state": "finished", "last_capturer": 1, "scores": scores}
    assert {name: game[name] for name in facts} == finished


def test_a_discarded_game_is_begun_again(api: Caller) -> None:
    """The number, the dealer and the sheet are those of a new game."""
    table = api.start(["Ada", "Bo"], first_dealer=1)
    table.play(points(20), points(22))
    begun = table("POST", "/games").json
    table.put(2, 0, points(20))
    table.sweep(2, 1, "k")
    assert table("DELETE", "/games/2").status_code == 204
    assert table.get()["next_dealer"] == begun["dealer"] == 0
    assert table("GET", "/games/2").status_code == 404
    assert table("DELETE", "/games/2").status_code == 404
    assert table("POST", "/games").json == begun
    assert table.sheet(2) == {"rows": [None, None], "last_capturer": None, "result": None}
    assert table.sweep(2, 1, "k").status_code == 201
    assert table.rows(2)[1]["markers"] == 1


def test_what_is_unfinished_when_a_session_is_closed(api: Caller) -> None:
    """An unfinished game can be discarded or finished, and finished games can be corrected."""
    table = api.start(["Ada", "Bo"])
    table.play(points(40), points(2))
    number = table.begin()
    for _ in range(2):
        assert table("POST", "/close").status_code == 200
    table.fill(number, points(1), points(41))
    assert table.close(number).status_code == 200
    assert table("POST", "/games").status_code == 409
    table.fill(1, points(39), points(3))
    assert [game["scores"] for game in table.get()["games"]] == [[39, 3], [1, 41]]
    other = api.start(["Ada", "Bo"])
    other.begin()
    other("POST", "/close")
    assert other("DELETE", "/games/1").status_code == 204


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


def start(api: Caller, game: str = "casino", players: int = 2, **options: Any) -> Table:
    house = dict.fromkeys(options.pop("on", ()), True)
    return api.start(NAMES[:players], game=game, house=house, **options)


STARTS = [
    # game, options, what of the session is said
    ("casino", {}, {"target": 21, "games_planned": None, "teams": None, "direction": "high"}),
    ("casino", {"on": ["difference_scoring"]}, {"target": 11}),
    ("royal-casino", {"players": 4, "teams": [1, 0, 1, 0]}, {"teams": [1, 0, 1, 0]}),
    ("south-african-casino", {"players": 4, "on": ["partners"]}, {"teams": [0, 1, 0, 1]}),
]


@pytest.mark.parametrize(("game", "options", "wanted"), STARTS)
def test_starts(api: Caller, game: str, options: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = start(api, game, **options).get()
    assert {key: found[key] for key in wanted} == wanted
    assert (found["over"], found["winners"]) == (False, [])


def test_partners_share_a_row(api: Caller) -> None:
    table = start(api, players=4, teams=[0, 1, 0, 1])
    number = table.begin()
    for seat, told in enumerate((8, 3)):
        assert table.put(number, seat, said(told)).status_code == 200
    for seat in (2, 3):
        assert table.put(number, seat, said(1)).status_code == 422
    assert [one and one["points"] for one in table.rows(number)] == [8, 3, None, None]
    result = table.close(number).json
    assert [one["total"] for one in result["players"]] == [None] * 4
    assert [(t["team"], t["players"], t["total"]) for t in result["teams"]] == [
        (0, [0, 2], 8),
        (1, [1, 3], 3),
    ]
    found = table.get()
    assert found["games"][0]["scores"] == [8, 3, 8, 3]
    assert [one["total"] for one in found["standings"]] == [8, 3]
    assert found["settlement"]["pairwise"] == [{"from": 1, "to": 0, "points": 5}]
    people = table.people()
    assert [people[name]["points"] for name in NAMES[:4]] == [8, 3, 8, 3]


ACES = [
    # which aces a row of two says that it has, status, field
    (["AS", "AD"], 200, []),
    (["as", "A♦"], 200, []),
    (["AS", "AS"], 422, ["which_aces"]),
    (["AS", "x"], 400, ["which_aces"]),
    (["AC", "AH"], 422, ["which_aces"]),  # Bo has it
]


def test_which_aces_a_row_has(api: Caller) -> None:
    table = start(api, on=["count_out"])
    table.begin()
    assert table.put(1, 1, row(22, 5, 2, 0, 1, which_aces=["AH", "AC"])).status_code == 200
    for aces, status, wrong in ACES:
        answer = table.put(1, 0, row(30, 8, 2, 1, 0, which_aces=aces))
        assert (answer.status_code, fields(answer)) == (status, wrong), answer.text
        assert [one["which_aces"] for one in table.rows(1)] == [["AS", "AD"], ["AC", "AH"]]


def test_all_say_points_or_all_count(api: Caller) -> None:
    first, second = said(8), row(22, 5, 2, 0, 1)
    table = start(api)
    table.begin()
    assert table.put(1, 0, first).status_code == 200
    answer = table.put(1, 1, second)
    assert (answer.status_code, answer.json["reason"]) == (422, "mixed")
    assert table.put(1, 0, second).status_code == 200, "the same row may change its mind"


NO_CLAIMS = [
    # house rules, the row of the claimant, reason or field
    ([], row(27, 7, 4, 1, 1), "claimed_by"),
    (["claim_out"], None, "incomplete"),
    (["claim_out"], said(21), "mixed"),
]


@pytest.mark.parametrize(("on", "counted", "why"), NO_CLAIMS)
def test_nobody_can_claim(api: Caller, on, counted, why) -> None:
    table = start(api, on=on, target=7)
    table.begin()
    if counted:
        table.put(1, 0, counted)
    answer = table.close(1, claimed_by=0)
    assert answer.status_code == 422
    assert why in (answer.json.get("reason"), *fields(answer))
    assert fields(table.close(1, claimed_by=2)) == ["claimed_by"]


BROKEN = [
    # what is changed, the state of the claimed game afterwards
    ("PUT", "/games/2/sheet/0", row(0, 0, 0, 0, 0), "open"),
    ("PUT", "/games/1/sheet/1", row(26, 6, 1, 1, 1), "finished"),
    ("POST", "/games/1/close", {"last_capturer": 1}, "open"),
    ("PATCH", "", {"target": 30}, "open"),
]


@pytest.mark.parametrize(("method", "path", "body", "state"), BROKEN)
def test_a_change_that_breaks_a_claim_takes_it_back(
    either: Caller, method: str, path: str, body: dict[str, int], state: str
) -> None:
    table = start(either, on=["claim_out", "cards_two_last_one"], target=9)
    table.play(row(30, 7, 2, 0, 0), row(22, 6, 2, 1, 1), last_capturer=0)  # 6 to 5
    table.begin()
    table.put(2, 0, row(27, 7, 0, 0, 0))
    assert table.close(2, claimed_by=0).status_code == 200
    assert table.get()["winners"] == [0]
    answer = table(method, path, body, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    broken, sheet, found = state == "open", table.sheet(2), table.get()
    assert found["games"][1]["state"] == state
    assert (found["winners"], found["over"]) == (([], False) if broken else ([0], True))
    assert (sheet["claimed_by"], bool(sheet["claim_taken_back"])) == (None if broken else 0, broken)
    if path.startswith("/games/2"):
        assert answer.json == sheet
    if broken:
        assert sheet["claim_taken_back"].startswith("The claim was taken back")
        table.fill(2, row(26, 7, 2, 1, 1), row(26, 6, 2, 0, 0))
        assert table.close(2, last_capturer=0).status_code == 200
        assert table.sheet(2)["claim_taken_back"] is None


LATE = datetime(2026, 11, 25, 3, 30, tzinfo=UTC)
PACIFIC = "America/Los_Angeles"


def late(table: Table) -> None:
    """Move the begin of the session to late in the evening, as California has it."""
    with table.edit.app.app_context(), writing():
        session = queries.session(table.group_id, table.id)
        assert session is not None
        session.started_at = LATE


def dates(table: Table) -> list[str]:
    (listed,) = table.group()["sessions"]
    assert listed["started_at"] == table.get()["started_at"] == "2026-11-25T03:30:00+00:00"
    return [listed["date"], table.get()["date"]]


def change(caller: Caller, group_id: str, body: Any) -> Any:
    return caller("PATCH", f"/groups/{group_id}", body)


def test_dates_are_those_of_the_zone(either: Caller) -> None:
    table = either.start(["Ada", "Bo"], timezone=PACIFIC)
    late(table)
    assert table.group()["timezone"] == PACIFIC
    assert dates(table) == ["2026-11-24"] * 2
    answer = change(table.edit, table.group_id, {"timezone": "Asia/Tokyo"})
    assert (answer.status_code, answer.json) == (200, table.group())
    assert answer.json["timezone"] == "Asia/Tokyo"
    assert dates(table) == ["2026-11-25"] * 2


def test_without_one_it_is_the_servers(api: Caller) -> None:
    one, other = api.start(["Ada", "Bo"]), api.start(["Ada", "Bo"], timezone=None)
    assert one.group()["timezone"] == other.group()["timezone"]
    assert change(one.edit, one.group_id, {"timezone": PACIFIC}).json["timezone"] == PACIFIC
    assert change(one.edit, one.group_id, {}).json["timezone"] == PACIFIC
    assert change(one.edit, one.group_id, {"timezone": None}).json == one.group() | {
        "timezone": other.group()["timezone"]
    }


def test_unknown_zones(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], timezone=PACIFIC)
    for zone in ("Mars/Olympus", "", "CEST+2", "../UTC", 7, ["UTC"], "\ud800"):
        for answer in (
            api("POST", "/sessions", plan(timezone=zone)),
            change(table.edit, table.group_id, {"timezone": zone}),
        ):
            assert (answer.status_code, fields(answer)) == (422, ["timezone"])
    assert table.group()["timezone"] == PACIFIC
