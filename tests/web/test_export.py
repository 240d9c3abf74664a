"""Groups and followed games as files: what goes out comes in again."""

import csv
import random
import re
from io import StringIO
from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS
from referee.rules.log.game_text import FORMAT
from referee.rules.sheet_plan import RowCounts
from referee.services import exports, game_changes, sheet_entry
from referee.services.access import Access
from referee.services.sessions import SessionPlan
from referee.store import queries
from referee.words.score_names import COLUMNS
from tests.api_calls import KINDS, NAMES, Caller, Live, Table, engine, played_out
from tests.databases import counts
from tests.groups import (
    EMPTY,
    REPEATED,
    export,
    group_of,
    pile,
    play_out,
    read_in,
    rich,
    table,
    written,
)
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import Page, Phone, all_pages, keys_of, opened


def test_everything_of_a_group(either: Flask) -> None:
    phone = rich(either)
    other, answer = read_in(either, export(phone).data)
    assert answer.location == f"/g/{group_of(other)}"
    assert export(other).json == export(phone).json
    if not either.config["DATABASE_URL"].startswith("sqlite"):  # pages ask each in the same words
        return
    mine, theirs = (
        [page.text for page in all_pages(p, f"/g/{group_of(p)}", group_of(p), REPEATED)]
        for p in (phone, other)
    )
    assert len(mine) > 10
    assert sorted(linkless(mine)) == sorted(linkless(theirs))


def linkless(texts: list[str]) -> list[str]:
    return [text for text in texts if "Let other phones in" not in text]


def test_a_group_without_sessions(either: Flask) -> None:
    data = {"format": "referee-group", "version": 1, "name": "A", "players": ["Bo"], "sessions": []}
    phone, answer = read_in(either, written(data))
    assert answer.status_code == 303
    assert export(phone).json == data
    assert "Nothing was played yet." in phone.get(f"/g/{group_of(phone)}").text
    assert "A" in phone.get("/").text
    phone.get(f"/g/{group_of(phone)}/new")


NOTHING_YET = {"sweeps": [], "rows": [], "last": None, "deal": 1, "corrections": []}
CELLS = [  # a name, its cell
    ("Ada", "Ada"), ("a=b", "a=b"), ("a,b;c", "a,b;c"),
    ("=1+1", "'=1+1"), ("-1", "'-1"), ("@a", "'@a"),
    ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠a", "'＠a"), ("﹦1", "'﹦1"),
    ('"=1', "\"'=1"),
    # A spreadsheet may begin another cell at any of these, whatever parts ours.
    ("Bo;=1+1", "Bo;'=1+1"),
    ("Bo; ＝1", "Bo; '＝1"),
    ("Bo,@a|+1", "Bo,'@a|'+1"),
    ('Bo;"=1', "Bo;\"'=1")]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "sv"])
def test_no_cell_is_a_formula(app: Flask, language: str) -> None:
    """Commas part the cells of a line, or semicolons where numbers have commas."""
    one = {**NOTHING_YET, "rows": [RowCounts(0, 20), RowCounts(0, 22)]}
    evenings = [
        EMPTY | {"plan": SessionPlan("krypkasino", [name, "Bo"]), "games": [one]}
        for name, _ in CELLS
    ]
    phone = play_out(app, evenings)
    phone.ask(f"/like/language/{language}")
    text = export(phone, "csv").data.decode("utf-8-sig")
    lines = list(csv.reader(StringIO(text), delimiter="," if language == "en" else ";"))
    names = {cell for line in lines[1:] for cell in line}
    assert names >= {cell for _, cell in CELLS}
    for parted in ",;\t|":
        for line in csv.reader(StringIO(text), delimiter=parted):
            assert not any(cell.lstrip(' "').startswith(tuple("=+-@＝＋－＠")) for cell in line)


