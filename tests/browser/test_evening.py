"""An evening at the table: several phones, one score, from the first tap to the result."""

import struct
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from .conftest import AT_HOME, Open
from .page_clock import put_forward
from .session_taps import (
    ask_again,
    button,
    counts,
    field,
    heading,
    link,
    nothing_to_touch,
    standings,
    sweep,
)
from .sessions_by_api import Table, points

PLAYERS = ["Ann", "Bo", "Cai", "Dee"]


def test_three_phones_and_the_first_sweeps(open_page: Open) -> None:
    """A phone starts the session, another is let in to play, a third to look on."""
    host = open_page("/")
    link(host, "Start a session").tap()
    for number, name in enumerate(PLAYERS, 1):
        field(host, f"Seat {number}").fill(name)
    field(host, "Who deals first?").select_option(label="Dee")
    button(host, "Start").tap()
    expect(heading(host)).to_have_text("Dee deals game 1 of 4")

    link(host, "Other phones").tap()
    mate = open_page(host.locator("#edit-link").input_value())
    watcher = open_page(host.locator("#view-link").input_value())
    expect(heading(mate)).to_have_text("Dee deals game 1 of 4")
    assert mate.url == watcher.url
    nothing_to_touch(watcher)

    link(host, "Back").tap()
    button(host, "Begin game 1").tap()
    expect(heading(host)).to_have_text("Game 1: deal 1 of 6")
    ask_again(watcher)
    expect(heading(watcher)).to_have_text("Game 1 of 4")
    link(watcher, "See the game").tap()
    ask_again(mate)
    link(mate, "Count sweeps").tap()

    sweep(host, 0).tap()
    counts(host, (1, "+5"), (0, "0"), (0, "0"), (0, "−5"))
    sweep(mate, 1, 2).tap()
    counts(mate, (1, "−5"), (2, "+10"))
    button(host, "Undo: double sweep of Bo").tap()
    sweep(mate, 3).tap()
    for page in (mate, host, watcher):
        ask_again(page)
        counts(page, (1, "+5"), (0, "0"), (0, "−5"), (1, "0"))
    nothing_to_touch(watcher)


def test_without_javascript(open_page: Open) -> None:
    """Forms are sent by buttons and by Enter, and what scripts draw is not there."""
    page = open_page("/krypkasino/new", java_script_enabled=False)
    expect(page.locator(".grip").first).to_be_hidden()
    field(page, "Seat 1").fill("Bo")
    field(page, "Seat 2").fill("Ann")
    button(page, "Seat 2: one up").tap()
    expect(field(page, "Seat 1")).to_have_value("Ann")
    field(page, "Who deals first?").select_option(label="Bo")
    button(page, "Start").tap()
    expect(heading(page)).to_have_text("Bo deals game 1 of 2")
    button(page, "Begin game 1").tap()
    sweep(page, 0, 2).tap()
    counts(page, (2, "+10"), (0, "−10"))
    button(page, "Undo: double sweep of Ann").tap()
    counts(page, (0, "0"), (0, "0"))

    link(page, "Count the piles").tap()
    field(page, "Ann, Card points").fill("20")
    page.locator("#row-0").get_by_role("button", name="Save").tap()
    expect(page.locator("#check")).to_contain_text("Bo must have 22 points")
    field(page, "Bo, Card points").fill("22")
    page.keyboard.press("Enter")
    expect(page.locator(".row h2 .points")).to_have_text(["20", "22"])
    button(page, "Finish the game").tap()
    standings(page, "1. Ann 20", "2. Bo 22")


SHARES = """() => {
  window.shared = [];
  const share = async (what) => window.shared.push(what);
  Object.defineProperty(navigator, "share", { value: share }); }"""
TEXT = "Ann wins\nKrypkasino, "


@pytest.fixture
def table(server: str) -> Table:
    """Return the page of a session in which one game of three was played."""
    table = Table.start(server, ["Ann", "Bo", "Cai"])
    table.play(points(4), points(20), points(18))
    return table


def end(page: Page) -> None:
    page.get_by_text("End now").tap()
    button(page, "End the session").tap()
    expect(heading(page)).to_have_text("Ann wins")  # what is tapped next is not on the old page


