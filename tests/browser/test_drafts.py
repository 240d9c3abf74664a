"""Drafts of forms: typed text is there again, until it was sent."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .session_taps import button, field, heading
from .sessions_by_api import Table, even

NEW = "/casino/new"
NAMES = ("Ann", "Bo", "Cleo")


def seats(page: Page, *names: str) -> None:
    for number, name in enumerate(names, 1):
        expect(field(page, f"Seat {number}")).to_have_value(name)


@pytest.fixture
def typed(open_page: Open) -> Page:
    """Three names on a form, and another number of points."""
    page = open_page(NEW, expected=("422",))
    for number, name in enumerate(NAMES, 1):
        field(page, f"Seat {number}").fill(name)
    field(page, "Another number of points").fill("31")
    return page


def test_they_are_kept(typed: Page) -> None:
    """Over a reload, a look at another page, and in another language."""
    typed.reload()
    seats(typed, *NAMES)
    expect(field(typed, "Another number of points")).to_have_value("31")
    expect(typed.locator("#dealer option:not([hidden])")).to_have_text(["Draw lots", *NAMES])
    typed.get_by_role("link", name="Rules").tap()
    expect(heading(typed)).to_have_text(re.compile("Casino"))
    typed.go_back()
    seats(typed, *NAMES)
    typed.goto("/")
    typed.goto(NEW)
    seats(typed, *NAMES)
    typed.locator(".menu summary").tap()
    typed.get_by_role("link", name="Svenska").tap()
    expect(heading(typed)).to_have_text("Vilket kortspel?")
    expect(typed.get_by_label("Plats 3", exact=True)).to_have_value("Cleo")


def test_what_was_sent_is_forgotten(typed: Page) -> None:
    button(typed, "Start").tap()
    expect(typed.locator(".standings .who")).to_have_text(list(NAMES))
    typed.goto(NEW)
    seats(typed, "", "", "")


def test_who_has_joined_is_forgotten(open_page: Open, server: str) -> None:
    """Before its first game the part itself changes, and the same form is drawn again."""
    first = Table.start(server, list(NAMES))
    first.play(*even(3))
    part = first.another(["Ann", "Bo"], continues=first.id)
    page = open_page(part.edit_link)
    field(page, "Somebody new").fill("Dee")
    button(page, "Joins").tap()
    expect(page.locator("#standings .who")).to_have_text(["Ann", "Bo", "Dee"])
    expect(field(page, "Somebody new")).to_have_value("")


def test_cards_that_were_typed_for_the_referee(open_page: Open) -> None:
    """Beside the address that they were typed at."""
    page = open_page("/krypkasino/referee")
    table = field(page, "Table")
    if not table.is_visible():
        page.get_by_text("Type the cards").tap()
    with page.expect_response("**/form_drafts.js"):
        table.fill("8S 9C JD / 8")
    page.reload()
    expect(table).to_have_value("8S 9C JD / 8")
    page.goto("/krypkasino/referee?table=2S")
    expect(table).to_have_value("2S")
