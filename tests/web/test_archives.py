"""Groups as files: they go out and come in again; what is none is refused, what is deleted gone."""

import csv
import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from referee.rules.cards import RulesError
from referee.rules.scoring import Row
from referee.services import games, sessions, sheets
from referee.services.links import Access
from referee.services.refusals import Refusal
from referee.services.sessions import Plan
from referee.store import queries
from tests.databases import DATABASES, app_on, new_database
from tests.dumps import counts, dump, wipe
from tests.phones import Page, Phone, all_pages
from tests.strategies import examples

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
MEGABYTE = 1024 * 1024
QUICK = [Phase.explicit, Phase.generate]
"""Without looking for the smallest case, which takes minutes with a database."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app of its own, so that there is little to count."""
    with app_on(f"sqlite:///{tmp_path_factory.mktemp('files') / 'referee.db'}") as app:
        yield app


@pytest.fixture(scope="module", params=DATABASES)
def either(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flask]:
    """The same on each database."""
    with new_database(request, tmp_path_factory.mktemp("archives")) as url, app_on(url) as app:
        yield app


# Groups

ODD_NAMES = ["=1+1", "+1", "-1", "@a", "<b>", '"', "'", "a,b;c", "שרה", "👨‍👩‍👧‍👦", "x" * 60,
             "\u202eBo", "null", "0", "{{ 7 }}", "%s", "\\u0000", "ﬁ", "e\u0301"]  # fmt: skip
HOUSE = ["last_capture_point", "set_aside_spades"]

names = st.sampled_from(ODD_NAMES) | st.text(
    st.characters(categories=["L", "M", "N", "P", "S"]), min_size=1, max_size=9
)
points = st.integers(0, 42)
kinds = st.fixed_dictionaries({kind: st.integers(0, 22) for kind in KINDS})
rows = st.builds(Row, st.integers(0, 5), points | kinds)


