"""``/games/{number}/sheet``: rows are put, and nobody's change is lost (``If-Match``)."""

from typing import Any

import pytest

from tests.api_calls import Caller, Table, fields, kinds, points
from tests.databases import ON_ONE

# Rows


ROWS = [
    points(104, markers=104),
    kinds(1, 0, 2, 13, 4, markers=2),
]


@pytest.mark.parametrize("row", ROWS)
def test_rows_come_back_as_they_were_put(table: Table, row: dict[str, int]) -> None:
    answer = table.put(1, 1, row)
    assert answer.status_code == 200
    first, second = answer.json["rows"]
    assert (first, answer.json["result"]) == (None, None)
    assert second == row | {"etag": answer.headers["ETag"]}
    assert answer.json == table.sheet()


def test_a_sheet_has_its_result_once_everybody_has_counted(table: Table, api: Caller) -> None:
    rows = [kinds(2, 0, 0, 12, 6, markers=1), kinds(0, 2, 2, 10, 0)]
    table.put(1, 0, rows[0])
    result = table.put(1, 1, rows[1]).json["result"]
    players = [{"name": name, **row} for name, row in zip(("Ada", "Bo"), rows, strict=True)]
    assert result == api("POST", "/krypkasino/score", {"players": players}).json
    assert table.get("/games/1")["scores"] is None


WRONG_ROWS: list[tuple[dict[str, Any], str]] = [
    # row, field
    ({"card_points": 3}, "markers"),
    ({"markers": 1}, "card_points"),
    ({"markers": 1, "storan": 1}, "lillan"),
    ({**points(1), "storan": 1}, "card_points"),
    (points(1, markers=105), "markers"),
    (kinds(1, 1, 1, 1, -1), "other_aces"),
]


@ON_ONE
@pytest.mark.parametrize(("row", "field"), WRONG_ROWS)
def test_wrong_rows(table: Table, row: dict[str, Any], field: str) -> None:
    table.put(1, 0, points(7))
    before = table.sheet()
    answer = table.put(1, 0, row)
    assert answer.status_code == 422
    assert field in fields(answer)
    assert table.sheet() == before


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
    ('"x"', 412, 412),
    ("x", 412, 412),
]


@ON_ONE
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


def test_a_stale_row_comes_with_both_versions(table: Table) -> None:
    table.put(1, 0, kinds(1, 1, 1, 1, 1, markers=1))
    answer = table.put(1, 0, points(9, markers=2), '"0"')
    assert answer.status_code == 412
    current, yours = answer.json["current"], answer.json["yours"]
    assert current == table.rows(1)[0]
    assert {name: yours[name] for name in yours if name != "etag"} == points(9, markers=2)
    assert table.put(1, 0, yours, current["etag"]).status_code == 200
    assert table.rows(1)[0]["card_points"] == 9


@pytest.mark.parametrize("row", [points(13, markers=1), kinds(1, 0, 1, 5, 2)])
def test_a_row_that_is_sent_again_changes_nothing(table: Table, row: dict[str, int]) -> None:
    first = table.put(1, 0, row, '"0"')
    again = table.put(1, 0, row, '"0"')
    assert (again.status_code, again.json) == (200, first.json)
    assert again.headers["ETag"] == first.headers["ETag"]


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
