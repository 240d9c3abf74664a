"""Joining and leaving a session, setting one aside, and changing rules: by buttons and files."""

import re

import pytest

from tests.database_dump import dump
from tests.exported_groups import read_in, written
from tests.page_client import Page, Phone, all_pages, play, start

from .casino_family_games import result


@pytest.fixture
def first(phone: Phone) -> Page:
    """Three have played a game of three; Bo deals next."""
    return play(phone, start(phone, "Ada", "Bo", "Cia", games="3"), 1, 20, 12, 10)


def test_one_tap_begins_the_next_part(phone: Phone, first: Page) -> None:
    second = phone.press(first, "Cia leaves")
    assert "Part 1 Part 2" in second.parts["head"]
    assert second.text.count("Part 2: Bo deals game 1") == 1
    assert second.parts["night"] == (
        "The whole evening 1. Cia 1 game 10 2. Bo 1 game 12 3. Ada 1 game 20"
    )
    assert "Ada pays 18 in all → Bo 8 · Cia 10 Bo gets 6" in second.parts["settlement"]
    assert "· each game only between those who played it" in second.parts["settlement"]
    before = phone.get(first.path)
    assert before.parts["head"].startswith("Part 1 of the evening 1 game was played")
    assert "The evening goes on with other people." in before.parts["goes-on"]
    assert not {"people", "next"} & {*before.parts}
    assert not before.has("Take the session up again")
    # Nobody has played yet: another tap changes this part, and it can be taken back.
    third = phone.press(second, "Joins", joins="Dan ")
    assert third.path == second.path
    assert third.parts["standings"].startswith("Standings of this part 1. Ada 0 1. Bo 0 1. Dan 0")
    assert third.parts["night"].startswith("The whole evening 1. Cia 1 game 10 2. Bo")
    assert third.parts["night"].endswith("equally many games. – Dan 0 games 0")
    third = play(phone, phone.press(third, "Cia joins"), 1, 0, 40, 2, 0)
    assert "1. Cia 2 games 10 2. Ada 2 games 20 3. Bo 2 games 52" in third.text
    ended = phone.press(third, "End the session")
    assert ended.parts["head"].startswith("Cia wins the evening 2 games in 2 parts")
    hint = "Without a place: totals compare only after equally many games."
    assert result(ended)[3:9] == [
        *["1. Cia 10 (2 games)", "2. Ada 20 (2 games)", "3. Bo 52 (2 games)"],
        *["", hint, "Dan 2 (1 game)"],
    ]
    assert "The evening is over." in phone.get(first.path).parts["goes-on"]
    group = phone.get(f"/g/{ended.group}")
    assert re.search("Part 1 of the evening .* Part 2 of the evening", group.text)


def test_it_is_taken_back(phone: Phone, first: Page) -> None:
    second = phone.press(first, "Cia leaves")
    assert phone.press(second, "Take it back: go on as before").path == first.path
    assert phone.get(first.path).text == first.text
    phone.get(second.path, 404)


def test_a_game_without_an_entry_is_begun_anew(phone: Phone) -> None:
    """Before anything was entered the session itself changes, and has no empty part."""
    session = start(phone, "Ada", "Bo", "Cia", games="3")
    begun = phone.press(session, "Begin game 1")
    page = phone.press(phone.get(session.path), "Joins", joins="Dan")
    assert page.path == session.path
    assert "Ada deals game 1 of 4" in page.parts["head"]
    phone.get(begun.path, 404)


def test_an_unfinished_game_is_dropped_after_a_question(phone: Phone, first: Page) -> None:
    """The question names the entries that would be lost."""
    game = phone.press(phone.press(first, "Begin game 2"), "Sweep: Bo")
    before = dump(phone.app)
    asked = phone.press(phone.get(first.path), "Cia leaves", 409)
    assert "Game 2 does not count then. Entered so far: 1 sweep." in asked.parts["people"]
    assert game.path in asked.links
    assert dump(phone.app) == before
    second = phone.press(asked, "Cia leaves, and the game is dropped")
    assert second.parts["standings"].startswith("Standings of this part 1. Ada 0 1. Bo 0")


def test_a_night_counts_once(phone: Phone, first: Page) -> None:
    """Bo has the best total of those who played every game; one evening is counted."""
    second = play(phone, phone.press(first, "Cia leaves"), 1, 40, 2)
    ended = phone.press(second, "End the session")
    people = phone.get(f"/g/{ended.group}").text
    assert "Ada 0/1 2 30.0 0 0 Bo 1/1 2 7.0 0 0 Cia 0/1 1 10.0 0 0" in people
    assert "1 evening is deleted" in phone.get(f"/g/{ended.group}/delete").text
    # The first part cannot be taken up again beside the one that follows it.
    before = dump(phone.app)
    phone.send(f"{first.path}/reopen", {})
    assert dump(phone.app) == before


def test_the_night_goes_through_a_file(phone: Phone, first: Page) -> None:
    second = play(phone, phone.press(first, "Cia leaves"), 1, 40, 2)
    aside = phone.press(play(phone, phone.press(second, "Cia joins"), 1, 1, 2, 39), "Set it aside")
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
    assert phone.press(aside, "Count it again").parts["night"].endswith("– Cia 2 games 49")
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
