"""Older browsers that do not run here: Firefox before 121 has no ``:has()``, Safari before 16 no
container queries. They are simulated: rules with one are dropped."""

import re

from playwright.sync_api import Page, Route, expect

from .conftest import Check, Open
from .referee_pad import tap, verdict
from .sessions_by_api import FOUR, Table

NEWER = re.compile(
    r"[^{}]*:has\([^{}]*\{[^{}]*\}|@container[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|container-type:[^;]*;"
)
FALLBACKS = re.compile(r"@supports not [^{]*\{")


def open_old(open_page: Open, path: str, let_in: str = "") -> Page:
    """Return a page whose styles are as such a browser takes them."""
    page = open_page("/offline", let_in=let_in)

    def drop(route: Route) -> None:
        answer = route.fetch()
        text = FALLBACKS.sub("@media all {", answer.text())
        route.fulfill(response=answer, body=NEWER.sub("", text))

    page.route("**/css/*.css", drop)
    page.goto(path)
    return page


def test_a_dispute(open_page: Open, check: Check) -> None:
    page = open_old(open_page, "/krypkasino/referee")
    tap(page, "8", "diamonds", "9", "Played", "8")
    expect(verdict(page)).to_contain_text("The 8")
    expect(page.locator("#pad [data-rank]").first).to_be_hidden()
    tap(page, "spades")
    expect(page.locator('[data-place="played"] .suit-spades')).to_be_visible()
    check(page)


def test_cards_that_were_taken_look_so(open_page: Open) -> None:
    page = open_old(open_page, "/krypkasino/exercises/take/512345")
    card = page.locator(".pick .card").first
    look = "one => getComputedStyle(one).outlineStyle"
    assert card.evaluate(look) == "none"
    card.tap()
    assert card.evaluate(look) == "solid"


def test_a_sheet_has_a_line_a_person(open_page: Open, server: str, check: Check) -> None:
    table = Table.begun(server, FOUR)
    page = open_old(open_page, table.sheet(), let_in=table.edit_link)
    number = page.locator("#points-0").bounding_box()
    marker = page.locator("#markers-0").bounding_box()
    assert number is not None
    assert marker is not None
    assert abs(number["y"] - marker["y"]) < 4
    check(page)


def test_the_key_that_was_tapped_looks_so(open_page: Open, table: Table) -> None:
    page = open_old(open_page, table.live(), let_in=table.edit_link)
    key = page.locator("#pad .ranks .key").first
    key.tap()
    assert key.evaluate("one => getComputedStyle(one).borderTopWidth") == "2px"
