"""Games and their score sheets: begun, counted along, filled in, closed, corrected, discarded."""

from typing import Any
from urllib.parse import quote

import pytest

from referee.services import games
from referee.services.links import Access
from referee.services.sheets import Corrected
from tests.calls import KINDS, NONE, WHOLE, Caller, Table, fields, kinds, points

NAMES = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"]


@pytest.fixture
def table(api: Caller) -> Table:
    """Ada and Bo, in the middle of a game."""
    table = api.start(["Ada", "Bo"])
    table.begin()
    return table


def sheet(table: Table, number: int = 1) -> Any:
    return table.get(f"/games/{number}/sheet")


def markers(table: Table) -> list[int]:
    return [row["markers"] if row else 0 for row in table.rows(1)]


# Beginning and discarding


def test_one_game_at_a_time(table: Table) -> None:
    assert table("POST", "/games").status_code == 409
    table.fill(1, points(20), points(22))
    assert table("POST", "/games", {}).status_code == 409
    table.close(1)
    assert table("POST", "/games", {}).json["number"] == 2
    assert [game["number"] for game in table.get()["games"]] == [1, 2]


def test_a_game_as_it_is_read(table: Table) -> None:
    game = table.get("/games/1")
    plan = {"first_hand": [3, 3], "table": [2, 2], "later_hands": [2, 2], "deals": 12}
    facts = {
        "number": 1,
        "state": "open",
        "seq": 0,
        "dealer": 0,
        "turn": None,
        "deal": 1,
        "deals": 12,
        "deal_plan": plan,
        "table": [],
        "sweeps_for": [],
        "set_aside": [],
        "last_capturer": None,
        "irregularities": [],
        "scores": None,
    }
    assert {name: game[name] for name in facts} == facts
    assert (len(game["cards_left_in_hands"]), len(game["piles"])) == (2, 2)
    table.fill(1, points(20), points(22))
    scores = table.close(1, last_capturer=1).json
    game = table.get("/games/1")
    finished = facts | {"state": "finished", "last_capturer": 1, "scores": scores}
    assert {name: game[name] for name in facts} == finished


def test_a_discarded_game_is_begun_again(api: Caller) -> None:
    """Its number, its dealer and its sheet are those of a new game."""
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
    assert sheet(table, 2) == {"rows": [None, None], "last_capturer": None, "result": None}
    assert table.sweep(2, 1, "k").status_code == 201
    assert table.rows(2)[1]["markers"] == 1


def test_a_finished_game_is_not_discarded(table: Table) -> None:
    table.fill(1, points(20), points(22))
    table.close(1)
    before = table.get()
    assert table("DELETE", "/games/1").status_code == 409
    assert table.get() == before


# Rows


def test_an_empty_sheet(table: Table) -> None:
    assert sheet(table) == {"rows": [None, None], "last_capturer": None, "result": None}


ROWS = [
    points(0),
    points(13, markers=3),
    points(104, markers=104),
    kinds(0, 0, 0, 0, 0),
    kinds(1, 0, 2, 13, 4, markers=2),
    dict.fromkeys(("markers", *KINDS), 104),
]


@pytest.mark.parametrize("row", ROWS)
def test_rows_come_back_as_they_were_put(table: Table, row: dict[str, int]) -> None:
    answer = table.put(1, 1, row)
    assert answer.status_code == 200
    first, second = answer.json["rows"]
    assert (first, answer.json["result"]) == (None, None)
    assert second == row | {"etag": answer.headers["ETag"]}
    assert answer.json == sheet(table)


def test_a_sheet_has_its_result_once_everybody_has_counted(table: Table, api: Caller) -> None:
    rows = [kinds(2, 0, 0, 12, 6, markers=1), kinds(0, 2, 2, 10, 0)]
    table.put(1, 0, rows[0])
    result = table.put(1, 1, rows[1]).json["result"]
    players = [{"name": name, **row} for name, row in zip(("Ada", "Bo"), rows, strict=True)]
    assert result == api("POST", "/krypkasino/score", {"players": players}).json
    assert table.get("/games/1")["scores"] is None


def test_a_row_is_put_again_in_another_way(table: Table) -> None:
    table.put(1, 0, kinds(1, 1, 1, 1, 1))
    assert table.put(1, 0, points(9)).json["rows"][0].keys() == {"markers", "card_points", "etag"}
    assert table.put(1, 0, kinds(1, 1, 1, 1, 1)).json["rows"][0].keys() == {
        "markers",
        *KINDS,
        "etag",
    }


