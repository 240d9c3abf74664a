"""How the pages of an evening look: axe finds nothing, nothing scrolls sideways, thumbs hit."""

import pytest
from playwright.sync_api import Page, expect

from tests.strategies import some

from .conftest import NAMES, Check, Open
from .following import CHOICE, ask, claim, question
from .tables import Demo, Followed, Table, kinds, points
from .taps import button, field, hears_nothing, link


@pytest.fixture
def group(hard_to_draw: Demo) -> Demo:
    return hard_to_draw


def open_in(page: Page, name: str, group: Demo) -> None:
    """A page with all that is folded away in it; the menu lies over the page instead."""
    page.goto(group.pages[name])
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach(one => (one.open = true))")


LOOKED_ON = ["session-running", "sheet-partly", "table-playing", "counter", "group"]


def test_to_look_on(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.view_link)
    for name in some(LOOKED_ON, every=2):
        open_in(page, name, group)
        check(page)


def test_the_page_of_a_person(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.edit_link)
    open_in(page, "group", group)
    link(page, NAMES[-1]).first.tap()
    expect(page.locator("h1")).to_have_text(NAMES[-1])
    check(page, schemes=True)


def test_a_stake(open_page: Open, server: str, check: Check) -> None:
    table = Table.start(server, NAMES)
    table.play(points(42, 1), points(0, 2), points(0), points(0, 3))
    page = open_page(table.edit_link)
    page.locator("#stake-more summary").tap()
    field(page, "A point is worth").fill("9999.99")
    field(page, "Currency").fill("W" * 8)
    button(page, "Save").tap()
    expect(page.locator(".payments").first).to_contain_text("W" * 8)
    check(page, schemes=True)


def test_a_disagreement(open_page: Open, server: str, check: Check) -> None:
    table = Table.start(server, NAMES)
    table.begin()
    page = open_page(table.edit_link)
    page.goto(table.sheet())
    hears_nothing(page)
    table.put(3, kinds(2, 2, 2, 22, 6, markers=12))
    field(page, f"{NAMES[3]}, Card points").fill("41")
    expect(page.locator(".conflict")).to_be_visible()
    check(page, schemes=True)


def test_a_question(open_page: Open, server: str, check: Check) -> None:
    """Of the referee: first what was taken, then whether it stands."""
    table = Table.start(server, NAMES)
    table.begin()
    Followed(table, CHOICE)
    page = open_page(table.edit_link)
    page.goto(table.live())
    claim(page, "9C")
    expect(question(page).locator(".wrong")).to_be_visible()
    check(page, schemes=True)
    button(page, "It crept").tap()
    expect(question(page).locator(".wrong")).to_contain_text("cannot creep")
    link(page, "Cancel").tap()
    ask(page)
    check(page)


def test_no_network(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.edit_link)
    open_in(page, "counter", group)
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_be_visible()
    check(page, schemes=True)


def test_the_check_stays_in_sight(open_page: Open, group: Demo) -> None:
    page = open_page(group.new.edit_link)
    page.goto(group.running.sheet(4))
    for row in page.locator(".row h2").all():
        row.scroll_into_view_if_needed()
        expect(page.locator("#check .sum")).to_be_in_viewport(ratio=1)
        expect(row).to_be_in_viewport()