TITLES = [  # the browser's language, how the table begins, a column for each kind of counting cards
    ("en", "session,started,game,number", "other_spades,other_aces,adjustment,reason"),
    ("sv", "spelsession;började;kortspel;spel nr",
     "andra spader;andra ess;straff eller bonus;skäl"),
    ("de", "Partie;begonnen;Spiel;Runde",
     "andere Pikkarten;andere Asse;Strafe oder Bonus;Grund")]  # fmt: skip


def test_the_table_in_each_language(app: Flask) -> None:
    """Spreadsheets want semicolons where a comma is in numbers."""
    phone = rich(app)
    written = []
    for language, begins, ends in TITLES:
        assert phone.ask(f"/like/language/{language}").status_code == 303
        answer = export(phone, "csv")
        assert answer.content_type == "text/csv; charset=utf-8"
        assert answer.data.startswith("\ufeff".encode())
        title, *lines = answer.data.decode("utf-8-sig").splitlines()
        assert (title[: len(begins)], title[-len(ends) :]) == (begins, ends)
        written.append(list(csv.reader(lines, delimiter="," if language == "en" else ";")))
    assert written[0] == written[1] == written[2]
    assert len(written[0]) > 3


def test_the_columns_of_these_games() -> None:
    """Scores of games and their counts; each column has a title."""
    southern = [*KRYPKASINO, *CASINO[1:5]], [*KINDS, *COUNTED]
    for keys, (items, counted) in ((["casino", "casino"], (CASINO, COUNTED)),
                                   (["krypkasino", "swazi-casino"], southern)):  # fmt: skip
        expected = [*HEAD, "markers", *items, "total", "balanced", *counted,
                    "adjustment", "adjustment_reason"]  # fmt: skip
        assert list(exports.columns_of(keys)) == expected
    assert set(exports.columns_of(RULESETS)) == set(COLUMNS)


HEAD = "session started game number finished dealer seat player team night".split()
KRYPKASINO = ["sweeps", "set_ups", "cards", "last_capture"]
CASINO = ["cards", "spades", "aces", "big_casino", "little_casino", "sweeps", "last_capture"]
COUNTED = [f"{field}_counted" for field in CASINO[:5]]
A_PILE, B_PILE = pile(30, 8, 2, 1, 0), pile(22, 5, 2, 0, 1)
COUNTS = dict(zip(COUNTED, ("30", "8", "2", "1", "0"), strict=True))
MIXED: list[tuple[dict[str, Any], list[list[RowCounts]], list[dict[str, str]]]] = [
    # an evening, its games, some cells of each line
    ({"game": "casino", "players": ["Ada", "Bo"], "house_rules": ["sweeps"]},
     [[RowCounts(2, A_PILE), RowCounts(0, B_PILE)], [RowCounts(1, 8), RowCounts(0, 3)]],
     [{"player": "Ada", "markers": "2", "sweeps": "2", "total": "10", "cards": "3"} | COUNTS,
      {"player": "Bo", "markers": "0", "sweeps": "0", "total": "3", "cards": "0"},
      {"player": "Ada", "markers": "1", "sweeps": "1", "total": "9", "cards": ""},
      {"player": "Bo", "sweeps": "0", "total": "3", "aces": "", "aces_counted": ""}]),
    ({"game": "casino", "players": ["Ada", "Bo"], "house_rules": ["difference_scoring"]},
     [[RowCounts(0, A_PILE), RowCounts(0, B_PILE)]],
     [{"total": "5", "aces": "2"}, {"total": "0", "aces": "2", "little_casino": "1"}]),
    ({"game": "swazi-casino", "players": ["Ada", "-1", "=Cia", "Dan"]},
     [[RowCounts(0, A_PILE), RowCounts(0, B_PILE)]],
     [{"player": "Ada & =Cia", "seat": "1", "team": "1", "dealer": "Ada", "total": "8"},
      {"player": "'-1 & Dan", "seat": "2", "team": "2", "dealer": "Ada", "total": "3"}]),
    ({"game": "lesotho-casino", "players": ["Ada", "Bo", "Cia", "Dan"]},
     [[RowCounts(0, pile(20, 6, 1, 1, 0)), RowCounts(0, B_PILE), RowCounts(0, pile(10, 2, 1, 0, 0)),
       RowCounts(0, pile(0, 0, 0, 0, 0))]],
     [{"player": "Ada", "team": "1", "total": "8", "cards_counted": "20"},
      {"player": "Bo", "team": "2", "total": "3", "cards_counted": "22"},
      {"player": "Cia", "team": "1", "total": "", "cards": "", "cards_counted": "10"},
      {"player": "Dan", "team": "2", "total": "", "cards": "", "cards_counted": "0"}]),
    ({"game": "krypkasino", "players": ["Ada", "Bo"]}, [[RowCounts(0, 20), RowCounts(1, 22)]],
     [{"player": "Ada", "set_ups": "-5", "cards": "20", "total": "15", "spades": ""},
      {"player": "Bo", "sweeps": "5", "cards": "22", "total": "27", "cards_counted": ""}]),
]  # fmt: skip


