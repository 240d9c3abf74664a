"""The page of a game: sweeps are counted, deals go on, and it can be discarded."""

import re

import pytest

from tests.database_dump import dump
from tests.page_client import POLL, Page, Phone, fill, sheet, start


def sweeps(page: Page) -> str:
    """Return the counter, without its buttons."""
    text = page.parts["sweeps"].removeprefix("Who swept? ").split(" A sweep costs")[0]
    return " ".join(text.replace("Sweep Double", "").split())


@pytest.fixture
def game(phone: Phone) -> Page:
    """Return the first game of three."""
    return phone.press(start(phone, "Ada", "Bo", "Cia"), "Begin game 1")


def test_counting_sweeps(phone: Phone, game: Page) -> None:
    nothing = "Ada 0 cards face up 0 Bo 0 cards face up 0 Cia 0 cards face up 0"
    bo = "Ada 0 cards face up −5 Bo 1 card face up +5 Cia 0 cards face up 0 Undo: Bo swept"
    both = "Ada 2 cards face up +5 Bo 1 card face up +5 Cia 0 cards face up −10"
    undo = "Undo: double sweep of Ada"
    assert sweeps(game) == nothing
    for button, then in (
        ("Sweep: Bo", bo), ("Double sweep: Ada", f"{both} {undo}"),
        (undo, bo), ("Undo: Bo swept", nothing),
    ):  # fmt: skip
        game = phone.press(game, button)
        assert sweeps(game) == then
    assert not game.has("Undo: Bo swept")


def test_a_double_tap_counts_once(phone: Phone, game: Page) -> None:
    phone.press(game, "Sweep: Bo")
    again = phone.press(game, "Sweep: Bo")
    assert "Bo 1 card face up" in sweeps(again)
    undone = phone.press(again, "Undo: Bo swept")
    assert "Bo 0 cards face up" in sweeps(undone)
    assert "Bo 0 cards face up" in sweeps(phone.press(again, "Undo: Bo swept"))
    assert "Bo 0 cards face up" in sweeps(phone.press(game, "Sweep: Bo"))
    assert "Bo 1 card face up" in sweeps(phone.press(undone, "Sweep: Bo"))


FORGED = [  # where, what is sent, the status
    ("/deal", {"deal": "0"}, 422),
    ("/deal", {"deal": "9"}, 422),
    ("/deal", {"deal": "x"}, 400),
    ("/deal", {"deal": "-1"}, 400),
    ("/deal", {"deal": "9" * 50}, 400),
    ("/deal", {}, 400),
    ("/sweeps", {"sweep": "3", "key": "k"}, 422),
    ("/sweeps", {"sweep": "0x3", "key": "k"}, 400),
    ("/sweeps", {"sweep": "0x22", "key": "k"}, 400),
    ("/sweeps", {"sweep": "", "key": "k"}, 400),
    ("/sweeps", {"sweep": "999", "key": "k"}, 400),
    ("/sweeps", {"sweep": "0"}, 400),
    ("/sweeps", {"sweep": "0", "key": "k" * 65}, 400),
    ("/sweeps", {"sweep": "0", "key": "\0"}, 400),
    ("/sweeps/undo", {"key": "unknown"}, 404),
    ("/sweeps/undo", {"key": "\0"}, 400),
    ("/sweeps/undo", {}, 400),
    ("/sheet/3", {"etag": "0"}, 404),
    ("/sheet/last-capturer", {"seat": "3"}, 404),
    ("/sheet/last-capturer", {"seat": "99"}, 404),
    ("/sheet/close", {"accept": "1"}, 422)]  # fmt: skip


def test_what_no_form_sends(phone: Phone, game: Page) -> None:
    before = dump(phone.app)
    for path, sent, status in FORGED:
        phone.send(game.path + path, sent, status)
        assert dump(phone.app) == before, path


def test_a_finished_game_counts_no_sweeps(phone: Phone, game: Page) -> None:
    game = phone.press(game, "Sweep: Bo")
    phone.press(fill(phone, sheet(phone, game), 14, 14, 14), "Finish the game")
    before = dump(phone.app)
    for button in ("Cia swept", "Undo: Bo swept", "Hands are empty: next deal"):
        shown = phone.get(game.path)
        assert not shown.has(button)
    for button in ("Undo: Bo swept", "Hands are empty: next deal", "Discard this game"):
        assert "finished" in phone.press(game, button, 409).text
    assert dump(phone.app) == before


def main_buttons(page: Page) -> list[str]:
    return re.findall(r'class="button main"[^>]*> ?([^<]*?) ?<', page.html)


def test_the_last_deal_ends_with_counting_the_piles(phone: Phone, game: Page) -> None:
    for _ in range(7):
        assert main_buttons(game) == []  # a tap too many takes the game to another deal
        game = phone.press(game, "Hands are empty: next deal")
    assert "Game 1: deal 8 of 8" in game.text
    assert main_buttons(game) == ["Count the piles"]
    assert game.text.count("Count the piles") == 1
    assert f"{game.path}/sheet" in game.links
    phone.press(fill(phone, sheet(phone, game), 14, 14, 14), "Finish the game")
    assert main_buttons(phone.get(game.path)) == ["To the standings"]


def test_two_phones_that_count_at_the_same_moment(phone: Phone, game: Page) -> None:
    """Both count; the second page says so. One phone may count as fast as it likes."""
    told = "Another phone has just counted a sweep of Bo, too. Undo it if it was the same one."
    counts = {"sweep": "1"}
    keys = [("one.a", False), ("one.b", False), ("two.a", True), ("two.a", False)]
    for key, twice in keys:
        page = phone.ask(f"{game.path}/sweeps", "POST", data=counts | {"key": key}, headers=POLL)
        assert (told in page.text) == twice, key
    page = phone.press(phone.get(game.path), "Sweep: Bo")
    assert told in page.text
    assert page.has("Undo: Bo swept")
    assert told not in phone.press(page, "Double sweep: Ada").text
    assert told not in phone.get(game.path).text
