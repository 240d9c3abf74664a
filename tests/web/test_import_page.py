"""The page that reads a group in: what is no export is refused, and nothing is a fault of ours."""

from copy import deepcopy
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.database_dump import counts
from tests.exported_groups import export, group_of, read_in, rich, table, written
from tests.page_client import Page, Phone, all_pages
from tests.strategies import SOAK

from .casino_family_games import carried, taken

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def saved(app: Flask) -> Any:
    """Return the export of the group with everything in it."""
    return export(rich(app)).json


def set_at(data: Any, path: str, value: Any) -> Any:
    """Return the data with another value at a place; ``...`` takes away what stands there."""
    data = deepcopy(data)
    place, steps = data, path.split(".")
    for step in steps[:-1]:
        place = place[int(step)] if isinstance(place, list) else place[step]
    last: Any = int(steps[-1]) if isinstance(place, list) else steps[-1]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


GAME = "sessions.0.games.0"
BAD: dict[str, list[Any]] = {  # where, what stands there
    "format": ["x"],
    "version": [2],
    "name": ["", "x" * 61, "\0", "\ud800"],
    "players.0": ["\ud800", "a\nb"],
    "extra": [1],
    "\0": [1],
    "sessions.0.\ud800": [1],
    "sessions.0.game": ["whist"],
    "sessions.0.house": [["jokers"], ["\0"], [{}]],
    "sessions.0.players": [["Ada"]],
    "sessions.0.players.0": ["Bo", "\ud800"],
    "sessions.0.teams": [[0, 0, 1, 1], [0, 1]],
    "sessions.0.games_planned": [0, 10**30],
    "sessions.0.first_dealer": [-1],
    "sessions.0.stake": [-1],
    "sessions.0.currency": ["\n", "\ud800", "x" * 9],
    "sessions.0.settlement": [None],
    "sessions.0.started_at": ["yesterday", 0, None],
    f"{GAME}.rules_version": [0, 2, 10**6],
    f"{GAME}.deal": [0, 7],
    f"{GAME}.last_capturer": [4],
    f"{GAME}.rows.3": [...],
    f"{GAME}.rows.0.markers": [10**30],
    f"{GAME}.rows.1.kinds.storan": [..., -1],
    f"{GAME}.rows.1.kinds.jokers": [1],
    f"{GAME}.rows.1.kinds.\ud800": ["x"],
    f"{GAME}.sweeps.0.key": ["\0", "x" * 65],
    f"{GAME}.sweeps.0.seat": [None],
    f"{GAME}.corrections.0.seat": [4],
    f"{GAME}.corrections.0.kinds": [{"storan": 1}]}  # fmt: skip


def test_changed_files_are_refused(app: Flask, saved: Any) -> None:
    before = counts(app)
    for path, values in BAD.items():
        for value in values:
            _, answer = read_in(app, written(set_at(saved, path, value)))
            assert answer.status_code == 422, path
            assert "This is not a saved group, or it was changed" in Page("", answer).alert()
    assert counts(app) == before


MOMENTS = [
    ("sessions.0.closed_at", "1000-01-01T00:00:00+00:00"),
    *(("sessions.0.started_at", time) for time in ("0001-01-01T00:00:00+00:00",
      "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999999+00:00",
      "9999-12-31T23:59:59-14:00", "2026-11-21", "2026-W47-6T20:00:00Z")),
    (f"{GAME}.corrections.0.at", "9999-12-31T23:59:59-23:59")]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), MOMENTS, ids=ascii)
def test_odd_moments_are_taken_or_refused(either: Flask, saved: Any, path, value) -> None:
    check_taken_or_refused(either, set_at(saved, path, value))


WITHOUT = ("/links", "/new", *(() if SOAK > 1 else ("/entry/", "/replay/")))
"""Pages that are not looked at: of a log, a soak sees all."""


def check_taken_or_refused(app: Flask, data: Any) -> None:
    """Check that a file is refused with a sentence, or taken, shown, exported and read in again."""
    phone = taken(app, written(data))
    if not phone:
        return
    if app.config["DATABASE_URL"].startswith("sqlite"):  # pages ask each in the same words
        all_pages(phone, f"/g/{group_of(phone)}", group_of(phone), without=WITHOUT)
    table(phone)
    carried(app, phone)


def test_a_file_from_before_people_could_choose_how_to_settle(app: Flask, saved: Any) -> None:
    phone, answer = read_in(app, written(set_at(saved, "sessions.0.settlement", ...)))
    assert answer.status_code == 303
    assert export(phone).json == set_at(saved, "sessions.0.settlement", "pairwise")


def test_times_of_other_places_are_the_same_moments(either: Flask, saved: Any) -> None:
    moments = ["2026-11-21T20:00:00+02:00", "2026-11-21T20:00:00-11:30", "2026-11-21T20:00:00.5Z"]
    paths = ("sessions.0.started_at", f"{GAME}.started_at", f"{GAME}.finished_at")
    data = saved
    for path, time in zip(paths, moments, strict=True):
        data = set_at(data, path, time)
    phone, answer = read_in(either, written(data))
    assert answer.status_code == 303
    exported = next(s for s in export(phone).json["sessions"] if len(s["players"]) == 4)
    game = exported["games"][0]
    found = (exported["started_at"], game["started_at"], game["finished_at"])
    assert [*map(datetime.fromisoformat, found)] == [*map(datetime.fromisoformat, moments)]


OTHERS = [
    *(b"", b"1", b"[]", b"{}", b"{", b"NaN", b"\xff\xfe\x00", b"PK\x03\x04", "ä".encode("latin-1")),
    *(b'{"a":' * 100_000, b'{"format": ' + b"[" * 900 + b"]" * 900 + b"}", b"\xef\xbb\xbf{}"),
]  # fmt: skip


def test_files_of_other_kinds_are_refused(app: Flask) -> None:
    before = counts(app)
    for content in OTHERS:
        _, answer = read_in(app, content)
        assert answer.status_code == 422, content[:12]
        page = Page("", answer)
        assert page.alert()
        assert page.form("Load it")
    assert counts(app) == before


def test_no_file(app: Flask) -> None:
    phone = Phone(app)
    for sent in ({}, {"file": "text"}, {"file": (BytesIO(b"{}"), "")}):
        answer = phone.ask("/import", "POST", data=sent)
        assert answer.status_code == 422
        assert Page("", answer).alert() == "Choose a file first."


@pytest.mark.parametrize(
    ("size", "status"), [(1, 303), (7 * MEGABYTE, 303), (8 * MEGABYTE, 413), (20 * MEGABYTE, 413)]
)
def test_how_large_a_file_may_be(app: Flask, saved: Any, size: int, status: int) -> None:
    """Other forms are small."""
    _, answer = read_in(app, written(saved).ljust(size))
    assert answer.status_code == status
    assert status != 413 or "8 MB" in Page("", answer).text
    sent = {"player": "x" * MEGABYTE}
    assert Phone(app).ask("/krypkasino/new", "POST", data=sent).status_code == 413
