"""The referee's page of games with builds, and piles beside them, under a thumb."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from .all_pages import SOUTH as SOUTH_AFRICAN
from .all_pages import at
from .conftest import Open
from .referee_pad import lies, tap, tap_at_once, verdict

REFEREE = "/casino/referee"


def choose(page: Page, *names: str) -> None:
    """Tap cards on the felt, tops of piles too."""
    for name in names:
        page.locator("#felt .choose", has_text=f"Choose: {name}").first.tap()
        expect(page.locator("#felt .choose.chosen", has_text=f"Leave: {name}")).to_be_visible()


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def whose(page: Page, value: int) -> Locator:
    """Return whose a build of the tapped cards is."""
    return page.get_by_role("group", name=f"If they lie as a build of {value}, it is:", exact=True)


def test_taking_apart_and_undo(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=4+5%2B3%3D8")
    page.locator("#felt .whose").tap()
    page.get_by_role("link", name="Take apart").tap()
    expect(page.locator("#felt .build")).to_have_count(0)
    lies(page, "table", "3 4 5")
    tap(page, "Undo")
    expect(page.locator("#felt .build")).to_have_count(1)
    choose(page, "four")
    button(page, "Remove").tap()
    expect(page.locator('[data-place="table"] .card')).to_have_count(0)


TAPPED_AT_ONCE = [
    # on a table of 5 and 3: what lies there and what is chosen of it
    ("Table, 2, Choose: five", "5 3 2", "5"),
    ("Choose: five, Choose: three", "5 3", "5 3"),
    ("Choose: five, Choose: five", "5 3", "5"),
    ("Choose: five, Table, 2, Choose: three", "5 3 2", "3"),
]


def test_quick_taps_lose_nothing(open_page: Open) -> None:
    """Another card on the table takes back what was chosen, and nothing else does."""
    page = open_page("/")
    for taps, table, chosen in TAPPED_AT_ONCE:
        page.goto(f"{REFEREE}?table=5+3")
        tap_at_once(page, taps)
        expect(page.locator("#felt"), taps).to_have_attribute("data-table", table)
        expect(page.locator("#felt .chosen"), taps).to_have_count(len(chosen.split()))
        assert parse_qs(urlsplit(page.url).query)["with"] == [chosen], taps


def test_keyboard_keeps_its_place(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=5+3", screen="desktop")
    page.get_by_role("link", name="Choose: three").press("Enter")
    expect(page.get_by_role("link", name="Leave: three")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    whose(page, 8).get_by_text("yours").press("Enter")
    expect(page.locator("#felt .build")).to_have_count(1)


def enter_top(page: Page, whose: str, *keys: str) -> None:
    """Tap the empty place of a pile, and then its card on the pad."""
    slot = page.locator("#felt button.choose", has_text=whose)
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    tap(page, *keys)


def test_where_the_next_card_goes(open_page: Open) -> None:
    """Of a pile one card is seen, and what comes to an empty table is played."""
    page = open_page(at(SOUTH_AFRICAN, table="5 3"))
    enter_top(page, "the opponent’s", "ace")
    tap(page, "8")
    expect(page.locator("#felt")).to_have_attribute("data-played", "8")
    expect(page.locator("#felt")).to_have_attribute("data-piles", "A@1")
    button(page, "Take").first.tap()
    button(page, "Next play").tap()
    tap(page, "2")
    expect(page.locator("#felt")).to_have_attribute("data-played", "2")
    expect(verdict(page)).to_have_text("The 2 may be trailed")
    button(page, "Clear").tap()
    tap(page, "2")
    expect(page.locator("#felt")).to_have_attribute("data-table", "2")
