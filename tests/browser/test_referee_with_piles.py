"""The referee's page of games with open piles and turns of several steps, under a thumb."""

from playwright.sync_api import Page, expect

from .conftest import Open
from .pad import lies, tap, verdict
from .pages import SOUTH as SOUTH_AFRICAN
from .pages import SWAZI, at
from .test_referee_of_builds import button, use

RIGHT = "Yes, that is right."
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


def test_a_build_of_the_table_and_another_card(open_page: Open) -> None:
    """SW3: 5, 3 and 2 are 10, and then any other card is laid."""
    page = open_page(at(SWAZI, players="3"))
    tap(page, "5", "3", "2")
    choose(page, "five", "three", "two")
    button(page, "Build 10").tap()
    expect(page.locator("#felt .fan .value")).to_have_text("10")
    tap(page, "Played", "7")
    expect(page.locator(".steps li")).to_have_count(1)
    button(page, "Trail it").tap()
    expect(verdict(page)).to_have_text(IF_HELD % "a ten")


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


def test_a_pile_is_raided(open_page: Open) -> None:
    """SW15: an 8 of a pile comes to a loose 8, and both are taken."""
    page = open_page(at(SWAZI, players="3", table="8S", piles="8H@1"))
    choose(page, "eight of spades", "eight of hearts")
    button(page, "Build 8").tap()
    expect(page.locator("#felt .build")).to_have_count(1)
    tap(page, "Played", "8", "diamonds")
    button(page, "Take").tap()
    expect(verdict(page)).to_have_text(RIGHT)


def test_taking_less(open_page: Open) -> None:
    """SW18: a 7 takes a 7 and leaves 5 and 2."""
    page = open_page(at(SWAZI, players="3", table="7 5 2"))
    tap(page, "Played", "7")
    choose(page, "seven")
    page.locator(".making").get_by_role("link", name="Take", exact=True).tap()
    expect(verdict(page)).to_have_text("Yes, but an opponent may insist on more.")
    expect(page.locator(".insisting")).to_contain_text("An opponent may insist:")
    button(page, "Take 2 and 5 as well").tap()
    expect(page.locator(".insisting")).to_have_count(0)
    expect(verdict(page)).to_have_text(RIGHT)


def test_a_build_that_is_not_completed(open_page: Open) -> None:
    """SW19: a 10 is laid while 6 and 3 could come to one's own build of 9."""
    page = open_page(at(SWAZI, players="3", table="6 3 5+4=9@0"))
    tap(page, "Played", "10")
    button(page, "Trail it").tap()
    insisted = f"{IF_HELD % 'a nine'} An opponent may insist on more."
    expect(verdict(page)).to_have_text(insisted)
    button(page, "Add 3 and 6 to your build of 9").tap()
    expect(page.locator(".steps li")).to_have_count(2)
    expect(page.locator(".insisting")).to_have_count(0)


def test_two_builds_within_a_turn(open_page: Open) -> None:
    """S23: in the first hands of two players, a second build is taken at once; in the second ones
    one may lay too."""
    page = open_page(at(SWAZI, table="6 4 5+4=9@0"))
    choose(page, "six", "four")
    button(page, "Build 10").tap()
    expect(page.locator(".steps li")).to_have_count(1)
    tap(page, "Played", "10")
    button(page, "Take").tap()
    expect(verdict(page)).to_have_text(IF_HELD % "a nine")
    page.get_by_text("Change this play").tap()
    expect(button(page, "Trail it")).to_have_count(0)
    page.get_by_role("link", name="First of two deals").tap()
    expect(page.get_by_role("link", name="Second of two deals")).to_be_visible()
    expect(button(page, "Trail it")).to_be_visible()


def test_a_top_with_the_played_card(open_page: Open) -> None:
    """ZA1 and ZA3: with a 7, the ace of a pile comes to one's own build of 8; an 8 takes all."""
    page = open_page(at(SOUTH_AFRICAN, table="7 5+3=8@0", hand="7 8 8"))
    enter_top(page, "the opponent’s", "ace")
    tap(page, "Played", "7")
    choose(page, "ace")
    expect(page.get_by_text("with A of a pile")).to_be_visible()
    button(page, "Add to 8").first.tap()
    expect(verdict(page)).to_have_text(RIGHT)
    page.get_by_text("Change this play").tap()
    tap(page, "Played", "8")
    expect(verdict(page)).to_have_text("The 8 may take or build")
    page.locator(".option", has_text="Take").locator(".button").first.tap()
    expect(verdict(page)).to_have_text(RIGHT)
    lies(page, "table", "7")
    button(page, "Next play").tap()
    expect(page.locator("#felt")).to_have_attribute("data-piles", "A>3>5>7>8@1")


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


def test_was_that_right(open_page: Open) -> None:
    """SW13, and then SW12."""
    page = open_page(at(SWAZI, players="3", table="6 5+3=8@1", piles="2@1", turn="2^1+6=5+3=8"))
    tap(page, "Played", "4")
    page.get_by_text("Was that right?", exact=True).tap()
    button(page, "Trailed").tap()
    expect(verdict(page)).to_contain_text("No: to an opponent’s build of 8 you only add")
    expect(page.locator(".steps li.wrong")).to_have_count(1)
    tap(page, "Played", "8")
    expect(page.locator(".steps li")).to_have_count(1)
    page.get_by_text("Was that right?", exact=True).tap()
    use(page, "2+6=3+5=8@1")
    expect(verdict(page)).to_have_text(RIGHT)


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
