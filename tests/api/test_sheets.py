"""Score sheets: rows, sweeps, closing, and ``POST /{game}/score``."""

from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rules.games import RULESETS
from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from referee.services.stored_game import CorrectedRow
from tests.api_calls import KINDS, Caller, Table, fields, kinds, points
from tests.oracle.casino_family import row, said


def test_rows_come_back_as_they_were_put(table: Table) -> None:
    for sent in (points(104, markers=104), kinds(1, 0, 2, 13, 4, markers=2)):
        answer = table.put(1, 1, sent)
        assert answer.status_code == 200
        first, second = answer.json["rows"]
        assert (first, answer.json["result"]) == (None, None)
        assert second == sent | {"etag": answer.headers["ETag"]}
        assert answer.json == table.sheet()


WRONG_ROWS: list[tuple[dict[str, Any], str]] = [
    # row, field
    ({"card_points": 3}, "markers"),
    ({"markers": 1}, "card_points"),
    ({"markers": 1, "storan": 1}, "lillan"),
    ({**points(1), "storan": 1}, "card_points"),
    (points(1, markers=105), "markers"),
    (kinds(1, 1, 1, 1, -1), "other_aces"),
]


def test_wrong_rows_and_seats_where_nobody_sits(table: Table) -> None:
    table.put(1, 0, points(7))
    before = table.sheet()
    for sent, field in WRONG_ROWS:
        answer = table.put(1, 0, sent)
        assert answer.status_code == 422
        assert field in fields(answer)
    for seat in ("2", "6", "99999", "-1", "99999999999999999999", "A"):
        answer = table("PUT", f"/games/1/sheet/{seat}", points(1), headers={"If-Match": '"0"'})
        assert answer.status_code == 404
    assert table.sheet() == before


IF_MATCH = [
    # header, status for an empty row, status for a row that was put once (its etag is {etag})
    (None, 428, 428),
    ("", 428, 428),
    ('"0"', 200, 412),
    ("0", 200, 412),
    ("{etag}", 200, 200),
    (" {etag} ", 200, 200),
    ('"7"', 412, 412),
    ('"x"', 412, 412),
    ("x", 412, 412),
]


@pytest.mark.parametrize("entered", [False, True], ids=["empty", "entered"])
def test_if_match(table: Table, entered: bool) -> None:
    for header, empty, put_once in IF_MATCH:
        if entered:
            table.put(1, 0, points(7))
        before = table.rows(1)[0]
        headers = {}
        if header is not None:
            headers["If-Match"] = header.replace("{etag}", table.etags(1)[0])
        answer = table("PUT", "/games/1/sheet/0", points(9), headers=headers)
        status = put_once if entered else empty
        assert answer.status_code == status, header
        if status == 200:
            before = points(9) | {"etag": answer.headers["ETag"]}
        assert table.rows(1)[0] == before
        if status == 200:
            table("DELETE", "/games/1")
            table.begin()


def test_an_etag_of_a_discarded_game_never_comes_back(table: Table) -> None:
    """The next game has its number, and its rows are entered anew."""
    stale = [table.put(1, 0, points(7)).headers["ETag"]]
    assert stale == ['"1"']
    table.sweep(1, 1, "a sweep")
    stale.append(table.etags(1)[1])
    table("DELETE", "/games/1")
    table.begin()
    assert table.etags(1) == ['"0"', '"0"']
    for seat in (0, 1):
        table.put(1, seat, points(30), '"0"')
    assert not {*table.etags(1)} & {*stale}
    for etag in stale:
        assert table.put(1, 0, points(11), etag).status_code == 412
    assert table.rows(1)[0]["card_points"] == 30


WRONG_CLOSINGS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"last_capturer": 2}, "last_capturer"),
    ({"last_capturer": 10**30}, "last_capturer"),
    ({"accept_imbalance": "yes"}, "accept_imbalance"),
]


def test_wrong_closings(table: Table) -> None:
    table.fill(1, points(20), points(22))
    for body, field in WRONG_CLOSINGS:
        answer = table.close(1, **body)
        assert (answer.status_code, fields(answer)) == (422, [field])
    assert table.get("/games/1")["state"] == "open"


