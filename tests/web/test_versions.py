"""Rules that change: what was played by an older version is scored by that one for ever."""

import random
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS, krypkasino
from referee.rules.games.krypkasino import KrypkasinoHouseRules
from referee.rules.ruleset import Ruleset
from referee.rules.score_items import MARKERS, PaidByNeighbour, PointsPerCard
from tests.api_calls import Caller, Table, points
from tests.database_dump import counts
from tests.exported_groups import export, read_in, table, written
from tests.followed_game_calls import Live, played_out
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import Page, Phone, opened
from tests.web.casino_family_games import carried
from tests.web.test_import_game import check_same, saved

GAME = "krypkasino"
OLD = [16, 26]
"""Ada has 21 points and no sweep, Bo the rest and one, at five points each."""
ROWS = [points(21), points(21, markers=1)]


@cache
def second_version(house: KrypkasinoHouseRules) -> Ruleset:
    """Return rules in which a sweep is worth nine."""
    first = krypkasino.ruleset(house)
    sweeps = (PointsPerCard("sweeps", {MARKERS: 9}), PaidByNeighbour("set_ups", MARKERS, -9))
    sheet = replace(first.sheet, items=(*sweeps, *first.sheet.items[2:]))
    return replace(first, version=2, sheet=sheet)


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that brings the new rules in."""
    game = RULESETS[GAME]
    both = {1: krypkasino.ruleset, 2: second_version}
    return lambda: monkeypatch.setitem(RULESETS, GAME, game._replace(versions=both))


def totals(evening: Table) -> list[list[int]]:
    return [game["scores"] for game in evening.get()["games"]]


def phone_at(evening: Table) -> Phone:
    return opened(evening.edit.app, evening.edit.key or "")


def test_an_old_game_keeps_its_score(either: Flask, newer: Any) -> None:
    evening = Caller(either).start(["Ada", "Bo"])
    evening.play(*ROWS)
    newer()
    evening.play(*ROWS)
    assert totals(evening) == [OLD, [12, 30]]
    # a row is corrected, and corrected again
    for row in (points(22, markers=1), ROWS[1]):
        assert evening.put(1, 1, row).status_code == 200
    assert totals(evening) == [OLD, [12, 30]]
    assert evening.sheet(1)["result"]["players"][1]["sweeps"] == 5
    assert evening.sheet(2)["result"]["players"][1]["sweeps"] == 9
    # statistics
    assert {name: of["points"] for name, of in evening.people().items()} == {"Ada": 28, "Bo": 56}
    # spreadsheets and exports
    phone = phone_at(evening)
    assert [line["total"] for line in table(phone)] == ["16", "26", "12", "30"]
    assert [line["sweeps"] for line in table(phone)] == ["0", "5", "0", "9"]
    again = carried(either, phone)
    assert [line["total"] for line in table(again)] == ["16", "26", "12", "30"]


def test_a_followed_game_is_replayed_by_its_own_rules(app: Flask, newer: Any) -> None:
    games = (simulate(random.Random(seed), 2, 0) for seed in count())
    game = next(one for one in games if any(one.plays[-1].state.markers))
    followed = played_out(Caller(app), game)
    before = followed.read()
    newer()
    assert followed.read() == before
    undone = followed.enter(undo=followed.seq)
    assert undone["scores"] is None
    again = followed.enter(undo=undone["seq"])
    assert again["scores"] == before["scores"]
    assert b"rules: 1\n" in saved(followed)
    check_same(app, followed)


def test_unknown_versions_are_refused(app: Flask, newer: Any) -> None:
    evening = Caller(app).start(["Ada", "Bo"])
    newer()
    Live(evening, evening.begin()).lay(["5H", "5D", "KH", "QH"])
    phone = phone_at(evening)
    data = export(phone).json
    text = phone.ask(f"/g/{evening.group_id}/{evening.id}/1/table/log.txt").data
    assert b"rules: 2\n" in text
    assert read_in(app, text, "game.txt")[1].status_code == 303
    data["sessions"][0]["games"][0]["rules_version"] = 3
    before = counts(app)
    for content in (written(data), text.replace(b"rules: 2", b"rules: 3")):
        _, answer = read_in(app, content)
        assert answer.status_code == 422
        sentence = "It was played by version 3 of the rules; known here: 1 and 2."
        assert sentence in Page("", answer).alert()
    assert counts(app) == before


def test_points_of_before_have_the_sweeps_in_them(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first version of Casino: 9 and 3 were 12 with a sweep, whatever was tapped."""
    casino = RULESETS["casino"]
    with monkeypatch.context() as then:
        before = casino._replace(versions={1: casino.versions[1]})
        then.setitem(RULESETS, "casino", before)
        evening = Caller(app).start(["Ada", "Bo"], game="casino", house={"sweeps": True})
        evening.play({"points": 9}, {"points": 3})
        assert evening.close(1).json["balanced"] is True
    evening.play({"points": 8, "sweeps": 1}, {"points": 3})
    assert totals(evening) == [[9, 3], [9, 3]]
    assert evening.sheet(1)["result"]["balanced"] is True
    lines = table(carried(app, phone_at(evening)))
    assert [line["total"] for line in lines] == ["9", "3", "9", "3"]
    assert [line["markers"] for line in lines] == ["0", "0", "1", "0"]


def test_partners_of_before_said_a_number_each(app: Flask) -> None:
    """A file or database with two numbers a pair is read with their sum."""
    evening = Caller(app).start(["Ada", "Bo", "Cia", "Dan"], game="lesotho-casino")
    evening.play({"points": 8}, {"points": 3})
    data = export(phone_at(evening)).json
    rows = data["sessions"][0]["games"][0]["rows"]
    for seat, said in enumerate([5, 2, 3, 1]):
        rows[seat]["card_points"] = said
    again, answer = read_in(app, written(data))
    assert answer.status_code == 303, Page("", answer).alert()
    assert [line["total"] for line in table(again)] == ["8", "3", "", ""]
