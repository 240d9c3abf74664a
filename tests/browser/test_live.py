"""Pages that several phones look at: the sweep counter, asking for changes, bad networks."""

import re

import pytest
from playwright.sync_api import expect

from .clock import put_forward, stop_clock
from .conftest import Open
from .counters import first_game, open_counter, open_stopped
from .tables import Table
from .taps import (
    CUT_OFF,
    NOT_FOUND,
    a_moment_later,
    ask_again,
    asks,
    button,
    counts,
    heading,
    hears_nothing,
    holding,
    link,
    next_of,
    notice,
    settle,
    show_as,
    slowly,
    sweep,
    try_again,
)


@pytest.fixture
def table(server: str) -> Table:
    return first_game(server)


# --- taps ---------------------------------------------------------------------------------------


def test_a_double_tap_counts_once(open_page: Open, table: Table) -> None:
    """The taps of a thumb are a tenth of a second apart, and the first may be answered by then."""
    page = open_stopped(open_page, table)
    sweep(page, 1).tap()
    counts(page, (0, "−5"), (1, "+5"))
    put_forward(page, 100)
    sweep(page, 1).tap()
    sweep(page, 0).tap()
    counts(page, (1, "0"), (1, "+5"))  # answered after both


def test_a_double_tap_goes_on_by_one_deal(open_page: Open, table: Table) -> None:
    page = open_stopped(open_page, table)
    button(page, "Hands are empty: next deal").tap()
    expect(heading(page)).to_have_text("Deal 2 of 6")
    put_forward(page, 100)
    button(page, "Hands are empty: next deal").tap()
    sweep(page, 0).tap()
    counts(page, (1, "+5"))
    expect(heading(page)).to_have_text("Deal 2 of 6")


def test_quick_taps_on_several_players_all_count(open_page: Open, table: Table) -> None:
    page = open_counter(open_page, table)
    page.route("**/sweeps", slowly)
    for seat, markers in ((0, 1), (1, 2), (3, 1)):
        sweep(page, seat, markers).tap()
    counts(page, (1, "−5"), (2, "+10"), (0, "−5"), (1, "0"))


