"""The first page: strangers are told what this is, players go on where they were."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from referee.store.database import db
from referee.store.models import GameSession
from tests.page_client import Page, Phone, begin, fill, keys_of, opened, play, start

STRANGERS = "Must I take all of that?"


def button(page: Page) -> tuple[str, str]:
    """Return the link and the text of the first main button of a page."""
    (found, *_) = re.findall(r'<a class="button main" href="([^"]*)">([^<]*)<', page.html)
    return found


def first_heading(page: Page) -> str:
    (found,) = re.findall(r"<h1>(.*?)</h1>", page.html)
    return re.sub("<[^>]*>", "", found)


def test_the_game_asked_about_last_comes_first(phone: Phone) -> None:
    """For strangers their words do, and a game that there is not comes nowhere."""
    page = phone.get("/")
    assert first_heading(page) == "The referee at your card table"
    assert button(page) == ("/krypkasino/referee", "Settle a dispute")
    phone.get("/swazi-casino/referee?table=5S+3H")
    home = phone.get("/")
    assert button(home)[0] == "/swazi-casino/referee"
    places = [home.text.index(text) for text in ("Swazi Casino", "More games", "Krypkasino")]
    assert places == sorted(places)
    phone.get("/krypkasino/referee")
    assert button(phone.get("/"))[0] == "/krypkasino/referee"
    for game in ("", "bridge", "../x", "krypkasino; x"):
        phone.client.set_cookie("game", game)
        assert button(phone.get("/"))[0] == "/krypkasino/referee"


def test_a_running_session_heads_the_page(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    for path in ("/", f"/g/{session.group}"):
        assert button(phone.get(path)) == (session.path, "Continue: game 1 of 2")
    home = phone.get("/")
    assert first_heading(home) == "Ada, Bo"
    assert home.text.index("Continue") < home.text.index("Settle") < home.text.index(STRANGERS)
    play(phone, session, 1, 2, 40)
    home = phone.get("/")
    assert button(home) == (session.path, "Continue: game 2 of 2")
    assert "Tonight · leads: Ada" in home.text


def test_one_tap_leads_to_where_it_goes_on(phone: Phone) -> None:
    """The counter; the live table; the sheet, once somebody counts."""
    session = start(phone, "Ada", "Bo")
    game = phone.press(session, "Begin game 1")
    assert leads_on(phone, session) == f"{session.path}/1"
    phone.press(phone.get(game.path), "Sweep: Bo")
    assert leads_on(phone, session) == f"{session.path}/1"
    table = phone.get(f"{game.path}/table")
    phone.press(table, "These lie on the table", dealt="8S KH KD KC")
    assert leads_on(phone, session) == f"{session.path}/1/table"
    fill(phone, phone.get(f"{game.path}/sheet"), 1)
    assert leads_on(phone, session) == f"{session.path}/1/sheet"


def leads_on(phone: Phone, session: Page) -> str:
    """Return where the home page and the session's page lead on, which must be the same."""
    address, _ = button(phone.get("/"))
    assert button(phone.get(session.path))[0] == address
    return address


def test_lookers_on_look_on(app: Flask, phone: Phone) -> None:
    session = begin(phone, "Ada", "Bo")
    watcher = opened(app, keys_of(phone, session.group)[1])
    address, said = button(watcher.get("/"))
    assert (address, said) == (session.path.removesuffix("/sheet"), "Look on: game 1 of 2")


def test_the_latest_of_several_comes_first(app: Flask, phone: Phone) -> None:
    days = {"Ada": 2, "Bo": 0, "Cia": 1}
    for name, ago in days.items():
        began = datetime.now(UTC) - timedelta(days=ago)
        session = start(phone, name, "Dan")
        with app.app_context():
            one = GameSession.id == session.path.split("/")[3]
            db.session.execute(update(GameSession).where(one).values(started_at=began))
            db.session.commit()
    home = phone.get("/")
    names = re.findall(r"<(?:h1|strong)><bdi>(.*?)</bdi>", home.html)
    assert names == ["Bo, Dan", "Cia, Dan", "Ada, Dan"]
    assert home.html.count("<h1>") == 1


def test_every_open_session_is_in_reach(phone: Phone) -> None:
    """Open sessions of one group are listed, two lines above the dispute. A session that
    is won or set aside is open no more."""
    won = start(phone, "Ada", "Bo", games="1")
    play(phone, won, 1, 2, 40)
    first, *others = (phone.press(phone.get(f"/g/{won.group}/new"), "Start") for _ in range(4))
    aside = phone.press(phone.get(f"/g/{won.group}/new"), "Start")
    phone.press(play(phone, aside, 1, 2, 40), "Set it aside")
    home = phone.get("/")
    latest = others.pop()
    assert button(home)[0] == latest.path
    listed = [path for path in home.links if path in {one.path for one in (first, *others, won)}]
    assert sorted(listed) == sorted(one.path for one in (first, *others))
    assert home.text.index("Also open") < home.text.index("1 more") < home.text.index("Settle")


@pytest.mark.parametrize("points", [(2, 40), None])
def test_a_session_that_is_over_goes_on_nowhere(phone: Phone, points) -> None:
    session = start(phone, "Ada", "Bo")
    if points:
        session = play(phone, session, 1, *points)
    phone.press(session, "End the session")
    home = phone.get("/")
    assert "Continue" not in home.text
    assert first_heading(home) == "Your groups"
    told = home.text.split("Your groups ")[1]
    assert told.startswith("Ada, Bo Last played" if points else "Ada, Bo Nothing was played yet.")
    assert f"/g/{session.group}" in home.links


def test_an_evening_without_a_finished_game_is_not_listed_as_played(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    group = f"/g/{session.group}"
    assert "Nothing was played yet." in phone.get(group).text
    assert "Without a finished game" not in phone.get(group).text  # it is running
    phone.press(session, "End the session")
    page = phone.get(group)
    assert "Nothing was played yet. Without a finished game" in page.text
    assert session.path in page.links
    played = play(phone, phone.press(phone.get(f"{group}/new"), "Start"), 1, 2, 40)
    page = phone.get(group)
    assert "1 of 2 games · leads: Ada" in page.text
    assert "0 of 2" not in page.text
    assert {played.path, session.path} <= set(page.links)