def test_a_row_as_read_can_be_put(table: Table) -> None:
    for row in (points(20, markers=1), kinds(1, 2, 0, 3, 4)):
        table.put(1, 0, row)
        read = table.rows(1)[0]
        assert table.put(1, 0, read).json["rows"][0] == read


WRONG_ROWS: list[tuple[dict[str, Any], str]] = [
    # row, field
    ({}, "markers"),
    ({"card_points": 3}, "markers"),
    ({"markers": None, "card_points": 3}, "markers"),
    ({"markers": 1}, "card_points"),
    ({"markers": 1, "storan": 1}, "lillan"),
    ({**points(1), "storan": 1}, "card_points"),
    ({**points(1), **NONE}, "card_points"),
    (points(-1), "card_points"),
    (points(105), "card_points"),
    (points(10**30), "card_points"),
    (points(1, markers=-1), "markers"),
    (points(1, markers=105), "markers"),
    (kinds(1, 1, 1, 1, -1), "other_aces"),
    (kinds(1, 1, 1, 105, 1), "other_spades"),
    ({**NONE, "markers": 0, "storan": None}, "storan"),
    ({**NONE, "markers": 0, "storan": 1.0}, "storan"),
    ({"markers": 0, "card_points": "1"}, "card_points"),
    ({"markers": 0, "card_points": 1.5}, "card_points"),
    ({"markers": 0, "card_points": True}, "card_points"),
    ({"markers": [], "card_points": 1}, "markers"),
]


@pytest.mark.parametrize(("row", "field"), WRONG_ROWS)
def test_wrong_rows(table: Table, row: dict[str, Any], field: str) -> None:
    table.put(1, 0, points(7))
    before = sheet(table)
    answer = table.put(1, 0, row)
    assert answer.status_code == 422
    assert field in fields(answer)
    assert sheet(table) == before


@pytest.mark.parametrize("seat", ["2", "6", "99999", "-1", "99999999999999999999", "A"])
def test_seats_where_nobody_sits(table: Table, seat: str) -> None:
    answer = table("PUT", f"/games/1/sheet/{seat}", points(1), headers={"If-Match": '"0"'})
    assert answer.status_code == 404


# If-Match

IF_MATCH = [
    # header, status for an empty row, status for a row that was put once (its etag is {etag})
    (None, 428, 428),
    ("", 428, 428),
    ('"0"', 200, 412),
    ("0", 200, 412),
    ("{etag}", 200, 200),
    (" {etag} ", 200, 200),
    ('"7"', 412, 412),
    ('"-1"', 412, 412),
    ('"99999999999999999999"', 412, 412),
    ('"x"', 412, 412),
    ('""', 412, 412),
    ("x", 412, 412),
    ('"²"', 412, 412),
]


@pytest.mark.parametrize("entered", [False, True], ids=["empty", "entered"])
@pytest.mark.parametrize(("header", "empty", "put_once"), IF_MATCH)
def test_if_match(
    table: Table, header: str | None, empty: int, put_once: int, entered: bool
) -> None:
    if entered:
        table.put(1, 0, points(7))
    headers = {}
    if header is not None:
        headers["If-Match"] = header.replace("{etag}", table.etags(1)[0])
    answer = table("PUT", "/games/1/sheet/0", points(9), headers=headers)
    status = put_once if entered else empty
    assert answer.status_code == status
    standing = table.rows(1)[0]
    if status == 200:
        assert standing == points(9) | {"etag": answer.headers["ETag"]}
    else:
        assert standing == (points(7) | {"etag": standing["etag"]} if entered else None)


def test_an_etag_without_its_quotes(table: Table) -> None:
    etag = table.put(1, 0, points(7)).headers["ETag"]
    assert etag.startswith('"')
    assert etag.endswith('"')
    assert table.put(1, 0, points(8), etag.strip('"')).status_code == 200