def test_the_table_of_several_games(app: Flask) -> None:
    company = []
    for plan, rows, _ in MIXED:
        told = [{**NOTHING_YET, "rows": one} for one in rows]
        company.append(EMPTY | {"plan": SessionPlan(**plan), "games": told})
    lines = table(play_out(app, company))
    wanted = [cells | {"game": plan["game"]} for plan, _, expected in MIXED for cells in expected]
    assert [
        {name: line[name] for name in cells} for line, cells in zip(lines, wanted, strict=True)
    ] == wanted
    for line in lines:
        assert not any(cell.startswith(("=", "+", "@")) for cell in line.values())


def test_a_game_that_somebody_claimed(app: Flask) -> None:
    """Only what counts at once is scored, and who has not counted has nothing."""
    plan = SessionPlan("casino", ["Ada", "Bo"], house_rules=["claim_out"], target=7)
    phone = play_out(app, [EMPTY | {"plan": plan, "closed": False}])
    with app.app_context():
        group = Access(group_of(phone), may_write=True)
        (session,) = (one.id for one in queries.sessions(group.group_id))
        game = game_changes.begin_game(group, session).game_id
        sheet_entry.put_row(
            group, game, 0, RowCounts(0, pile(27, 7, 2, 1, 0)), sheet_entry.ANY_VERSION
        )
        sheet_entry.close_claimed(group, game, 0)
    ada, bo = table(phone)
    assert (ada["cards"], ada["spades"], ada["total"], ada["balanced"]) == ("3", "1", "8", "1")
    assert (bo["cards"], bo["total"], bo["cards_counted"], bo["balanced"]) == ("0", "0", "", "1")


