"""``POST /sessions``: what a session is started with, and what cannot be."""

from typing import Any

from tests.api_calls import NAMES, Caller, fields, plan

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
"""More of them, and why: ``tests/test_invisible_characters.py``."""


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
    (plan(game="casino", games_planned=3), "games_planned"),
    (plan(game="casino", target=6), "target"),
    (plan(game="casino", players=NAMES[:4], house={"difference_scoring": True}), "players"),
    (plan(games_planned=0), "games_planned"),
    (plan(target=21), "target"),
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
