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
    enter,
    hands,
    irregular,
    last_play,
    open_table,
    open_up,
    options,
    pick,
    question,
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


def test_an_earlier_play_is_corrected(open_page: Open, table: Table) -> None:
    """The later ones are played over again, and what does not fit any more is shown."""
    Followed(table, "2D 5H 8S 9C").plays("8H", "9H", "5C")
    page = open_table(open_page, table)
    open_up(page, "3 plays so far")
    link(page, written("Bo: 8H takes 8S")).tap()
    link(page, "Correct").tap()
    expect(heading(page)).to_have_text("Correct play 1")
    for choice in ("9", "D"):
        page.locator(".inner .key", has=page.locator(f'[value="{choice}"]')).tap()
    button(page, "This card was played").tap()
    shows(page, "Ann plays", "2D 8S 9H")
    misfit = "Ann, 9H: this does not fit any more. Correct it."
    expect(irregular(page).first).to_have_text(written(misfit))
    expect(irregular(page).first).to_be_hidden()
    open_up(page, written("1 thing to talk about: Ann’s 9H"))
    link(page, written(misfit)).tap()
    expect(heading(page)).to_have_text("Correct play 2")
    link(page, "Live table").tap()
    proposed = page.locator("#mend")
    told = "Play 2, Ann: 9H creeps (it said: 9H takes 9C)"
    expect(proposed.get_by_role("link")).to_have_text([written(told)])
    button(page, "Yes, so it was").tap()
    shows(page, "Ann plays", "2D 8S 9H")
    expect(proposed).to_have_count(0)
    expect(irregular(page)).to_have_count(0)
    undo(page, "Ann plays")
    expect(proposed).to_be_visible()
    undo(page, "Ann plays")
    shows(page, "Ann plays", "2D")
    expect(irregular(page)).to_have_count(0)


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


def test_what_a_play_took_is_corrected(open_page: Open, table: Table) -> None:
    Followed(table, CHOICE).plays("8S 3H 5C")
    page = open_table(open_page, table, expected=(REFUSED,))
    link(page, "Correct").tap()
    expect(page.get_by_text(written("It says: Bo: 8S takes 3H + 5C"))).to_be_visible()
    pick(page, "3H", "9C")
    button(page, "These were taken").tap()
    expect(question(page).get_by_role("heading")).to_contain_text(
        "belongs to no group that makes 8"
    )
    pick(page, "9C", "3D")
    button(page, "These were taken").tap()
    shows(page, "Ann plays", "3H 9C")


def test_the_dealt_cards_are_corrected(open_page: Open, table: Table) -> None:
    Followed(table, CHOICE)
    page = open_table(open_page, table, expected=(REFUSED,))
    link(page, "Correct").tap()
    expect(heading(page)).to_have_text("Correct the table")
    cards = field(page, "Cards on the table")
    expect(cards).to_have_value("3H 3D 5C 9C")
    for wrong, told in (
        ("3H 3D 5C x", "“x” is not a card"),
        ("3H 3D 5C", "3 cards on the table"),
    ):
        cards.fill(wrong)
        button(page, "These lay on the table").tap()
        expect(page.get_by_role("alert")).to_contain_text(told)
        expect(cards).to_have_value(wrong)
    cards.fill("3H 3D 5C 9S")
    button(page, "These lay on the table").tap()
    shows(page, "Bo plays", "3H 3D 5C 9S")


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


def test_the_table_shows_what_nobody_can_explain(open_page: Open, table: Table) -> None:
    """Play goes on from what lies there."""
    Followed(table, LOW).plays("JD", "QD")
    page = open_table(open_page, table)
    drifted(page, "2H", "3D", "JD", lies="7C 7C")
    expect(page.get_by_text("No single entry explains the difference.")).to_be_visible()
    button(page, "Go on from here").tap()
    shows(page, "Bo plays", "2D 3H 7C 7C QD")
    expect(irregular(page)).to_have_text(
        ["The table was corrected. At the end the piles are counted."]
    )
    enter(page, "7H")
    shows(page, "Ann plays", "2D 3H QD")


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


def test_a_way_back(open_page: Open, table: Table) -> None:
    """Nobody wants to follow any more: what was counted stays."""
    Followed(table, "8S KH KD KC").plays("8S")
    page = open_table(open_page, table)
    open_up(page, "Does the table look different?")
    link(page, "Just count sweeps").tap()
    expect(page.locator("#followed")).to_contain_text(
        "Count here only when nobody follows it any more."
    )
    expect(page.locator(".sweepers li").nth(1).locator("small")).to_have_text("2 face up")
    link(page, "Live table").tap()
    shows(page, "Ann plays", "")
