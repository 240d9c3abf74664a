"""An evening at the table: several phones, one score, from the first tap to who pays whom."""

import re

from playwright.sync_api import Page, expect

from .conftest import Open
from .tables import Table, points
from .taps import (
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

PLAYERS = ["Ann", "Bo", "Cai", "Dee"]


def test_three_phones_and_the_first_sweeps(open_page: Open) -> None:
    """One phone starts the session, one is let in to play, one to look on."""
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
    expect(heading(host)).to_have_text("Deal 1 of 6")
    ask_again(watcher)
    expect(heading(watcher)).to_have_text("Game 1 of 4")
    link(watcher, "See the game").tap()
    ask_again(mate)
    link(mate, "Count sweeps").tap()

    sweep(host, 0).tap()
    # Dee sits before Ann, and is paid.
    counts(host, (1, "+5"), (0, "0"), (0, "0"), (0, "−5"))
    ask_again(watcher)
    counts(watcher, (1, "+5"), (0, "0"), (0, "0"), (0, "−5"))
    sweep(mate, 1, 2).tap()
    counts(mate, (1, "−5"), (2, "+10"))
    ask_again(watcher)
    counts(watcher, (1, "−5"), (2, "+10"))
    sweep(host, 2).tap()
    counts(host, (1, "−5"), (2, "+5"), (1, "+5"))
    button(host, "Undo: Cai swept").tap()
    counts(host, (1, "−5"), (2, "+10"), (0, "0"))
    sweep(mate, 3).tap()
    for page in (mate, host, watcher):
        counts(page, (1, "−5"), (2, "+10"), (0, "−5"), (1, "0"))
        ask_again(host)
        ask_again(watcher)
    nothing_to_touch(watcher)


def test_counting_on_two_phones_at_the_same_time(open_page: Open, server: str) -> None:
    table = Table.start(server, PLAYERS, first_dealer=3)
    table.begin()
    for seat, double in ((0, False), (1, True), (3, False)):
        table.sweep(seat, f"sweep of {seat}", double=double)
    keys = (table.edit_link, table.edit_link, table.view_link)
    host, mate, watcher = (open_page(table.sheet(), let_in=key) for key in keys)
    nothing_to_touch(watcher)
    field(host, "Ann, Card points").fill("13")
    field(mate, "Bo, Card points").fill("9")
    field(host, "Cai, Card points").fill("12")
    for page, row, score in ((host, 0, "8"), (host, 2, "7"), (mate, 1, "19")):
        expect(page.locator(f"#row-{row} h2 .points")).to_have_text(score)
    ask_again(watcher)
    expect(watcher.locator("#check")).to_contain_text("34 of 42")
    ask_again(mate)
    expect(watcher.locator("#check")).to_contain_text("Not counted yet: Dee")
    button(mate, "Dee must have 8 points").tap()
    expect(mate.locator("#check .verdict")).to_have_text("Adds up to 42")
    for page in (host, mate, watcher):
        ask_again(page)
        scores = page.locator(".row h2 .points")
        expect(scores).to_have_text(["8", "19", "7", "8"])
    expect(field(host, "Dee, Card points")).to_have_value("8")
    expect(field(mate, "Ann, Card points")).to_have_value("13")
    nothing_to_touch(watcher)

    button(host, "Finish the game").tap()
    standings(host, "1. Cai 7", "2. Ann 8", "2. Dee 8", "4. Bo 19")
    for page in (mate, watcher):
        ask_again(page)
        link(page, "To the standings").tap()
        standings(page, "1. Cai 7", "2. Ann 8", "2. Dee 8", "4. Bo 19")
    expect(heading(mate)).to_have_text("Ann deals game 2 of 4")
    nothing_to_touch(watcher)


def test_a_finished_game_is_corrected_and_people_settle(open_page: Open, server: str) -> None:
    table = Table.start(server, PLAYERS, first_dealer=3)
    table.play(points(13, 1), points(9, 2), points(12), points(8, 1))  # 8 19 7 8
    table.play(points(13), points(11), points(10, 1), points(8))  # 13 6 15 8
    table.play(points(10, 2), points(12), points(5), points(15))  # 20 12 5 5
    table.play(points(0), points(20), points(12), points(10))  # 0 20 12 10
    page, watcher = open_page(table.edit_link), open_page(table.view_link)
    expect(heading(page)).to_have_text("Dee wins")
    standings(watcher, "1. Dee 31", "2. Cai 39", "3. Ann 41", "4. Bo 57")

    page.locator(".scores").get_by_role("link", name="3", exact=True).tap()
    page.locator("#row-1").get_by_text("Correct").tap()
    field(page, "Bo, Card points").fill("11")
    expect(page.locator("#check .verdict")).to_contain_text("1 point is missing")
    ask_again(watcher)
    expect(watcher.get_by_title("Does not add up")).to_be_visible()
    page.locator("#row-2").get_by_text("Correct").tap()
    field(page, "Cai, Card points").fill("6")
    expect(page.locator("#check .verdict")).to_have_text("Adds up to 42")
    expect(page.locator(".history li")).to_have_text(
        [re.compile(r": Cai: 0 face up, 5 points$"), re.compile(r": Bo: 0 face up, 12 points$")]
    )

    link(page, "To the standings").tap()
    ask_again(watcher)
    for phone in (page, watcher):
        standings(phone, "1. Dee 31", "2. Cai 40", "3. Ann 41", "4. Bo 56")
        expect(phone.get_by_title("Does not add up")).to_have_count(0)
        pays(phone, *EACH_WITH_EACH)
    nothing_to_touch(watcher)

    page.get_by_text("Settle another way").tap()
    button(page, "Fewest payments").tap()
    pays(page, "Bo → Ann 4", "Bo → Cai 8", "Bo → Dee 44")
    button(page, "To the winner").tap()
    pays(page, "Ann → Dee 10", "Bo → Dee 25", "Cai → Dee 9")
    field(page, "A point is worth").fill("0.50")
    field(page, "Currency").fill("kr")
    button(page, "Save").tap()
    ask_again(watcher)
    for phone in (page, watcher):
        pays(phone, "Ann → Dee 5.00 kr", "Bo → Dee 12.50 kr", "Cai → Dee 4.50 kr")


EACH_WITH_EACH = ["Ann → Cai 1", "Ann → Dee 10", "Bo → Ann 15", "Bo → Cai 16", "Bo → Dee 25",
                  "Cai → Dee 9"]  # fmt: skip


def pays(page: Page, *lines: str) -> None:
    expect(page.locator(".payments li")).to_have_text(list(lines))


def test_without_javascript(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    link(page, "Start a session").tap()
    expect(page.locator(".grip").first).to_be_hidden()
    field(page, "Seat 1").fill("Bo")
    field(page, "Seat 2").fill("Ann")
    button(page, "Seat 2: one up").tap()
    expect(field(page, "Seat 1")).to_have_value("Ann")
    field(page, "Another number of games").fill("1")
    field(page, "Who deals first?").select_option(label="Bo")
    button(page, "Start").tap()
    expect(heading(page)).to_have_text("Bo deals game 1 of 1")
    button(page, "Begin game 1").tap()
    sweep(page, 0, 2).tap()
    sweep(page, 1).tap()
    counts(page, (2, "+5"), (1, "−5"))
    button(page, "Undo: Bo swept").tap()
    counts(page, (2, "+10"), (0, "−10"))
    button(page, "Hands are empty: next deal").tap()
    expect(heading(page)).to_have_text("Deal 2 of 12")

    link(page, "Count the piles").tap()
    field(page, "Ann, Card points").fill("20")
    page.locator("#row-0").get_by_role("button", name="Save").tap()
    expect(page.locator("#check")).to_contain_text("Bo must have 22 points")
    field(page, "Bo, Card points").fill("21")
    page.locator("#row-1").get_by_role("button", name="Save").tap()
    expect(page.locator("#check .verdict")).to_contain_text("1 point is missing")
    field(page, "Bo, Card points").fill("22")
    page.keyboard.press("Enter")
    expect(page.locator(".row h2 .points")).to_have_text(["30", "12"])
    button(page, "Finish the game").tap()
    expect(heading(page)).to_have_text("Bo wins")
    standings(page, "1. Bo 12", "2. Ann 30")
    expect(page.locator(".payments").first).to_have_text("Ann → Bo 18")


def test_links_are_copied(open_page: Open, server: str) -> None:
    table = Table.start(server, PLAYERS)
    page = open_page(table.edit_link, permissions=["clipboard-read", "clipboard-write"])
    link(page, "Other phones").tap()
    to_look_on = page.locator(".link").nth(1)
    to_look_on.get_by_role("button", name="Copy").tap()
    expect(to_look_on.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == server + table.view_link
    for picture in page.locator("img.qr").all():
        assert picture.evaluate("image => image.naturalWidth") > 50
