"""Nights of several sessions, and rules that change while people play."""

import random
import re
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
from tests.api_calls import Caller, Live, Table, played_out, points
from tests.databases import counts, dump
from tests.groups import begin, carried, export, read_in, result, table, written
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import Page, Phone, all_pages, here, opened, play, start

from .test_export import check_same, saved

FEWER = (
    "Totals can be compared only after the same number of games. "
    "These people have a place by points a game:"
)


@pytest.fixture
def first(phone: Phone) -> Page:
    """Three have played a game of three; Bo deals next."""
    return play(phone, start(phone, "Ada", "Bo", "Cia", games="3"), 1, 20, 12, 10)


def test_one_tap_begins_the_next_part(phone: Phone, first: Page) -> None:
    second = here(phone, first, "Ada", "Bo")
    assert "Part 1 Part 2" in second.parts["head"]
    assert second.text.count("Part 2: Bo deals game 1") == 1
    assert second.parts["night"] == (
        "The whole evening 1. Cia 1 game · 10.0 points a game 10 "
        "2. Bo 1 game · 12.0 points a game 12 3. Ada 1 game · 20.0 points a game 20"
    )
    assert "Ada pays 18 in all → Bo 8 · Cia 10 Bo gets 6" in second.parts["settlement"]
    assert "· each game only between those who played it" in second.parts["settlement"]
    before = phone.get(first.path)
    assert before.parts["head"].startswith("Part 1 of the evening 1 game was played")
    assert "The evening goes on with other people." in before.parts["goes-on"]
    assert not {"people", "next"} & {*before.parts}
    assert not before.has("Take the session up again")
    # Nobody has played yet: another tap changes this part, and it can be taken back.
    third = here(phone, second, "Ada", "Bo", new="Dan ")
    assert third.path == second.path
    assert third.parts["standings"].startswith("Standings of this part 1. Ada 0 1. Bo 0 1. Dan 0")
    assert third.parts["night"].startswith(second.parts["night"])
    assert third.parts["night"].endswith(f"{FEWER} – Dan 0 games 0")
    third = play(phone, here(phone, third, "Ada", "Bo", "Dan", "Cia"), 1, 0, 40, 2, 0)
    assert re.findall(r"(\d\. \w+ 2) games · \S+ points a game (\d+)", third.parts["night"]) == [
        ("1. Cia 2", "10"), ("2. Ada 2", "20"), ("3. Bo 2", "52")]  # fmt: skip
    # By points a game whoever came later has a place among all, beside the total.
    assert third.parts["night"].endswith("– Dan 1 game · 2.0 points a game: place 1 of 4 2")
    assert third.parts["course"].endswith("0 10 20 30 40 50 60 1 1 Ada Bo Cia Dan")
    assert third.parts["games"].startswith(
        "Games 2 Game Ada Bo Cia Dan Part 1 1 ◂ 20 20 12 12 10 10 "
        "Part 2 1 0 20 ◂ 40 52 0 10 2 2 Large:"
    )
    ended = phone.press(third, "End the session")
    assert ended.parts["head"].startswith("Cia wins the evening 2 games in 2 parts")
    assert result(ended)[3:9] == [
        "1. Cia 10 (2 games · 5.0 points a game)",
        "2. Ada 20 (2 games · 10.0 points a game)",
        "3. Bo 52 (2 games · 26.0 points a game)",
        *["", FEWER, "Dan 2 (1 game · 2.0 points a game: place 1 of 4)"],
    ]
    assert "Cia wins the evening" in phone.get(first.path).parts["goes-on"]
    group = phone.get(f"/g/{ended.group}")
    assert "2 games in 2 parts · won: Cia Ada , Bo , Cia , Dan" in group.text
    assert ended.path in group.links


def test_who_is_here_is_said_once(phone: Phone, first: Page) -> None:
    """Some come while others go, at one tap; whoever comes has the seat of who goes."""
    before = dump(phone.app)
    asked = here(phone, first, "Ada", "Bo", "Cia", status=422)
    assert "Nobody has come or gone" in asked.alert()
    refused = here(phone, first, "Ada", new="x" * 61, status=422)
    assert "x" * 61 in refused.html
    assert '"Ada" checked' in refused.html
    assert '"Bo" checked' not in refused.html
    here(phone, first, "Ada", status=422)
    assert dump(phone.app) == before
    second = here(phone, first, "Ada", "Cia", new="Dan")
    assert second.parts["standings"].startswith("Standings of this part 1. Ada 0 1. Dan 0 1. Cia 0")
    assert "; ".join(
        re.findall(r'name="here" value="(\w+)"', second.html)) == "Ada; Dan; Cia; Bo"  # fmt: skip


def test_teams_stay_with_equally_many(phone: Phone) -> None:
    four = start(phone, "Ada", "Bo", "Cia", "Dan", teams="2", games="4")
    four = play(phone, four, 1, 20, 12, 10, 0)
    assert "With equally many people the teams stay" in four.parts["people"]
    again = here(phone, four, "Ada", "Cia", "Dan", new="Eva")
    assert "1. Ada & Cia 0 1. Eva & Dan 0" in again.parts["standings"]
    five = here(phone, again, "Ada", "Eva", "Cia", "Dan", "Bo")
    assert "1. Ada 0 1. Eva 0 1. Cia 0" in five.parts["standings"]


def test_it_is_taken_back(phone: Phone, first: Page) -> None:
    second = here(phone, first, "Ada", "Bo")
    assert phone.press(second, "Take it back: go on as before").path == first.path
    assert phone.get(first.path).text == first.text
    phone.get(second.path, 404)


