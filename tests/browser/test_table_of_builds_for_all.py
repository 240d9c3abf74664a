"""The live table with builds for whoever taps nothing: with a keyboard, read aloud, without
JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .following import REFUSED, enter, last_play, open_table, options, written
from .tables import Followed, Table
from .taps import button, heading, link
from .test_keyboard import FOCUSED, MOST_TABS
from .whole_demo import UNSURE


def dealt(server: str, game: str, cards: str, *turns: str) -> Table:
    """Bo plays first."""
    table = Table.start(server, ["Ann", "Bo"], game=game)
    table.begin()
    followed = Followed(table, cards)
    for turn in turns:
        followed.enter(turn=turn)
    return table


# --- with a keyboard ----------------------------------------------------------------------------


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there, where everybody sees it."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate(FOCUSED)["ring"], f"nobody sees that the focus is on {selector}"
            return
    raise AssertionError(f"no Tab leads to {selector}")


def type_card(page: Page, rank: str, suit: str) -> None:
    """Space chooses the rank, Enter the suit."""
    tab_to(page, "#pad [name=rank]")
    page.locator(f'#pad [name=rank][value="{rank}"]').focus()  # arrows go along the ranks
    page.keyboard.press("Space")
    tab_to(page, f'#pad [name=suit][value="{suit}"]')
    page.keyboard.press("Enter")


def test_a_turn_an_undo_and_a_replay_with_the_keyboard(open_page: Open, server: str) -> None:
    table = dealt(server, "swazi-casino", "2C 6H 9H KD")
    page = open_table(open_page, table, screen="desktop")
    for card in ("2C", "6H"):
        tab_to(page, f'[name=used][value="{card}"]')
        page.keyboard.press("Space")
    tab_to(page, "[name=step]")
    page.keyboard.press("Enter")
    expect(page.locator("#table .begun")).to_contain_text(
        written("Bo builds 8 of 2C and 6H from the table.")
    )
    type_card(page, "9", "D")
    expect(last_play(page)).to_contain_text(
        written("Bo builds 8 of 2C and 6H from the table, then takes 9H with the 9D")
    )
    type_card(page, "8", "S")
    expect(page.locator("#ask")).to_be_focused()
    tab_to(page, "#ask .option")
    page.keyboard.press("Enter")
    expect(last_play(page)).to_contain_text("Ann takes")
    tab_to(page, "[data-undo]")
    page.keyboard.press("Enter")
    expect(last_play(page)).to_contain_text("Bo builds")
    tab_to(page, '#log a[href*="/replay/"]')
    page.keyboard.press("Enter")
    expect(heading(page)).to_contain_text("Bo builds")
    page.keyboard.press("ArrowLeft")
    expect(heading(page)).to_contain_text("Dealt to the table")
    page.keyboard.press("End")
    expect(heading(page)).to_contain_text("Bo builds")


# --- read aloud ---------------------------------------------------------------------------------

READ = [
    # turns of Swazi Casino, and what is read where, in this order
    (
        ["3C 3C+5S=8", "9D x 9H"],
        {
            "#table": """
            - heading "Table" [level=2]
            - paragraph:
              - checkbox "two of clubs"
              - img "two of clubs"
              - checkbox "king of diamonds"
              - img "king of diamonds"
            - list "Builds":
              - listitem:
                - checkbox "Bo’s build of 8 (3♣︎ and 5♠︎)"
            - list "On top of the piles":
              - listitem:
                - checkbox "nine of diamonds Ann"
            """
        },
    ),
    (["9D -"], {"#insisted": '- button "Bo takes it"'}),
    (
        [*UNSURE],
        {
            "#unsure": """
            - group "Which card is on top of Bo’s pile?":
              - button "three of clubs"
              - button "five of spades"
            """,
            "#table .piles": """
            - list "On top of the piles":
              - listitem:
                - checkbox "queen of hearts Ann"
              - listitem:
                - img "not known"
                - text: Bo
            """,
        },
    ),
]


@pytest.mark.parametrize(("turns", "read"), READ)
def test_what_is_read_aloud(
    open_page: Open, server: str, turns: list[str], read: dict[str, str]
) -> None:
    page = open_table(open_page, dealt(server, "swazi-casino", "2C 5S 9H KD", *turns))
    for where, text in read.items():
        expect(page.locator(where)).to_match_aria_snapshot(text)


def test_what_another_phone_enters_is_said(open_page: Open, server: str) -> None:
    """The turn, whose turn it is, and what an opponent may insist on."""
    table = dealt(server, "swazi-casino", "2C 5S 9H KD")
    page = open_table(open_page, table)
    game = Followed(table)
    game.seq = 1
    game.enter(turn="9D -")
    said = page.locator("#announcement")
    expect(said).to_contain_text("Ann plays")
    expect(said).to_contain_text(written("Bo trails the 9D"))
    expect(said).to_contain_text(written("Bo’s 9D could take the 9H too. Ann may insist."))


# --- without JavaScript -------------------------------------------------------------------------


def test_a_turn_without_javascript(open_page: Open, server: str) -> None:
    table = dealt(server, "swazi-casino", "2C 6H 9H KD")
    page = open_table(open_page, table, java_script_enabled=False, expected=(REFUSED,))
    for card in ("2C", "6H"):
        page.locator(f'#table label:has([value="{card}"])').tap()
    button(page, "Make a build of these first").tap()
    expect(page.locator("#table .begun")).to_contain_text(
        written("Bo builds 8 of 2C and 6H from the table.")
    )
    enter(page, "9D")
    expect(last_play(page)).to_contain_text(
        written("Bo builds 8 of 2C and 6H from the table, then takes 9H with the 9D")
    )
    enter(page, "8S")
    options(page).filter(has_text="takes").first.tap()
    expect(last_play(page)).to_contain_text(written("Ann takes"))
    button(page, "Undo").tap()
    expect(last_play(page)).to_contain_text("Bo builds")
    link(page, "Replay").tap()
    expect(heading(page)).to_contain_text("Bo builds")
    link(page, "Back").tap()
    expect(heading(page)).to_contain_text("Dealt to the table")
