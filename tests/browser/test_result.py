"""The end of a session on a phone: who won is in sight, and the result is sent on."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from .conftest import AT_HOME, Open
from .tables import Table, points
from .taps import ask_again, button, heading

SHARES = """() => {
  window.shared = [];
  const share = async (what) => window.shared.push(what);
  Object.defineProperty(navigator, "share", { value: share }); }"""
TEXT = "Ann wins\nKrypkasino, "


@pytest.fixture
def table(server: str) -> Table:
    """One game of three was played."""
    table = Table.start(server, ["Ann", "Bo", "Cai"])
    table.play(points(4), points(20), points(18))
    return table


def end(page: Page) -> None:
    page.get_by_text("End now").tap()
    button(page, "End the session").tap()


def in_sight(page: Page, text: str) -> None:
    expect(page.get_by_text(text, exact=True).first).to_be_in_viewport(ratio=1)


def test_who_won_and_who_pays_are_in_sight(open_page: Open, table: Table) -> None:
    page, other = open_page(table.edit_link), open_page(table.edit_link)
    end(page)
    expect(heading(page)).to_have_text("Ann wins")
    for text in ("Ann wins", "Who pays whom", "Copy the result"):
        in_sight(page, text)
    ask_again(other)  # the phone that looks on finds the same, in the same order
    expect(heading(other)).to_have_text("Ann wins")
    for phone in (page, other):
        parts = phone.locator("#polled > section").evaluate_all("all => all.map((one) => one.id)")
        assert parts == ["head", "settled", "standings", "games", "do", "end"]


def test_the_result_is_copied(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link, permissions=["clipboard-read", "clipboard-write"])
    end(page)
    button(page, "Copy the result").tap()
    expect(button(page, "Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(TEXT)


def test_the_result_is_sent(open_page: Open, table: Table) -> None:
    """Also after the page was drawn anew."""
    page = open_page(table.edit_link, alone=True)
    page.add_init_script(f"({SHARES})()")
    end(page)
    page.get_by_text("Settle another way").tap()
    button(page, "To the winner").tap()
    expect(page.locator(".payments li")).to_have_text(["Bo → Ann 16", "Cai → Ann 14"])
    button(page, "Share the result").tap()
    (sent,) = page.evaluate("window.shared")
    assert set(sent) == {"text"}
    assert sent["text"].startswith(TEXT)
    assert sent["text"].endswith("\nTo the winner:\nBo → Ann 16\nCai → Ann 14")


@pytest.mark.parametrize("script", [True, False])
def test_the_result_can_be_selected(open_page: Open, table: Table, script: bool) -> None:
    """Where a browser neither sends nor copies."""
    port = urlsplit(table.server).port
    page = open_page("/", base_url=f"http://{AT_HOME}:{port}", java_script_enabled=script)
    page.goto(f"http://{AT_HOME}:{port}{table.edit_link}")
    end(page)
    expect(heading(page)).to_have_text("Ann wins")
    expect(button(page, "Share the result")).to_be_hidden()
    expect(button(page, "Copy the result")).to_be_hidden()
    page.get_by_text("The result as text").tap()
    text = page.get_by_role("textbox", name="The result as text")
    expect(text).to_be_visible()
    assert text.input_value().startswith(TEXT)
    if script:
        text.tap()
        assert page.evaluate("getSelection().toString()") == text.input_value()
