"""The page of a session: games are begun, it ends, and who pays whom."""

import pytest
from flask import Flask

from tests.database_dump import Dump, dump, restore
from tests.page_client import Page, Phone, keys_of, play, start


@pytest.fixture(scope="module")
def played(app: Flask) -> tuple[str, str, Dump]:
    """Return a session of three that is played once: its address, its edit key, and all rows
    afterwards."""
    phone = Phone(app)
    session = start(phone, "Ada", "Bo", "Cia")
    for number, points in enumerate(((10, 14, 18), (12, 12, 18), (8, 16, 18)), 1):
        session = play(phone, session, number, *points)
    edit, _ = keys_of(phone, session.group)
    return session.path, edit, dump(app)


@pytest.fixture
def over(phone: Phone, played: tuple[str, str, Dump]) -> Page:
    """Return a session of three after its three games: totals 30, 42 and 54."""
    path, edit, rows = played
    restore(phone.app, rows)
    assert phone.ask(f"/k/{edit}").status_code == 302
    return phone.get(path)


def test_a_second_tap_finds_the_game_begun(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    assert phone.press(session, "Begin game 1").path == f"{session.path}/1"
    again = phone.press(session, "Begin game 1")
    assert again.path == session.path
    assert "Game 1 of 2" in again.text
    phone.get(f"{session.path}/2", 404)


def test_ending_and_playing_on(phone: Phone) -> None:
    session = play(phone, start(phone, "Ada", "Bo", "Cia"), 1, 10, 14, 18)
    begun = phone.press(session, "Begin game 2")
    ended = phone.press(phone.get(session.path), "End the session")
    assert "Bo → Ada 4" in ended.parts["settled"]
    assert not ended.has("Begin game 2")
    assert ended.parts["head"].startswith("Ada wins Ended after 1 of 3 games")
    assert "Ada 10" in ended.parts["standings"]
    phone.press(begun, "Discard this game")
    assert phone.get(session.path).parts["head"].startswith("Ada wins")
    refused = phone.press(session, "Begin game 2", 409)
    assert "has ended" in refused.text
    again = phone.press(phone.get(session.path), "Take the session up again")
    assert "Bo deals game 2 of 3" in again.text
    assert phone.press(again, "Begin game 2").path.endswith("/2")


def test_who_pays_whom(over: Page) -> None:
    assert over.parts["head"].startswith("Ada wins")
    assert over.parts["standings"] == "Standings 1. Ada 30 2. Bo 42 3. Cia 54"
    settled = over.parts["settled"]
    assert "Ada gets 36 in all Bo comes out even → Ada 12" in settled
    assert "Cia pays 36 in all → Ada 24 · Bo 12" in settled
    assert "<svg" in over.html


STAKES = [  # what is typed, the currency, what twelve points are worth, what the field shows then
    ("0,50", "kr", "Bo → Ada 6.00 kr", "0.50"),
    ("10000", "kr", "Bo → Ada 120,000.00 kr", "10000.00"),
    ("1", "<b>&", "Bo → Ada 12.00 <b>&", "1.00"),
    ("0", "kr", "Bo → Ada 12 Cia", "")]  # fmt: skip


def test_playing_for_money(phone: Phone, over: Page) -> None:
    for typed, currency, shown, kept in STAKES:
        page = phone.press(over, "Save", stake=typed, currency=currency)
        assert shown in page.parts["settled"]
        assert page.form("Save")[0].value("stake").replace(",", "") == kept


BAD_STAKES = [  # what is typed, the currency, what is said of it
    ("1.000,50", "kr", "“1.000,50” is not an amount"),
    ("−0.5", "kr", "“−0.5”: this number cannot be below 0."),
    ("10000.01", "kr", "“10000.01”: at most 10000.00."),
    ("1", "\u3164", "has a character that cannot be seen (U+3164)."),
    ("1", "matchsticks", "The currency has at most 8 characters.")]  # fmt: skip


def test_bad_stakes_are_explained_and_kept(phone: Phone, over: Page) -> None:
    """A script draws what it is sent, or says it if it is a plain sentence."""
    before = dump(phone.app)
    for typed, currency, sentence in BAD_STAKES:
        page = phone.press(over, "Save", 422, stake=typed, currency=currency)
        assert sentence in page.alert()
        form, _ = page.form("Save")
        assert (form.value("stake"), form.value("currency")) == (typed, currency)
    form, button = over.form("Save")
    sent = form.filled(button, stake="abc")
    response = phone.ask(form.action, "POST", data=sent, headers={"X-Poll": "1"})
    assert "“abc” is not an amount" in Page("", response).text
    assert response.status_code == 200 or response.content_type.startswith("text/plain")
    assert dump(phone.app) == before


def test_a_long_list_of_games_is_cut_and_says_so(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the totals of all; the rest is one tap away."""
    monkeypatch.setattr("referee.web.session.session_page.LAST_GAMES", 1)
    session = start(phone, "Ada", "Bo", games="4")
    for number in (1, 2):
        session = play(phone, session, number, 2, 40)
    assert "The last" not in session.text
    session = play(phone, session, 3, 2, 40)
    assert "Game Ada Bo 3 ◂ 2 6 40 120 The last 1 of 3 games. All games" in session.parts["games"]
    everything = phone.get(f"{session.path}?games=all")
    assert "Game Ada Bo 1 ◂ 2 2 40 40 2 2 4 ◂ 40 80 3 ◂ 2 6 40 120 Large" in everything.text
    assert f"{session.path}?games=all" in session.links