def test_a_stale_row_comes_with_both_versions(table: Table) -> None:
    table.put(1, 0, kinds(1, 1, 1, 1, 1, markers=1))
    answer = table.put(1, 0, points(9, markers=2), '"0"')
    assert answer.status_code == 412
    current, yours = answer.json["current"], answer.json["yours"]
    assert current == table.rows(1)[0]
    assert {name: yours[name] for name in yours if name != "etag"} == points(9, markers=2)
    assert table.put(1, 0, yours, current["etag"]).status_code == 200
    assert table.rows(1)[0]["card_points"] == 9


def test_every_change_has_an_etag_of_its_own(table: Table) -> None:
    etags = [table.etags(1)[0]]
    for change in range(3):
        etags.append(table.put(1, 0, points(change)).headers["ETag"])
        table.sweep(1, 0, str(change))
        etags.append(table.etags(1)[0])
    table("DELETE", "/games/1/sweeps/0")
    etags.append(table.etags(1)[0])
    etags.append(table.put(1, 0, points(0)).headers["ETag"])
    assert len(set(etags)) == len(etags)
    for stale in etags[:-1]:
        assert table.put(1, 0, points(40), stale).status_code == 412


def test_rows_of_other_seats_do_not_get_stale(table: Table) -> None:
    assert table.put(1, 0, points(20), '"0"').status_code == 200
    assert table.put(1, 1, points(22), '"0"').status_code == 200
    assert table.get("/games/1/sheet")["result"]["balanced"] is True


@pytest.mark.parametrize("row", [points(13, markers=1), kinds(1, 0, 1, 5, 2)])
def test_a_row_that_is_sent_again_changes_nothing(table: Table, row: dict[str, int]) -> None:
    first = table.put(1, 0, row, '"0"')
    again = table.put(1, 0, row, '"0"')
    assert (again.status_code, again.json) == (200, first.json)
    assert again.headers["ETag"] == first.headers["ETag"]


# The sweep counter


def test_sweeps_add_their_markers(table: Table) -> None:
    assert table.sweep(1, 0, "a").status_code == 201
    assert table.sweep(1, 0, "b", double=True).status_code == 201
    assert table.sweep(1, 1, "c", double=False).status_code == 201
    assert markers(table) == [3, 1]
    assert table.rows(1)[0].keys() == {"markers", "etag"}
    assert sheet(table)["result"] is None
    table.fill(1, points(20, markers=3), points(22, markers=1))
    table.sweep(1, 1, "d")
    assert table.rows(1)[1]["card_points"] == 22
    # 5 x 3 - 5 x 2 + 20, 5 x 2 - 5 x 3 + 22.
    assert [each["total"] for each in sheet(table)["result"]["players"]] == [25, 17]


def test_sweeps_can_be_counted_after_a_row_by_kind(table: Table) -> None:
    table.put(1, 0, kinds(1, 1, 1, 1, 1))
    table.sweep(1, 0, "a", double=True)
    row = table.rows(1)[0]
    assert row == kinds(1, 1, 1, 1, 1, markers=2) | {"etag": row["etag"]}


def test_taking_back(table: Table) -> None:
    table.sweep(1, 0, "a")
    table.sweep(1, 0, "b", double=True)
    assert table("DELETE", "/games/1/sweeps/b").status_code == 204
    assert markers(table) == [1, 0]
    etags = table.etags(1)
    assert table("DELETE", "/games/1/sweeps/b").status_code == 204
    assert (markers(table), table.etags(1)) == ([1, 0], etags)
    assert table("DELETE", "/games/1/sweeps/unknown").status_code == 404
    assert table("DELETE", "/games/1/sweeps/").status_code == 404


def test_taking_back_more_than_the_row_has(table: Table) -> None:
    table.sweep(1, 0, "a", double=True)
    table.put(1, 0, points(20, markers=1))
    assert table("DELETE", "/games/1/sweeps/a").status_code == 204
    assert table.rows(1)[0]["markers"] == 0


def test_the_same_key_counts_once(table: Table) -> None:
    first = table.sweep(1, 0, "a", double=True)
    again = table.sweep(1, 0, "a", double=True)
    assert (again.status_code, again.json) == (201, first.json)
    assert markers(table) == [2, 0]


@pytest.mark.parametrize("body", [{"seat": 1}, {"seat": 0, "double": True}])
def test_the_same_key_with_other_content(table: Table, body: dict[str, Any]) -> None:
    table.sweep(1, 0, "a")
    before = sheet(table)
    for _ in ("standing", "taken back"):
        answer = table("POST", "/games/1/sweeps", {"key": "a", **body})
        assert (answer.status_code, fields(answer)) == (422, ["key"])
        assert sheet(table) == before
        table("DELETE", "/games/1/sweeps/a")
        before = sheet(table)