def test_the_history_keeps_what_stood_before(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], house={"last_capture_point": True})
    table.begin()
    table.fill(1, kinds(1, 1, 1, 1, 1, markers=2), points(30))
    table.put(1, 1, points(33))
    assert table.close(1, last_capturer=0).status_code == 200
    assert history(table) == []
    table.put(1, 0, points(9, markers=1))
    table.put(1, 0, points(9, markers=1))
    table.put(1, 0, points(10))
    table.close(1, last_capturer=1)
    table.close(1, last_capturer=1)
    table.put(1, 1, points(1))
    by_kind = {"storan": 1, "lillan": 1, "ace_of_spades": 1, "other_spades": 1, "other_aces": 1}
    assert history(table) == [
        # seat, markers and counting cards, or who captured last; the latest first
        (1, 0, 33),
        (None, 0),
        (0, 1, 9),
        (0, 2, by_kind),
    ]


def history(table: Table) -> list[tuple[Any, ...]]:
    with table.edit.app.app_context():
        game = followed_games.read_game(
            Access(table.group_id, may_write=False), GameId(table.id, 1)
        )
        return [plain(kept) for kept in game.history]


def plain(kept: CorrectedRow) -> tuple[Any, ...]:
    if kept.row is None:
        return (kept.seat, kept.last_capturer)
    return (kept.seat, kept.row.markers, kept.row.counted)


CLIENT_KEYS = [
    *["a", " ", "x" * 64, "👵" * 64, "0b7f3a1e-6f0e-4b52-9a55-5d1f0f9a3c11"],
    *["a/b", "a//b", "/a", "a/", ".", "..", "../close"],
    *["a?b", "a#b", "a;b", "a+b", "a%2Fb", "%", "%00", "a\\b"]]  # fmt: skip


def markers(table: Table) -> list[int]:
    return [row["markers"] if row else 0 for row in table.rows(1)]


def test_keys_of_all_kinds(either: Caller) -> None:
    table = either.start(["Ada", "Bo"])
    table.begin()
    for number, key in enumerate(CLIENT_KEYS, 1):
        answer = table.sweep(1, 0, key)
        assert (answer.status_code, answer.json["key"]) == (201, key)
        assert fields(table.sweep(1, 1, key)) == ["key"]  # it is another sweep's
        assert markers(table) == [number, 0], ascii(key)
    for key in CLIENT_KEYS:
        assert table("DELETE", f"/games/1/sweeps/{quote(key, safe='')}").status_code == 204
    assert markers(table) == [0, 0]


WRONG_SWEEPS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"seat": 0}, "key"),
    ({"seat": 0, "key": ""}, "key"),
    ({"seat": 0, "key": "x" * 65}, "key"),
    ({"seat": 0, "key": "a\nb"}, "key"),
    ({"seat": 0, "key": "\ud800"}, "key"),
    ({"seat": 2, "key": "a"}, "seat"),
]


def test_wrong_sweeps(table: Table) -> None:
    for body, field in WRONG_SWEEPS:
        answer = table("POST", "/games/1/sweeps", body)
        assert answer.status_code == 422
        assert field in fields(answer)
    assert table("DELETE", "/games/1/sweeps/").status_code == 404
    assert markers(table) == [0, 0]


URL = "/api/v1/krypkasino/score"
NONE = dict.fromkeys(KINDS, 0)


def players(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "ABCDEF"[seat], "markers": 0, **row} for seat, row in enumerate(rows)]


TWO = players({"card_points": 20}, {"card_points": 22})


def test_the_example_of_the_contract(client: FlaskClient) -> None:
    kinds = {"storan": 0, "lillan": 1, "ace_of_spades": 0, "other_spades": 3, "other_aces": 1}
    rows = players(
        {"markers": 1, **kinds},
        {"markers": 3, "card_points": 13},
        {"card_points": 10},
        {"card_points": 13},
    )
    answer = client.post(URL, json={"players": rows, "teams": [0, 1, 0, 1]}).json
    assert answer["players"][0] == {
        "name": "A", "sweeps": 5, "set_ups": -15, "cards": 6, "last_capture": 0, "total": -4,
    }  # fmt: skip
    assert answer["teams"][0] == {"team": 0, "players": [0, 2], "total": 6}
    assert (answer["sum"], answer["expected"], answer["balanced"]) == (42, 42, True)
    assert answer["kinds"] is None


ERRORS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"players": None}, "players"),
    ({"players": TWO[:1]}, "players"),
    ({"players": players({"card_points": 1, "storan": 1}, NONE)}, "players.0.card_points"),
    ({"players": players({"storan": 1}, NONE)}, "players.0.lillan"),
    ({"players": players({"markers": 105, "card_points": 1}, NONE)}, "players.0.markers"),
    ({"players": players({"name": "x" * 61, "card_points": 1}, NONE)}, "players.0.name"),
    ({"players": TWO, "teams": [0, 1]}, "teams"),
    ({"players": TWO * 2, "teams": [0, 0, 1, 1]}, "teams"),
    ({"players": TWO, "last_capturer": 2}, "last_capturer"),
]


