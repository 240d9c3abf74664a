"""The live table afterwards: corrected, finished, replayed, and looked on at."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .following import (
    CHOICE,
    LOW,
    PASSED_OVER,
    REFUSED,
    ann_and_bo,
    drawn,
    hands,
    irregular,
    last_play,
    open_table,
    open_up,
    options,
    pick,
    shows,
    undo,
    written,
)
from .tables import Followed, Table
from .taps import (
    ask_again,
    button,
    field,
    heading,
    link,
    nothing_to_touch,
    standings,
)


@pytest.fixture
def table(server: str) -> Table:
    return ann_and_bo(server)


# --- correcting ---------------------------------------------------------------------------------


def test_undo_and_redo_again_and_again(open_page: Open, table: Table) -> None:
    """Quicker than a double tap: each is one of its own."""
    tables = ["2D 5H 8S 9C", "2D 5H 9C", "2D 5H", "2D 5H JD"]
    plays = ("8H", "9H", "JD")
    Followed(table, tables[0]).plays(*plays)
    page = open_table(open_page, table)
    turns = [("Bo plays", "Ann plays")[index % 2] for index in range(len(tables))]
    shows(page, turns[-1], tables[-1])
    for _ in range(2):
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


def test_a_forgotten_play_is_put_in_between(open_page: Open, table: Table) -> None:
    """With one thumb, from the play that came after it."""
    Followed(table, CHOICE).plays("KC", "2S")
    page = open_table(open_page, table, expected=(REFUSED,))
    link(page, "Correct").tap()
    link(page, "A play is missing before this one").tap()
    expect(heading(page)).to_have_text("A play before play 2")
    for choice in ("8", "S"):
        page.locator(".inner .key", has=page.locator(f'[value="{choice}"]')).tap()
    button(page, "Ann played it").tap()
    expect(options(page)).to_have_count(2)
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    shows(page, "Ann plays", "2S 3H 9C KC")
    hands(page, (5, 4))
    expect(last_play(page)).to_have_text(written("Bo: 2S creeps"))
    undo(page, "Bo plays")
    shows(page, "Bo plays", f"2S {CHOICE} KC")


def drifted(page: Page, *gone: str, lies: str = "") -> None:
    """The table shows none of these cards, but others."""
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
    undo(page, "Bo plays")
    shows(page, "Bo plays", f"{LOW} JD QD")


WRONG = [("8S x", "“x” is not a card"), ("8S 8", "What suit is the 8?")]


def test_what_was_typed_wrongly_is_kept(open_page: Open, table: Table) -> None:
    Followed(table, CHOICE)
    page = open_table(open_page, table, expected=(REFUSED,))
    drifted(page, "3H")
    for typed, told in WRONG:
        field(page, "And which other cards?").fill(typed)
        button(page, "What explains that?").tap()
        expect(page.get_by_role("alert")).to_contain_text(told)
        expect(field(page, "And which other cards?")).to_have_value(typed)
        expect(page.locator("[name=lies]:checked")).to_have_count(3)


# --- the end ------------------------------------------------------------------------------------


def test_a_game_followed_half_way_is_finished_on_its_sheet(open_page: Open, table: Table) -> None:
    Followed(table, "8S KH KD KC").plays("8S", "5H", "5D")
    page = open_table(open_page, table)
    open_up(page, "Does the table look different?")
    page.locator("#otherwise").get_by_role("link", name="Score sheet").tap()
    for name, markers, counted in (("Ann", "0", "20"), ("Bo", "3", "22")):
        expect(field(page, f"{name}, Face up")).to_have_value(markers)
        field(page, f"{name}, Card points").fill(counted)
    button(page, "Finish the game").tap()
    standings(page, "1. Ann 5", "2. Bo 37")
    page.goto(table.live())
    expect(heading(page)).to_have_text("Game 1 is finished")
    expect(page.locator("#scores .points")).to_have_text(["5", "37"])
    expect(page.locator("#pad")).to_be_hidden()


# --- replay, and looking on ---------------------------------------------------------------------


def test_replay_and_dispute(open_page: Open, table: Table) -> None:
    """A deal that was played out: the hand of each play is known."""
    deal = ("2H", "KD", "5S", "QC", "9H", "8C", "9D", "7S", "KS", "JC", "6D", "3C")
    Followed(table, PASSED_OVER).plays(*deal)
    page = open_table(open_page, table)
    link(page, "Replay").tap()
    expect(heading(page)).to_have_text(written("Ann: 3C creeps"))
    page.goto(f"{table.live()}/replay/0")
    dealt = "Dealt to the table: 5H, 5D, KH and QH. Set aside: QH and KH"
    expect(heading(page)).to_have_text(written(dealt))
    for absent in ("First", "Back"):
        expect(link(page, absent)).to_have_count(0)
    said = ["Bo: 2H creeps", "Ann: KD creeps", "Bo: 5S takes 5H and 5D"]
    for number, play in enumerate(said, 1):
        link(page, "Next").tap()
        expect(heading(page)).to_have_text(written(play))
        expect(page.get_by_text(f"Play {number} of 12 · Deal 1 of 12")).to_be_visible()
    for play in said[-2::-1]:
        link(page, "Back").tap()
        expect(heading(page)).to_have_text(written(play))
    link(page, "Last").tap()
    expect(heading(page)).to_have_text(written("Ann: 3C creeps"))
    expect(link(page, "To the table")).to_be_visible()
    for key, play in (
        ("ArrowLeft", "Bo: 6D creeps"),
        ("Home", dealt),
        ("ArrowLeft", dealt),
        ("End", "Ann: 3C creeps"),
        ("ArrowRight", "Ann: 3C creeps"),
        ("Home", dealt),
        ("ArrowRight", "Bo: 2H creeps"),
    ):
        page.keyboard.press(key)
        expect(heading(page)).to_have_text(written(play))
    expect(page.locator(".wrong").first).to_contain_text("a sweep is forced")
    link(page, "Ask the referee").tap()
    expect(page).to_have_url(re.compile("/krypkasino/referee"))
    assert "table=5H+5D&played=2H&hand=2H+5S+6D+9H+9D+KS&captured=-" in page.url
    expect(page.locator("#ruling h1")).to_contain_text("a sweep is forced")
    link(page, "Back to game 1").tap()
    expect(heading(page)).to_have_text(written("Bo: 2H creeps"))


def test_looking_on(open_page: Open, table: Table) -> None:
    """With the view link everything is seen, and nothing can be touched."""
    game = Followed(table, PASSED_OVER).plays("2H", "KD")
    page = open_table(open_page, table, link=table.view_link)
    shows(page, "Bo plays", "2H 5H 5D KD")
    game.plays("5S")
    ask_again(page)
    shows(page, "Ann plays", "2H KD")
    expect(irregular(page)).to_have_count(1)
    nothing_to_touch(page)
    expect(page.locator("#pad")).to_have_count(0)
    for text in ("Undo", "Correct", "The table shows…"):
        expect(page.get_by_text(text, exact=True)).to_have_count(0)
    link(page, "Step back to it").tap()
    expect(heading(page)).to_have_text(written("Bo: 2H creeps"))
    nothing_to_touch(page)
