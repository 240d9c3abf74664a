"""The page that starts a session: names, dealer, seats, teams, house rules; and playing again."""

import re

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.database_dump import counts
from tests.page_client import NEW, Page, Phone, start

SIX = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"]


@pytest.mark.parametrize(("names", "typed", "said"), [
    (SIX[:3], {"rounds": "2", "games": ""}, "game 1 of 6"),
    (SIX[:3], {"rounds": "1", "games": "7"}, "game 1 of 7"),
    (SIX[:2], {"rounds": "2", "games": " 1 "}, "game 1 of 1"),
    (["Ada", "", "Bo", "", "", "Cia"], {"dealer": "5"}, "Cia deals game 1")])  # fmt: skip
def test_what_was_chosen(phone: Phone, names, typed, said) -> None:
    assert said in start(phone, *names, **typed).text


@pytest.mark.parametrize("dealer", ["lot", "3", "x"])
def test_the_dealer_is_drawn(phone: Phone, dealer: str) -> None:
    """By lot, or where nobody sits on the chosen seat: everybody's turn comes."""
    form, button = phone.get(NEW).form("Start")
    drawn = set()
    for number in range(24):
        sent = form.filled(button, player=SIX[:2])
        sent["dealer"], sent["key"] = dealer, f"{form.value('key')} {number}"
        sent["into"] = "new"
        drawn.add(phone.send(NEW, sent).parts["head"].split(" deals")[0])
        if len(drawn) == len(SIX[:2]):
            break
    assert drawn == {"Ada", "Bo"}


@pytest.mark.parametrize(("names", "button", "moved", "dealer"), [
    (["Ada", "Bo", "Cia"], "Seat 1: one down", ["Bo", "Ada", "Cia", "", "", ""], "0"),
    (["Ada", "Bo"], "Seat 2: one down", ["Ada", "", "Bo", "", "", ""], "2"),
    (SIX, "Seat 6: one up", ["Ada", "Bo", "Cia", "Dan", "Fia", "Eva"], "1")])  # fmt: skip
def test_moving_seats(phone: Phone, names, button, moved, dealer) -> None:
    """The deal goes with its player; everything else that was typed stays."""
    before = counts(phone.app)
    more = {"games": "5", "teams": "2", "house": ["set_aside_spades"], "dealer": "1"}
    page = phone.press(phone.get(NEW), button, player=names, **more)
    form, _ = page.form("Start")
    assert form.values("player") == moved
    assert (form.value("games"), form.value("teams"), form.value("dealer")) == ("5", "2", dealer)
    assert form.values("house") == ["set_aside_spades"]
    assert page.alerts == []
    assert counts(phone.app) == before


def test_nobody_moves_beyond_the_first_and_last_seat(phone: Phone) -> None:
    page = phone.get(NEW)
    assert not any(map(page.has, ("Seat 1: one up", "Seat 6: one down")))
    form, button = page.form("Start")
    for step in ("0-up", "5-down", "9-up", "x", "0-"):
        moved = phone.send(NEW, form.filled(button, player=SIX) | {"move": step})
        assert moved.form("Start")[0].values("player") == SIX
    page = phone.press(page, "Seat 1: one down", player=["Ada", "Bo"])
    assert "Bo deals game 1" in phone.press(page, "Start", dealer="0").text


@pytest.mark.parametrize("dealer", ["0", "lot"])
def test_a_form_that_is_sent_again_starts_one_session(phone: Phone, dealer: str) -> None:
    """The lot may fall on another player at the second time: of six, seven times."""
    group = start(phone, "Ada", "Bo").group
    for address in (NEW, f"/g/{group}/new"):
        form, button = phone.get(address).form("Start")
        sent = form.filled(button, player=SIX, dealer=dealer)
        once = phone.send(address, sent)
        before = counts(phone.app)
        for _ in range(6):
            again = phone.send(address, sent)
            assert (again.path, again.text) == (once.path, once.text)
        assert counts(phone.app) == before


@pytest.mark.parametrize("path", ["/krypkasino/new", "/krypkasino/score"])
@pytest.mark.parametrize("key", ["", "x" * 15])
def test_forms_that_no_page_of_ours_has_filled_in(app: Flask, path: str, key: str) -> None:
    """Two strangers who send the same get a group each, and nobody the other's keys."""
    sent = [("player", "Ada"), ("player", "Bo"), ("players", "2"), ("dealer", "0"), ("key", key)]
    groups = set()
    for _ in range(2):
        phone = Phone(app)
        answer = phone.ask(path, "POST", data=MultiDict(sent))
        assert answer.status_code == 303
        groups.add(answer.location.split("/")[2])
    assert len(groups) == 2


def test_another_session_can_be_started_by_going_back(phone: Phone) -> None:
    """With another name in the form of one that was started: at the second tap at the latest."""
    form, button = phone.get(NEW).form("Start")
    first = phone.send(NEW, form.filled(button, player=["Ada", "Bo"], dealer="0"))
    response = phone.ask(NEW, "POST", data=form.filled(button, player=["Ada", "Cia"], dealer="0"))
    again = response.status_code == 422
    second = (
        phone.press(Page(NEW, response), "Start") if again
        else phone.get(phone.local(response.location)))  # fmt: skip
    assert second.path != first.path
    assert "Cia" in second.parts["standings"]
    for like in ("x", "", "%00", "x" * 500):  # like what was never played
        form, _ = phone.get(f"/g/{first.group}/new?like={like}").form("Start")
        assert form.values("player")[0] in ("", "Ada")


def test_names_of_people_this_phone_knows_are_offered(phone: Phone) -> None:
    page = start(phone, "Ada", "Bo")
    assert sorted(phone.get(NEW).datalist) == ["Ada", "Bo"]
    assert sorted(phone.get(f"/g/{page.group}/new").datalist) == ["Ada", "Bo"]
    assert Phone(phone.app).get(NEW).datalist == []


@pytest.mark.parametrize(("names", "place"), [  # names so far, the place that is next
    ([], 1),
    (["Ada", "", "Bo"], 2),
    (["A", "B", "C", "D", "E", "F"], None)])  # fmt: skip
def test_enter_starts_nothing(phone: Phone, names: list[str], place: int | None) -> None:
    """Without a script it presses the first button of the form: the next free place is ready."""
    form = phone.get(NEW).forms[0]
    before = counts(phone.app)
    page = phone.send(NEW, form.filled(form.buttons[0], player=names, games="7"))
    assert page.alerts == []
    assert page.form("Start")[0].value("games") == "7"
    ready = re.findall(r"autofocus aria-label=\"Seat (\d)\"", page.html)
    assert ready == ([str(place)] if place else [])
    assert counts(phone.app) == before
