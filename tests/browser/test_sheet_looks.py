"""The score sheet on a phone: room for the rows, and piles that are counted by taps."""

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Open
from .layout_checks import misfits
from .session_taps import button, field, heading, hears_nothing, holding, next_of, open_sheet, saved
from .sessions_by_api import Table, kinds, points

PHONE = 740
NAMES = ["Ann", "Bo", "Cai", "Dee", "Eve", "Maximiliane"]
LONG = ["W" * 60, "Maximilian Alexander", "דוד", "Zoë 🃏 Ångström"]


def height(page: Page) -> float:
    """Return the height of a page without what reaches below its end, which is empty."""
    found: float = page.evaluate("document.body.offsetHeight")
    return found


def test_four_people_fit_one_and_a_half_screens(open_page: Open, server: str) -> None:
    table = Table.begun(server, NAMES[:4])
    for seat, row in enumerate((points(13, 2), points(9), points(12, 1), points(7))):
        table.put(seat, row)
    page = open_sheet(open_page, table, locale="de")
    assert height(page) <= 1.5 * PHONE
    lines = page.locator(".row .counts")
    assert max(lines.evaluate_all("all => all.map(one => one.offsetHeight)")) <= 80
    assert misfits(page) == []


@pytest.mark.parametrize("screen", ["phone", "sideways"])
def test_the_check_leaves_the_rows_their_room(open_page: Open, server: str, screen: str) -> None:
    """Text may be twice as large; what the check says is a quarter of the screen at most."""
    table = Table.begun(server, LONG)
    for seat in range(3):
        table.put(seat, kinds(0, 0, 0, 1, 0))
    page = open_sheet(open_page, table, screen=screen, reduced_motion="reduce")
    check = page.locator("#check")
    for size in ("100%", "200%"):
        page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        room = page.evaluate("innerHeight")
        assert room - check.evaluate("one => one.getBoundingClientRect().top") <= room / 4
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
    page = open_sheet(open_page, Table.begun(server, LONG))
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


def test_what_is_opened_comes_into_sight(open_page: Open, server: str) -> None:
    """By its key, by the sentence that names the key, and where the game is finished all the same:
    the check covers none of it."""
    table = Table.begun(server, NAMES[:4])
    for seat in range(4):
        table.put(seat, points(9))
    page = open_sheet(open_page, table, reduced_motion="reduce")
    page.locator("#row-3 .kinds > summary").tap()
    expect(page.locator("#other_aces-3")).to_be_in_viewport()
    page.locator("#check").get_by_role("link", name="By kind").tap()
    expect(page.locator("#other_aces-0")).to_be_in_viewport()
    page.get_by_text("Finish it all the same?").tap()
    ends = button(page, "Finish although it does not add up").bounding_box()
    check = page.locator("#check").bounding_box()
    assert ends
    assert check
    assert ends["y"] + ends["height"] <= check["y"] + 1


TIME_STANDS = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 5000 })"


def count(page: Page, seat: int) -> None:
    page.locator(f"#row-{seat} .kinds > summary").tap()


def holder(page: Page, card: str, name: str) -> Locator:
    return page.get_by_role("group", name=f"Who has {card}?").get_by_role("button", name=name)


@pytest.fixture
def table(server: str) -> Table:
    return Table.begun(server, ["Ada", "Bo"], game="casino")


def test_two_phones_count_one_pile(open_page: Open, table: Table) -> None:
    """Counts of another phone come with the answer, also while more is typed here."""
    one, other = (open_sheet(open_page, table) for _ in range(2))
    hears_nothing(one)
    count(one, 0)
    sent = holding(one, "**/sheet/0")
    field(one, "Ada, Cards").fill("3")
    first = next_of(one, sent)
    count(other, 0)
    field(other, "Ada, Spades").fill("8")
    saved(other, 0, "1 so far")
    field(one, "Ada, Cards").fill("30")
    first.continue_()
    saved(one, 0, "4 so far")
    expect(field(one, "Ada, Spades")).to_have_value("8")
    expect(field(one, "Ada, Cards")).to_have_value("30")
    expect(one.locator(".conflict")).to_have_count(0)
    button(one, "Ada, Aces: one more").tap()
    saved(one, 0, "5")
    row = table.rows()[0]
    assert (row["cards"], row["spades"], row["aces"]) == (30, 8, 1)


def test_a_hand_of_two_is_counted_with_seven_taps(open_page: Open, table: Table) -> None:
    """A counted pile gives the other player the rest; the second half of a double tap is no tap
    that takes it away."""
    page = open_sheet(open_page, table)
    count(page, 0)
    for name, number in (("Cards", "30"), ("Spades", "8"), ("Aces", "2")):
        field(page, f"Ada, {name}").fill(number)
    page.evaluate(TIME_STANDS)
    for card, name in (("the ten of diamonds", "Ada"), ("the two of spades", "Bo")):
        chosen = holder(page, card, name)
        for _ in range(2):
            chosen.tap()
            expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_be_focused()
    expect(page.locator("#check .verdict")).to_have_text("Adds up to 11")
    assert misfits(page) == []
    button(page, "Finish the game").tap()
    expect(heading(page)).to_have_text("Bo deals game 2")
