"""First time here: from home through three positions by taps, and never again."""

import pytest
from playwright.sync_api import Page, expect

from tests.strategies import some

from .conftest import Open
from .taps import button, heading, link

ANSWERS = [
    # what is tapped, what is said, is that right?
    (["ten of clubs"], "The 10♣\ufe0e must take one card", "open"),
    (["seven of diamonds"], "Nothing to take: the 7♦\ufe0e creeps", "right"),
    (["seven of spades"], "No: it must also take the 3♦\ufe0e and the 4♥\ufe0e.", "wrong"),
    (["three of diamonds", "four of hearts", "seven of spades"], "That was right.", "right"),
    (["three of spades"], "No: a sweep is forced. Play the 8; it takes the whole table.", "wrong"),
    (["eight of clubs"], "Sweep: the 8♣\ufe0e takes the whole table", "right"),
]  # fmt: skip
TITLES = ["Nobody wants points", "Take all that you can", "Who can sweep, must"]


@pytest.mark.parametrize("scripted", some([True, False], every=2))
def test_a_minute(open_page: Open, scripted: bool) -> None:
    """Right answers lead on, wrong ones say why and can be mended."""
    page = open_page("/", java_script_enabled=scripted)
    link(page, "Show me").tap()
    for at, title in enumerate(TITLES):
        expect(heading(page)).to_have_text(title)
        for cards, said, mark in ANSWERS[2 * at : 2 * at + 2]:
            answer(page, cards)
            headline = page.locator("#answer")
            expect(headline).to_have_text(said)
            expect(headline).to_have_class(mark)
            expect(link(page, "Go on")).to_be_in_viewport(ratio=1)
        link(page, "Go on").tap()
    expect(heading(page)).to_have_text("That is what Krypkasino is about")
    page.goto("/")
    expect(heading(page)).to_have_text("The referee at your card table")
    expect(page.locator("[data-first]")).to_have_count(0)


def answer(page: Page, cards: list[str]) -> None:
    """Tap one card of the hand, or these cards of the table and no others."""
    if page.get_by_role("checkbox").count() == 0:
        page.get_by_role("button", name=cards[0]).tap()
        return
    for label in page.locator(".ask label").all():
        wanted = any(label.get_by_role("img", name=card).count() for card in cards)
        if label.locator("input").is_checked() is not wanted:
            label.tap()
    button(page, "That is my answer").tap()


def test_a_keyboard_is_enough(open_page: Open) -> None:
    page = open_page("/krypkasino/first/2", screen="desktop")
    for name in ("three of diamonds", "four of hearts", "seven of spades"):
        page.get_by_role("checkbox", name=name).press("Space")
    button(page, "That is my answer").press("Enter")
    expect(page.locator("#answer")).to_have_text("That was right.")
    expect(page.locator("#answer")).to_be_focused()


def test_a_page_that_was_kept_offers_it_no_more(open_page: Open) -> None:
    """By the browser, which shows it again as it was, or from before the network was gone."""
    page = open_page("/")
    expect(page.locator("[data-first]:visible")).to_have_count(1)
    page.evaluate("document.cookie = 'first=seen'")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(page.locator("[data-first]:visible")).to_have_count(0)