def saved(game: Live) -> bytes:
    """Return the file that a phone at that table gets."""
    table = game.table
    phone = opened(table.edit.app, table.edit.key or "")
    address = f"/g/{table.group_id}/{table.id}/{game.number}/table/log.txt"
    answer = phone.ask(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer.data


def read_back(app: Flask, content: bytes) -> Live:
    """Return the game that another phone has then."""
    phone, answer = read_in(app, content, "game.txt")
    assert answer.status_code == 303, Page("", answer).alert()
    place = re.fullmatch(r"/g/([^/]+)/([^/]+)/1/table", phone.local(answer.location))
    assert place
    group, session = place.groups()
    assert phone.get(answer.location).status == 200
    edit, view = (Caller(app, key) for key in keys_of(phone, group))
    return Live(Table(edit, view, session, group))


def sheet(game: Live) -> Any:
    """Return the sheet without times and authors of its changes."""
    found = game.table.sheet(game.number)
    return [{**row, "etag": ""} if row else None for row in found["rows"]], found["result"]


def check_same(app: Flask, game: Live) -> Live:
    """Check that record, scores and session are the same, and the file again."""
    content = saved(game)
    again = read_back(app, content)
    of_its_own = {"number": 1, "bg_stats_url": again.read()["bg_stats_url"]}
    assert again.read() == {**game.read(), **of_its_own}
    assert sheet(again) == sheet(game)
    one, other = game.table.get(), again.table.get()
    for name in ("game", "players", "teams", "house", "standings", "settlement"):
        assert other[name] == one[name]
    assert (other["games_planned"], len(other["games"])) == (1, 1)
    assert saved(again) == content
    again.seq = again.read()["seq"]
    return again


def test_a_finished_game(app: Flask) -> None:
    house = ["last_capture_point", "set_aside_spades"]
    game = simulate(random.Random(4), 4, 2, house, careless=0.4)
    again = check_same(app, played_out(Caller(app), game, teams=[0, 1, 0, 1]))
    assert again.read()["state"] == "finished"
    assert again.table.get()["games"][0]["scores"] == list(game.scores or ())


ENTRIES: list[dict[str, Any]] = [
    *({"table": ["5H", "5D", "KH", "QH"]}, {"card": "2H"}, {"card": "5S"}, {"undo": 3}),
    *({"replace": 2, "card": "3H", "captured": []}, {"before": 2, "card": "KC", "captured": []}),
    *({"table_is": ["9H"]}, {"card": "9S", "captured": ["9H"]})]  # fmt: skip


def test_a_game_in_the_middle(either: Flask) -> None:
    """The game goes on where it was: the last entry can be undone."""
    game = engine(Caller(either), ["Ada", "Bo"])
    for entry in ENTRIES:
        game.enter(**entry)
    again = check_same(either, game)
    last = again.seq
    assert again.enter(undo=last) == {**game.enter(undo=last), "number": 1}
    assert again.enter(undo=last + 1) == {**game.enter(undo=last + 1), "number": 1}


TEXT_HEAD = f"{FORMAT}\ngame: krypkasino\nrules: 1\nplayer: Ada\nplayer: Bo\ndealer: Ada\n"
LOG = f"{TEXT_HEAD}\n1 table 5H 5D KH QH\n2 2H -\n"
TIMES = ["yesterday", "2026-11-21", "2026-11-21T19:30:05+14:00", "0001-01-02T00:00:00+00:00",
         "0001-01-01T00:00:00+14:00"]  # fmt: skip


def test_times_in_files(either: Flask) -> None:
    """Some are moments in UTC, some are none."""
    for time in TIMES:
        text = LOG.replace("2H -", f"2H - ; {time}")
        assert read_back(either, text.encode()).read()["table"] == ["2H", "5H", "5D"]


@pytest.mark.parametrize(("text", "sentence"), [  # file, what the page says
    (LOG.replace("table", "tabel"), "Line 8 of the game, “1 tabel 5H 5D KH QH”"),
    (LOG.replace("Bo", "x" * 61), "cannot be a name"),
    (TEXT_HEAD, "There is no play in this game."),
    (LOG.replace(" 1\n", " 2\n", 1), "neither a saved group nor a saved game")])  # fmt: skip
def test_refused_files_get_a_sentence(app: Flask, text: str, sentence: str) -> None:
    before = counts(app)
    _, answer = read_in(app, text.encode(), "game.txt")
    page = Page("", answer)
    assert answer.status_code == 422
    assert sentence in page.alert()
    assert page.form("Load it")
    assert counts(app) == before


def test_only_those_who_may_look_get_the_file(app: Flask) -> None:
    game = engine(Caller(app), NAMES[:2], ["5H", "5D", "KH", "QH"])
    table = game.table
    address = f"/g/{table.group_id}/{table.id}/1/table/log.txt"
    assert Phone(app).ask(address).status_code == 404
    looking = opened(app, table.view.key or "")
    assert looking.ask(address).data == saved(game)
    empty = engine(Caller(app), NAMES[:2]).table
    phone = opened(app, empty.edit.key or "")
    assert phone.ask(f"/g/{empty.group_id}/{empty.id}/1/table/log.txt").status_code == 404
