"""The live table: a game entered card by card, what the referee says to it, and corrections."""

from playwright.sync_api import Page, expect

from .conftest import Open
from .live_table import (
    LOW,
    PASSED_OVER,
    drawn,
    enter,
    greyed_suits,
    hands,
    irregular,
    last_play,
    open_table,
    open_up,
    pick,
    rank_key,
    shows,
    suit_key,
    written,
)
from .session_taps import ask_again, button, field, heading, link, settle
from .sessions_by_api import Followed, Table


def test_the_dealt_cards(open_page: Open, table: Table) -> None:
    """The last one sends them; until then a tap takes one back."""
    page = open_page(table.edit_link)
    link(page, "Count sweeps").tap()
    link(page, "Follow every play").tap()
    expect(heading(page)).to_have_text("Which cards lie on the table?")
    expect(page.locator("#turn")).to_contain_text("Ann deals. Deal three to each, two to the table")
    enter(page, "KD", "5H", "5H")
    assert greyed_suits(page, "5") == "H"
    page.locator("#table button", has_text="5").first.tap()
    page.locator("#table button", has_text="K").tap()
    assert greyed_suits(page, "5") == ""
    enter(page, "8S", "9C")
    expect(page.locator("#table button")).to_have_text(drawn("5H 8S 9C"))
    enter(page, "KD")
    shows(page, "Bo plays", "5H 8S 9C")
    expect(page.locator("#turn")).to_contain_text("Deal 1 of 12")
    expect(last_play(page)).to_have_text(
        written("Dealt to the table: 5H, 8S, 9C and KD. Set aside: KD")
    )
    hands(page, (6, 6))


def test_a_double_tap_on_a_suit_enters_once(open_page: Open, table: Table) -> None:
    game = Followed(table, LOW)
    page = open_table(open_page, table)
    rank_key(page, "K").tap()
    place = suit_key(page, "H").bounding_box()
    assert place is not None
    middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    for _ in range(2):
        page.touchscreen.tap(*middle)
    shows(page, "Ann plays", f"{LOW} KH")
    settle(page)
    assert game.read()["seq"] == 2


def test_cards_that_nobody_can_hold_are_greyed(open_page: Open, table: Table) -> None:
    game = Followed(table, "2S 2S 2H 5H").plays("2H", "5H")
    page = open_table(open_page, table)
    assert greyed_suits(page, "2") == "SH"
    assert greyed_suits(page, "5") == "H"
    assert greyed_suits(page, "9") == ""
    assert greyed_suits(page, "5") == "H"
    why = "nobody can hold one any more. All there are have been seen."
    suit_key(page, "H").tap(force=True)
    expect(page.locator("#reason")).to_have_text(written(f"5H: {why}"))
    expect(suit_key(page, "H")).to_have_accessible_description(written(f"5H: {why}"))
    game.plays("2D", "2D", "2C", "2C")
    ask_again(page)
    expect(rank_key(page, "2").locator("input")).to_be_disabled()
    rank_key(page, "2").tap(force=True)
    expect(page.locator("#reason")).to_have_text(f"2: {why}")
    rank_key(page, "9").tap()
    expect(page.locator("#reason")).to_be_hidden()


def test_undo_and_redo_again_and_again(open_page: Open, table: Table) -> None:
    """Quicker than a double tap: each is one of its own."""
    tables = ["2D 5H 8S 9C", "2D 5H 9C", "2D 5H", "2D 5H JD"]
    plays = ("8H", "9H", "JD")
    Followed(table, tables[0]).plays(*plays)
    page = open_table(open_page, table)
    turns = [("Bo plays", "Ann plays")[index % 2] for index in range(len(tables))]
    shows(page, turns[-1], tables[-1])
    for index in reversed(range(len(plays))):
        button(page, "Undo").tap()
        shows(page, turns[index], tables[index])
    button(page, "Undo").tap()
    expect(heading(page)).to_have_text("Which cards lie on the table?")
    expect(button(page, "Undo")).to_be_disabled()
    for turn, cards in zip(turns, tables, strict=True):
        button(page, "Redo").tap()
        shows(page, turn, cards)
    expect(button(page, "Redo")).to_be_disabled()


def drifted(page: Page, *gone: str, lies: str = "") -> None:
    """Enter that the table shows some cards no more, and others instead."""
    open_up(page, "Does the table look different?")
    link(page, "The table shows…").tap()
    pick(page, *gone)
    for card in lies.split():
        page.locator("[data-pad-for] .key", has=page.locator(f'[value="{card[:-1]}"]')).tap()
        page.locator(f'[data-pad-for] [data-suit="{card[-1]}"]').tap()
    expect(field(page, "And which other cards?")).to_have_value(lies)
    button(page, "What explains that?").tap()


def test_the_table_shows_what_one_entry_explains(open_page: Open, table: Table) -> None:
    Followed(table, LOW).plays("JD", "QD")
    page = open_table(open_page, table)
    drifted(page, "JD", lies="JC")
    expect(page.locator(".felt .card")).to_have_text(drawn(f"{LOW} JC QD"))
    button(page, written("Play 1 was different. Bo: JC creeps, not: JD creeps.")).tap()
    shows(page, "Bo plays", f"{LOW} JC QD")
    expect(irregular(page)).to_have_count(0)


def test_replay_with_a_keyboard(open_page: Open, table: Table) -> None:
    """A deal that was played out: the hand of each play is known."""
    deal = ("2H", "KD", "5S", "QC", "9H", "8C", "9D", "7S", "KS", "JC", "6D", "3C")
    Followed(table, PASSED_OVER).plays(*deal)
    page = open_page(f"{table.live()}/replay/12", let_in=table.edit_link)
    expect(heading(page)).to_have_text(written("Ann: 3C creeps"))
    dealt = "Dealt to the table: 5H, 5D, KH and QH. Set aside: QH and KH"
    for key, play in (
        ("ArrowLeft", "Bo: 6D creeps"),
        ("Home", dealt),
        ("ArrowLeft", dealt),
        ("End", "Ann: 3C creeps"),
        ("ArrowRight", "Ann: 3C creeps"),
        ("Home", dealt),
        ("ArrowRight", "Bo: 2H creeps"),
    ):
        expect(heading(page)).to_be_visible()  # the keys of this page are heard
        page.keyboard.press(key)
        expect(heading(page)).to_have_text(written(play))
