"""``POST /sessions``: what a session is started with, and what cannot be."""

from typing import Any

import pytest

from referee.store import queries
from referee.store.database import writing
from tests.calls import NAMES, Caller, fields, plan
from tests.databases import ON_ONE

KEYS = {"edit_key", "view_key", "edit_url", "view_url"}
OFF = {"two_player_five_six": False, "last_capture_point": False, "set_aside_spades": False}


def test_what_a_new_session_answers(api: Caller) -> None:
    answer = api("POST", "/sessions", plan())
    assert answer.status_code == 201
    assert set(answer.json) == {"id", "group_id"} | KEYS
    assert all(isinstance(value, str) and value for value in answer.json.values())


def test_a_new_session_as_it_is_read(api: Caller) -> None:
    table = api.start(NAMES[:3])
    session = table.get()
    assert session.pop("started_at")
    assert session.pop("date")
    assert session == {
        "id": table.id,
        "group_id": table.group_id,
        "game": "krypkasino",
        "players": ["Ada", "Bo", "Cia"],
        "teams": None,
        "house": OFF,
        "games_planned": 3,
        "closed": False,
        "games": [],
        "standings": [
            {"side": 0, "name": "Ada", "total": 0, "place": 1},
            {"side": 1, "name": "Bo", "total": 0, "place": 1},
            {"side": 2, "name": "Cia", "total": 0, "place": 1},
        ],
        "next_dealer": 0,
        "settlement": {"pairwise": [], "to_winner": [], "fewest": []},
        "settlement_chosen": "pairwise",
        "target": None,
        "direction": "low",
        "over": False,
        "winners": [],
    }


DEFAULTS = [
    # players, options, games planned, first dealer
    (2, {}, 2, 0),
    (5, {}, 5, 0),
    (6, {}, 6, 0),
    (3, {"games_planned": 9}, 9, 0),
    (3, {"games_planned": 1, "first_dealer": 2}, 1, 2),
    (2, {"games_planned": None}, 2, 0),
    (4, {"first_dealer": 3}, 4, 3),
]


@pytest.mark.parametrize(("players", "options", "planned", "dealer"), DEFAULTS)
def test_defaults(
    api: Caller, players: int, options: dict[str, Any], planned: int, dealer: int
) -> None:
    session = api.start(NAMES[:players], **options).get()
    assert (session["games_planned"], session["next_dealer"]) == (planned, dealer)


# Names

GOOD_NAMES = [
    "A",
    "x" * 60,
    "👵🏽" * 30,
    "👨‍👩‍👧‍👦",
    "<b>Åsa</b>",
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE players;--",
    '"&amp;\\',
    "عليّ",
    "שרה",
    "Zoë Müller-Lüdenscheidt",
    "{{ 7 * 7 }}",
    "%(name)s %s",
    "0",
    "null",
    "山田太郎",
    "José",
]


@pytest.mark.parametrize("name", GOOD_NAMES, ids=ascii)
def test_names_come_back_as_they_are(api: Caller, name: str) -> None:
    table = api.start([name, "Other"], group_name=name)
    session, group = table.get(), table.group()
    assert session["players"] == [name, "Other"]
    assert session["standings"][0]["name"] == name
    assert group["name"] == name
    assert {person["name"] for person in group["players"]} == {name, "Other"}
    assert group["sessions"][0]["leaders"] == []


def test_names_that_differ_in_case_or_accents_are_different(api: Caller) -> None:
    names = ["asa", "Asa", "Åsa", "ASA"]
    assert api.start(names).get()["players"] == names


def test_a_name_is_the_same_however_it_was_typed(api: Caller) -> None:
    """An accent of its own, or one character with it."""
    table = api.start(["Jose\u0301", "Bo"], group_name="Jose\u0301 & Bo")
    assert table.get()["players"] == ["José", "Bo"]
    again = table.edit.start(["José", "Bo"], group_id=table.group_id)
    assert again.get()["players"] == ["José", "Bo"]
    assert table.group()["name"] == "José & Bo"
    assert set(table.people()) == {"José", "Bo"}
    twice = api("POST", "/sessions", plan(players=["José", "Jose\u0301"]))
    assert (twice.status_code, fields(twice)) == (422, ["players"])


