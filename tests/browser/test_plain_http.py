"""At home there is mostly no https. What browsers then withhold is left away, the rest works."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from .conftest import AT_HOME, Open
from .following import enter, shows
from .tables import Followed, Table
from .taps import button, counts, heading, link, sweep

WITHHELD = """() => [isSecureContext, "serviceWorker" in navigator, "clipboard" in navigator,
  "share" in navigator, "wakeLock" in navigator, "caches" in self]"""


@pytest.fixture
def phone(open_page: Open, server: str) -> Page:
    page = open_page("/", base_url=f"http://{AT_HOME}:{urlsplit(server).port}")
    assert page.evaluate(WITHHELD) == [False] * 6
    return page


def at_home(page: Page, path: str) -> None:
    page.goto(f"http://{urlsplit(page.url).netloc}{path}")


def test_a_dispute(phone: Page) -> None:
    link(phone, "Settle a dispute").tap()
    phone.wait_for_url("**/krypkasino/referee")  # nobody is as quick as this test
    for rank in ("A", "7", "9"):
        phone.locator(f'#pad [data-rank="{rank}"]').tap()
    button(phone, "Played").tap()
    phone.locator('#pad [data-rank="8"]').tap()
    expect(heading(phone)).to_have_text("The 8 must take two cards")
    link(phone, "Share").tap()
    expect(button(phone, "Copy")).to_be_hidden()
    expect(phone.locator("img")).not_to_have_count(0)


def test_an_evening(phone: Page, server: str) -> None:
    table = Table.start(server, ["Ann", "Bo"])
    table.begin()
    at_home(phone, table.edit_link)
    at_home(phone, table.counter())
    sweep(phone, 0).tap()
    counts(phone, (1, "+5"), (0, "−5"))
    at_home(phone, f"{table.group}/links")
    expect(button(phone, "Copy").first).to_be_hidden()
    at_home(phone, "/krypkasino/score")
    button(phone, "2").tap()
    phone.wait_for_url("**/g/*/*/1/sheet")  # a form that leads on
    at_home(phone, "/offline")
    expect(heading(phone)).to_have_text("No connection")


def test_a_game_play_by_play(phone: Page, server: str) -> None:
    table = Table.start(server, ["Ann", "Bo"])
    table.begin()
    Followed(table, "8S 5H 9C 2D")
    at_home(phone, table.edit_link)
    at_home(phone, table.live())
    enter(phone, "9H")
    shows(phone, "Ann plays", "2D 5H 8S")
