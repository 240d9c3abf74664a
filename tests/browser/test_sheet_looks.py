"""The score sheet on a phone: a line a person, and room for the rows."""

import pytest
from playwright.sync_api import Page, expect

from referee.languages import LANGUAGES
from tests.strategies import some

from .conftest import Open
from .fit import misfits
from .tables import Table, kinds, points

PHONE = 740
NAMES = ["Ann", "Bo", "Cai", "Dee", "Eve", "Maximiliane"]
LONG = ["W" * 60, "Maximilian Alexander", "דוד", "Zoë 🃏 Ångström"]


def new_table(server: str, names: list[str], **options: object) -> Table:
    table = Table.start(server, names, **options)
    table.begin()
    return table


def open_sheet(open_page: Open, table: Table, **options: object) -> Page:
    page = open_page(table.sheet(), let_in=table.edit_link, **options)
    expect(page.locator("#check")).to_be_visible()
    return page


def height(page: Page) -> float:
    found: float = page.evaluate("document.documentElement.scrollHeight")
    return found


@pytest.mark.parametrize("language", some(LANGUAGES, 3, 2))
def test_four_people_fit_one_and_a_half_screens(
    open_page: Open, server: str, language: str
) -> None:
    table = new_table(server, NAMES[:4])
    for seat, row in enumerate((points(13, 2), points(9), points(12, 1), points(7))):
        table.put(seat, row)
    page = open_sheet(open_page, table, locale=language)
    assert height(page) <= 1.5 * PHONE
    lines = page.locator(".row .counts")
    assert max(lines.evaluate_all("all => all.map(one => one.offsetHeight)")) <= 80
    assert misfits(page) == []


def test_six_people_fit_two_screens(open_page: Open, server: str) -> None:
    page = open_sheet(open_page, new_table(server, NAMES))
    assert height(page) <= 2 * PHONE


@pytest.mark.parametrize("screen", some(["phone", "desktop", "sideways"], 2))
def test_the_check_leaves_the_rows_their_room(open_page: Open, server: str, screen: str) -> None:
    """Text may be twice as large; what the check says is a quarter of the screen at most."""
    table = new_table(server, LONG)
    for seat in range(3):
        table.put(seat, kinds(0, 0, 0, 1, 0))
    page = open_sheet(open_page, table, screen=screen, reduced_motion="reduce")
    check = page.locator("#check")
    for size in ("100%", "200%"):
        page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        room = page.evaluate("innerHeight")
        assert check.evaluate("one => one.offsetHeight") <= room / 4
        expect(check.locator(".sum")).to_be_in_viewport(ratio=0.9)
        last = page.locator("#points-3")
        last.blur()
        last.focus()
        below = last.bounding_box()
        above = check.bounding_box()
        assert below
        assert above
        assert below["y"] + below["height"] <= above["y"]


BELOW_ITS_ROW = """(it) => {
  const [{ x, y }, row] = [it, it.closest(".row")].map((each) => each.getBoundingClientRect());
  return [x - row.x, y - row.y];
}"""


def test_the_kinds_open_in_their_place(open_page: Open, server: str) -> None:
    page = open_sheet(open_page, new_table(server, LONG))
    opener = page.locator("#row-1 .kinds > summary")
    opener.scroll_into_view_if_needed()
    before = opener.evaluate(BELOW_ITS_ROW)
    opener.tap()
    expect(page.locator("#storan-1")).to_be_visible()
    assert opener.evaluate(BELOW_ITS_ROW) == before
    page.locator("#points-1").tap()  # nothing lies over it
    expect(page.locator("#points-1")).to_be_focused()
    page.locator("#row-1 [value='markers+1']").tap()
    expect(page.locator("#markers-1")).to_have_value("1")
    assert misfits(page) == []
