"""The page that reads a group in: what is refused, and what a refusal costs."""

import json
import threading
from copy import deepcopy
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from referee.services import archive, archive_import, archive_rows
from referee.services.refusals import ImportLimit
from tests.api_calls import Caller
from tests.databases import counts
from tests.groups import carried, export, group_of, pile, read_in, rich_file, table, taken, written
from tests.page_client import Page, Phone, all_pages
from tests.strategies import SOAK

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def saved() -> Any:
    """Return the export of the group with everything in it."""
    return json.loads(rich_file())


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


KINDS = [
    # what the file holds, how the sentence about it begins
    (b'{"tags": [], "games": [], "players": [], "plays": [], "locations": []}',
     "This is a file of another app, Board Game Stats."),
    (b'{"scores": []}', "This is a file of another program."),
    (b"[1, 2]", "This is a file of another program."),
    (b"1", "This is a file of another program."),
    ("\ufeffEvening,Game,Name,Points\r\n1,1,Ann,5".encode(), "This is a table for spreadsheets"),
    (b"Name;Punkte;Spiel\nAnn;5;1", "This is a table for spreadsheets"),
    (b"SQLite format 3\0...", "This is a database."),
    (b"PK\x03\x04", "This is a ZIP archive"),
    (b"\x89PNG\r\n", "This is a picture."),
    (b"<svg xmlns='http://www.w3.org/2000/svg'>", "This is a picture."),
    (b"%PDF-1.7", "This is a PDF"),
    (b"\n<!DOCTYPE html><html>", "This is a web page."),
    (b"", "This file is empty."),
    (b"{", "This file cannot be read: it is neither"),
    (b"\xff\xfe\0", "This file cannot be read: it is neither"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "sentence"), KINDS)
def test_a_file_of_something_else_is_told_as_such(app: Flask, content: bytes, sentence) -> None:
    _, answer = read_in(app, content)
    assert answer.status_code == 422
    told = Page("", answer).alert()
    assert told.startswith(sentence)
    assert "What can be loaded is a group that was saved here" in told


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


TIME = "2026-11-21T20:00:00+00:00"
COUNT = "The cards must be counted here: points alone are not enough."
NOT_HERE = "Sweeps do not count in this game."


def row(*numbers: int, markers: int = 0, points: int | None = None) -> dict[str, Any]:
    kinds = pile(*numbers) if numbers else None
    return {"markers": markers, "card_points": points, "kinds": kinds}


def file(*rows: dict[str, Any], house: tuple[str, ...] = (), **changes: Any) -> dict[str, Any]:
    """Return a group with a session to 7 points of one game."""
    game = {
        "game": "casino", "rules_version": 1, "house": list(house), "deal": 1,
        "last_capturer": None, "started_at": TIME, "finished_at": TIME,
        "accepted_imbalance": False, "rows": list(rows), "sweeps": [], "corrections": [], "log": [],
    }  # fmt: skip
    session = {
        "game": changes.get("game", "casino"), "house": list(house),
        "players": ["Ada", "Bo", "Cia", "Dan"][: len(rows)], "teams": changes.pop("teams", None),
        "games_planned": None, "target": 7, "first_dealer": 0, "stake": None, "currency": "",
        "settlement": "pairwise", "started_at": TIME, "closed_at": None,
        "games": [game | changes],
    }  # fmt: skip
    group = {"format": "referee-group", "version": 1, "name": "Friday", "players": []}
    return group | {"sessions": [session]}


MOST = row(27, 7, 1, 1, 0)  # 3 + 1 + 1 + 2 of what counts at once
REST = row(25, 6, 3, 0, 1)
NOBODY = row(0, 0, 0, 0, 0)
SWEEP = {"key": "a", "seat": 0, "markers": 1, "at": TIME}
BEFORE = {"at": TIME, "seat": 0, "last_capturer": None, **row(26, 6, 1, 1, 0)}
BY_SWEEPS = BEFORE | row() | {"seat": None, "house": ["sweeps"]}
CLAIM = ("claim_out",)
EMPTY, SWAZI = row(), dict(game="swazi-casino", teams=[0, 1, 0, 1])


@pytest.mark.parametrize("data", [
    file(MOST, REST),
    file(MOST, row(), house=CLAIM, claimed_by=0),
    file(MOST, REST, house=("sweeps",), sweeps=[SWEEP], accepted_imbalance=True),
    file(MOST, REST, sweeps=[SWEEP], corrections=[BY_SWEEPS, BEFORE | {"markers": 1}]),
    file(NOBODY, row(), house=CLAIM, finished_at=None, corrections=[BEFORE])])  # fmt: skip
