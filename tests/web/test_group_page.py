"""The page of a group and those of its people: statistics, other names, the same group, its end."""

import re
from io import BytesIO
from urllib.parse import quote

import pytest
from flask import Flask

from referee.services.access import Access
from referee.services.groups import read_group
from tests.api_calls import Caller, dealt, lay_out, points
from tests.databases import counts, dump, wipe
from tests.groups import export, group_of, pile, read_in, rich, rich_file, rich_read_in
from tests.page_client import NEW, Page, Phone, begin, fill, keys_of, opened, play, sheet, start


def test_statistics(phone: Phone) -> None:
    session = phone.press(start(phone, "Ada", "Bo", "Cia", games="1"), "Begin game 1")
    counter = session.path
    for button in ("Sweep: Bo", "Sweep: Bo", "Double sweep: Cia"):
        session = phone.press(phone.get(counter), button)
    phone.press(fill(phone, sheet(phone, session), 20, 12, 10), "Finish the game")
    group = phone.get(f"/g/{session.group}")
    assert "Ada ★ 1/1 1 10.0 0 2 Bo 0/1 1 12.0 2 2 Cia 0/1 1 20.0 2 0" in group.text
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
    assert f"Ada ★ {table[0]} {played} 2.0 0 0 Bo {table[1]} {played} 40.0" in group.text
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
            assert any(f"<bdi>{one}</bdi></h1>" in page.html for one in ("Friday", "Åsa"))
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
        "Swazi Casino Name Won Games Points a game Ada ★ 1/1 1 9.0 Cia ★ 1/1 1 9.0 Bo 0/1 1 2.0",
        "Casino Name Won Games Points a game Sweeps taken Ada ★ – 1 6.0 3 Cia",
        "Krypkasino Name Won Games Points a game Sweeps taken set up Ada ★ – 1 15.0 0 1",
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
    assert "Name Builds Taken by opponents Taken from opponents Bo 2 1 0 Ada 0 0 1" in page.text
    ada, bo = (person(phone, page.path, name).text for name in ("Ada", "Bo"))
    assert "Games followed to their end 1 Builds in them 0 Builds taken from opponents 1" in ada
    assert "Builds taken from opponents 1: 1 from Bo Against whom" in ada
    assert "Builds in them 2: 1 taken by Ada Builds taken from opponents 0 Points in" in bo
    told = "Most cards 3 · most spades 1 · aces 4 · 10♦︎ 2 · 2♠︎ 1 Against whom"
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


def groups(phone: Phone) -> set[str]:
    return {name for name in phone.cookies() if name.startswith("group_")}


def load(phone: Phone, content: bytes, name: str = "referee.json", **more: str) -> Page:
    form, button = phone.get("/import").form("Load it")
    sent = dict(form.filled(button)) | more | {"file": (BytesIO(content), name)}
    return phone.send("/import", sent)


def test_a_file_is_read_in_twice_only_on_purpose(app: Flask) -> None:
    content = rich_file()
    phone = Phone(app)
    first = load(phone, content)
    asked = load(phone, content)
    assert asked.alert() == "This phone has this group already. Friday"
    assert f"/g/{first.group}" in asked.links
    assert len(groups(phone)) == 1
    again = phone.press(asked, "Load it again all the same")
    assert again.group != first.group
    assert len(groups(phone)) == 2
    one, other = (phone.ask(f"/g/{page.group}/export.json").json for page in (first, again))
    assert one == other


def test_a_group_that_went_on_is_there_too(app: Flask) -> None:
    """A group may be read in whole or a session of it alone: the group that went on is found."""
    phone = rich_read_in(app)
    group = group_of(phone)
    links = phone.get(f"/g/{group}").links
    session = next(link for link in links if re.fullmatch(rf"/g/{group}/\w{{12}}", link))
    whole, part = export(phone).data, phone.ask(f"{session}/export.json").data
    phone.press(phone.get(f"/g/{group}/new"), "Start")
    for content in (whole, part):
        assert f"/g/{group}" in load(phone, content).links
    assert len(groups(phone)) == 1


def test_another_group_is_another(app: Flask, phone: Phone) -> None:
    """Of the same name and people, with another evening."""
    start(phone, "Ada", "Bo")
    other = Phone(app)
    content = other.ask(f"/g/{start(other, 'Ada', 'Bo').group}/export.json").data
    assert load(phone, content).path.startswith("/g/")


