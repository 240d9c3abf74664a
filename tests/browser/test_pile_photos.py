"""Piles and tables that are photographed, on phones."""

import random

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from referee.photo import available
from referee.rules.games import ruleset
from referee.rules.notation import write_cards
from tests.drawn_photos import photo_of

from .conftest import Check, Open
from .tables import Table
from .taps import field

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

READ = 60_000
"""Milliseconds that reading a photo may take on a busy machine."""
NAMES = ["Ann", "Bo", "Cai", "Dee"]


def dealt(game: str, piles: int) -> list[str]:
    """The packs of a game, in so many piles."""
    deck = ruleset(game).deck
    cards = list(deck.faces * deck.copies)
    random.Random(7).shuffle(cards)
    return [write_cards(cards[at::piles]) for at in range(piles)]


def picture(cards: str) -> FilePayload:
    return {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": photo_of(cards)}


def photograph(page: Page, name: str, cards: str) -> Locator:
    """Take a photo of a pile; the dialog in which it lies."""
    field(page, f"Photo of the pile of {name}").set_input_files(picture(cards))
    dialog = page.locator("#photo-dialog")
    seen = dialog.get_by_text(f"{len(cards.split())} cards were seen.")
    expect(seen).to_be_visible(timeout=READ)
    return dialog


def count(dialog: Locator, label: str) -> None:
    dialog.get_by_role("button", name=label).tap()
    expect(dialog).to_be_hidden()


def open_sheet(open_page: Open, server: str, game: str, players: int) -> Page:
    table = Table.start(server, NAMES[:players], game=game)
    table.begin()
    return open_page(table.sheet(), let_in=table.edit_link)


def test_four_piles_add_up(open_page: Open, server: str, check: Check) -> None:
    page = open_sheet(open_page, server, "krypkasino", 4)
    for seat, (name, cards) in enumerate(zip(NAMES, dealt("krypkasino", 4), strict=True)):
        dialog = photograph(page, name, cards)
        if not seat:
            check(page, schemes=True)
        count(dialog, "Count 26 cards")
        expect(page.locator(f"#row-{seat}")).to_contain_text("26 cards from photos")
    expect(page.locator("#check .sum")).to_have_text("42 of 42")
    expect(page.locator("#check .verdict")).to_have_text("Adds up to 42")
    expect(page.locator("#check")).not_to_contain_text("pile")


def test_a_pile_in_two_photos_and_one_card_twice(open_page: Open, server: str) -> None:
    page = open_sheet(open_page, server, "casino", 2)
    count(photograph(page, "Ann", "10D AS 4C"), "Count 3 cards")
    expect(field(page, "Ann, Cards")).to_have_value("3")
    count(photograph(page, "Ann", "KS 9H"), "Count with the photos before: 5 cards")
    expect(field(page, "Ann, Cards")).to_have_value("5")
    expect(field(page, "Ann, Spades")).to_have_value("2")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/photo*", hold, times=1)
    with page.expect_request("**/api/v1/photo?**"):
        field(page, "Photo of the pile of Bo").set_input_files(picture("9H QS"))
    nothing = page.get_by_role("button", name="Count 0 cards")  # the other photo is none of this
    expect(nothing).to_be_disabled()
    held[0].continue_()
    expect(nothing).to_be_hidden(timeout=READ)
    count(page.locator("#photo-dialog"), "Count 2 cards")
    named = page.locator("#check").get_by_text(
        "9♥︎ is in the piles of Ann and Bo, and there is only one."
    )
    expect(named).to_be_visible()
    page.reload()
    expect(named).to_be_visible()
    cards = page.locator("#row-1").get_by_label("Bo: cards of the pile")
    page.locator("#row-1").get_by_text("2 cards from photos").tap()
    cards.fill("8H QS")
    expect(named).to_be_hidden()


def test_nothing_is_counted_that_nobody_has_looked_at(open_page: Open, server: str) -> None:
    page = open_sheet(open_page, server, "casino", 2)
    dialog = photograph(page, "Ann", "10D AS 4C")
    count(dialog, "Cancel")
    page.reload()
    expect(page.locator("#check .verdict")).to_have_text("Nothing counted yet.")


def table_photo(page: Page, cards: str) -> None:
    field(page, "Photo of the table").set_input_files(picture(cards))
    count = len(cards.split())
    enters = page.get_by_role("button", name=f"These {count} cards lie there")
    expect(enters).to_be_visible(timeout=READ)
    enters.tap()


def test_a_followed_table(open_page: Open, server: str) -> None:
    table = Table.start(server, NAMES[:2], game="casino")
    table.begin()
    page = open_page(f"{table.sheet().rpartition('/')[0]}/table", let_in=table.edit_link)
    table_photo(page, "5S 9C 2H AD")
    expect(page.get_by_role("heading", name="Bo plays")).to_be_visible()
    page.get_by_text("Does the table look different?").tap()
    page.get_by_role("link", name="The table shows…").tap()
    table_photo(page, "9C 2H AD")
    told = page.get_by_text("The log has 5♠︎ on the table, the photo does not.")
    expect(told).to_be_visible(timeout=READ)
    page.get_by_role("button", name="5♦︎").tap()
    expect(page.get_by_role("heading", name="Ann plays")).to_be_visible()
