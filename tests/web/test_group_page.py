"""The page of a group and those of its people: statistics, and other names."""

import pytest
from flask import Flask

from referee.services.access import Access
from referee.services.groups import read_group
from tests.api_calls import Caller, points
from tests.database_dump import dump
from tests.exported_groups import export, group_of, read_in
from tests.followed_build_game_calls import dealt, lay_out
from tests.page_client import Page, Phone, fill, opened, play, sheet, start

from .casino_family_games import pile


def test_statistics(phone: Phone) -> None:
    session = phone.press(start(phone, "Ada", "Bo", "Cia", games="1"), "Begin game 1")
    counter = session.path
    for button in ("Sweep: Bo", "Sweep: Bo", "Double sweep: Cia"):
        session = phone.press(phone.get(counter), button)
    phone.press(fill(phone, sheet(phone, session), 20, 12, 10), "Finish the game")
    group = phone.get(f"/g/{session.group}")
    assert "Ada 1/1 1 10.0 0 2 Bo 0/1 1 12.0 2 2 Cia 0/1 1 20.0 2 0" in group.text
    bo = phone.get([link for link in group.links if "/people/" in link][1]).text
    assert "Evenings won 0 of 1" in bo
    assert "Sweeps taken 2: 2 set up by Ada" in bo
    assert "Sweeps set up 2: 2 for Cia" in bo


@pytest.mark.parametrize(("planned", "played", "closed", "table", "page", "counted"), [
    # table, on her own page, in the answer of the API as sessions and sessions won
    (2, 1, False, ("–", "–"), "–", (1, 0)),
    (2, 1, True, ("1/1", "0/1"), "1 of 1", (1, 1)),
    (2, 2, False, ("1/1", "0/1"), "1 of 1", (1, 1))])  # fmt: skip
def test_an_evening_that_runs_is_won_and_lost_by_nobody(
    phone: Phone, planned, played, closed, table, page, counted
) -> None:
    session = start(phone, "Ada", "Bo", games=str(planned))
    for number in range(1, played + 1):
        play(phone, session, number, 2, 40)
    if closed:
        phone.press(phone.get(session.path), "End the session")
    group = phone.get(f"/g/{session.group}")
    assert f"Ada {table[0]} {played} 2.0 0 0 Bo {table[1]} {played} 40.0" in group.text
    assert f"Evenings won {page} Games {played}" in person(phone, group.path, "Ada").text
    assert "of all that are over" in group.text
    with phone.app.app_context():
        people = read_group(Access(session.group, may_write=False)).players
    assert (people[0].all.sessions, people[0].all.sessions_won) == counted


BAD_NAMES = ("", " ", "x" * 61, "a\x07")


