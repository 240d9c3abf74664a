"""The end of a session: who won, who pays whom in the way people chose, and all of it as text."""

import re

import pytest

from tests.page_client import Page, Phone, fill, play, sheet, start

from .casino_family_games import result

WAYS = [  # the button, the meaning below the payments, the payments of totals 5, 5, 16 and 16
    ("Everyone with everyone", "Everybody settles the difference with everybody else.", 22,
     "→ Ada 11 · Bo 11", "→ Ada 11 · Bo 11"),
    ("To the winner", "Everybody pays the winner the difference.", 11,
     "→ Ada 6 · Bo 5", "→ Ada 5 · Bo 6"),
    ("Fewest payments", "Everybody comes out as if all had settled with everybody else.", 22,
     "→ Ada 22", "→ Bo 22")]  # fmt: skip


@pytest.fixture
def ended(phone: Phone) -> Page:
    """Two winners and two losers."""
    session = start(phone, "Ada", "Bo", "Cia", "Dan", games="1")
    return play(phone, session, 1, 5, 5, 16, 16)


def test_who_won_stands_at_the_top_and_who_pays_below(ended: Page) -> None:
    assert [part for part in ended.parts if part in PARTS] == PARTS
    assert ended.parts["head"].startswith("Ada and Bo share the win")


PARTS = ["head", "standings", "settled", "games", "do", "end"]


def test_one_settlement_that_people_chose(phone: Phone, ended: Page) -> None:
    for button, hint, due, of_cia, of_dan in (*WAYS, WAYS[0]):
        ended = phone.press(ended, button)
        gets, pays = f"gets {due} in all", f"pays {due} in all"
        payments = f"Ada {gets} Bo {gets} Cia {pays} {of_cia} Dan {pays} {of_dan}"
        assert ended.parts["settled"].startswith(f"Who pays whom {button} {payments} ")
        assert hint in ended.parts["settled"]
        chosen = re.findall(r'aria-pressed="true">([^<]+)', ended.html)
        assert chosen == [button]


def test_the_next_session_settles_the_same_way(phone: Phone, ended: Page) -> None:
    phone.press(ended, "Fewest payments")
    again = phone.press(phone.get(f"/g/{ended.group}/new"), "Start")
    again = play(phone, again, 1, 5, 5, 16, 16)
    assert "Cia pays 22 in all → Ada 22" in again.parts["settlement"]


def test_the_result_as_text(phone: Phone, ended: Page) -> None:
    lines = result(phone.press(ended, "Fewest payments"))
    assert re.fullmatch(r"Krypkasino, .* 20\d\d, 1 game", lines.pop(1))
    assert lines == [
        *["Ada and Bo share the win", ""], *["1. Ada 5", "1. Bo 5", "3. Cia 16", "3. Dan 16", ""],
        *["Fewest payments:", "Cia → Ada 22", "Dan → Bo 22"]]  # fmt: skip


def test_the_text_tells_of_money_as_the_page_does(phone: Phone, ended: Page) -> None:
    page = phone.press(phone.press(ended, "To the winner"), "Save", stake="0.5", currency="kr")
    assert "a point is worth 0.50 kr" in page.html
    due = "2.75\N{NO-BREAK SPACE}kr"
    assert result(page)[-2:] == [f"{one} → Ada {due}, Bo {due}" for one in ("Cia", "Dan")]


def test_teams_and_nobody_who_pays(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia", "Dan", teams="2", games="1")
    session = play(phone, session, 1, 1, 20, 20, 1)
    assert "Nobody owes anything." in session.parts["settled"]
    assert result(session)[-3:] == ["", "1. Ada & Cia 21", "1. Bo & Dan 21"]


def test_nothing_to_share_before_the_end(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia")
    assert "textarea" not in session.html
    session = play(phone, session, 1, 2, 40, 0)
    assert "textarea" not in session.html
    assert "settled" not in session.parts
    page = sheet(phone, phone.press(session, "Begin game 2"))
    fill(phone, page, 1)
    ended = phone.press(phone.get(session.path), "End the session")
    assert result(ended)[0] == "Cia wins"


def test_two_sides_see_the_result_above_who_pays(phone: Phone) -> None:
    """There is one way to settle, and it needs no name."""
    session = play(phone, start(phone, "Ada", "Bo", games="1"), 1, 2, 40)
    assert "Ada wins Ada 2 · Bo 40" in session.parts["head"]
    assert session.parts["settled"].startswith("Who pays whom Bo → Ada 38")
    assert "Everyone with everyone" not in session.text
    assert not session.has("To the winner")
    assert session.has("Save")
    assert '<label for="currency">Currency</label>' in session.html
