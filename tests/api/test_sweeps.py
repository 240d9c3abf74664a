"""``/games/{number}/sweeps``: the counter that adds markers, and takes them back."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.api_calls import Table, fields, points
from tests.databases import ON_ONE


def markers(table: Table) -> list[int]:
    return [row["markers"] if row else 0 for row in table.rows(1)]


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


# Keys


@pytest.mark.parametrize("body", [{"seat": 1}, {"seat": 0, "double": True}])
def test_the_same_key_with_other_content(table: Table, body: dict[str, Any]) -> None:
    table.sweep(1, 0, "a")
    before = table.sheet()
    for _ in ("standing", "taken back"):
        answer = table("POST", "/games/1/sweeps", {"key": "a", **body})
        assert (answer.status_code, fields(answer)) == (422, ["key"])
        assert table.sheet() == before
        table("DELETE", "/games/1/sweeps/a")
        before = table.sheet()


CLIENT_KEYS = [
    *["a", " ", "x" * 64, "👵" * 64, "0b7f3a1e-6f0e-4b52-9a55-5d1f0f9a3c11"],
    *["a/b", "a//b", "/a", "a/", ".", "..", "../close"],
    *["a?b", "a#b", "a;b", "a+b", "a%2Fb", "%", "%00", "a\\b"],
]


def test_keys_of_all_kinds(table: Table) -> None:
    for key in CLIENT_KEYS:
        answer = table.sweep(1, 0, key)
        assert (answer.status_code, answer.json["key"]) == (201, key)
        assert markers(table) == [1, 0], ascii(key)
        path = f"/games/1/sweeps/{quote(key, safe='')}"
        assert table("DELETE", path).status_code == 204
    assert markers(table) == [0, 0]


# Refused

WRONG_SWEEPS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"seat": 0}, "key"),
    ({"seat": 0, "key": ""}, "key"),
    ({"seat": 0, "key": "x" * 65}, "key"),
    ({"seat": 0, "key": "a\nb"}, "key"),
    ({"seat": 0, "key": "\ud800"}, "key"),
    ({"seat": 2, "key": "a"}, "seat"),
]


@ON_ONE
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
    before = table.sheet()
    assert table.sweep(1, 0, "c").status_code == 409
    assert table("DELETE", "/games/1/sweeps/a").status_code == 409
    assert table("DELETE", "/games/1/sweeps/c").status_code == 404
    # Sent again, because the first answers got lost.
    assert table.sweep(1, 0, "a").status_code == first.status_code == 201
    assert table("DELETE", "/games/1/sweeps/b").status_code == 204
    assert table.sheet() == before