def test_an_older_name_is_found_by_its_new_form(api: Caller) -> None:
    table = api.start(["Ada", "Bo"])
    with api.app.app_context(), writing():
        for player in queries.players(table.group_id):
            player.name = {"Ada": "Jose\u0301"}.get(player.name, player.name)
    table.edit.start(["José", "Bo"], group_id=table.group_id)
    assert set(table.people()) == {"Jose\u0301", "Bo"}


def test_spaces_around_a_name_are_no_part_of_it(api: Caller) -> None:
    assert api.start(["  Ada ", "x" * 60 + " "]).get()["players"] == ["Ada", "x" * 60]


BAD_NAMES = [
    *["", " ", "\u00a0\u2003", "\u200b\u200d", "\u202e", "\u3164", "Bo\u200b", "\u202eBo"],
    *["x" * 61, "👵" * 61],
    *["a\nb", "a\tb", "\0", "\x1b[1m", "\x7f", "\u0085", "a\u2028b", "a\u2029b"],
    *["\ud800", "Bo\udfff"],
]


@ON_ONE
@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_impossible_names(api: Caller, name: str) -> None:
    assert api("POST", "/sessions", plan(players=["Ada", name])).status_code == 422
    assert not name or api("POST", "/sessions", plan(group_name=name)).status_code == 422


@ON_ONE
@pytest.mark.parametrize(
    ("body", "field"),
    [(plan(players=["Ada", "\n"]), "players"), (plan(group_name="\n"), "group_name")],
)
def test_whose_name_is_impossible(api: Caller, body: dict[str, Any], field: str) -> None:
    assert [name.split(".")[0] for name in fields(api("POST", "/sessions", body))] == [field]


# Impossible sessions

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({}, "game"),
    ({}, "players"),
    (plan(game=...), "game"),
    (plan(game=None), "game"),
    (plan(game=1), "game"),
    (plan(game="whist"), "game"),
    (plan(game="Krypkasino"), "game"),
    (plan(game="whist"), "game"),
    (plan(game="\ud800"), "game"),
    (plan(players=...), "players"),
    (plan(players=None), "players"),
    (plan(players="Ada, Bo"), "players"),
    (plan(players=[]), "players"),
    (plan(players=["Ada"]), "players"),
    (plan(players=[*NAMES, "Gun"]), "players"),
    (plan(players=["Ada", "Ada"]), "players"),
    (plan(players=["Ada", "Bo", " Ada "]), "players"),
    (plan(players=["Ada", 2]), "players.1"),
    (plan(players=["Ada", None]), "players.1"),
    (plan(players=[["Ada"], "Bo"]), "players.0"),
    (plan(teams=[0, 1]), "teams"),
    (plan(teams="01"), "teams"),
    (plan(house={"jokers": True}), "house"),
    (plan(house={"jokers": False}), "house"),
    (plan(house={"\ud800": True}), "house"),
    (plan(house={"last_capture_point": "yes"}), "house.last_capture_point.value"),
    (plan(house=["last_capture_point"]), "house"),
    (plan(games_planned=0), "games_planned"),
    (plan(games_planned=-2), "games_planned"),
    (plan(games_planned=2.0), "games_planned"),
    (plan(games_planned="2"), "games_planned"),
    (plan(games_planned=True), "games_planned"),
    (plan(games_planned=10**30), "games_planned"),
    (plan(target=21), "target"),
    (plan(first_dealer=2), "first_dealer"),
    (plan(first_dealer=-1), "first_dealer"),
    (plan(first_dealer="0"), "first_dealer"),
    (plan(first_dealer=False), "first_dealer"),
    (plan(first_dealer=10**30), "first_dealer"),
    (plan(group_id=7), "group_id"),
    (plan(group_name=7), "group_name"),
    (plan(key=7), "key"),
]


