"""First time here: from home through three positions by taps, and never again."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Check, Open
from .taps import heading, link, tap_ahead

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


@pytest.mark.parametrize("scripted", [True, False])
def test_a_minute(open_page: Open, check: Check, scripted: bool) -> None:
    """Right answers lead on, wrong ones say why and can be mended; in place where scripts run."""
    page = open_page("/", java_script_enabled=scripted)
    link(page, "Show me").tap()
    for at, title in enumerate(TITLES):
        expect(heading(page)).to_have_text(title)
        for cards, said, mark in ANSWERS[2 * at : 2 * at + 2]:
            answer(page, cards)
            headline = page.locator("#answer h2")
            expect(headline).to_have_text(said)
            expect(headline).to_have_class(mark)
            expect(link(page, "Go on")).to_be_in_viewport(ratio=1)
            assert ("?" in page.url) is not scripted
        if scripted:
            check(page)
        link(page, "Go on").tap()
    expect(heading(page)).to_have_text("Now you can play Krypkasino")
    page.goto("/")
    expect(heading(page)).to_have_text("The referee at your card table")
    expect(page.locator("[data-first]")).to_have_count(0)


def answer(page: Page, cards: list[str]) -> None:
    """Tap one card of the hand, or these cards of the table and no others."""
    if page.locator("section.felt a").count() == 0:
        link(page, f"Choose: {cards[0]}").tap()
        return
    for one in page.get_by_role("link", name="Leave: ").all():
        name = one.inner_text().partition("\n")[0]
        link(page, name).tap()
        expect(link(page, name)).to_have_count(0)
    for card in cards:
        link(page, f"Choose: {card}").tap()
        expect(link(page, f"Leave: {card}")).to_be_visible()
    link(page, "It takes these").tap()


def test_a_keyboard_stays_where_it_was(open_page: Open) -> None:
    page = open_page("/krypkasino/first/2", screen="desktop")
    link(page, "Choose: four of hearts").press("Enter")
    expect(link(page, "Leave: four of hearts")).to_be_focused()
    link(page, "It takes these").press("Enter")
    expect(page.locator("#answer h2")).to_be_focused()


def test_taps_may_be_ahead_of_the_page(open_page: Open) -> None:
    page = open_page("/krypkasino/first/2")
    tap_ahead(page.locator("[data-answer]"), 3)
    expect(page.locator("#answer h2")).to_have_text("That was right.")


def test_skipped(open_page: Open) -> None:
    page = open_page("/")
    link(page, "Show me").tap()
    link(page, "Skip").tap()
    expect(page).to_have_url("/")
    expect(page.locator("[data-first]")).to_have_count(0)


def test_a_page_that_was_kept_offers_it_no_more(open_page: Open) -> None:
    """By the browser, which shows it again as it was, or from before the network was gone."""
    page = open_page("/")
    expect(page.locator("[data-first]:visible")).to_have_count(1)
    page.evaluate("document.cookie = 'first=seen'")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(page.locator("[data-first]:visible")).to_have_count(0)