def in_sight(page: Page, text: str) -> None:
    expect(page.get_by_text(text, exact=True).first).to_be_in_viewport(ratio=1)


def test_who_won_and_who_pays_are_in_sight(open_page: Open, table: Table) -> None:
    page, other = open_page(table.edit_link), open_page(table.edit_link)
    end(page)
    for text in ("Ann wins", "Who pays whom", "Copy the result"):
        in_sight(page, text)
    ask_again(other)  # the phone that looks on finds the same, in the same order
    expect(heading(other)).to_have_text("Ann wins")
    for phone in (page, other):
        parts = phone.locator("#polled > section").evaluate_all("all => all.map((one) => one.id)")
        assert parts == ["head", "standings", "settled", "games", "people", "show", "do", "end"]


def test_the_result_is_copied(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link, permissions=["clipboard-read", "clipboard-write"])
    end(page)
    button(page, "Copy the result").tap()
    expect(button(page, "Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(TEXT)


def test_the_result_is_sent(open_page: Open, table: Table) -> None:
    """The result is sent also after the page was drawn anew."""
    page = open_page(table.edit_link)
    page.add_init_script(f"({SHARES})()")
    end(page)
    button(page, "To the winner").tap()
    dues = ["Ann gets 30 in all", "Bo pays 16 in all → Ann 16", "Cai pays 14 in all → Ann 14"]
    expect(page.locator(".payments li")).to_have_text(dues)
    button(page, "Share the result").tap()
    (sent,) = page.evaluate("window.shared")
    assert set(sent) == {"text"}
    assert sent["text"].startswith(TEXT)
    assert sent["text"].endswith("\nTo the winner:\nBo → Ann 16\nCai → Ann 14")


@pytest.mark.parametrize("sends", [True, False])
def test_the_result_goes_out_as_a_picture(open_page: Open, table: Table, sends: bool) -> None:
    """A PNG is shared, or saved where the browser shares no files."""
    table("POST", "/close")
    page = open_page(table.edit_link)
    page.evaluate("""sends => {
        navigator.canShare = () => sends;
        window.shared = new Promise((done) => {
            navigator.share = async ({ files }) => done(files[0]);
        });
    }""", sends)  # fmt: skip
    picture = link(page, "The result as a picture")
    if sends:
        picture.tap()
        start = page.evaluate("""shared.then(async (file) =>
            [...new Uint8Array(await file.arrayBuffer(), 0, 24)])""")
    else:
        with page.expect_download() as download:
            picture.tap()
        start = list(download.value.path().read_bytes()[:24])
    assert bytes(start[1:4]) == b"PNG"
    assert struct.unpack(">II", bytes(start[16:])) == (1200, 630)


def test_the_result_can_be_selected(open_page: Open, table: Table) -> None:
    """The browser neither sends nor copies."""
    home = f"http://{AT_HOME}:{urlsplit(table.server).port}"
    page = open_page("/", base_url=home)
    page.goto(table.edit_link)
    end(page)
    for name in ("Share the result", "Copy the result"):
        expect(button(page, name)).to_be_hidden()
    page.get_by_text("The result as text").tap()
    text = page.get_by_role("textbox", name="The result as text")
    assert text.input_value().startswith(TEXT)
    text.tap()
    assert page.evaluate("getSelection().toString()") == text.input_value()


def test_a_group_is_deleted_by_holding_its_name(open_page: Open, table: Table) -> None:
    """A tap is not enough; a finger, the mouse or Enter has to stay."""
    page = open_page(table.edit_link)
    page.goto(f"{table.server}{table.group}/delete")
    name = button(page, "Ann, Bo, Cai")
    name.tap()
    expect(page.get_by_text("Nothing was deleted: hold it longer.")).to_be_visible()
    name.focus()
    page.keyboard.down("Enter")
    put_forward(page, HOLD_MS)
    page.wait_for_url(f"{table.server}/")
    expect(page.get_by_text("Ann, Bo, Cai")).to_have_count(0)


HOLD_MS = 1_500
