"""The main journeys with a keyboard alone: nothing is clicked, and the focus can always be seen."""

import re

from playwright.sync_api import Page, expect

from .conftest import Open
from .taps import button, heading, standings

MOST_TABS = 80
FOCUSED = """() => {
  const one = document.activeElement;
  const seen = one.matches(".key input, .choice input, .pick input") ? one.parentElement : one;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen);
  return { name: one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText ?? "",
           ring: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 }; }"""


def go_to(page: Page, name: str) -> None:
    """Press Tab until the focus is where this is read aloud."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found["name"].strip() == name:
            assert found["ring"], f"nobody sees that the focus is on {name}"
            return
    raise AssertionError(f"no Tab leads to {name}")


def press(page: Page, *names: str) -> None:
    for name in names:
        go_to(page, name)
        page.keyboard.press("Enter")


def test_a_dispute(open_page: Open) -> None:
    page = open_page("/", screen="desktop")
    press(page, "Settle a dispute")
    expect(heading(page)).to_have_text("Which cards lie on the table?")
    press(page, "ace", "7", "9", "Played", "8")
    expect(heading(page)).to_have_text("The 8 must take two cards")
    press(page, "Was that right?")
    expect(page.locator(".claim")).to_be_visible()
    press(page, "It crept: took nothing")
    expect(heading(page)).to_contain_text("cannot creep")


def test_an_evening(open_page: Open) -> None:
    page = open_page("/", screen="desktop")
    press(page, "Start a session")
    shows(page, "Which game?")
    for seat, name in (("Seat 1", "Ann"), ("Seat 2", "Bo")):
        go_to(page, seat)
        page.keyboard.type(name)
    press(page, "Start")
    shows(page, re.compile("deals game 1 of 2"))
    press(page, "Begin game 1")
    shows(page, "Deal 1 of 12")
    press(page, "Sweep: Ann")
    expect(page.locator(".sweepers small").first).to_have_text("1 face up")
    press(page, "Count the piles")
    shows(page, "Game 1: the count")
    for name, points in (("Ann", "20"), ("Bo", "22")):
        go_to(page, f"{name}, Card points")
        page.keyboard.type(points)
    expect(button(page, "Finish the game")).to_be_visible()
    press(page, "Finish the game")
    standings(page, "1. Bo 17", "2. Ann 25")


def shows(page: Page, title: str | re.Pattern[str]) -> None:
    expect(page.locator("main").get_by_role("heading").first).to_have_text(title)