def test_renaming_the_group_and_somebody(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    path = f"/g/{session.group}"
    group = phone.get(path)
    assert "<h1><bdi>Ada, Bo</bdi></h1>" in group.html
    assert "Friday" in phone.press(group, "Save", name="  Friday ").text
    assert "Friday" in phone.get("/").text
    page = phone.press(person(phone, path, "Ada"), "Save", name=" Åsa ")
    assert page.path == path
    assert "Åsa" in page.text
    assert "Åsa deals game 1" in phone.get(session.path).text
    for typed in (group, person(phone, path, "Åsa")):
        for name in BAD_NAMES:
            page = phone.press(typed, "Save", 422, name=name)
            assert "cannot be a name" in page.alert()
            assert page.form("Save")[0].value("name") == name
            assert any(f"<h1><bdi>{one}</bdi></h1>" in page.html for one in ("Friday", "Åsa"))
    assert phone.press(person(phone, path, "Åsa"), "Save", name="Åsa").path == path


def person(phone: Phone, group: str, name: str) -> Page:
    """Return the page of somebody."""
    links = dict.fromkeys(phone.get(group).links)
    pages = [phone.get(link) for link in links if "/people/" in link]
    (found,) = (page for page in pages if f"<bdi>{name}</bdi></h1>" in page.html)
    return found


def test_somebody_who_was_typed_twice(phone: Phone) -> None:
    """People who sat together are two."""
    group = f"/g/{start(phone, 'Ada', 'Bo').group}"
    asked = phone.press(person(phone, group, "Ada"), "Save", 422, name="Bo")
    before = dump(phone.app)
    page = phone.press(asked, "Yes, the same person", 422)
    assert "Ada and Bo sat at one table: they are two people." in page.alert()
    assert page.form("Save")[0].value("name") == "Bo"
    assert dump(phone.app) == before
    second = phone.press(phone.get(f"{group}/new"), "Start", player=["Adah", "Cia"], dealer="0")
    page = phone.press(person(phone, group, "Adah"), "Save", 422, name="Ada")
    assert "Somebody else here is called “Ada”. Is it the same person?" in page.alert()
    assert "Adah deals" in phone.get(second.path).text
    page = phone.press(page, "Yes, the same person")
    assert (page.path, "Adah" in page.text) == (group, False)
    assert "Ada – 0" in page.text
    assert "Ada deals" in phone.get(second.path).text


def test_evenings_of_several_games(app: Flask) -> None:
    """Krypkasino, Casino with sweeps, and Swazi Casino, where none count: their points are not
    added up. A table a game, with the columns that it has."""
    table = Caller(app).start(["Ada", "Bo"])
    table.play(points(20), points(22, 1))
    group = {"group_id": table.group_id}
    casino = table.edit.start(["Ada", "Cia"], game="casino", house={"sweeps": True}, **group)
    casino.play({**pile(26, 6, 2, 0, 1), "sweeps": 3}, pile(26, 7, 2, 1, 0))
    casino.begin()
    table.edit.start(["Ada", "Eva"], game="casino", **group)
    pairs = table.edit.start(["Ada", "Bo", "Cia", "Dan"], game="swazi-casino", target=8, **group)
    pairs.play({"points": 9}, {"points": 2})
    text = group_page(opened(app, str(table.edit.key))).text
    for said in (
        "Swazi Casino · 1 game of an evening to 8 · won: Ada and Cia Ada , Bo , Cia , Dan",
        "Casino · 1 game of an evening to 21 · leads: Ada Ada , Cia",
        "Krypkasino · 1 of 2 games · leads: Ada Ada , Bo", "Casino · Ada , Eva",
        "Swazi Casino Name Won Games Points a game Ada 1/1 1 9.0 Bo 0/1 1 2.0 Cia 1/1 1 9.0",
        "Casino Name Won Games Points a game Sweeps taken Ada – 1 6.0 3 Cia",
        "Krypkasino Name Won Games Points a game Sweeps taken set up Ada – 1 15.0 0 1",
        "Nothing finished yet: Eva Won:",
    ):  # fmt: skip
        assert said in text


def group_page(phone: Phone) -> Page:
    return phone.get(f"/g/{group_of(phone)}")


EIGHTS = ("3C 3C+5S=8", "8H x 3C+5S=8", "4C 4C+2D=6", "KD -", "6C x 2D+4C=6", "QD -", "8D -")
"""Bo makes two builds, with the cards for them in the hand; Ada takes the first one."""


def test_what_became_of_builds(app: Flask) -> None:
    game = dealt(Caller(app), *EIGHTS)
    lay_out(game)
    phone = opened(app, str(game.table.edit.key))
    page = group_page(phone)
    assert "1 game was followed to its end. Opponents took 1 of 2 builds. Name" in page.text
    assert "Name Builds Taken by opponents Taken from opponents Ada 0 0 1 Bo 2 1 0" in page.text
    ada, bo = (person(phone, page.path, name).text for name in ("Ada", "Bo"))
    assert "Games followed to their end 1 Builds in them 0 Builds taken from opponents 1" in ada
    assert "Builds taken from opponents 1: 1 from Bo Write" in ada
    assert "Builds in them 2: 1 taken by Ada Builds taken from opponents 0 Points in" in bo
    told = "Most cards 3 · most spades 1 · aces 4 · 10♦︎ 2 · 2♠︎ 1 Write"
    assert f"Points in them {told}" in bo
    assert "Points in them" not in ada  # Bo had them all
    replay = phone.get(f"/g/{group_of(phone)}/{game.table.id}/1/table/replay/1").text
    assert "Bo builds 8 of 5♠︎ and 3♣︎ Yes" in replay
    assert "still holds" not in replay  # by now everybody knows Bo's hand
    saved = export(phone)
    assert "figures" not in saved.text  # they follow from the log
    again, _ = read_in(app, saved.data)
    assert group_page(again).text.partition("People")[2] == page.text.partition("People")[2]


def test_a_bluff_that_came_out_bears_no_name(app: Flask) -> None:
    """Bo builds and never had the card."""
    game = dealt(Caller(app), "3C 3C+5S=8", "KD -", "9H x 9C")
    phone = opened(app, str(game.table.edit.key))
    assert "followed" not in group_page(phone).text  # nor counted while it goes on
    lay_out(game)
    bluffs = [one for one in game.read()["irregularities"] if one["missed_at"]]
    assert bluffs
    assert "Opponents took 0 of 1 build. 1 bluff came out. Name" in group_page(phone).text