def test_counting_with_the_keyboard(open_page: Open, table: Table) -> None:
    page = open_counter(open_page, table, screen="desktop")
    sweep(page, 0).focus()
    page.keyboard.press("Enter")
    counts(page, (1, "+5"))
    expect(sweep(page, 0)).to_be_focused()
    for markers in (1, 2):
        expect(sweep(page, 0, markers)).to_have_accessible_name(re.compile(r"\bAnn\b"))
    page.keyboard.press("Tab")
    expect(sweep(page, 0, 2)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    counts(page, (1, "0"), (1, "+5"))
    expect(sweep(page, 1)).to_be_focused()


def test_undoing_twice_with_the_keyboard(open_page: Open, table: Table) -> None:
    """The focus stays on the button that undoes: a second press must not count a sweep."""
    table.sweep(1, "first")
    table.sweep(2, "second")
    page = open_counter(open_page, table, screen="desktop")
    button(page, "Undo: Cai swept").focus()
    page.keyboard.press("Enter")
    expect(button(page, "Undo: Bo swept")).to_be_focused()
    a_moment_later(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    counts(page, (0, "0"), (0, "0"), (0, "0"), (0, "0"))
    expect(page.locator("#sweeps").locator(":focus")).to_have_count(1)


def test_dealing_with_the_keyboard(open_page: Open, table: Table) -> None:
    page = open_counter(open_page, table, screen="desktop")
    button(page, "Hands are empty: next deal").focus()
    for number in (2, 3):
        a_moment_later(page)
        page.keyboard.press("Enter")
        expect(heading(page)).to_have_text(f"Deal {number} of 6")
        expect(button(page, "Hands are empty: next deal")).to_be_focused()


# --- bad networks -------------------------------------------------------------------------------


def test_a_sweep_whose_answer_got_lost_counts_once(open_page: Open, table: Table) -> None:
    page = open_stopped(open_page, table, expected=(CUT_OFF,))
    hears_nothing(page)
    page.route("**/sweeps", lambda route: (route.fetch(), route.abort()), times=1)
    with page.expect_response("**/sweeps"):  # sent again
        sweep(page, 2).tap()
        expect(notice(page)).to_contain_text("No connection")
        assert table.rows()[2]["markers"] == 1
        try_again(page)
    counts(page, (0, "0"), (0, "−5"), (1, "+5"))
    expect(notice(page)).to_be_hidden()
    assert table.rows()[2]["markers"] == 1


def test_sweeps_without_a_network(open_page: Open, table: Table) -> None:
    page = open_counter(open_page, table)
    page.context.set_offline(True)
    sweep(page, 0).tap()
    sweep(page, 2, 2).tap()
    expect(notice(page)).to_contain_text("No connection")
    waits = page.locator("[data-waits]")
    expect(waits.nth(0)).to_have_text("+1 waits for the network")
    expect(waits.nth(2)).to_have_text("+2 waits for the network")
    expect(waits.nth(1)).to_be_hidden()
    table.sweep(3, "from another phone")
    page.context.set_offline(False)
    try_again(page)
    counts(page, (1, "+5"), (0, "−10"), (2, "+5"), (1, "0"))
    expect(notice(page)).to_be_hidden()
    expect(waits.locator("visible=true")).to_have_count(0)


def test_what_changes_is_read_aloud(open_page: Open, table: Table) -> None:
    """By one line that stays, and only what is new."""
    page = open_counter(open_page, table)
    aloud = page.get_by_role("status")
    sweep(page, 2).tap()
    expect(aloud).to_have_text("Cai: 1 face up")
    button(page, "Hands are empty: next deal").tap()
    expect(aloud).to_have_text("Deal 2 of 6")


def test_what_is_not_sent_yet_is_told_until_it_is(open_page: Open, table: Table) -> None:
    """Even while the page hears that nothing else has changed."""
    page = open_stopped(open_page, table, expected=(CUT_OFF,))
    page.route("**/sweeps", lambda route: route.abort(), times=1)
    sweep(page, 2).tap()
    expect(notice(page)).to_contain_text("No connection")
    with page.expect_response(lambda response: asks(response.request)):
        ask_again(page)
    settle(page)
    expect(notice(page)).to_contain_text("No connection")
    try_again(page)
    counts(page, (0, "0"), (0, "−5"), (1, "+5"))
    expect(notice(page)).to_be_hidden()


def test_nothing_moves_away_under_a_finger(open_page: Open, table: Table) -> None:
    """Another phone's sweep is heard of between touching a button and letting it go."""
    page = open_counter(open_page, table)
    sweep(page, 2).hover()
    page.mouse.down()
    table.sweep(2, "from another phone")
    ask_again(page)
    settle(page)
    page.mouse.up()
    counts(page, (0, "0"), (0, "−10"), (2, "+10"))


def test_what_was_heard_while_sending_is_not_forgotten(open_page: Open, table: Table) -> None:
    """Another phone's sweep is heard of while one's own is sent, and that is refused."""
    page = open_counter(open_page, table, expected=("status of 409",))
    polls, sweeps = holding(page, f"**{table.counter()}"), holding(page, "**/sweeps")
    ask_again(page)
    poll = next_of(page, polls)
    table.sweep(1, "from another phone")
    sweep(page, 2).tap()
    sent = next_of(page, sweeps)
    with page.expect_response(lambda response: asks(response.request)):
        poll.continue_()
    sent.fulfill(status=409, body="This game is finished.")
    expect(page.locator("#refused")).to_contain_text("a sweep of Cai. This game is finished.")
    ask_again(page)
    counts(page, (0, "−5"), (1, "+5"), (0, "0"))


def test_an_answer_that_comes_late_changes_nothing_back(open_page: Open, table: Table) -> None:
    """Asked before a sweep was sent, answered before it was counted, and heard after it."""
    page = open_counter(open_page, table)
    table.sweep(0, "from another phone")
    hears_nothing(page)
    polls = holding(page, f"**{table.counter()}")
    ask_again(page)
    poll = next_of(page, polls)
    late = poll.fetch()
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "+5"))
    with page.expect_response(lambda response: asks(response.request) and response.ok):
        poll.fulfill(response=late)
    settle(page)
    counts(page, (1, "0"), (1, "+5"))


# --- asking for changes -------------------------------------------------------------------------


def test_a_hidden_page_does_not_ask(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link)
    stop_clock(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if asks(request) else None)
    with page.expect_request(asks):
        put_forward(page, 2_000)
    show_as(page, "hidden")
    asked.clear()
    put_forward(page, 60_000)
    settle(page)
    table("DELETE", "/games/1")
    with page.expect_request(asks):
        show_as(page, "visible")
    expect(heading(page)).to_have_text("Ann deals game 1 of 4")
    assert len(asked) == 1


def test_links_replaced(open_page: Open, table: Table) -> None:
    """A phone with the old link is told, and asks no more; the one that replaced it goes on."""
    host, other = open_page(table.edit_link), open_page(table.edit_link, expected=(NOT_FOUND,))
    stop_clock(other)
    link(host, "Other phones").tap()
    host.get_by_text("Does somebody have a link who should not?").tap()
    button(host, "Replace both links").tap()
    expect(host.locator("#edit-link")).not_to_have_value(table.server + table.edit_link)

    with other.expect_request(asks):
        put_forward(other, 2_000)
    gone = (
        "This is not here any more, or the links were replaced. Go to the group, or open its link"
    )
    expect(notice(other)).to_contain_text(gone)
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url) if asks(request) else None)
    put_forward(other, 60_000)
    settle(other)
    expect(notice(other)).to_contain_text(gone)
    assert asked == []

    host.goto(table.page)
    expect(heading(host)).to_have_text("Game 1 of 4")
    for address in (table.page, table.edit_link, table.view_link):
        other.goto(address)
        expect(heading(other)).to_have_text("There is nothing at this address")
