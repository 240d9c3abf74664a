"""Plays that go to other programs, and tables of rounds that come from them."""

import csv
import re
from html import unescape
from io import StringIO

import pytest
from flask import Flask

from referee.services.logged_plays import COLUMNS_OF_PLAYS
from tests.api_calls import Caller, points
from tests.databases import counts
from tests.groups import EMPTY, group_of, play_out, read_in, table
from tests.page_client import Page, Phone, opened
from tests.web.test_export import CELLS


def finished(app: Flask, players: list[str]) -> tuple[Phone, str]:
    """Return a phone and the page of a session with two finished games."""
    started = Caller(app)("POST", "/sessions", {"game": "krypkasino", "players": players}).json
    page = f"/g/{started['group_id']}/{started['id']}"
    api = Caller(app, started["edit_key"])
    for numbers in ((30, 12, 0, 0), (0, 42, 0, 0)):
        begun = api("POST", f"/sessions/{started['id']}/games").json
        path = f"/sessions/{started['id']}/games/{begun['number']}"
        for seat, number in enumerate(numbers[: len(players)]):
            api("PUT", f"{path}/sheet/{seat}", points(number), headers={"If-Match": "*"})
        assert api("POST", f"{path}/close", {}).status_code == 200
    return opened(app, started["edit_key"]), page


def test_the_page_has_a_link_and_a_code_for_the_evening_and_each_game(app: Flask) -> None:
    phone, page = finished(app, ["Ada", "Bo"])
    assert f"{page}/log" in phone.get(page).links
    session = page.rpartition("/")[2]
    for query, play in (("", session), ("?game=1", f"{session}-1"), ("?game=2", f"{session}-2")):
        log = phone.get(f"{page}/log{query}")
        (link,) = (unescape(each) for each in log.links if "bgstatsapp.com" in each)
        assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
        assert f"%22sourcePlayId%22%3A%22{play}%22" in link
        assert re.search(r'class="qr" src="data:image/svg', log.html)
        assert {f"{page}/log", f"{page}/log?game=1", f"{page}/log?game=2"} <= {*log.links}
    for query in ("?game=3", "?game=x", "?game=" + "9" * 30):
        phone.get(f"{page}/log{query}", 404)


def test_names_that_are_too_long_for_a_code(app: Flask) -> None:
    phone, page = finished(app, ["😀" * 59 + letter for letter in "abcd"])
    log = phone.get(f"{page}/log")
    assert "The names are too long for a QR code." in log.text
    assert any("bgstatsapp.com" in link for link in log.links)


def test_plays_as_a_table_with_a_row_for_each_player(app: Flask) -> None:
    phone, page = finished(app, ["Ada", "Bo"])
    answer = phone.ask(f"/g/{page.split('/')[2]}/plays.csv")
    rows = list(csv.reader(StringIO(answer.data.decode("utf-8-sig"))))
    session = page.rpartition("/")[2]
    assert tuple(rows[0]) == COLUMNS_OF_PLAYS
    assert [[row[0].removeprefix(session), *row[2:]] for row in rows[1:]] == [
        ["-1", "Krypkasino", "1", "Ada", "2", "", "30", "2", "0"],
        ["-1", "Krypkasino", "1", "Bo", "1", "", "12", "1", "1"],
        ["-2", "Krypkasino", "1", "Ada", "1", "", "0", "1", "1"],
        ["-2", "Krypkasino", "1", "Bo", "2", "", "42", "2", "0"],
    ]


@pytest.mark.parametrize(("name", "cell"), CELLS[:12])
def test_no_name_in_the_table_begins_a_formula(app: Flask, name: str, cell: str) -> None:
    phone, page = finished(app, [name, "Zoe"])
    answer = phone.ask(f"/g/{page.split('/')[2]}/plays.csv")
    assert next(csv.DictReader(StringIO(answer.data.decode("utf-8-sig"))))["name"] == cell


def test_a_group_without_a_finished_game(app: Flask) -> None:
    phone = play_out(app, [EMPTY])
    answer = phone.ask(f"/g/{group_of(phone)}/plays.csv")
    assert answer.data.decode("utf-8-sig").split() == [",".join(COLUMNS_OF_PLAYS)]


ROUNDS = [  # the file, the names in it, the points of its rounds
    ("Ada,Bo\n1,2\n3,-4\n", ["Ada", "Bo"], [[1, 2], [3, -4]]),
    ("Round;Åsa;Bo;Cia\r\n1;10;0;1\r\n2;−5;16;0\r\n", ["Åsa", "Bo", "Cia"],
     [[10, 0, 1], [-5, 16, 0]]),
    ("\ufeff#\tAda\tBo\n1\t1\t2\nTotal\t1\t2\n", ["Ada", "Bo"], [[1, 2]]),
    ('Omgång,"Ada, den äldre",Bo\n1,7,+4\n\n2,0,11\nSumma,7,15\n', ["Ada, den äldre", "Bo"],
     [[7, 4], [0, 11]]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names", "numbers"), ROUNDS)
@pytest.mark.parametrize("game", ["krypkasino", "casino", "swazi-casino"])
def test_rounds_are_shown_and_then_read_in(app: Flask, text, names, numbers, game) -> None:
    before = counts(app)
    phone, answer = read_in(app, text.encode(), "rounds.csv")
    preview = Page("/import", answer)
    assert (answer.status_code, counts(app)) == (200, before)
    assert all(name in preview.text for name in names)
    form, button = preview.form("Load these rounds")
    sent = form.filled(button, game=game, day="2026-03-01")
    answer = phone.ask("/import", "POST", data=sent)
    assert answer.status_code == 303, answer.text
    rows = table(phone)
    assert [int(row["total"]) for row in rows] == [each for line in numbers for each in line]
    assert {row["started"] for row in rows} == {"2026-03-01"}


WRONG = [  # the file, what is said
    ("Ada,Bo\n1,2\n3,x\n", "Round 2 of the table: “x” is not a number of points."),
    ("Ada,Bo\n1,2\n3,4\n5\n", "Round 3 of the table: “” is not a number of points."),
    ("Ada,Bo\n1,2\n3,101\n", "Round 2 of the table: a score of more than 100 points"),
    ("Ada,Ada\n1,2\n", "Ada"),
    ("Ada,Bo\n" + "1,2\n" * 1001, "A table of at most 1000 rounds can be loaded."),
    (",".join(f"P{at}" for at in range(13)) + "\n" + ",".join("1" * 13) + "\n",
     "No game is for so many players."),
    ("Ada,Bo,Cia\nx,1,2\n", "This is a table for spreadsheets"),
    ('Ada,Bo,"' + "x" * 140_000 + '"\n1,2\n', "This is a table for spreadsheets"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_a_table_that_cannot_be_read_in_says_why(app: Flask, text: str, sentence: str) -> None:
    before = counts(app)
    _, answer = read_in(app, text.encode(), "rounds.csv")
    assert answer.status_code == 422
    assert sentence in Page("", answer).alert()
    assert counts(app) == before


def test_a_day_that_is_none_asks_again(app: Flask) -> None:
    phone, answer = read_in(app, b"Ada,Bo\n1,2\n", "rounds.csv")
    form, button = Page("/import", answer).form("Load these rounds")
    for typed in ({"day": ""}, {"day": "0001-01-01"}, {"game": "whist"}):
        answer = phone.ask("/import", "POST", data=form.filled(button, **typed))
        assert answer.status_code == 200
        assert Page("/import", answer).form("Load these rounds")