@pytest.mark.parametrize(("body", "field"), ERRORS)
def test_impossible_sheets(client: FlaskClient, body: dict[str, Any], field: str) -> None:
    response = client.post(URL, json=body)
    assert response.status_code == 422, response.text
    assert response.content_type == "application/problem+json"
    assert field in [error["field"] for error in response.json["errors"]]


def test_a_body_is_json_whatever_its_type_says(client: FlaskClient) -> None:
    response = client.post(URL, data=client.application.json.dumps({"players": TWO}))
    assert response.status_code == 200


ADA, BO = row(30, 8, 2, 1, 0), row(22, 5, 2, 0, 1)


@pytest.fixture
def call(app: Flask) -> Caller:
    return Caller(app)


def score(call: Caller, *players: object, game: str = "casino", **body: Any) -> Any:
    house = dict.fromkeys(body.pop("on", ()), True)
    return call("POST", f"/{game}/score", {"players": players, "house": house, **body})


def test_a_game_of_two(call: Caller) -> None:
    """The contract's own example, with the sweeps that do not count."""
    answer = score(call, {"name": "A", **ADA, "sweeps": 0}, {"name": "B", **BO, "sweeps": 0})
    assert answer.json == {
        "players": [
            {"name": "A", "items": items(3, 1, 2, 2, 0), "total": 8},
            {"name": "B", "items": items(0, 0, 2, 0, 1), "total": 3},
        ],
        "teams": None,
        "sum": 11,
        "expected": 11,
        "balanced": True,
        "kinds": {
            "cards": {"found": 52, "expected": 52}, "spades": {"found": 13, "expected": 13},
            "aces": {"found": 4, "expected": 4}, "big_casino": {"found": 1, "expected": 1},
            "little_casino": {"found": 1, "expected": 1}},
    }  # fmt: skip


def test_switches_that_are_off_exclude_nothing(call: Caller) -> None:
    house = dict.fromkeys(RULESETS["casino"].house_rules.names(), False) | {"sweeps_cancel": True}
    answer = call("POST", "/casino/score", {"players": [ADA, BO], "house": house})
    assert answer.json["sum"] == 11


def items(*points: int) -> dict[str, int]:
    names = ("cards", "spades", "aces", "big_casino", "little_casino")
    return dict(zip(names, points, strict=True)) | {"sweeps": 0, "last_capture": 0}


REFUSED: list[tuple[list[object], dict[str, Any], str]] = [
    # rows, the rest of the body, the field at fault
    ([row(1, 0, 0, 0, 1), BO], {}, "players.0.little_casino"),
    ([said(8), BO], {}, "players"),
    ([ADA | {"sweeps": 1}, BO], {}, "players.0.sweeps"),
    ([said(4), said(7), said(2), None], {"game": "lesotho-casino"}, "players.2"),
    ([said(1001), said(3)], {}, "players.0.points"),
    ([ADA, BO, None, None], {}, "players.2"),
    ([ADA, BO, said(1), None], {"teams": [0, 1, 0, 1]}, "players.2"),
    ([ADA, BO, None, None], {"teams": [0, 0, 1, 1]}, "teams"),
    ([ADA, BO], {"on": ("sweeps_cancel", "claim_out")}, "house"),
    ([row(40, 13, 4, 1, 1), row(0, 0, 0, 0, 0)], {"game": "south-african-casino"},
     "players.0.spades"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "body", "field"), REFUSED)
def test_rows_that_no_game_has(call: Caller, rows, body, field) -> None:
    answer = score(call, *rows, **body)
    assert answer.status_code == 422, answer.text
    assert field in fields(answer)


WRONG_ADJUSTMENTS: list[tuple[dict[str, Any], str]] = [
    ({"adjustment": -101}, "adjustment"),
    ({"adjustment": 101}, "adjustment"),
    ({"adjustment": 1.5}, "adjustment"),
    ({"adjustment": "1"}, "adjustment"),
    ({"adjustment": True}, "adjustment"),
    ({"adjustment": -1, "adjustment_reason": "x" * 61}, "adjustment_reason"),
    ({"adjustment": -1, "adjustment_reason": "two\nlines"}, "adjustment_reason"),
    ({"adjustment": -1, "adjustment_reason": "hid\u200bden"}, "adjustment_reason"),
    ({"adjustment": -1, "adjustment_reason": 3}, "adjustment_reason"),
]


