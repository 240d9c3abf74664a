"""Sweeps that wait for the network, and what undo takes back then."""

import pytest
from playwright.sync_api import Page, expect

from .clock import put_forward
from .conftest import Open
from .counters import first_game, open_stopped
from .tables import Table
from .taps import (
    CUT_OFF,
    a_moment_later,
    button,
    counts,
    holding,
    next_of,
    notice,
    settle,
    sweep,
    try_again,
)


@pytest.fixture
def table(server: str) -> Table:
    """Four players in their first game; Dee has swept."""
    table = first_game(server)
    table.sweep(3, "Dee's")
    return table


def face_up(table: Table) -> list[int]:
    return [row["markers"] if row else 0 for row in table.rows()]


def waits(page: Page, *lines: str) -> None:
    """What stands beside each name."""
    put_forward(page, 500)
    for seat, text in enumerate(lines):
        place = page.locator("[data-waits]").nth(seat)
        expect(place).to_have_text(f"{text} waits for the network" if text else "")


def test_undo_takes_back_first_what_waits(open_page: Open, table: Table) -> None:
    """Two taps wait: the last one goes and is never sent."""
    page = open_stopped(open_page, table)
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
    assert face_up(table) == [1, 0, 0, 1]
    assert not any("sweep=1x2" in (body or "") for body in sent)


def test_undo_of_all_that_waits_leaves_what_was_counted(open_page: Open, table: Table) -> None:
    page = open_stopped(open_page, table)
    page.context.set_offline(True)
    sweep(page, 0).tap()
    expect(notice(page)).to_contain_text("No connection")
    button(page, "Undo: Ann swept").tap()
    waits(page, "", "", "", "")
    expect(button(page, "Undo: Dee swept")).to_be_enabled()
    page.context.set_offline(False)
    try_again(page)
    expect(notice(page)).to_be_hidden()
    assert face_up(table) == [0, 0, 0, 1]
    a_moment_later(page)
    button(page, "Undo: Dee swept").tap()
    counts(page, (0, "0"), (0, "0"), (0, "0"), (0, "0"))


def test_undo_while_a_sweep_is_on_its_way(open_page: Open, table: Table) -> None:
    """It takes back the one on its way, not the one that was counted before."""
    page = open_stopped(open_page, table)
    held = holding(page, "**/sweeps")
    sweep(page, 2).tap()
    on_its_way = next_of(page, held)
    button(page, "Undo: Cai swept").tap()
    with page.expect_response("**/sweeps/undo"):
        on_its_way.continue_()
    counts(page, (0, "0"), (0, "0"), (0, "−5"), (1, "+5"))
    assert face_up(table) == [0, 0, 0, 1]


@pytest.mark.parametrize("arrived", [True, False])
def test_undo_of_a_sweep_whose_answer_got_lost(
    open_page: Open, table: Table, arrived: bool
) -> None:
    """Nobody knows whether it has arrived, and undone it counts neither way."""
    page = open_stopped(open_page, table, expected=(CUT_OFF,))
    late: list[tuple[str, str]] = []

    def lose(route: object) -> None:
        if arrived:
            route.fetch()
        late.append((route.request.url, route.request.post_data))
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
    assert face_up(table) == [0, 0, 0, 1]


def test_sweeps_wait_over_a_reload(open_page: Open, table: Table) -> None:
    page = open_stopped(open_page, table, expected=(CUT_OFF,))
    page.route("**/sweeps", lambda route: route.abort())
    sweep(page, 0).tap()
    sweep(page, 2, 2).tap()
    expect(notice(page)).to_contain_text("No connection")
    page.reload()
    waits(page, "+1", "", "+2", "")
    expect(button(page, "Undo: double sweep of Cai")).to_be_enabled()
    page.unroute_all()
    try_again(page)
    counts(page, (1, "+5"), (0, "−10"), (2, "+5"), (1, "0"))
    page.reload()
    settle(page)
    assert face_up(table) == [1, 0, 2, 1]
