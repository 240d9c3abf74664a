"""Use by keyboard alone, and by screen readers: the focus can always be seen."""

import re

from playwright.sync_api import Page, expect

from .conftest import Open
from .demo_sessions import UNSURE, Followed, Table
from .taps import button, last_play, open_table, standings, written

MOST_TABS = 80
FOCUSED = """() => {
  const one = document.activeElement;
  const seen = one.matches(".key input, .choice input, .pick input") ? one.parentElement : one;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen);
  return { name: one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText ?? "",
           ring: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 }; }"""


def go_to(page: Page, name: str) -> None:
    """Press Tab until the focus is where this is read aloud."""
    page.wait_for_load_state("domcontentloaded")
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
    shows(page, "Game 1: deal 1 of 12")
    press(page, "Count the piles")
    shows(page, "Game 1: the count")
    for name, points in (("Ann", "20"), ("Bo", "22")):
        go_to(page, f"{name}, Card points")
        page.keyboard.type(points)
    expect(button(page, "Finish the game")).to_be_visible()
    press(page, "Finish the game")
    standings(page, "1. Ann 20", "2. Bo 22")


def shows(page: Page, title: str | re.Pattern[str]) -> None:
    expect(page.locator("main").get_by_role("heading").first).to_have_text(title)


def dealt(server: str, game: str, cards: str, *turns: str) -> Table:
    """Bo plays first."""
    table = Table.begun(server, ["Ann", "Bo"], game=game)
    followed = Followed(table, cards)
    for turn in turns:
        followed.enter(turn=turn)
    return table


# --- with a keyboard ----------------------------------------------------------------------------


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there, where everybody sees it."""
    page.wait_for_load_state("domcontentloaded")
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


def test_a_turn_and_an_undo_with_the_keyboard(open_page: Open, server: str) -> None:
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
                - checkbox "Bo’s build of 8 (three of clubs and five of spades)"
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


def test_what_is_read_aloud(open_page: Open, server: str) -> None:
    page = open_page("/")
    for turns, read in READ:
        table = dealt(server, "swazi-casino", "2C 5S 9H KD", *turns)
        page.goto(table.edit_link)
        page.goto(table.live())
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
    expect(said).to_contain_text("Bo trails the nine of diamonds")
    could = "Bo’s nine of diamonds could take the nine of hearts too. Ann may insist."
    expect(said).to_contain_text(could)
