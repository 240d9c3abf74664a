"""``/games/{number}/sweeps``: keys of all kinds, and what is refused. That each counts once, and is
taken back once, whole evenings show (``test_evenings.py``)."""

from typing import Any
from urllib.parse import quote

from tests.api_calls import Caller, Table, fields

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