def test_a_followed_game_is_read_in_twice_only_on_purpose(phone: Phone) -> None:
    sheet = begin(phone, "Ada", "Bo")
    game = sheet.path.removesuffix("/sheet")
    phone.press(phone.get(f"{game}/table"), "These lie on the table", dealt="8S KH KD KC")
    text = phone.ask(f"{game}/table/log.txt").data
    asked = load(phone, text, "game.txt")
    assert asked.alert() == "This phone has this group already. Ada, Bo"
    again = phone.press(asked, "Load it again all the same")
    assert phone.ask(f"{again.path}/log.txt").data == text
    assert again.group != sheet.group
    another = text.replace(b"8S", b"9S")
    assert load(phone, another, "game.txt").path.startswith("/g/")


SAME = ["Ada", "José", "Cia"]


@pytest.mark.parametrize("names", [["Ada", "José", "Cia"], ["cia", " ADA ", "Jose\u0301"]])
def test_the_same_people_are_offered_their_group(phone: Phone, names: list[str]) -> None:
    there = start(phone, *SAME)
    asked = phone.press(phone.get("/casino/new"), "Start", player=names, dealer="1")
    assert "have a group already. Ada, José, Cia" in asked.alert()
    form, _ = asked.form("Play there")
    assert [name for name in form.values("player") if name] == names
    assert len(groups(phone)) == 1
    session = phone.press(asked, "Play there")
    assert (session.group, len(groups(phone))) == (there.group, 1)
    page = phone.get(f"/g/{there.group}")
    assert len([link for link in page.links if "/people/" in link]) == 3
    assert "Casino" in session.text


def test_other_people_just_start(app: Flask, phone: Phone) -> None:
    """A viewer is offered nothing."""
    there = start(phone, *SAME)
    watcher = opened(app, keys_of(phone, there.group)[1])
    for one, names in ((phone, SAME[:2]), (phone, [*SAME[:2], "Dan"]), (watcher, SAME)):
        assert start(one, *names).group != there.group


def test_who_once_sat_together_is_offered_that_group(phone: Phone) -> None:
    """Others have come since."""
    there = start(phone, *SAME)
    page = phone.get(f"/g/{there.group}/new")
    phone.press(page, "Start", player=["Ada", "Dan"])
    asked = phone.press(phone.get(NEW), "Start", player=SAME)
    assert asked.has("Play there")
    asked = phone.press(phone.get(NEW), "Start", player=["Cia", "Dan"])
    assert not asked.has("Play there")


def test_a_group_that_this_phone_does_not_know(app: Flask, phone: Phone) -> None:
    there = start(phone, *SAME)
    stranger = Phone(app)
    form, button = stranger.get(NEW).form("Start")
    sent = form.filled(button, player=SAME)
    for into in (there.group, quote("x/y"), "0"):
        sent["into"] = into
        assert stranger.ask(NEW, "POST", data=sent).status_code == 404
    assert groups(stranger) == set()


WRONG = ["", " ", "Friday.", "Ada", "x" * 1000]


def test_the_wrong_name_deletes_nothing(app: Flask) -> None:
    phone = rich_read_in(app)
    page = phone.get(f"/g/{group_of(phone)}/delete")
    assert "2 evenings are deleted for good" in page.text
    before = dump(app)
    for typed in WRONG:
        page = phone.press(page, "Delete for good", 422, name=typed)
        assert page.alert() == "This is not the name of the group. Nothing was deleted."
        assert page.form("Delete for good")[0].value("name") == typed
        assert dump(app) == before


def test_deleting_takes_everything_of_the_group_and_nothing_of_others(either: Flask) -> None:
    rich_read_in(either)
    before = dump(either)
    phone = rich(either)
    group = f"/g/{group_of(phone)}"
    page = phone.press(phone.get(f"{group}/delete"), "Delete for good", name=" friday ")
    assert page.path == "/"
    assert dump(either) == before
    phone.get(group, 404)
    assert not [name for name in phone.cookies() if name.startswith("group_")]
    assert "Your groups" not in phone.get("/").text


def test_keys_of_requests_go_with_their_group(either: Flask) -> None:
    """Keys of the deleted group can be used again, and start something new."""
    wipe(either)
    phone = Phone(either)
    start = phone.get("/krypkasino/new")
    session = phone.press(start, "Start", player=["Ada", "Bo"])
    group = f"/g/{group_of(phone)}"
    phone.press(phone.get(f"{group}/new"), "Start")
    phone.press(phone.get(f"{group}/delete"), "Delete for good", name="Ada, Bo")
    assert not any(counts(either).values())
    assert phone.press(start, "Start", player=["Ada", "Bo"]).path != session.path


def test_enter_in_the_field_deletes_nothing(phone: Phone) -> None:
    """Enter presses a form's first button, and one that is disabled cannot be pressed."""
    group = start(phone, "Ada", "Bo").group
    held, typed = phone.get(f"/g/{group}/delete").forms
    assert held.value("name") == "Ada, Bo"  # what a script sends once the name was held
    assert [button.disabled for button in typed.buttons] == [True, False]
