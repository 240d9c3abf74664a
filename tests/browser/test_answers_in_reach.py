"""Answers of the live table stand where the thumb is, and the table stays in sight above them."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .live_table import (
    REFUSED,
    enter,
    last_play,
    open_table,
    options,
    question,
    rank_key,
    slide,
    written,
)
from .session_taps import button, link
from .sessions_by_api import Followed, Table

MANY = "AC 3S 5D 5H"
"""An 8 has nine options here, and a trail."""
SCREENS = [(360, 740, 100), (390, 844, 200), (844, 390, 100)]


@pytest.fixture
def table(server: str) -> Table:
    table = Table.begun(server, ["Anna", "Bo", "Cilla", "Dan"], game="casino")
    Followed(table, MANY)
    return table


SEEN = """() => [...document.querySelectorAll("#table .card")].every((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) =>
    card.contains(document.elementFromPoint((left + right) / 2, y))); })"""


def in_sight(page: Page) -> bool:
    """Return whether all cards of the table can be seen and tapped where they are drawn."""
    return bool(page.evaluate(SEEN))


@pytest.mark.parametrize(("width", "height", "text"), SCREENS)
def test_the_table_stays_in_sight_over_the_answers(
    open_page: Open, table: Table, width: int, height: int, text: int
) -> None:
    page = open_table(open_page, table, viewport={"width": width, "height": height})
    page.evaluate("size => document.documentElement.style.fontSize = size + '%'", text)
    place = button(page, "Undo").bounding_box()
    enter(page, "8C")
    trails = options(page).filter(has_text="trails")
    for one in (trails, link(page, "Cancel"), button(page, "Undo")):
        expect(one).to_be_in_viewport(ratio=1)
    assert in_sight(page)
    expect(page.locator("#pad .ranks")).to_be_hidden()
    link(page, "Cancel").tap()
    expect(question(page)).to_have_count(0)
    expect(page.locator("#pad .ranks")).to_be_visible()
    assert button(page, "Undo").bounding_box() == place


@pytest.mark.parametrize(("width", "height", "text"), SCREENS[1:])
def test_a_refusal_begins_with_its_reason(
    open_page: Open, server: str, width: int, height: int, text: int
) -> None:
    """A part that is unfolded below it scrolls nothing."""
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    game = Followed(table, "5S 9C JD 2D")
    for turn in ("3C 3C+5S=8", "KD -"):
        game.enter(turn=turn)
    size = {"viewport": {"width": width, "height": height}}
    page = open_table(open_page, table, expected=(REFUSED,), **size)
    page.evaluate("size => document.documentElement.style.fontSize = size + '%'", text)
    assert (page.locator(".top").bounding_box() or {})["height"] < 60
    enter(page, "QH")
    expect(page.locator("#ask .wrong")).to_be_in_viewport(ratio=0.9)
    assert in_sight(page)


def test_a_press_on_a_rank_slides_to_its_suit(open_page: Open, table: Table) -> None:
    page = open_table(open_page, table)
    slide(page, "KC")
    expect(last_play(page)).to_have_text(written("Bo trails the KC"))


def test_a_rank_of_which_one_suit_is_unseen_enters_it(open_page: Open, server: str) -> None:
    """By a tap, and by Enter; arrow keys only choose."""
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    game = Followed(table, "KS KH KD 9S")
    for turn in ("QS -", "QH -", "QD -"):
        game.enter(turn=turn)
    page = open_table(open_page, table)
    rank_key(page, "J").locator("input").focus()
    page.keyboard.press("ArrowRight")
    expect(rank_key(page, "Q").locator("input")).to_be_checked()
    page.keyboard.press("Enter")
    expect(options(page).filter(has_text="trails")).to_have_count(1)
    options(page).filter(has_text="trails").tap()
    expect(last_play(page)).to_have_text(written("Ann trails the QC"))
    rank_key(page, "K").tap()
    expect(options(page).filter(has_text="trails")).to_have_count(1)
