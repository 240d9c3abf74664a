"""A followed game as a text file: saved from one phone, read in on another."""

import random
import re
from typing import Any

import pytest
from flask import Flask

from referee.rules.log.game_text import FORMAT
from tests.api_calls import NAMES, Caller, Table
from tests.database_dump import counts
from tests.exported_groups import read_in
from tests.followed_game_calls import Live, engine, played_out
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import Page, Phone, keys_of, opened


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
    assert again.read() == {**game.read(), "number": 1}
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


HEAD = f"{FORMAT}\ngame: krypkasino\nrules: 1\nplayer: Ada\nplayer: Bo\ndealer: Ada\n"
LOG = f"{HEAD}\n1 table 5H 5D KH QH\n2 2H -\n"
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
    (HEAD, "There is no play in this game."),
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
