"""The score sheet under several thumbs: nothing that somebody counted is lost."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.strategies import some

from .clock import put_forward, stop_clock
from .conftest import Open
from .ready import fill_at_once
from .sheets import ann, first_game, open_sheet, saved
from .tables import Table, points
from .taps import (
    CUT_OFF,
    a_moment_later,
    ask_again,
    button,
    field,
    hears_nothing,
    holding,
    link,
    next_of,
    notice,
    settle,
    slowly,
    try_again,
)


@pytest.fixture
def table(server: str) -> Table:
    return first_game(server)


# --- two phones, one row ------------------------------------------------------------------------


def disagree(one: Page, other: Page, first: int, second: int) -> None:
    """Both phones enter Ann's points; the second has not heard of the first, and is told."""
    ann(one).fill(str(first))
    saved(one, 0, str(first))
    ann(other).fill(str(second))
    versions = [f"0 face up, {first} points", f"0 face up, {second} points"]
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
    """It waits until somebody decides: other rows change all the time while everybody counts."""
    one, other = (open_sheet(open_page, table) for _ in range(2))
    hears_nothing(other)
    disagree(one, other, 13, 12)
    expect(ann(one)).to_have_value("13")
    other.unroute_all()
    table.put(2, points(5))
    ask_again(other)
    saved(other, 2, "5")
    expect(other.locator(".conflict dd")).to_have_text(
        ["0 face up, 13 points", "0 face up, 12 points"]
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
    assert table.rows()[0]["card_points"] == 9
    ann(other).fill("10")  # over the version that was left
    saved(other, 0, "10")
    expect(other.locator(".conflict")).to_have_count(0)


def test_taps_while_a_stale_row_is_on_its_way(open_page: Open, table: Table) -> None:
    """What is tapped until the disagreement is told belongs to my version."""
    page = open_sheet(open_page, table)
    hears_nothing(page)
    table.put(0, points(13))
    sent = holding(page, "**/sheet/0")
    more = button(page, "Ann, Face up: one more")
    more.tap()
    first = next_of(page, sent)
    more.tap()
    more.tap()
    first.continue_()
    expect(page.locator(".conflict")).to_be_visible()
    expect(page.locator(".conflict dd")).to_have_text(
        ["0 face up, 13 points", "3 face up, not counted"]
    )


# --- taps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", some(["slow", "fast"], 2))
def test_ten_quick_taps(open_page: Open, table: Table, network: str) -> None:
    page = open_sheet(open_page, table)
    if network == "slow":
        page.route("**/sheet/*", slowly)
    for _ in range(10):
        button(page, "Ann, Face up: one more").tap()
    expect(field(page, "Ann, Face up")).to_have_value("10")
    saved(page, 0, "50 + ?")
    expect(field(page, "Ann, Face up")).to_have_value("10")
    page.reload()
    expect(field(page, "Ann, Face up")).to_have_value("10")
    for _ in range(3):
        button(page, "Ann, Face up: one less").tap()
    saved(page, 0, "35 + ?")


def test_taps_on_several_rows_at_once(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    page.route("**/sheet/*", slowly)
    for names in (["Ann", "Bo", "Cai"], ["Ann", "Bo"], ["Ann"]):
        for name in names:
            button(page, f"{name}, Face up: one more").tap()
    for seat, score in enumerate(["5 + ?", "5 + ?", "−10 + ?"]):
        saved(page, seat, score)
    page.reload()
    for name, markers in (("Ann", "3"), ("Bo", "2"), ("Cai", "1")):
        expect(field(page, f"{name}, Face up")).to_have_value(markers)


def not_in_the_sum(page: Page) -> Locator:
    return page.get_by_text("What waits for the network is not in the sum yet.")


def test_taps_without_a_network(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    page.context.set_offline(True)
    for _ in range(3):
        button(page, "Bo, Face up: one more").tap()
    ann(page).fill("7")
    expect(notice(page)).to_contain_text("No connection.")
    expect(field(page, "Bo, Face up")).to_have_value("3")
    assert table.rows()[1] is None
    expect(not_in_the_sum(page)).to_be_visible()
    page.context.set_offline(False)
    try_again(page)
    saved(page, 1, "15 + ?")
    saved(page, 0, "−8")
    expect(not_in_the_sum(page)).to_be_hidden()
    expect(notice(page)).to_be_hidden()
    etags = [row and row["etag"] for row in table.rows()]
    assert (sorted(etags[:2]), etags[2]) == (['"1"', '"2"'], None)  # each was saved once
    page.reload()
    expect(field(page, "Bo, Face up")).to_have_value("3")
    expect(ann(page)).to_have_value("7")


def test_a_row_whose_answer_got_lost_is_no_disagreement(open_page: Open, table: Table) -> None:
    """It was saved once, and is sent again with what was tapped since."""
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


def test_finishing_without_a_network_tries_now_and_then(open_page: Open, table: Table) -> None:
    for seat, row in enumerate((14, 14, 14)):
        table.put(seat, points(row))
    page = open_sheet(open_page, table)
    stop_clock(page)
    page.context.set_offline(True)
    tried: list[str] = []
    page.on("requestfailed", lambda request: tried.append(request.url))
    ann(page).fill("13")
    button(page, "Finish the game").tap()
    expect(notice(page)).to_contain_text("No connection.")
    for _ in range(15):
        put_forward(page, 100)
    assert 0 < len(tried) < 10
    page.context.set_offline(False)
    try_again(page)
    a_moment_later(page)
    saved(page, 0, "13")
    expect(page.locator("#check .verdict")).to_contain_text("1 point is missing")
    expect(button(page, "Finish the game")).to_have_count(0)


def test_what_was_typed_before_the_script_arrived_counts(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link)
    script = holding(page, "**/sheet.js*")
    page.goto(table.sheet(), wait_until="commit")
    fill_at_once(ann(page), "13")
    next_of(page, script).continue_()
    saved(page, 0, "13")


def test_leaving_at_once_saves_what_was_tapped(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    for _ in range(2):
        button(page, "Ann, Face up: one more").tap()
    link(page, "Session").tap()
    expect(link(page, "Score sheet")).to_be_visible()
    link(page, "Score sheet").tap()
    expect(field(page, "Ann, Face up")).to_have_value("2")