def test_a_game_without_an_entry_is_begun_anew(phone: Phone) -> None:
    """Before anything was entered the session itself changes, and has no empty part."""
    session = start(phone, "Ada", "Bo", "Cia", games="3")
    begun = phone.press(session, "Begin game 1")
    page = here(phone, phone.get(session.path), "Ada", "Bo", "Cia", new="Dan")
    assert page.path == session.path
    assert "Ada deals game 1 of 4" in page.parts["head"]
    phone.get(begun.path, 404)


def test_an_unfinished_game_is_dropped_after_a_question(phone: Phone, first: Page) -> None:
    """The question names the entries that would be lost."""
    game = phone.press(phone.press(first, "Begin game 2"), "Sweep: Bo")
    before = dump(phone.app)
    asked = here(phone, phone.get(first.path), "Ada", "Bo", status=409)
    assert (
        "Gone: Cia. Game 2 does not count then. Entered so far: 1 sweep." in asked.parts["people"]
    )
    assert game.path in asked.links
    assert dump(phone.app) == before
    second = phone.press(asked, "Drop the game and continue with these people")
    assert second.parts["standings"].startswith("Standings of this part 1. Ada 0 1. Bo 0")


def test_a_night_counts_once(phone: Phone, first: Page) -> None:
    """Bo has the best total of those who played every game; one evening is counted."""
    second = play(phone, here(phone, first, "Ada", "Bo"), 1, 40, 2)
    ended = phone.press(second, "End the session")
    people = phone.get(f"/g/{ended.group}").text
    assert "Bo ★ 1/1 2 7.0 0 0 Cia 0/1 1 10.0 0 0 Ada 0/1 2 30.0 0 0" in people
    assert "1 evening is deleted" in phone.get(f"/g/{ended.group}/delete").text
    # The first part cannot be taken up again beside the one that follows it.
    before = dump(phone.app)
    phone.send(f"{first.path}/reopen", {})
    assert dump(phone.app) == before


def test_the_night_goes_through_a_file(phone: Phone, first: Page) -> None:
    second = play(phone, here(phone, first, "Ada", "Bo"), 1, 40, 2)
    aside = phone.press(
        play(phone, here(phone, second, "Ada", "Bo", "Cia"), 1, 1, 2, 39), "Set it aside"
    )
    assert "counts nowhere" in aside.parts["aside"]
    assert not {"next", "end"} & {*aside.parts}
    data = phone.ask(f"/g/{first.group}/export.json").json
    assert [(one.get("night"), one.get("set_aside")) for one in data["sessions"]] == [
        (1, None), (1, None), (1, True)]  # fmt: skip
    other, answer = read_in(phone.app, written(data))
    there = other.get(answer.location)
    assert "Sessions set aside" in there.text
    copied = next(
        page for page in all_pages(other, there.path, there.group) if "night" in page.parts
    )
    assert copied.parts["night"] == phone.get(second.path).parts["night"]
    data["sessions"][1]["game"] = "casino"
    assert read_in(phone.app, written(data))[1].status_code == 422
    assert phone.ask(f"/g/{first.group}/export.csv").text.count(first.path.split("/")[3]) == 8
    again = phone.press(aside, "Count it again").parts["night"]
    assert again.endswith("– Cia 2 games · 24.5 points a game: place 3 of 3 49")
    phone.press(phone.press(phone.get(aside.path), "Set it aside"), "Delete for good")
    phone.get(aside.path, 404)


def test_rules_are_put_right(phone: Phone, first: Page) -> None:
    form = phone.get(f"{first.path}/rules")
    for length in ("", "0", "x", "1001"):
        assert "from 1 to 1000" in phone.press(form, "Save", 422, length=length).alert()
    with_last = {"house": ["last_capture_point"], "length": "4"}
    page = phone.press(form, "Save", **with_last)
    assert "The last capture scores a point" in page.parts["head"]
    assert "game 2 of 4" in page.text
    page = phone.press(
        phone.get(f"{first.path}/rules"), "Save", house=["set_aside_spades"], again=["1"]
    )
    sheet = phone.get(f"{first.path}/1/sheet")
    assert "scored without house rules" in sheet.text
    data = phone.ask(f"/g/{first.group}/export.json").json
    assert [one["house"] for one in data["sessions"][0]["games"]] == [["set_aside_spades"]]
    assert read_in(phone.app, written(data))[1].status_code == 303


@pytest.mark.parametrize(("game", "before"), [("krypkasino", "games"), ("casino", "points")])
def test_a_session_gets_a_length_of_the_other_kind(app: Flask, game: str, before: str) -> None:
    """A number of games in place of a number of points, and back."""
    begun = begin(app, game, 2)
    page = f"{begun.page.rpartition('/')[0]}/rules"
    kinds = ["points", "games"] if before == "games" else ["games", "points"]
    for kind in (*kinds, kinds[0]):
        form = begun.phone.get(page)
        assert form.form("Save")[0].value("kind") != kind
        least = {"games": 1, "points": 7}[kind]
        refused = begun.phone.press(form, "Save", 422, kind=kind, length="0")
        assert f"from {least} to 1000" in refused.alert()
        assert refused.form("Save")[0].value("kind") == kind
        begun.phone.press(form, "Save", kind=kind, length="7")
        after, _ = begun.phone.get(page).form("Save")
        assert (after.value("kind"), after.value("length")) == (kind, "7")


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