@ON_ONE
@pytest.mark.parametrize(("body", "field"), IMPOSSIBLE)
def test_impossible_sessions(api: Caller, body: dict[str, Any], field: str) -> None:
    answer = api("POST", "/sessions", body)
    assert answer.status_code == 422, answer.text
    assert field in fields(answer)


# House rules and teams (#players, #deal, #house-rules)

PLANS = [
    # players, house rules, first hand, table, later hands, deals
    (2, {}, [3, 3], [2, 2], [2, 2], 12),
    (3, {}, [3, 2], [3, 2], [2, 2], 8),
    (4, {}, [3, 2], [2, 2], [2, 2], 6),
    (5, {}, [2, 2], [2, 2], [2, 2], 5),
    (6, {}, [3, 2], [2, 0], [2, 2], 4),
    (2, {"two_player_five_six": True}, [3, 2], [3, 3], [2, 2], 12),
    (2, {"two_player_five_six": False, "set_aside_spades": True}, [3, 3], [2, 2], [2, 2], 12),
]


@ON_ONE
@pytest.mark.parametrize(("players", "house", "first", "laid", "later", "deals"), PLANS)
def test_deal_plans(
    api: Caller,
    players: int,
    house: dict[str, bool],
    first: list[int],
    laid: list[int],
    later: list[int],
    deals: int,
) -> None:
    table = api.start(NAMES[:players], house=house)
    answer = table("POST", "/games")
    assert answer.status_code == 201
    assert answer.json == {
        "number": 1,
        "dealer": 0,
        "state": "open",
        "deal_plan": {"first_hand": first, "table": laid, "later_hands": later, "deals": deals},
    }
    assert table.get()["house"] == OFF | house


@ON_ONE
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_five_six_is_for_two(api: Caller, players: int) -> None:
    for on, status in ((True, 422), (False, 201)):
        house = {"two_player_five_six": on}
        answer = api("POST", "/sessions", plan(players=NAMES[:players], house=house))
        assert answer.status_code == status


TEAMS = [
    # teams by seat, status
    ([0, 1, 0, 1], 201),
    ([1, 0, 1, 0], 201),
    ([0, 1, 2, 0, 1, 2], 201),
    ([2, 0, 1, 2, 0, 1], 201),
    ([0, 1, 0, 1, 0, 1], 201),
    ([0, 0, 1, 1], 422),
    ([0, 1, 1, 0], 422),
    ([0, 0, 0, 0], 422),
    ([0, 1, 2, 3], 422),
    ([0, 2, 0, 2], 422),
    ([-1, 0, -1, 0], 422),
    ([0, 1, 2, 0, 2, 1], 422),
    ([0, 0, 0, 1, 1, 1], 422),
    ([0, 0, 1, 1, 2, 2], 422),
    ([0, 1, 0], 422),
    ([0, 1, 0, 1, 0], 422),
    ([0, 1], 422),
]


@ON_ONE
@pytest.mark.parametrize(("teams", "status"), TEAMS)
def test_teams(api: Caller, teams: list[int], status: int) -> None:
    answer = api("POST", "/sessions", plan(players=NAMES[: len(teams)], teams=teams))
    assert answer.status_code == status
    if status == 422:
        assert fields(answer) == ["teams"]
    else:
        session = Caller(api.app, answer.json["edit_key"]).get(f"/sessions/{answer.json['id']}")
        assert session["teams"] == teams
        sides = [(standing["side"], standing["name"]) for standing in session["standings"]]
        assert sides == sorted(
            (team, " & ".join(name for name, at in zip(NAMES, teams, strict=False) if at == team))
            for team in set(teams)
        )


@ON_ONE
@pytest.mark.parametrize("teams", [[0, 1, 0], [0, 1, 0, 1, 0, 1], [], ["0", "1", "0", "1"]])
def test_teams_for_other_seats(api: Caller, teams: list[Any]) -> None:
    assert api("POST", "/sessions", plan(players=NAMES[:4], teams=teams)).status_code == 422
