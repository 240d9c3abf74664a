"""The group that is there is offered: a file read in twice, the same people once more."""

import re
from io import BytesIO
from urllib.parse import quote

import pytest
from flask import Flask

from tests.exported_groups import export, group_of, rich
from tests.page_client import NEW, Page, Phone, begin, keys_of, opened, start


def groups(phone: Phone) -> set[str]:
    return {name for name in phone.cookies() if name.startswith("group_")}


def load(phone: Phone, content: bytes, name: str = "referee.json", **more: str) -> Page:
    form, button = phone.get("/import").form("Load it")
    sent = dict(form.filled(button)) | more | {"file": (BytesIO(content), name)}
    return phone.send("/import", sent)


def test_a_file_is_read_in_twice_only_on_purpose(app: Flask) -> None:
    content = export(rich(app)).data
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
    phone = rich(app)
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
