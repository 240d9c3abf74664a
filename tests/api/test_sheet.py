"""``/games/{number}/sheet``: rows that come back, that are refused, and ``If-Match``. That nobody's
change is lost, whole evenings show (``test_evenings.py``)."""

from typing import Any

import pytest

from tests.api_calls import Table, fields, kinds, points


def test_rows_come_back_as_they_were_put(table: Table) -> None:
    for row in (points(104, markers=104), kinds(1, 0, 2, 13, 4, markers=2)):
        answer = table.put(1, 1, row)
        assert answer.status_code == 200
        first, second = answer.json["rows"]
        assert (first, answer.json["result"]) == (None, None)
        assert second == row | {"etag": answer.headers["ETag"]}
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
    for row, field in WRONG_ROWS:
        answer = table.put(1, 0, row)
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