@st.composite
def plays(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """What happens in one game."""
    seats = st.integers(0, players - 1)
    return {
        "sweeps": draw(st.lists(st.tuples(seats, st.booleans(), st.booleans()), max_size=4)),
        "rows": draw(st.lists(rows, min_size=players, max_size=players)),
        "last": draw(st.none() | seats),
        "deal": draw(st.integers(1, 4)),
        "corrections": draw(st.lists(st.tuples(seats, rows), max_size=2)),
    }


@st.composite
def evenings(draw: st.DrawFn, people: list[str]) -> dict[str, Any]:
    """A session from its plan to its end; with a game that is not finished, perhaps."""
    players = draw(st.lists(st.sampled_from(people), min_size=2, max_size=6, unique=True))
    choices = {4: [0, 1, 0, 1], 6: [0, 1, 2, 0, 1, 2]}
    teams = draw(st.sampled_from([None, choices.get(len(players))]))
    house = draw(st.lists(st.sampled_from(HOUSE), unique=True))
    dealer = draw(st.integers(0, len(players) - 1))
    planned = draw(st.none() | st.integers(1, 1000))
    return {
        "plan": Plan("krypkasino", players, teams, house, planned, dealer),
        "games": draw(st.lists(plays(len(players)), max_size=3)),
        "open": draw(st.none() | plays(len(players))),
        "stake": draw(st.none() | st.integers(1, 1_000_000)),
        "currency": draw(st.sampled_from(["", "kr", "€", "=1", "שקל"])),
        "closed": draw(st.booleans()),
    }


@st.composite
def companies(draw: st.DrawFn) -> list[dict[str, Any]]:
    people = draw(st.lists(names, min_size=6, max_size=9, unique=True))
    return draw(st.lists(evenings(people), min_size=1, max_size=3))


def play_out(app: Flask, company: list[dict[str, Any]], name: str | None = None) -> Phone:
    """All of it: the phone of the group, with the group page's address as its ``start``."""
    with app.app_context():
        group = key = None
        for evening in company:
            plan = evening["plan"]
            if group is None:
                session, group_id, key = sessions.start_group(plan, name)
                group = Access(group_id, may_write=True)
            else:
                session = sessions.start_session(group, plan).session_id
            for one in evening["games"]:
                play(group, session, one, finish=True)
            if evening["open"]:
                play(group, session, evening["open"], finish=False)
            sessions.set_stake(group, session, evening["stake"], evening["currency"])
            if evening["closed"]:
                sessions.close_session(group, session)
    phone = Phone(app)
    assert phone.ask(f"/k/{key}").status_code == 302
    return phone


def play(group: Access, session: str, one: dict[str, Any], *, finish: bool) -> None:
    number = games.begin_game(group, session).number
    games.set_deal(group, session, number, one["deal"])
    for key, (seat, double, undone) in enumerate(one["sweeps"]):
        games.count_sweep(group, session, number, seat, f"sweep {key}", double=double)
        if undone:
            games.take_back_sweep(group, session, number, f"sweep {key}")
    entered = one["rows"] if finish else one["rows"][1:]
    for seat, row in enumerate(entered):
        sheets.put_row(group, session, number, seat, row, sheets.ANY_VERSION)
    if finish:
        sheets.close_game(group, session, number, one["last"], accept_imbalance=True)
        for seat, row in one["corrections"]:
            sheets.put_row(group, session, number, seat, row, sheets.ANY_VERSION)
            sheets.close_game(group, session, number, seat)


EMPTY = {
    "plan": Plan("krypkasino", ["Ada", "Eva"]),
    "games": [],
    "open": None,
    "stake": None,
    "currency": "",
    "closed": True,
}


NOTHING_YET = {"sweeps": [], "rows": [], "last": None, "deal": 1, "corrections": []}


def rich(app: Flask, name: str = "Friday") -> Phone:
    """A group with everything in it."""
    one = {
        "sweeps": [(1, False, False), (0, True, False), (2, False, True)],
        "rows": [Row(2, 10), Row(1, dict.fromkeys(KINDS, 1)), Row(0, 12), Row(0, 0)],
        "last": 2,
        "deal": 3,
        "corrections": [(3, Row(0, 11)), (0, Row(1, 9))],
    }
    evening = {
        "plan": Plan("krypkasino", ["Ada", "Bo", "Cia", "Dan"], [0, 1, 0, 1], HOUSE, 5, 2),
        "games": [one, one],
        "open": one,
        "stake": 50,
        "currency": "kr",
        "closed": False,
    }
    return play_out(app, [evening, EMPTY], name)


def group_of(phone: Phone) -> str:
    """The group whose link the phone opened last."""
    groups = [c.key for c in phone.client._cookies.values() if c.key.startswith("group_")]
    return groups[-1].removeprefix("group_")


def export(phone: Phone, ending: str = "json") -> TestResponse:
    answer = phone.ask(f"/g/{group_of(phone)}/export.{ending}")
    assert answer.status_code == 200
    assert f'filename="referee.{ending}"' in answer.headers["Content-Disposition"]
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer


def read_in(app: Flask, content: bytes, name: str = "referee.json") -> tuple[Phone, TestResponse]:
    """What another phone is answered."""
    phone = Phone(app)
    sent = {"csrf_token": phone.token(), "file": FileStorage(BytesIO(content), name)}
    boundary, body = encode_multipart(sent)
    kind = f"multipart/form-data; boundary={boundary}"
    try:
        return phone, phone.ask("/import", "POST", data=body, content_type=kind)
    except UnicodeError as error:  # its text would break the report of a parallel run
        raise AssertionError(ascii(error)) from None


def written(data: Any) -> bytes:
    return json.dumps(data).encode()


def table(phone: Phone) -> list[dict[str, str]]:
    """The lines of the CSV; its first one names the columns."""
    text = export(phone, "csv").data.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


@pytest.fixture(scope="module")
def saved(app: Flask) -> Any:
    """The export of the group with everything in it."""
    return export(rich(app)).json


# Out and in again


@given(company=companies())
@settings(examples(8), phases=QUICK, suppress_health_check=[HealthCheck.too_slow])
def test_what_goes_out_comes_in_again(either: Flask, company: list[dict[str, Any]]) -> None:
    phone = play_out(either, company)
    data = export(phone).json
    other, answer = read_in(either, export(phone).data)
    assert answer.status_code == 303, Page("", answer).text
    assert export(other).json == data
    lines = table(phone)
    check_lines(company, lines)
    without = [{**line, "session": ""} for line in lines]
    assert [{**line, "session": ""} for line in table(other)] == without
    assert group_of(other) != group_of(phone)


def check_lines(company: list[dict[str, Any]], lines: list[dict[str, str]]) -> None:
    """One for each player and finished game, safe to open, with numbers that are numbers."""
    players = [name for e in company for _ in e["games"] for name in e["plan"].players]
    for line, name in zip(lines, players, strict=True):
        assert line["player"].removeprefix("'") == name.removeprefix("'")
        assert line["player"][0] not in "=+-@\t\r"
        assert line["dealer"][0] not in "=+-@\t\r"
        for column in ("total", "sweeps", "set_ups", "cards", "number", "markers"):
            assert str(int(line[column])) == line[column]
        items = ("sweeps", "set_ups", "cards", "last_capture")
        assert sum(int(line[column]) for column in items) == int(line["total"])


def test_everything_of_a_group(either: Flask) -> None:
    phone = rich(either)
    other, answer = read_in(either, export(phone).data)
    assert answer.location == f"/g/{group_of(other)}"
    assert export(other).json == export(phone).json
    mine, theirs = (
        [page.text for page in all_pages(p, f"/g/{group_of(p)}", group_of(p))]
        for p in (phone, other)
    )
    assert len(mine) > 10
    assert sorted(linkless(mine)) == sorted(linkless(theirs))


def linkless(texts: list[str]) -> list[str]:
    return [text for text in texts if "Let other phones in" not in text]


def test_a_file_makes_a_group_each_time(app: Flask) -> None:
    content = export(rich(app)).data
    groups = {group_of(read_in(app, content)[0]) for _ in range(2)}
    assert len(groups) == 2


def test_a_group_without_sessions(either: Flask) -> None:
    data = {"format": "referee-group", "version": 1, "name": "A", "players": ["Bo"], "sessions": []}
    phone, answer = read_in(either, written(data))
    assert answer.status_code == 303
    assert export(phone).json == data
    assert "Nothing was played yet." in phone.get(f"/g/{group_of(phone)}").text
    assert "A" in phone.get("/").text
    phone.get(f"/g/{group_of(phone)}/new")


def test_more_sweeps_than_cards(app: Flask) -> None:
    """A counter that somebody played with, as far as it counts: it comes in again."""
    phone = play_out(app, [EMPTY | {"open": NOTHING_YET}])
    with app.app_context():
        group = Access(group_of(phone), may_write=True)
        (session,) = (one.id for one in queries.sessions(group.group_id))
        for number in range(60):
            with suppress(Refusal, RulesError):
                games.count_sweep(group, session, 1, 0, f"{number}", double=True)
    _, answer = read_in(app, export(phone).data)
    assert answer.status_code == 303, Page("", answer).alert()


# What is no export


def set_at(data: Any, path: str, value: Any) -> Any:
    """The data with another value at a place; ``...`` takes away what stands there."""
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
BAD = [
    # where, what stands there
    ("format", "x"),
    ("version", 2),
    ("version", "1"),
    ("name", ""),
    ("name", "x" * 61),
    ("name", "\0"),
    ("name", "\ud800"),
    ("name", ["a"]),
    ("players.0", "\ud800"),
    ("players.0", "a\nb"),
    ("players.0", None),
    ("sessions", None),
    ("sessions", {}),
    ("extra", 1),
    ("\ud800", 1),
    ("\0", 1),
    ("sessions.0.\ud800", 1),
    ("sessions.0.game", "whist"),
    ("sessions.0.game", "\ud800"),
    ("sessions.0.house", ["jokers"]),
    ("sessions.0.house", ["\ud800"]),
    ("sessions.0.house", ["\0"]),
    ("sessions.0.house", [{}]),
    ("sessions.0.house", ["two_player_five_six"]),
    ("sessions.0.players.0", "Bo"),
    ("sessions.0.players", ["Ada"]),
    ("sessions.0.players", [str(number) for number in range(7)]),
    ("sessions.0.players.0", "\ud800"),
    ("sessions.0.teams", [0, 0, 1, 1]),
    ("sessions.0.teams", [0, 1]),
    ("sessions.0.teams", [0, 1, 0, True]),
    ("sessions.0.games_planned", 0),
    ("sessions.0.games_planned", 10**30),
    ("sessions.0.games_planned", "5"),
    ("sessions.0.first_dealer", 4),
    ("sessions.0.first_dealer", -1),
    ("sessions.0.stake", -1),
    ("sessions.0.stake", 1.5),
    ("sessions.0.currency", "\n"),
    ("sessions.0.currency", "\ud800"),
    ("sessions.0.currency", "x" * 9),
    ("sessions.0.started_at", "yesterday"),
    ("sessions.0.started_at", "2026-11-21T20:00:00"),
    ("sessions.0.started_at", 0),
    ("sessions.0.started_at", None),
    ("sessions.0.games", {}),
    (f"{GAME}.game", "whist"),
    (f"{GAME}.rules_version", 0),
    (f"{GAME}.house", ["two_player_five_six"]),
    (f"{GAME}.deal", 0),
    (f"{GAME}.deal", 7),
    (f"{GAME}.finished_at", None),
    (f"{GAME}.last_capturer", 4),
    (f"{GAME}.accepted_imbalance", "true"),
    (f"{GAME}.rows.3", ...),
    (f"{GAME}.rows.0.markers", -1),
    (f"{GAME}.rows.0.markers", 10**30),
    (f"{GAME}.rows.0.card_points", None),
    (f"{GAME}.rows.1.kinds.storan", ...),
    (f"{GAME}.rows.1.kinds.storan", -1),
    (f"{GAME}.rows.1.kinds.storan", "1"),
    (f"{GAME}.rows.1.kinds.jokers", 1),
    (f"{GAME}.rows.1.kinds.\ud800", 1),
    (f"{GAME}.rows.1.kinds.\ud800", "x"),
    (f"{GAME}.rows.1.kinds", {}),
    (f"{GAME}.sweeps.0.key", "sweep 1"),
    (f"{GAME}.sweeps.0.key", "\0"),
    (f"{GAME}.sweeps.0.key", "\ud800"),
    (f"{GAME}.sweeps.0.key", "x" * 65),
    (f"{GAME}.sweeps.0.seat", 4),
    (f"{GAME}.sweeps.0.seat", None),
    (f"{GAME}.sweeps.0.markers", 3),
    (f"{GAME}.corrections.0.seat", 4),
    (f"{GAME}.corrections.0.last_capturer", 4),
    (f"{GAME}.corrections.0.kinds", {"storan": 1}),
    (f"{GAME}.corrections.0.at", "2026-13-01T00:00:00+00:00"),
]


@pytest.mark.parametrize(("path", "value"), BAD, ids=ascii)
def test_changed_files_are_refused(app: Flask, saved: Any, path: str, value: Any) -> None:
    data = set_at(saved, path, value)
    before = counts(app)
    _, answer = read_in(app, written(data))
    assert answer.status_code == 422
    assert "This is no export of a group, or it was changed" in Page("", answer).alert()
    assert counts(app) == before


ODD = [
    # where, what stands there: taken or refused, but no fault of ours
    ("players", ["Ada", " Ada"]),
    ("players", ["Ada", "Ada"]),
    ("sessions.0.players.0", " Eva "),
    ("sessions.0.players.0", "Ada\u00a0"),
    ("sessions.0.house", ["last_capture_point"] * 2),
    (f"{GAME}.house", []),
    ("sessions.0.closed_at", "1000-01-01T00:00:00+00:00"),
    ("sessions.0.games.2.finished_at", "2026-11-21T20:00:00+00:00"),
    (f"{GAME}.rules_version", 10**6),
    (f"{GAME}.rows.0.version", 0),
    (f"{GAME}.rows.0.kinds", dict.fromkeys(KINDS, 0)),
    (f"{GAME}.rows.0.markers", 104),
    ("sessions.1.games_planned", 1000),
    *(("sessions.0.started_at", time) for time in ("0001-01-01T00:00:00+00:00",
      "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999999+00:00",
      "9999-12-31T23:59:59-14:00", "2026-11-21", "2026-W47-6T20:00:00Z")),
    (f"{GAME}.corrections.0.at", "9999-12-31T23:59:59-23:59"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), ODD, ids=ascii)
def test_odd_files_are_taken_or_refused(either: Flask, saved: Any, path: str, value: Any) -> None:
    check_taken_or_refused(either, set_at(saved, path, value))


def check_taken_or_refused(app: Flask, data: Any) -> None:
    """With a sentence; what is taken is shown, goes out, and comes in again."""
    wipe(app)
    phone, answer = read_in(app, written(data))
    if answer.status_code == 422:
        assert Page("", answer).alert()
        assert not any(counts(app).values())
        return
    assert answer.status_code == 303
    all_pages(phone, f"/g/{group_of(phone)}", group_of(phone), without=("/links", "/new"))
    phone.get("/")
    table(phone)
    again, answer = read_in(app, export(phone).data)
    assert answer.status_code == 303, Page("", answer).alert()
    assert export(again).json == export(phone).json


def test_times_of_other_places_are_the_same_moments(either: Flask, saved: Any) -> None:
    times = {
        "sessions.0.started_at": "2026-11-21T20:00:00+02:00",
        f"{GAME}.started_at": "2026-11-21T20:00:00-11:30",
        f"{GAME}.finished_at": "2026-11-21T20:00:00.5Z",
    }
    data = saved
    for path, time in times.items():
        data = set_at(data, path, time)
    phone, answer = read_in(either, written(data))
    assert answer.status_code == 303
    exported = next(s for s in export(phone).json["sessions"] if len(s["players"]) == 4)
    found = [
        exported["started_at"],
        *(exported["games"][0][n] for n in ("started_at", "finished_at")),
    ]
    assert list(map(datetime.fromisoformat, found)) == list(
        map(datetime.fromisoformat, times.values())
    )


JUNK = [None, True, -1, 0, 1, 5, 12, 104, 105, 2**31, 2**63, 10**30, 1.5, 1e308, float("inf"),
        float("nan"), "", " ", "x", "Ada", "x" * 5000, "\0", "\ud800", "a\nb", "0", "\u202e",
        "2026-11-21T20:00:00+00:00", "0001-01-01T00:00:00+14:00", [], {}, [[]], [None],
        {"\ud800": 1}, {"storan": 1}, ["Ada"], [0, 1]]  # fmt: skip

junk = st.sampled_from(JUNK)


@st.composite
def changes(draw: st.DrawFn, data: Any) -> Any:
    """The data with one to three places changed."""
    data = deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        place, last = data, draw(st.sampled_from(sorted(data)))
        while isinstance(place[last], dict | list) and place[last] and draw(st.integers(0, 9)):
            place = place[last]
            steps = sorted(place) if isinstance(place, dict) else range(len(place))
            last = draw(st.sampled_from(steps))
        change = draw(st.sampled_from(["delete", "replace", "replace", "add", "twice", "other"]))
        if change == "delete":
            del place[last]
        elif change == "add" and isinstance(place, dict):
            place[draw(st.sampled_from(["x", "", "\0", "\ud800"]))] = deepcopy(draw(junk))
        elif change in ("add", "twice") and isinstance(place, list):
            place.insert(last, deepcopy(place[last]))
        elif change == "other" and type(place[last]) is int:
            place[last] += draw(st.sampled_from([-1, 1, 2]))
        else:
            place[last] = deepcopy(draw(junk))
        if not data:
            break
    return data


@given(draws=st.data())
@settings(examples(40), phases=QUICK, suppress_health_check=[HealthCheck.too_slow])
def test_changed_files_are_no_fault_of_ours(
    either: Flask, saved: Any, draws: st.DataObject
) -> None:
    check_taken_or_refused(either, draws.draw(changes(saved)))


NO_ARCHIVES = [
    b"",
    b" ",
    b"null",
    b"1",
    b'"x"',
    b"[]",
    b"[{}]",
    b"{}",
    b"{",
    b"{'format': 1}",
    b"NaN",
    b"1" * 5000,
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"format": ' + b"[" * 900 + b"]" * 900 + b"}",
    b"\xff\xfe\x00",
    b"\x00" * 100,
    b"PK\x03\x04",
    "ä".encode("latin-1"),
    b"\xef\xbb\xbf{}",
    '{"name": "Å"}'.encode("utf-16"),
]


@pytest.mark.parametrize("content", NO_ARCHIVES, ids=lambda content: ascii(content[:12]))
def test_files_of_other_kinds_are_refused(app: Flask, content: bytes) -> None:
    before = counts(app)
    _, answer = read_in(app, content)
    assert answer.status_code == 422
    page = Page("", answer)
    assert page.alert()
    assert page.form("Read it in")
    assert counts(app) == before


def test_no_file(app: Flask) -> None:
    phone = Phone(app)
    for sent in ({}, {"file": "text"}, {"file": (BytesIO(b"{}"), "")}):
        answer = phone.ask("/import", "POST", data=sent | {"csrf_token": phone.token()})
        assert answer.status_code == 422
        assert Page("", answer).alert() == "Choose a file first."


@pytest.mark.parametrize(
    ("size", "status"), [(1, 303), (7 * MEGABYTE, 303), (8 * MEGABYTE, 413), (20 * MEGABYTE, 413)]
)
def test_how_large_a_file_may_be(app: Flask, saved: Any, size: int, status: int) -> None:
    content = written(saved)
    _, answer = read_in(app, content.ljust(size))
    assert answer.status_code == status
    assert status != 413 or "8 MB" in Page("", answer).text


def test_other_forms_are_small(app: Flask) -> None:
    phone = Phone(app)
    sent = {"csrf_token": phone.token(), "player": "x" * MEGABYTE}
    assert phone.ask("/krypkasino/new", "POST", data=sent).status_code == 413


# Spreadsheets


def test_the_table_of_a_group(app: Flask) -> None:
    one = {
        "sweeps": [],
        "rows": [Row(0, 20), Row(1, 22)],
        "last": None,
        "deal": 1,
        "corrections": [],
    }
    plan = Plan("krypkasino", ["=1+1", "Bo"], first_dealer=1)
    phone = play_out(app, [EMPTY | {"plan": plan, "games": [one]}])
    answer = export(phone, "csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbfsession,")
    first, second = table(phone)
    columns = ("game", "number", "dealer", "seat", "player", "team", "markers", "total", "balanced")
    assert [first[column] for column in columns] == [
        *("krypkasino", "1", "Bo", "0", "'=1+1", "", "0", "15", "1")
    ]
    assert [second[column] for column in columns] == [
        *("krypkasino", "1", "Bo", "1", "Bo", "", "1", "27", "1")
    ]
    assert first["set_ups"] == "-5"


# Deleting

WRONG = ["", " ", "friday", "Friday.", "Monday", "Ada", "x" * 1000, "<b>", "Fri day"]


def test_the_wrong_name_deletes_nothing(app: Flask) -> None:
    phone = rich(app)
    page = phone.get(f"/g/{group_of(phone)}/delete")
    assert "2 evenings go for good" in page.text
    before = dump(app)
    for typed in WRONG:
        page = phone.press(page, "Delete for good", 422, name=typed)
        assert page.alert() == "This is not the name of the group. Nothing was deleted."
        assert page.form("Delete for good")[0].value("name") == typed
        assert dump(app) == before


def test_deleting_takes_everything_of_the_group_and_nothing_of_others(either: Flask) -> None:
    rich(either)
    before = dump(either)
    phone = rich(either)
    group = f"/g/{group_of(phone)}"
    page = phone.press(phone.get(f"{group}/delete"), "Delete for good", name=" Friday ")
    assert page.path == "/"
    assert dump(either) == before
    phone.get(group, 404)
    assert "Your groups" not in phone.get("/").text


@pytest.mark.parametrize("name", ["<b>", "=1+1", "שרה", "👨‍👩‍👧‍👦", "a  b", "x" * 60], ids=ascii)
def test_groups_of_any_name_are_deleted(either: Flask, name: str) -> None:
    before = counts(either)
    phone = play_out(either, [EMPTY], name)
    page = phone.get(f"/g/{group_of(phone)}/delete")
    phone.press(page, "Delete for good", name=name)
    assert counts(either) == before


def test_keys_of_requests_go_with_their_group(either: Flask) -> None:
    """The same forms can be sent again, and start something new."""
    wipe(either)
    phone = Phone(either)
    start = phone.get("/krypkasino/new")
    session = phone.press(start, "Start", player=["Ada", "Bo"])
    group = f"/g/{group_of(phone)}"
    phone.press(phone.get(f"{group}/new"), "Start")
    phone.press(phone.get(f"{group}/delete"), "Delete for good", name="Ada, Bo")
    assert not any(counts(either).values())
    assert phone.press(start, "Start", player=["Ada", "Bo"]).path != session.path