def test_the_key_of_a_sweep_that_was_taken_back(table: Table) -> None:
    first = table.sweep(1, 0, "a")
    table("DELETE", "/games/1/sweeps/a")
    again = table.sweep(1, 0, "a")
    assert again.status_code == 201
    assert markers(table) == [0, 0]
    assert {name: again.json[name] for name in ("key", "seat", "double")} == {
        name: first.json[name] for name in ("key", "seat", "double")
    }


def test_the_same_key_has_the_same_answer_whatever_came_between(table: Table) -> None:
    first = table.sweep(1, 0, "a").json
    table.sweep(1, 0, "b")
    assert table.sweep(1, 0, "a").json == first


def test_another_game_counts_with_the_same_keys(table: Table) -> None:
    table.sweep(1, 0, "a")
    table.fill(1, points(20, markers=1), points(22))
    table.close(1)
    table.begin()
    assert table.sweep(2, 1, "a").status_code == 201
    assert table.rows(2)[1]["markers"] == 1


def test_keys_with_capitals_are_others(table: Table) -> None:
    for key in ("a", "A", "å", "a\u030a"):
        table.sweep(1, 0, key)
    assert markers(table) == [4, 0]


CLIENT_KEYS = [
    *["a", " ", "x" * 64, "👵" * 64, "0b7f3a1e-6f0e-4b52-9a55-5d1f0f9a3c11"],
    *["a/b", "a//b", "/a", "a/", ".", "..", "../close"],
    *["a?b", "a#b", "a;b", "a+b", "a%2Fb", "%", "%00", "a\\b"],
]


@pytest.mark.parametrize("key", CLIENT_KEYS, ids=ascii)
def test_keys_of_all_kinds(table: Table, key: str) -> None:
    answer = table.sweep(1, 0, key)
    assert (answer.status_code, answer.json["key"]) == (201, key)
    path = f"/games/1/sweeps/{quote(key, safe='')}"
    assert table("DELETE", path).status_code == 204
    assert markers(table) == [0, 0]


WRONG_SWEEPS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({}, "seat"),
    ({"seat": 0}, "key"),
    ({"key": "a"}, "seat"),
    ({"seat": 0, "key": None}, "key"),
    ({"seat": 0, "key": ""}, "key"),
    ({"seat": 0, "key": "x" * 65}, "key"),
    ({"seat": 0, "key": "a\nb"}, "key"),
    ({"seat": 0, "key": "\0"}, "key"),
    ({"seat": 0, "key": "\ud800"}, "key"),
    ({"seat": 0, "key": 1}, "key"),
    ({"seat": 2, "key": "a"}, "seat"),
    ({"seat": -1, "key": "a"}, "seat"),
    ({"seat": 10**30, "key": "a"}, "seat"),
    ({"seat": "0", "key": "a"}, "seat"),
    ({"seat": 0.0, "key": "a"}, "seat"),
    ({"seat": None, "key": "a"}, "seat"),
    ({"seat": True, "key": "a"}, "seat"),
    ({"seat": 0, "key": "a", "double": "yes"}, "double"),
    ({"seat": 0, "key": "a", "double": 2}, "double"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_SWEEPS)
def test_wrong_sweeps(table: Table, body: dict[str, Any], field: str) -> None:
    answer = table("POST", "/games/1/sweeps", body)
    assert answer.status_code == 422
    assert field in fields(answer)
    assert markers(table) == [0, 0]


def test_no_sweeps_in_a_finished_game(table: Table) -> None:
    first = table.sweep(1, 0, "a")
    table.sweep(1, 1, "b")
    table("DELETE", "/games/1/sweeps/b")
    table.fill(1, points(20, markers=1), points(22))
    table.close(1)
    before = sheet(table)
    assert table.sweep(1, 0, "c").status_code == 409
    assert table("DELETE", "/games/1/sweeps/a").status_code == 409
    assert table("DELETE", "/games/1/sweeps/c").status_code == 404
    # Sent again, because the first answers got lost.
    assert table.sweep(1, 0, "a").status_code == first.status_code == 201
    assert table("DELETE", "/games/1/sweeps/b").status_code == 204
    assert sheet(table) == before


