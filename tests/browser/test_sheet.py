"""The score sheet under several thumbs: nothing that somebody typed or counted is lost."""

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from .conftest import Open
from .page_clock import stop_clock
from .session_taps import (
    CUT_OFF,
    a_moment_later,
    ann,
    ask_again,
    button,
    field,
    hears_nothing,
    holding,
    link,
    next_of,
    notice,
    open_sheet,
    saved,
    settle,
    try_again,
)
from .sessions_by_api import FOUR, Table, points

DRAWN = """() => ({ done: new Promise((done) =>
  document.getElementById('polled').addEventListener('drawn', () => done(), { once: true })) })"""
"""Settles once an answer was drawn."""


@pytest.fixture
def table(server: str) -> Table:
    return Table.begun(server, FOUR[:3])


# --- two phones, one row ------------------------------------------------------------------------


def disagree(one: Page, other: Page, first: int, second: int) -> None:
    """Both phones enter Ann's points; the second has not heard of the first, and is told."""
    ann(one).fill(str(first))
    saved(one, 0, str(first))
    ann(other).fill(str(second))
    versions = [f"0 cards face up, {first} points", f"0 cards face up, {second} points"]
    expect(other.locator(".conflict dd")).to_have_text(versions)
    expect(other.get_by_role("alert")).to_contain_text("Somebody else changed this row meanwhile.")


def test_a_game_is_not_finished_over_a_row_that_is_disputed(open_page: Open, table: Table) -> None:
    """The last save of a row meets another phone's numbers just when Finish is tapped."""
    for seat, one in enumerate((points(12), points(20), points(10))):
        table("PUT", f"/games/1/sheet/{seat}", one, "*")
    page = open_sheet(open_page, table)
    hears_nothing(page)
    for seat, one in enumerate((points(13), points(19))):  # it adds up as well
        table("PUT", f"/games/1/sheet/{seat}", one, "*")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    ann(page).fill("11")
    button(page, "Finish the game").tap()
    expect(page.locator(".conflict")).to_be_visible()
    settle(page)
    assert [one for one in sent if one.startswith("POST") and one.endswith("/close")] == []
    assert table("GET", "/games/1")["state"] == "open"
    button(page, "Take mine").tap()
    saved(page, 0, "11")


def test_two_phones_disagree(open_page: Open, table: Table) -> None:
    """A disagreement waits for a decision: other rows change all the time while everybody
    counts."""
    one, other = (open_sheet(open_page, table) for _ in range(2))
    hears_nothing(other)
    disagree(one, other, 13, 12)
    expect(ann(one)).to_have_value("13")
    other.unroute_all()
    table.put(2, points(5))
    ask_again(other)
    saved(other, 2, "5")
    expect(other.locator(".conflict dd")).to_have_text(
        ["0 cards face up, 13 points", "0 cards face up, 12 points"]
    )
    button(other, "Take mine").tap()
    expect(other.locator(".conflict")).to_have_count(0)
    expect(ann(other)).to_have_value("12")
    saved(other, 0, "12")
    ask_again(one)
    expect(ann(one)).to_have_value("12")

    hears_nothing(other)
    disagree(one, other, 9, 8)
    link(other, "Leave it").tap()
    expect(other.locator(".conflict")).to_have_count(0)
    expect(ann(other)).to_have_value("9")
    ann(other).fill("10")  # over the version that was left
    saved(other, 0, "10")


# --- taps ---------------------------------------------------------------------------------------


def test_ten_quick_taps(open_page: Open, table: Table) -> None:
    """All come before the first is answered."""
    page = open_sheet(open_page, table)
    sent = holding(page, "**/sheet/0")
    for _ in range(10):
        button(page, "Ann, Cards face up: one more").tap()
    next_of(page, sent).continue_()
    saved(page, 0, "50 so far")
    expect(field(page, "Ann, Cards face up")).to_have_value("10")
    page.reload()
    for _ in range(3):
        button(page, "Ann, Cards face up: one less").tap()
    saved(page, 0, "35 so far")


