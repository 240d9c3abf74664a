"""Use over plain http, as at home: what browsers then withhold is left out, the rest works."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from .conftest import AT_HOME, Open
from .live_table import enter, shows
from .session_taps import button, counts, heading, link, sweep
from .sessions_by_api import Followed, Table

WITHHELD = """() => [isSecureContext, "serviceWorker" in navigator, "clipboard" in navigator,
  "share" in navigator, "wakeLock" in navigator, "caches" in self]"""


def test_an_evening(open_page: Open, server: str) -> None:
    """A dispute, a count and a followed game."""
    home = f"http://{AT_HOME}:{urlsplit(server).port}"
    page = open_page("/", base_url=home)
    assert page.evaluate(WITHHELD) == [False] * 6
    link(page, "Settle a dispute").tap()
    for rank in ("A", "7", "9"):
        page.locator(f'#pad [data-rank="{rank}"]').tap()
    button(page, "Played").tap()
    page.locator('#pad [data-rank="8"]').tap()
    expect(heading(page)).to_have_text("The 8 must take two cards")
    link(page, "Share").tap()
    expect(page.get_by_label("Address")).to_be_visible()
    expect(button(page, "Copy")).to_be_hidden()

    table = Table.begun(server, ["Ann", "Bo"])
    page.goto(table.edit_link)
    page.goto(table.counter())
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    page.goto(f"{table.group}/links")
    expect(button(page, "Copy").first).to_be_hidden()
    Followed(table, "8S 5H 9C 2D")
    page.goto(table.live())
    enter(page, "9H")
    shows(page, "Ann plays", "2D 5H 8S")