@pytest.mark.parametrize("game", RULESETS)
def test_what_no_adjustment_can_be(api: Caller, game: str) -> None:
    """Of a row that is put, and of one that is scored."""
    row = {"card_points": 21, "markers": 0} if game == "krypkasino" else {"points": 4}
    table = api.start(["Ada", "Bo"], game=game)
    table.begin()
    for wrong, field in WRONG_ADJUSTMENTS:
        answer = table.put(1, 0, row | wrong)
        assert (answer.status_code, fields(answer)) == (422, [field]), wrong
        answer = api("POST", f"/{game}/score", {"players": [row, row | wrong]})
        assert (answer.status_code, fields(answer)) == (422, [f"players.1.{field}"]), wrong
    agreed = {"adjustment": -1, "adjustment_reason": " shown cafe\u0301 "}
    answer = table.put(1, 0, row | agreed)
    stands = row | {"adjustment": -1, "adjustment_reason": "shown caf\u00e9"}
    assert {key: answer.json["rows"][0][key] for key in stands} == stands
    scored = api("POST", f"/{game}/score", {"players": [row, row | agreed]}).json
    first, second = scored["players"]
    assert (second["adjustment"], second["total"]) == (-1, first["total"] - 1)
    assert "adjustment" not in first


def test_a_penalty_goes_through_the_whole_session(either: Caller) -> None:
    """The sheet balances; standings, settlement and history have the penalty, which can be taken
    back."""
    table = either.start(["Ada", "Bo"])
    penalty = {"adjustment": -2, "adjustment_reason": "out of turn"}
    scored = table.play(points(20) | penalty, points(22) | {"adjustment": 1})
    assert [player["total"] for player in scored["players"]] == [18, 23]
    assert (scored["sum"], scored["expected"], scored["balanced"]) == (42, 42, True)
    session = table.get()
    assert [side["total"] for side in session["standings"]] == [18, 23]
    assert session["settlement"]["pairwise"][0]["points"] == 5
    answer = table.put(1, 0, points(20))
    assert answer.json["result"]["players"][0]["total"] == 20
    assert "adjustment" not in answer.json["rows"][0]
    assert [side["total"] for side in table.get()["standings"]] == [20, 23]
    game = GameId(table.id, 1)
    with either.app.app_context():
        access = Access(table.group_id, may_write=True)
        kept = followed_games.read_game(access, game).history
    assert [tuple(one.row.adjustment) for one in kept if one.row] == [(-2, "out of turn")]


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("game", ["casino", "kasino"])
def test_five_or_six_are_counted_and_not_followed(either: Caller, game: str, players: int) -> None:
    """One sits out and counts no cards; how they deal is theirs."""
    names = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"][:players]
    table = either.start(names, game=game)
    answer = table("POST", "/games", {})
    assert (answer.status_code, answer.json["deal_plan"]) == (201, None)
    state = table.get("/games/1")
    assert (state["deal_plan"], state["state"]) == (None, "open")
    for body in ({"table": ["2H", "3H", "4H", "5H"]}, {"turn": "8H -"}):
        refused = table("POST", "/games/1/plays", {"key": str(body), "after": 0, **body})
        assert refused.status_code == 409
        assert "do not deal to so many players" in refused.json["detail"]
    rows = [row(52 - (players - 2), 13, 4, 1, 1), *[row(1, 0, 0, 0, 0)] * (players - 2),
            row(0, 0, 0, 0, 0)]  # fmt: skip
    table.fill(1, *rows)
    closed = table.close(1, last_capturer=0)
    assert (closed.status_code, closed.json["balanced"]) == (200, True)
    assert table("POST", "/games", {}).status_code == 201
    assert table.get()["next_dealer"] == 2
    scored = either("POST", f"/{game}/score", {"players": rows, "last_capturer": 0}).json
    assert [one["total"] for one in scored["players"]] == table.get()["games"][0]["scores"]


@pytest.mark.parametrize("game", [game for game in RULESETS if game != "krypkasino"])
def test_how_many_can_be_counted(api: Caller, game: str) -> None:
    """In Casino and Kasino two to six, elsewhere as many as are dealt to."""
    most = {"casino": 6, "kasino": 6}.get(game, 4)
    answers = []
    for players in range(1, 8):
        names = [f"Player {seat}" for seat in range(players)]
        answers.append(api("POST", "/sessions", {"game": game, "players": names}).status_code)
    assert answers == [201 if 2 <= players <= most else 422 for players in range(1, 8)]