def test_files_that_came_about_are_read_in(app: Flask, data: dict[str, Any]) -> None:
    phone, answer = read_in(app, written(data))
    assert answer.status_code == 303, answer.text
    assert export(phone).json["sessions"] == data["sessions"]


@pytest.mark.parametrize(("data", "where", "why"), [
    (file(MOST, row(points=3)), "rows", COUNT),
    (file(row(27, 7, 1, 1, 0, markers=1), REST), "rows.0.markers", NOT_HERE),
    (file(MOST, REST, sweeps=[SWEEP]), "sweeps.0.markers", NOT_HERE),
    (file(MOST, REST, claimed_by=0), "claimed_by", "In this game nobody claims the target."),
    (file(NOBODY, REST, house=CLAIM, claimed_by=0), "claimed_by", "makes 0"),
    (file(row(), REST, house=CLAIM, claimed_by=0), "claimed_by", "Ada"),
    (file(MOST, REST, house=CLAIM, claimed_by=0, accepted_imbalance=True), "claimed_by", ""),
    (file(MOST, REST, corrections=[BEFORE], finished_at=None), "corrections", ""),
    (file(MOST, REST, EMPTY, NOBODY, accepted_imbalance=True, **SWAZI), "rows.3.seat", "Bo"),
])  # fmt: skip
def test_files_that_cannot_have_come_about(app: Flask, data, where, why) -> None:
    before = counts(app)
    _, answer = read_in(app, written(data))
    assert answer.status_code == 422
    told = Page("", answer).alert()
    assert f"see sessions.0.games.0.{where}" in told.replace("“", "").replace("”", "")
    assert why in told
    assert counts(app) == before


GAME_TEXT = """referee game 1\ngame: krypkasino\nrules: 1\nplayer: Ada\nplayer: Bo\ndealer: Ada

1 table 5H 5D KH QH
2 2H -
"""


@pytest.mark.parametrize(("what", "sentence"), [
    (ImportLimit.SESSIONS, "This file has more than 1 evenings."),
    (ImportLimit.ENTRIES, "This file has more than 1 plays in its games.")])  # fmt: skip
def test_files_with_too_much_are_refused_whole(
    app: Flask, saved: Any, monkeypatch: pytest.MonkeyPatch, what: ImportLimit, sentence: str
) -> None:
    monkeypatch.setitem(archive.MOST_OF, what, 1)
    before = counts(app)
    _, answer = read_in(app, written(saved))
    assert answer.status_code == 422
    assert Page("", answer).alert() == f"{sentence} That is too much to load at once."
    assert counts(app) == before


def test_files_that_take_too_long_are_refused_whole(
    app: Flask, saved: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_import, "MOST_SECONDS", 0)
    before = counts(app)
    for content in (written(saved), GAME_TEXT.encode()):
        _, answer = read_in(app, content)
        assert answer.status_code == 422
        assert "takes more than 0 seconds" in Page("", answer).alert()
    assert counts(app) == before


def test_one_file_at_a_time(app: Flask, saved: Any) -> None:
    before = counts(app)
    with archive_import.reading_in():
        for content in (written(saved), GAME_TEXT.encode()):
            _, answer = read_in(app, content)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert "Another file is being loaded just now." in Page("", answer).alert()
            assert Page("", answer).form("Load it")
    assert counts(app) == before
    for content in (b"{}", written(saved), GAME_TEXT.encode()):  # it is let go in any case
        assert read_in(app, content)[1].status_code in (303, 422)
    assert counts(app)["groups"] == before["groups"] + 2


def test_nobody_waits_while_a_file_is_checked(
    either: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others write meanwhile."""
    content = rich_file()
    table = Caller(either).start(["Ada", "Bo"])
    began: list[int] = []

    def check(*given: Any) -> Any:
        found = archive_rows.read_group(*given)
        writer = threading.Thread(target=lambda: began.append(table.begin()))
        writer.start()
        writer.join(5)
        assert began == [1]
        return found

    monkeypatch.setattr(archive_import, "read_group", check)
    assert read_in(either, content)[1].status_code == 303


LISTS = ["players", "sessions", "sessions.0.games", "sessions.0.games.0.log", "sessions.0.house"]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("junk", [0, {}])
def test_junk_without_end_is_refused_at_its_first_piece(app: Flask, saved: Any, path, junk) -> None:
    data = json.loads(json.dumps(saved))
    *steps, last = path.split(".")
    place = data
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = [junk] * 1000 if "log" in path else [junk] * 9000
    _, answer = read_in(app, written(data))
    assert answer.status_code == 422
    assert f"see {path}" in Page("", answer).alert()