# Closing a game (rules 8)

CLOSINGS: list[tuple[list[dict[str, int] | None], str | None]] = [
    # rows, reason
    ([None, None], "incomplete"),
    ([points(42), None], "incomplete"),
    ([None, kinds(2, 2, 2, 22, 6)], "incomplete"),
    ([points(20), points(21)], "unbalanced"),
    ([points(20), points(23)], "unbalanced"),
    ([points(20), points(22)], None),
    ([points(20, markers=3), points(22, markers=8)], None),
    ([{"markers": 0, **WHOLE}, kinds(0, 0, 0, 0, 0)], None),
    # 42 points, but a storan was taken for a lillan and another ace.
    ([kinds(1, 3, 2, 22, 7), kinds(0, 0, 0, 0, 0)], "unbalanced"),
    ([kinds(2, 2, 2, 21, 6), kinds(0, 0, 0, 0, 0)], "unbalanced"),
    # The kinds of one player cannot be checked, the sum can.
    ([kinds(1, 3, 2, 22, 7), points(0)], None),
    ([kinds(2, 2, 2, 0, 0), points(28)], None),
    ([kinds(2, 2, 2, 0, 0), points(27)], "unbalanced"),
]


@pytest.mark.parametrize(("rows", "reason"), CLOSINGS)
def test_closing(
    table: Table, api: Caller, rows: list[dict[str, int] | None], reason: str | None
) -> None:
    for seat, row in enumerate(rows):
        assert row is None or table.put(1, seat, row).status_code == 200
    before = sheet(table)
    answer = table.close(1)
    if reason:
        assert (answer.status_code, answer.json["reason"]) == (422, reason)
        assert table.get("/games/1")["state"] == "open"
        assert sheet(table) == before
        answer = table.close(1, accept_imbalance=True)
        assert answer.status_code == (422 if reason == "incomplete" else 200)
    if reason == "incomplete":
        assert answer.json["reason"] == "incomplete"
        return
    players = [{"name": name, **(row or {})} for name, row in zip(NAMES, rows, strict=False)]
    assert answer.json == api("POST", "/krypkasino/score", {"players": players}).json
    assert answer.json["balanced"] is (reason is None)
    (game,) = table.get()["games"]
    totals = [player["total"] for player in answer.json["players"]]
    assert (game["scores"], game["balanced"]) == (totals, reason is None)


def test_sweeps_alone_are_no_counting_cards(table: Table) -> None:
    table.put(1, 0, points(42))
    table.sweep(1, 1, "a")
    assert table.close(1, accept_imbalance=True).json["reason"] == "incomplete"


def test_closing_twice(table: Table) -> None:
    table.fill(1, points(20), points(22))
    first = table.close(1)
    again = table.close(1)
    assert (again.status_code, again.json) == (200, first.json)
    assert len(table.get()["games"]) == 1


def test_closing_without_a_body(table: Table) -> None:
    table.fill(1, points(20), points(22))
    assert table("POST", "/games/1/close").status_code == 200


WRONG_CLOSINGS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"last_capturer": 2}, "last_capturer"),
    ({"last_capturer": -1}, "last_capturer"),
    ({"last_capturer": "0"}, "last_capturer"),
    ({"last_capturer": 10**30}, "last_capturer"),
    ({"accept_imbalance": "yes"}, "accept_imbalance"),
    ({"accept_imbalance": None}, "accept_imbalance"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_CLOSINGS)
def test_wrong_closings(table: Table, body: dict[str, Any], field: str) -> None:
    table.fill(1, points(20), points(22))
    answer = table.close(1, **body)
    assert (answer.status_code, fields(answer)) == (422, [field])
    assert table.get("/games/1")["state"] == "open"


def test_teams_score_together(api: Caller) -> None:
    table = api.start(NAMES[:4], teams=[0, 1, 0, 1])
    rows = [points(6, markers=1), points(13, markers=3), points(10), points(13)]
    answer = table.play(*rows)
    # 6+5-15, 13+15-0, 10, 13-5.
    assert [player["total"] for player in answer["players"]] == [-4, 28, 10, 8]
    assert answer["teams"] == [
        {"team": 0, "players": [0, 2], "total": 6},
        {"team": 1, "players": [1, 3], "total": 36},
    ]
    assert table.get()["games"][0]["scores"] == [-4, 28, 10, 8]


