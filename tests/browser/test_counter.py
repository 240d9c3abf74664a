"""The sweep counter on several phones: taps, bad networks, what others do meanwhile."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Open
from .demo_sessions import FOUR, Table
from .page_checks import put_forward, stop_clock
from .taps import (
    CUT_OFF,
    FELT,
    a_moment_later,
    ask_again,
    asks,
    button,
    counts,
    felt,
    heading,
    hears_nothing,
    holding,
    next_of,
    notice,
    open_counter,
    settle,
    show_as,
    sweep,
    try_again,
)


@pytest.fixture
def table(server: str) -> Table:
    return Table.begun(server, FOUR)


# --- taps ---------------------------------------------------------------------------------------


def test_a_double_tap_counts_once(open_page: Open, table: Table) -> None:
    """The taps of a thumb are a tenth of a second apart, and the first may be answered by then."""
    page = open_counter(open_page, table)
    stop_clock(page)
    page.evaluate(FELT)
    sweep(page, 1).tap()
    counts(page, (0, "−5"), (1, "+5"))
    put_forward(page, 100)
    sweep(page, 1).tap()
    expect(notice(page)).to_have_text("Two quick taps count as one.")
    sweep(page, 0).tap()
    expect(notice(page)).to_be_hidden()
    counts(page, (1, "0"), (1, "+5"))  # answered after both
    felt(page, 2)


def test_a_tap_that_moves_no_deal_says_so(open_page: Open, table: Table) -> None:
    """Neither right after the first one nor while that waits for its answer."""
    page = open_counter(open_page, table)
    stop_clock(page)
    hears_nothing(page)
    on = page.locator("[name=deal]").first
    on.tap()
    expect(heading(page)).to_have_text("Game 1: deal 2 of 6")
    put_forward(page, 100)
    on.tap()
    expect(notice(page)).to_have_text("Two quick taps count as one.")
    put_forward(page, 1000)
    held = holding(page, "**/deal")
    on.tap()
    third = next_of(page, held)
    put_forward(page, 1000)
    on.tap()
    expect(notice(page)).to_have_text("Two quick taps count as one.")
    third.continue_()
    expect(heading(page)).to_have_text("Game 1: deal 3 of 6")


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


# --- bad networks -------------------------------------------------------------------------------


def test_a_sweep_whose_answer_got_lost_counts_once(open_page: Open, table: Table) -> None:
    page = open_counter(open_page, table, expected=(CUT_OFF,))
    stop_clock(page)
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


def test_what_changes_is_read_aloud(open_page: Open, table: Table) -> None:
    """By one line that stays, and only what is new."""
    page = open_counter(open_page, table)
    aloud = page.get_by_role("status")
    sweep(page, 2).tap()
    expect(aloud).to_have_text("Cai: 1 card face up")
    button(page, "Hands are empty: next deal").tap()
    expect(aloud).to_have_text("Deal 2 of 6")


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


@pytest.fixture
def swept(table: Table) -> Table:
    """Return a game in which Dee has swept."""
    table.sweep(3, "Dee's")
    return table


def face_up(table: Table) -> list[int]:
    return [row["markers"] if row else 0 for row in table.rows()]


def waits(page: Page, *lines: str) -> None:
    """Return the numbers beside each name."""
    put_forward(page, 500)
    for seat, text in enumerate(lines):
        place = page.locator("[data-waits]").nth(seat)
        expect(place).to_have_text(f"{text} waits for the network" if text else "")


def test_undo_takes_back_first_what_waits(open_page: Open, swept: Table) -> None:
    """Two taps wait: the last one goes and is never sent."""
    page = open_counter(open_page, swept)
    stop_clock(page)
    sent: list[str | None] = []
    page.on("request", lambda one: sent.append(one.post_data) if one.method == "POST" else None)
    page.context.set_offline(True)
    sweep(page, 0).tap()
    sweep(page, 1, 2).tap()
    waits(page, "+1", "+2", "", "")
    button(page, "Undo: double sweep of Bo").tap()
    waits(page, "+1", "", "", "")
    expect(button(page, "Undo: Ann swept")).to_be_enabled()
    page.context.set_offline(False)
    try_again(page)
    counts(page, (1, "+5"), (0, "0"), (0, "−5"), (1, "0"))
    assert face_up(swept) == [1, 0, 0, 1]
    assert not any("sweep=1x2" in (body or "") for body in sent)


def test_undo_while_a_sweep_is_on_its_way(open_page: Open, swept: Table) -> None:
    """Undo takes back the sweep on its way, not the one that was counted before."""
    page = open_counter(open_page, swept)
    stop_clock(page)
    held = holding(page, "**/sweeps")
    sweep(page, 2).tap()
    on_its_way = next_of(page, held)
    button(page, "Undo: Cai swept").tap()
    with page.expect_response("**/sweeps/undo"):
        on_its_way.continue_()
    counts(page, (0, "0"), (0, "0"), (0, "−5"), (1, "+5"))
    assert face_up(swept) == [0, 0, 0, 1]


@pytest.mark.parametrize("arrived", [True, False])
def test_undo_of_a_sweep_whose_answer_got_lost(
    open_page: Open, swept: Table, arrived: bool
) -> None:
    """A sweep that may have arrived counts neither way once it is undone."""
    page = open_counter(open_page, swept, expected=(CUT_OFF,))
    stop_clock(page)
    late: list[tuple[str, str]] = []

    def lose(route: Route) -> None:
        if arrived:
            route.fetch()
        late.append((route.request.url, route.request.post_data or ""))
        route.abort()

    page.route("**/sweeps", lose, times=1)
    sweep(page, 0).tap()
    expect(notice(page)).to_contain_text("No connection")
    button(page, "Undo: Ann swept").tap()
    with page.expect_response("**/sweeps/undo"):
        try_again(page)
    counts(page, (0, "0"), (0, "0"), (0, "−5"), (1, "+5"))
    ((address, body),) = late  # the network delivers it after all
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    headers["Sec-Fetch-Site"] = "same-origin"
    assert page.request.post(address, data=body, headers=headers).ok
    assert face_up(swept) == [0, 0, 0, 1]
