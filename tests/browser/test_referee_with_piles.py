"""The referee's page of games with open piles and turns of several steps, under a thumb."""

from playwright.sync_api import Page, expect

from .conftest import Open
from .pad import lies, tap, verdict
from .pages import SOUTH as SOUTH_AFRICAN
from .pages import SWAZI, at
from .test_referee_of_builds import button

IF_HELD = "Yes, if you still hold %s."


def choose(page: Page, *names: str) -> None:
    """Tap cards on the felt, tops of piles too."""
    for name in names:
        page.locator("#felt .choose", has_text=f"Choose: {name}").first.tap()
        expect(page.locator("#felt .choose.chosen", has_text=f"Leave: {name}")).to_be_visible()


def enter_top(page: Page, whose: str, *keys: str) -> None:
    """Tap the empty place of a pile, and then its card on the pad."""
    slot = page.locator("#felt button.choose", has_text=whose)
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    tap(page, *keys)


def steps(page: Page) -> list[str]:
    return [
        text.replace("\ufe0e", "") for text in page.locator(".steps li > span").all_inner_texts()
    ]


def test_both_cards_of_a_pile(open_page: Open) -> None:
    """SW7: 9, and 5 and 2 of one pile, one after the other."""
    page = open_page(at(SWAZI, players="3"))
    tap(page, "9", "7", "4")
    enter_top(page, "next player’s", "5", "hearts")
    expect(page.locator("#felt")).to_have_attribute("data-piles", "5H@1")
    choose(page, "nine", "four", "five of hearts")
    button(page, "Build 9").tap()
    expect(page.locator(".steps li")).to_have_count(1)
    enter_top(page, "next player’s", "2")  # what lies below it
    expect(page.locator("#felt")).to_have_attribute("data-piles", "5H>2@1")
    choose(page, "seven", "two")
    button(page, "Add to 9").tap()
    expect(page.locator(".steps li")).to_have_count(2)
    tap(page, "Played", "king")
    button(page, "Trail it").tap()
    expect(verdict(page)).to_have_text(IF_HELD % "a nine")
    page.locator(".steps").get_by_text("Take back").tap()
    expect(verdict(page)).to_have_text("The king may be trailed")
    page.locator(".steps").get_by_text("Take back").tap()
    expect(page.locator(".steps li")).to_have_count(1)
    assert steps(page) == ["9 and 4+5♥ are 9 each"]


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


def test_a_top_that_was_wrong(open_page: Open) -> None:
    page = open_page(at(SOUTH_AFRICAN, table="7", piles="AH@1"))
    choose(page, "ace of hearts")
    expect(page.locator(".making")).to_contain_text("A card from your hand must be part of it")
    page.get_by_text("Change the top card").tap()
    expect(page.locator("#felt")).to_have_attribute("data-piles", "")
    tap(page, "4")
    expect(page.locator("#felt")).to_have_attribute("data-piles", "4@1")
    tap(page, "Undo")
    expect(page.locator("#felt")).to_have_attribute("data-piles", "")
    tap(page, "Table", "3")
    lies(page, "table", "3 7")


def test_a_keyboard(open_page: Open) -> None:
    page = open_page(at(SWAZI, table="7 2"), screen="desktop")
    page.locator("#felt button.choose").first.press("Enter")
    page.locator("#felt button.choose").first.evaluate("one => one.blur()")
    page.keyboard.press("9")
    expect(page.locator("#felt")).to_have_attribute("data-piles", "9@1")
    page.keyboard.press("Enter")
    page.keyboard.press("9")
    expect(verdict(page)).to_contain_text("The 9 may take")


def test_a_card_that_is_not_in_the_pack_is_not_heard(open_page: Open) -> None:
    page = open_page(at(SOUTH_AFRICAN), screen="desktop")
    for key in "k5":
        page.keyboard.press(key)
    lies(page, "table", "5")
    expect(page.locator("#pad [data-rank]")).to_have_count(10)


def test_without_javascript(open_page: Open) -> None:
    """SW7, and what is insisted on."""
    page = open_page(at(SWAZI, players="3"), java_script_enabled=False)
    page.get_by_label("Table", exact=True).fill("9 7 4")
    page.get_by_label("Piles", exact=True).fill("5>2@1")
    page.get_by_role("button", name="Ask the referee").tap()
    choose(page, "nine", "four", "five")
    button(page, "Build 9").tap()
    choose(page, "seven", "two")
    button(page, "Add to 9").tap()
    page.get_by_text("Type the cards").tap()
    page.get_by_label("Played", exact=True).fill("K")
    page.get_by_role("button", name="Ask the referee").tap()
    button(page, "Trail it").tap()
    expect(verdict(page)).to_have_text(IF_HELD % "a nine")
    assert len(steps(page)) == 3
