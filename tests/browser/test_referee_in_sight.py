"""The referee page: what stays where it is, and what is never covered."""

import re

import pytest
from playwright.sync_api import expect

from tests.strategies import some

from .conftest import Open
from .pages import BUILDS, OPEN, REFEREE
from .taps import holding

OPEN_BELOW = [
    # what is open below, with six cards on the table
    "table=A+2+6+7+8+J&played=8",
    "table=A+2+6+7+8+J&played=8&captured=8",
    "table=A+2+6+7+8+J&played=8&captured=-",
    "table=A+2+6+7+8+J&played=8&hand=8+K+Q+4+4",
    "table=2+3+4+5+8+10&played=A",
    "table=2+3+4+5+8+10&played=A&claim=1&last_of_deal=1&dealt=1",
]
OF_BUILDS = [
    OPEN["builds-of-four"],
    f"{BUILDS}?table=5+4+3%2B4%3D7&played=2&claim=built&with=3%2B4%3D7%401",
    *(OPEN[name] for name in ("referee-kept", "builds-wrong", "builds-taken")),
    *(OPEN[name] for name in ("piles-three-steps", "piles-taken-less")),
]
OPEN_ALL_BELOW = """() => document.querySelectorAll("main details:not(.chips *)").forEach(one => {
  one.open = true; })"""
NOT_COVERED = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return one.contains(seen) || one.closest("label")?.contains(seen); }"""


SEEN = """() => {
  const one = document.activeElement;
  return [(NOT_COVERED)(one), one.outerHTML]; }""".replace("NOT_COVERED", NOT_COVERED)
STAYS = """([asked, ...bar]) => {
  const above = document.querySelector(".above");
  const lost = [];
  const places = new Set();
  for (const down of [0, 0.5, 1]) {
    above.scrollTop = down * above.scrollHeight;
    for (const one of asked ? [asked, ...bar] : bar) {
      const { x, y, right, bottom } = one.getBoundingClientRect();
      const whole = x > -1 && y > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
      if (!whole || !(NOT_COVERED)(one)) lost.push(`${one.textContent} at ${down}`);
    }
    places.add(bar.map((one) => JSON.stringify(one.getBoundingClientRect())).join());
  }
  return [lost, [...places]]; }""".replace("NOT_COVERED", NOT_COVERED)
"""Wherever what is above is scrolled to: what is out of sight, and where the bar was."""


@pytest.mark.parametrize("screen", ["phone", "sideways"])
def test_verdict_and_sharing_stay(open_page: Open, screen: str) -> None:
    page = open_page("/", screen=screen)
    bar = [page.get_by_text(text, exact=True) for text in ("Was that right?", "Share")]
    places = set()
    for query in some(OPEN_BELOW, every=2, first=int(screen == "phone")):
        page.goto(f"{REFEREE}?{query}")
        page.evaluate(OPEN_ALL_BELOW)
        parts = [part.element_handle() for part in (page.locator("#ruling h1"), *bar)]
        lost, found = page.evaluate(STAYS, parts)
        assert lost == [], query
        places.update(found)
    assert len(places) == 1


@pytest.mark.parametrize("screen", ["phone", "sideways"])
def test_sharing_stays_where_builds_are(open_page: Open, screen: str) -> None:
    """There the felt may have the whole screen, until one scrolls."""
    page = open_page("/", screen=screen)
    bar = [page.get_by_text(text, exact=True) for text in ("Was that right?", "Share")]
    for address in some(OF_BUILDS, every=2, first=int(screen == "phone")):
        page.goto(address)
        lost, _ = page.evaluate(STAYS, [None, *(part.element_handle() for part in bar)])
        assert lost == [], address
        expect(page.locator("#ruling h1")).to_be_in_viewport(ratio=1)


def test_cards_stay_in_sight_while_some_are_chosen(open_page: Open) -> None:
    """What they make is said beside them, and the verdict below may wait."""
    query = "table=3+5+K+4%2B4%3D8%401&players=4&piles=9@1&played=10"
    page = open_page(f"/swazi-casino/referee?{query}")
    for rank, ways in (("3", "Build 13 with the 10"), ("5", "Add to 8 first, the 10 later")):
        page.locator("#felt .choose").filter(has_text=rank).first.tap()
        expect(page.locator("#felt").get_by_text(ways)).to_be_visible()
        expect(page.locator("#felt .choose").first).to_be_in_viewport(ratio=1)


SCROLLED = [
    # the position, how far it is scrolled, and what is tapped
    ("table=A+2+3+4+5+6+7&played=2", 120, "Build 9"),
    ("table=5+3+9+K+Q+4%2B3%3D7%401+8%2B2%3D10%401&with=5+3", 40, "yours"),
]


@pytest.mark.parametrize(("query", "scrolled", "tapped"), SCROLLED)
def test_nothing_scrolls_for_what_is_in_sight(
    open_page: Open, query: str, scrolled: int, tapped: str
) -> None:
    page = open_page(f"/casino/referee?{query}")
    page.evaluate(f"document.querySelector('.above').scrollTop = {scrolled}")
    before = page.locator("#felt h2").first.bounding_box()
    link = page.locator("#main").get_by_role("link", name=tapped, exact=True).first
    link.evaluate("one => one.click()")
    expect(link).to_have_count(0)
    assert page.locator("#felt h2").first.bounding_box() == before
    expect(page.locator("#ruling h1")).to_be_in_viewport(ratio=1)


def test_what_has_the_focus_is_not_covered(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=2+3+4+5+8+10&played=A&captured=4+10", screen="desktop")
    page.locator(".lane summary").press("Enter")
    for key in ("Tab", "Shift+Tab"):
        for _ in range(40):
            page.keyboard.press(key)
            seen, focused = page.evaluate(SEEN)
            assert seen, focused


def test_sharing_shares_what_is_asked_now(open_page: Open) -> None:
    """The answer to the last tap is still on its way."""
    page = open_page(f"{REFEREE}?table=3+5+8&played=8&claim=1")
    holding(page, "**/ruling?**")
    page.locator('label.pick:has([value="8"])').tap()
    page.get_by_text("Share", exact=True).tap()
    expect(page.get_by_label("Address")).to_have_value(re.compile("captured=8"))