def test_answers_that_overtake_each_other_take_nothing_back(open_page: Open, table: Table) -> None:
    """Rows are sent side by side: what was answered first may arrive last."""
    page = open_sheet(open_page, table)
    hears_nothing(page)
    held: list[Route] = []
    answers: list[APIResponse] = []
    page.route("**/sheet/0", lambda route: (answers.append(route.fetch()), held.append(route)))
    button(page, "Ann, Cards face up: one more").tap()
    late = next_of(page, held)
    button(page, "Bo, Cards face up: one more").tap()
    saved(page, 1, "5 so far")
    drawn = page.evaluate_handle(DRAWN)
    late.fulfill(response=answers[0])
    drawn.evaluate("({ done }) => done")
    saved(page, 1, "5 so far")


def not_in_the_sum(page: Page) -> Locator:
    return page.get_by_text("What waits for the network is not in the sum yet.")


def test_taps_without_a_network(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    stop_clock(page)
    page.context.set_offline(True)
    for _ in range(3):
        button(page, "Bo, Cards face up: one more").tap()
    ann(page).fill("7")
    a_moment_later(page)
    expect(notice(page)).to_contain_text("No connection.")
    expect(field(page, "Bo, Cards face up")).to_have_value("3")
    assert table.rows()[1] is None
    expect(not_in_the_sum(page)).to_be_visible()
    page.context.set_offline(False)
    try_again(page)
    saved(page, 1, "15 so far")
    expect(page.locator("[data-saving]")).to_have_count(0)
    ask_again(page)  # each answer may be older than the other row
    saved(page, 0, "−8")
    expect(not_in_the_sum(page)).to_be_hidden()
    expect(notice(page)).to_be_hidden()
    etags = [row and row["etag"] for row in table.rows()]
    assert (sorted(etags[:2]), etags[2]) == (['"1"', '"2"'], None)  # each was saved once
    page.reload()
    expect(field(page, "Bo, Cards face up")).to_have_value("3")
    expect(ann(page)).to_have_value("7")


def test_a_row_whose_answer_got_lost_is_no_disagreement(open_page: Open, table: Table) -> None:
    """A row that was saved once is sent again with what was tapped since."""
    page = open_sheet(open_page, table, expected=(CUT_OFF,))
    stop_clock(page)
    hears_nothing(page)
    page.route("**/sheet/0", lambda route: (route.fetch(), route.abort()), times=1)
    ann(page).fill("7")
    a_moment_later(page)
    expect(notice(page)).to_contain_text("No connection")
    assert table.rows()[0]["card_points"] == 7
    try_again(page)
    saved(page, 0, "7")
    expect(page.locator(".conflict")).to_have_count(0)


def test_what_was_typed_before_the_script_arrived_counts(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link)
    script = holding(page, "**/sheet.js*")
    page.goto(table.sheet(), wait_until="commit")
    ann(page).evaluate("one => { one.value = '13'; }")  # hidden from thumbs that wait for scripts
    next_of(page, script).continue_()
    saved(page, 0, "13")


def test_leaving_at_once_saves_what_was_tapped(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    for _ in range(2):
        button(page, "Ann, Cards face up: one more").tap()
    link(page, "Session").tap()
    expect(link(page, "Score sheet")).to_be_visible()
    link(page, "Score sheet").tap()
    expect(field(page, "Ann, Cards face up")).to_have_value("2")
    ann(page).fill("7")  # an entry that was sent on leaving does not conflict with itself
    saved(page, 0, "17")
    expect(page.locator(".conflict")).to_have_count(0)


def test_what_is_no_number_is_told_at_once(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    told = page.locator("#row-0").get_by_role("alert")
    for typed, sentence in (
        ("1.5", "“1.5” is not a whole number."),
        ("dozen", "“doze” is not a whole number."),
    ):
        ann(page).fill("")
        ann(page).press_sequentially(typed)
        expect(told).to_have_text(sentence)
        expect(ann(page)).to_have_value(typed[:4])
    ann(page).fill("12")
    saved(page, 0, "12")
    expect(told).to_have_count(0)


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


def test_digits_are_kept_while_the_sheet_is_drawn_anew(open_page: Open, table: Table) -> None:
    """Numbers that cannot be saved yet stay too, with their messages, and the caret."""
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
