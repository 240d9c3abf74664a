"""A poll takes nothing away: not what somebody has open, typed, chosen, focused, selected or moved,
nor what a tap has just said."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .demo_sessions import Followed, Table, even, points
from .page_checks import put_forward, stop_clock
from .taps import (
    REFUSED,
    ask,
    ask_again,
    button,
    enter,
    field,
    open_up,
    pick,
    question,
    rank_key,
    sweep,
)

STATE = """() => {
  const active = document.activeElement;
  const all = (like) => [...document.querySelectorAll(like)];
  const seen = (like) => all(like).filter((one) => one.checkVisibility());
  const fold = (one) => one.closest("details")?.id || one.closest("details")?.dataset.keep;
  const named = (one) => one.name && `${one.name}=${one.value}`;
  const called = (one) => one.id || named(one) || one.innerText.trim();
  const texts = seen("input:not([type=radio], [type=checkbox])");
  return {
    focus: active.matches("body, summary") ? fold(active) : called(active),
    caret: [active.selectionStart, active.selectionEnd],
    selected: String(getSelection()),
    open: seen("details[open] > summary").map(fold),
    chosen: all(":checked").map(called),
    typed: texts.filter((one) => one.value !== one.defaultValue).map(called),
    dealt: seen("#table button").map(called),
    said: seen("#notice, #reason, #pending, [role=alert], [data-copy]").map((one) => one.innerText),
    moved: all("main *").filter((one) => one.scrollLeft).map((one) => one.scrollLeft),
  }; }"""
"""Script that returns all that a page holds of a user, and says to them."""
SELECT = "one => getSelection().selectAllChildren(one)"
BESIDE = "one => { one.scrollLeft = 30; }"
DRAWN = """() => document.getElementById("polled").addEventListener(
  "drawn", () => document.body.setAttribute("data-drawn", ""))"""


At = Callable[[str], tuple[Table, str]]
Thumb = Callable[[Page, Table], None]
Change = Callable[[Table], None]
NAMES = ["Ann-Margret Olofsdotter", "Bartholomew Longfellow", "Cai", "Dee"]


# --- the pages, and what another phone does there ------------------------------------------------


def session(server: str) -> tuple[Table, str]:
    table = Table.start(server, NAMES)
    table.play(*even(4))
    table.begin()
    return table, table.page


def game_ends(table: Table) -> None:
    for seat, row in enumerate([points(42), points(0), points(0), points(0)]):
        table.put(seat, row, 2)
    table("POST", "/games/2/close", {})


def ended(server: str) -> tuple[Table, str]:
    table = Table.start(server, NAMES)
    table.play(*even(4))
    table("POST", "/close", {})
    return table, table.page


def row_is_corrected(table: Table) -> None:
    table.put(2, points(9))


def counter(server: str) -> tuple[Table, str]:
    table = Table.begun(server, NAMES)
    return table, table.counter()


def somebody_sweeps(table: Table) -> None:
    table.sweep(3, "from another phone")


def sheet(server: str) -> tuple[Table, str]:
    table = Table.begun(server, NAMES)
    for seat in range(3):
        table.put(seat, points(14))
    return table, table.sheet()


def last_row_counted(table: Table) -> None:
    table.put(3, points(9))


def dealt(server: str) -> tuple[Table, str]:
    table = Table.begun(server, NAMES)
    Followed(table, "3H 3D 5C 9C")
    return table, table.live()


def somebody_plays(table: Table) -> None:
    game = Followed(table)
    game.seq = int(str(game.read()["seq"]))
    game.plays("KD")


def not_dealt(server: str) -> tuple[Table, str]:
    table = Table.begun(server, NAMES)
    return table, table.live()


# --- what somebody does --------------------------------------------------------------------------


def unfold(summary: str) -> Thumb:
    return lambda page, _: open_up(page, summary)


def stake(page: Page, _: Table) -> None:
    open_up(page, "Play for money")
    field(page, "A point is worth").fill("0.25")
    field(page, "A point is worth").press("ArrowLeft")


def select_a_heading(page: Page, _: Table) -> None:
    page.locator("main h2").first.evaluate(SELECT)


def look_beside(page: Page, _: Table) -> None:
    open_up(page, "Games")
    page.locator(".scroll").evaluate(BESIDE)


def copy(page: Page, _: Table) -> None:
    button(page, "Copy the result").tap()
    expect(button(page, "Copied")).to_be_focused()


def go_to_a_player(page: Page, _: Table) -> None:
    sweep(page, 1).focus()


def be_refused_a_sweep(page: Page, _: Table) -> None:
    page.route("**/sweeps", lambda route: route.fulfill(status=409, body="It is finished."))
    sweep(page, 1).tap()
    expect(page.locator("#refused")).to_contain_text("It is finished.")


def go_to_a_number(page: Page, _: Table) -> None:
    """Enter leads there, and the next key replaces what stands there."""
    field(page, f"{NAMES[0]}, Card points").focus()
    page.keyboard.press("Enter")
    expect(field(page, f"{NAMES[1]}, Card points")).to_be_focused()


def both_change_a_row(page: Page, table: Table) -> None:
    table.put(0, points(3))
    field(page, f"{NAMES[0]}, Card points").fill("5")
    put_forward(page, 1_000)
    expect(page.locator(".conflict")).to_be_visible()


def choose_a_rank(page: Page, _: Table) -> None:
    rank_key(page, "K").tap()


def choose_who_played(page: Page, _: Table) -> None:
    open_up(page, "Does the table look different?")
    page.locator("#otherwise .chip", has_text="Dee").tap()


def choose_what_was_taken(page: Page, _: Table) -> None:
    ask(page)
    open_up(page, "Something else was taken")
    pick(page, "9C", "3H")


def be_slower(page: Page, table: Table) -> None:
    somebody_plays(table)
    enter(page, "QC")
    expect(question(page)).to_contain_text("Another phone was faster")


def deal_two(page: Page, _: Table) -> None:
    enter(page, "KD", "5H")
    page.locator("#table button").nth(1).focus()


CASES: list[tuple[At, Change, list[Thumb]]] = [
    (session, game_ends, [look_beside, unfold("End now"), stake]),
    (ended, row_is_corrected, [unfold("The result as text"), copy]),
    (counter, somebody_sweeps, [unfold("Begun by mistake?"), go_to_a_player]),
    (counter, somebody_sweeps, [be_refused_a_sweep, select_a_heading]),
    (sheet, last_row_counted, [unfold("Does everybody have a card face up?"), go_to_a_number]),
    (sheet, last_row_counted, [both_change_a_row]),
    (dealt, somebody_plays, [choose_who_played, choose_a_rank]),
    (dealt, somebody_plays, [choose_what_was_taken]),
    (dealt, somebody_plays, [be_slower]),
    (not_dealt, somebody_sweeps, [deal_two]),
]


@pytest.mark.parametrize(("at", "change", "thumbs"), CASES)
def test_a_poll_takes_nothing_away(
    open_page: Open, server: str, at: At, change: Change, thumbs: list[Thumb]
) -> None:
    table, address = at(server)
    page = open_page(
        address,
        let_in=table.edit_link,
        permissions=["clipboard-write"],
        expected=(REFUSED, "412", "409"),
    )
    stop_clock(page)
    held = page.evaluate(STATE)
    for do in thumbs:
        untouched = held
        do(page, table)
        held = page.evaluate(STATE)
        assert held != untouched
    put_forward(page, 1_000)  # no finger is on the screen any more
    page.evaluate(DRAWN)
    change(table)
    ask_again(page)
    expect(page.locator("body[data-drawn]")).to_be_attached()
    assert page.evaluate(STATE) == held