# The last capture (rules 10)

LAST_CAPTURES = [
    # house rule, card points, last capturer, reason, totals
    (True, [20, 22], 1, None, [20, 23]),
    (True, [20, 22], 0, None, [21, 22]),
    (True, [20, 22], None, "unbalanced", [20, 22]),
    (True, [21, 22], None, None, [21, 22]),
    (True, [21, 22], 1, "unbalanced", [21, 23]),
    (False, [20, 22], 1, None, [20, 22]),
    (False, [20, 23], 1, "unbalanced", [20, 23]),
]


@pytest.mark.parametrize(("house", "counted", "last", "reason", "totals"), LAST_CAPTURES)
def test_the_last_capture_point(
    api: Caller,
    house: bool,
    counted: list[int],
    last: int | None,
    reason: str | None,
    totals: list[int],
) -> None:
    table = api.start(["Ada", "Bo"], house={"last_capture_point": house})
    table.begin()
    table.fill(1, *map(points, counted))
    answer = table.close(1, last_capturer=last)
    if reason:
        assert (answer.status_code, answer.json["reason"]) == (422, reason)
        assert sheet(table)["last_capturer"] is None
        answer = table.close(1, last_capturer=last, accept_imbalance=True)
    assert answer.status_code == 200
    assert [player["total"] for player in answer.json["players"]] == totals
    assert answer.json["expected"] == (43 if house else 42)
    assert (sheet(table)["last_capturer"], sheet(table)["result"]) == (last, answer.json)


# Corrections


def test_the_scores_of_a_corrected_game_follow(table: Table) -> None:
    table.fill(1, points(20), points(22))
    table.close(1)
    table.begin()
    etag = table.etags(1)[0]
    assert table.put(1, 0, points(20), '"0"').status_code == 200
    assert table.put(1, 0, points(19), '"0"').status_code == 412
    assert table.put(1, 0, points(19, markers=1), etag).status_code == 200
    session = table.get()
    # 19 + 5, 22 - 5: a card is missing now.
    assert (session["games"][0]["scores"], session["games"][0]["balanced"]) == ([24, 17], False)
    assert session["games"][0]["state"] == "finished"
    assert [each["total"] for each in session["standings"]] == [17, 24]
    assert session["settlement"]["pairwise"] == [{"from": 0, "to": 1, "points": 7}]
    assert table.get("/games/1")["scores"] == sheet(table)["result"]
    table.put(1, 1, points(23))
    assert table.get()["games"][0]["scores"] == [24, 18]
    assert table.get()["games"][0]["balanced"] is True


def test_an_accepted_imbalance_is_shown_for_good(table: Table) -> None:
    table.fill(1, points(20), points(21))
    assert table.close(1, accept_imbalance=True).json["balanced"] is False
    (game,) = table.get()["games"]
    assert (game["balanced"], game["accepted_imbalance"]) == (False, True)
    table.begin()
    table.put(1, 1, points(22))
    game, _ = table.get()["games"]
    assert (game["scores"], game["accepted_imbalance"]) == ([20, 22], True)
    assert table.get("/games/1")["accepted_imbalance"] is True


def test_accepting_an_imbalance_that_there_is_not(table: Table) -> None:
    table.fill(1, points(20), points(22))
    table.close(1, accept_imbalance=True)
    (game,) = table.get()["games"]
    assert (game["balanced"], game["accepted_imbalance"]) == (True, False)


def test_a_last_capturer_is_corrected(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], house={"last_capture_point": True})
    table.play(points(20), points(22), last_capturer=0)
    answer = table.close(1, last_capturer=1)
    assert answer.status_code == 200
    assert [player["total"] for player in answer.json["players"]] == [20, 23]
    assert table.get()["games"][0]["scores"] == [20, 23]
    table.close(1)
    assert table.get()["games"][0]["scores"] == [20, 23]


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
        game = games.read_game(Access(table.group_id, may_write=False), table.id, 1)
        return [plain(kept) for kept in game.history]


def plain(kept: Corrected) -> tuple[Any, ...]:
    if kept.row is None:
        return (kept.seat, kept.last_capturer)
    return (kept.seat, kept.row.markers, kept.row.counted)
