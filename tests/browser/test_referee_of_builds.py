"""The referee's page of Casino and Royal Casino under a thumb."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from .conftest import Open
from .pad import lies, tap, tap_at_once, turn, verdict

REFEREE = "/casino/referee"


def choose(page: Page, *names: str) -> None:
    """Tap loose cards on the felt."""
    for name in names:
        page.get_by_role("link", name=f"Choose: {name}", exact=True).first.tap()
        expect(page.get_by_role("link", name=f"Leave: {name}", exact=True).first).to_be_visible()


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def whose(page: Page, value: int) -> Locator:
    """Whose a build of tapped cards is."""
    return page.get_by_role("group", name=f"If they lie as a build of {value}, it is:", exact=True)


def use(page: Page, text: str) -> None:
    """Tick a card or build that was used, in the claim."""
    box = page.locator(f'input[name="with"][value="{text}"]')
    page.locator("label.pick", has=box).tap()
    expect(box).to_be_checked()


def fan(page: Page) -> Any:
    """The build on the felt: its value, and whose it is."""
    build = page.locator("#felt .build")
    expect(build).to_have_count(1)
    value = build.locator(".value").inner_text()
    return value, build.locator(".keeper").inner_text()


def test_a_loose_card_comes_along(open_page: Open) -> None:
    """AA16: a 2 raises a build of 7, and a loose 9 comes along."""
    page = open_page(f"{REFEREE}?table=9+3%2B4%3D7&played=2&claim=built")
    use(page, "9")
    use(page, "3+4=7@1")
    expect(verdict(page)).to_have_text("Yes, if you still hold a nine.")
    button(page, "Next play").tap()
    expect(verdict(page)).to_have_text("Which card was played?")
    assert fan(page) == ("9", "the opponent’s")
    lies(page, "table", "")


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
        page.unroute_all(behavior="wait")


def test_the_pad_counts_cards_in_builds(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=5S+5H%2B5D%3D10+5C")
    expect(page.locator("#pad [data-rank='5']")).to_be_disabled()
    tap(page, "Table", "7", "hearts")
    expect(page.locator("#felt")).to_have_attribute("data-table", "5S 5C 7H 5H+5D=10@1")


def test_house_rules_of_another_game_are_left_to_it(open_page: Open) -> None:
    page = open_page("/krypkasino/referee")
    turn(page, "Spades are set aside")
    page.goto(REFEREE)
    expect(verdict(page)).to_have_text("Which cards lie on the table?")
    turn(page, "You may trail")
    page.goto("/krypkasino/referee")
    expect(page).to_have_url(re.compile("house=set_aside_spades$"))
    page.goto(REFEREE)
    expect(page).to_have_url(re.compile("house=may_trail_with_build$"))


def test_typed_ranks_are_claimed(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=5+3&played=8", screen="desktop")
    for key in ("Enter", "Enter", "Enter", "5", "3"):
        page.keyboard.press(key)
    expect(verdict(page)).to_have_text("Yes, that is right.")


def test_keyboard_keeps_its_place(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=5+3", screen="desktop")
    page.get_by_role("link", name="Choose: three").press("Enter")
    expect(page.get_by_role("link", name="Leave: three")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    whose(page, 8).get_by_text("yours").press("Enter")
    expect(page.locator("#felt .build")).to_have_count(1)


def test_without_javascript(open_page: Open) -> None:
    page = open_page(REFEREE, java_script_enabled=False)
    page.get_by_label("Table", exact=True).fill("5 3 K")
    page.get_by_role("button", name="Ask the referee").tap()
    choose(page, "five", "three")
    whose(page, 8).get_by_text("the opponent’s").tap()
    page.locator("#felt .whose").tap()
    page.get_by_role("group", name="Whose is the build of 8?").get_by_text("yours").tap()
    assert fan(page) == ("8", "yours")
    page.get_by_text("Type the cards").tap()
    page.get_by_label("Played", exact=True).fill("8")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("The 8 may take or build")
    page.get_by_text("Was that right?", exact=True).tap()
    use(page, "3+5=8@0")
    page.get_by_role("button", name="These were used").tap()
    expect(verdict(page)).to_have_text("Yes, that is right.")
    button(page, "Next play").tap()
    expect(verdict(page)).to_have_text("Which card was played?")
    lies(page, "table", "K")
