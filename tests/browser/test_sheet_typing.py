"""Typing into the score sheet: what is typed is kept, whatever is drawn meanwhile."""

import pytest
from playwright.sync_api import expect

from .clock import stop_clock
from .conftest import Open
from .sheets import ann, first_game, open_sheet, saved
from .tables import Table, points
from .taps import (
    CUT_OFF,
    a_moment_later,
    ask_again,
    button,
    field,
    holding,
    next_of,
)


@pytest.fixture
def table(server: str) -> Table:
    return first_game(server)


def test_a_field_in_use_keeps_the_focus_and_hears_of_others(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    ann(page).fill("1")
    saved(page, 0, "1")
    table.put(0, points(9))
    ask_again(page)
    expect(ann(page)).to_have_value("9")
    expect(ann(page)).to_be_focused()
    page.keyboard.type("1")
    saved(page, 0, "91")
    assert table.rows()[0]["card_points"] == 91


def test_what_is_no_number_is_told_at_once(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    told = page.locator("#row-0").get_by_role("alert")
    for typed, sentence in (
        ("1.5", "“1.5” is not a whole number."),
        ("105", "This number must be from 0 to 104."),
        ("dozen", "“doze” is not a whole number."),
    ):
        ann(page).fill("")
        ann(page).press_sequentially(typed)
        expect(told).to_have_text(sentence)
        expect(ann(page)).to_have_value(typed[:4])
    ann(page).fill("12")
    saved(page, 0, "12")
    expect(told).to_have_count(0)


def test_filling_a_row_with_the_keyboard(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table, screen="desktop")
    ann(page).focus()
    page.keyboard.type("11")
    saved(page, 0, "11")
    expect(ann(page)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(field(page, "Ann, Face up")).to_be_focused()
    page.keyboard.type("2")
    saved(page, 0, "21")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    saved(page, 0, "26")
    expect(button(page, "Ann, Face up: one more")).to_be_focused()


def test_enter_leads_down_the_sheet(open_page: Open, table: Table) -> None:
    """People say their numbers one after the other; what stands there is typed over."""
    table.put(1, points(5))
    page = open_sheet(open_page, table)
    ann(page).tap()
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    expect(field(page, "Bo, Card points")).to_be_focused()
    for typed in ("12", "9"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    for seat, score in enumerate(("20", "12", "9")):
        saved(page, seat, score)
    expect(field(page, "Cai, Card points")).not_to_be_focused()
    hints = page.locator("[name$=-points]").evaluate_all("all => all.map(one => one.enterKeyHint)")
    assert hints == ["next", "next", "done"]
    page.locator("#row-0").get_by_text("By kind").tap()
    page.locator("#storan-0").focus()
    for place in ("lillan-0", "ace_of_spades-0", "other_spades-0", "other_aces-0", "points-1"):
        page.keyboard.press("Enter")
        expect(page.locator(f"#{place}")).to_be_focused()


def test_counting_by_kind_with_the_keyboard(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table, screen="desktop")
    kinds = page.locator("#row-0 .kinds > summary")
    kinds.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    saved(page, 0, "6")  # two storan
    expect(page.locator("#storan-0")).to_be_focused()
    expect(ann(page)).to_have_value("6")
    expect(page.locator("#check .verdict")).to_have_text(
        "Still missing: two lillan, two A♠︎, 22 other spades and six other aces."
    )
    table.put(1, points(30))
    ask_again(page)
    saved(page, 1, "30")
    expect(page.locator("#storan-0")).to_be_visible()


def test_digits_are_kept_while_other_rows_are_saved(open_page: Open, table: Table) -> None:
    """Bo's answer comes while Ann's number is on its way, and knows nothing of it."""
    page = open_sheet(open_page, table)
    held = holding(page, "**/sheet/0")
    ann(page).press_sequentially("1")
    sent = next_of(page, held)
    button(page, "Bo, Face up: one more").tap()
    saved(page, 1, "5 + ?")
    expect(ann(page)).to_have_value("1")
    ann(page).press("End")
    page.keyboard.type("3")
    sent.continue_()
    saved(page, 0, "8")
    assert table.rows()[0]["card_points"] == 13


def test_digits_are_kept_while_the_sheet_is_drawn_anew(open_page: Open, table: Table) -> None:
    """Also those that cannot be saved yet, with what was said about them, and the caret."""
    page = open_sheet(open_page, table)
    stop_clock(page)
    ann(page).press_sequentially("12")
    page.keyboard.press("ArrowLeft")
    table.put(1, points(7))
    ask_again(page)
    saved(page, 1, "7")
    expect(ann(page)).to_be_focused()
    page.keyboard.type("0")
    expect(ann(page)).to_have_value("102")
    page.keyboard.type("5")
    a_moment_later(page)
    told = page.locator("#row-0").get_by_role("alert")
    expect(told).to_have_text("This number must be from 0 to 104.")
    table.put(1, points(8))
    ask_again(page)
    saved(page, 1, "8")
    expect(ann(page)).to_have_value("1052")
    expect(told).to_be_visible()


def test_rows_wait_over_a_reload(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table, expected=(CUT_OFF,))
    page.route("**/sheet/*", lambda route: route.abort())
    ann(page).fill("13")
    waits = page.locator("#row-0 [data-waits]")
    expect(waits).to_be_visible()
    page.reload()
    expect(ann(page)).to_have_value("13")
    expect(waits).to_be_visible()
    page.unroute_all()
    saved(page, 0, "13")
    expect(waits).to_be_hidden()
    table.put(0, points(9))
    page.reload()
    saved(page, 0, "9")
    expect(ann(page)).to_have_value("9")
