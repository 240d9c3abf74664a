"""What every page has: its menu, and times as its phone tells them."""

import re

from playwright.sync_api import Page, Request, expect

from tests.strategies import some

from .conftest import Check, Open
from .fit import misfits
from .pages import addresses
from .tables import Demo
from .taps import heading, link

REFEREE = "/krypkasino/referee"
POSITION = f"{REFEREE}?table=AS+6H+7D+8S&played=8H"


def menu(page: Page) -> None:
    page.locator("details.menu summary").tap()


def chosen(page: Page, *names: str) -> None:
    for name in names:
        menu(page)
        link(page, name).tap()


def test_another_language(open_page: Open, check: Check) -> None:
    """The position stays, also one that was just tapped; the choice is remembered."""
    page = open_page(REFEREE)
    for rank in ("A", "7", "8"):
        page.locator(f'#pad [data-rank="{rank}"]').tap()
    expect(page.locator("#felt .card")).to_have_text(["A", "7", "8"])
    menu(page)
    check(page, schemes=True)
    assert misfits(page) == []
    link(page, "Svenska").tap()
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator("#felt .card")).to_have_text(["E", "7", "8"])
    page.goto("/")
    expect(heading(page)).to_have_text("Domaren vid ert kortbord")
    chosen(page, "Kort med A J Q K", "English")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_how_cards_look(open_page: Open, check: Check) -> None:
    page = open_page(POSITION)
    card = page.locator("#felt .card.suit-diamonds")
    red, narrow = colour(card), width(card)
    chosen(page, "Suits in four colours", "Large cards for poor light")
    assert colour(card) != red
    assert width(card) > 1.3 * narrow
    check(page, schemes=True)
    assert misfits(page) == []
    chosen(page, "Suits in two colours", "Cards as usual")
    assert (colour(card), width(card)) == (red, narrow)


def colour(card: object) -> str:
    return card.evaluate("one => getComputedStyle(one).color")


def width(card: object) -> float:
    return card.evaluate("one => one.getBoundingClientRect().width")


def test_the_menu_closes(open_page: Open) -> None:
    page = open_page("/")
    opened = page.locator("details.menu[open]")
    menu(page)
    expect(opened).to_be_visible()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(page.locator("details.menu summary")).to_be_focused()
    menu(page)
    page.touchscreen.tap(40, 700)
    expect(opened).to_have_count(0)


def test_the_menu_without_javascript(open_page: Open) -> None:
    page = open_page(POSITION, java_script_enabled=False)
    chosen(page, "Deutsch")
    expect(page).to_have_url(re.compile("table=AS"))
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_no_motion_for_those_who_ask_for_none(open_page: Open) -> None:
    moves = """() => [...document.querySelectorAll("*")].filter(one => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);
      return transitionDuration !== "0s" || animationName !== "none" || scrollBehavior === "smooth";
    }).length"""
    for reduced, moving in (("reduce", 0), ("no-preference", 1)):
        page = open_page(POSITION, reduced_motion=reduced)
        assert page.evaluate(moves) == moving


OFTEN = [
    *("home", "rules", "referee-suits", "referee-many", "referee-builds", "session-running"),
    *("sheet-partly", "table-playing", "table-finished"),
]
MOST_BYTES = 29_000
WITH_OUTBOX = 36_000
"""The sheet and the live table bring along what keeps and sends entries without a network."""


def test_the_first_load_is_small(open_page: Open, group: Demo) -> None:
    """All that a phone fetches that has nothing yet, but for the heads: a proxy packs those."""
    page = open_page(group.new.edit_link, alone=True)
    finished: list[Request] = []
    page.on("requestfinished", lambda one: finished.append(one))  # noqa: PLW0108 - Playwright takes no built-ins
    control = page.context.new_cdp_session(page)
    for name in some(OFTEN, every=2):
        page.goto("about:blank")
        finished.clear()
        control.send("Network.clearBrowserCache")
        page.goto(addresses(group)[name])
        page.wait_for_load_state("networkidle")
        fetched = sum(request.sizes()["responseBodySize"] for request in finished)
        most = WITH_OUTBOX if name.startswith(("sheet", "table")) else MOST_BYTES
        assert 5_000 < fetched < most, name


def test_times_are_those_of_the_phone(open_page: Open, group: Demo) -> None:
    """What stood before a correction was kept at a moment, wherever the server is."""
    shown = []
    for zone in ("Europe/Stockholm", "Pacific/Honolulu"):
        page = open_page(group.new.edit_link, timezone_id=zone, locale="sv")
        page.goto(group.over.sheet(2))
        time = page.locator(".history time").first
        moment = time.get_attribute("datetime")
        expect(time).to_have_text(page.evaluate(CLOCK, [moment, zone]))
        shown.append(time.inner_text())
    assert len(set(shown)) == 2


CLOCK = """([moment, timeZone]) => {
  const at = new Date(moment);
  const today = at.toDateString() === new Date().toDateString();
  const form = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return at.toLocaleString("sv", { ...form, timeZone }); }"""
