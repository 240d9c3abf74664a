"""The live table: a game entered card by card, and what the referee says to it."""

import pytest
from playwright.sync_api import expect

from .conftest import Open
from .following import (
    CHOICE,
    LOW,
    REFUSED,
    ann_and_bo,
    ask,
    claim,
    drawn,
    enter,
    greyed_suits,
    hands,
    irregular,
    last_play,
    open_table,
    open_up,
    options,
    pick,
    question,
    rank_key,
    shows,
    suit_key,
    undo,
    written,
)
from .tables import Followed, Table
from .taps import a_moment_later, ask_again, button, field, heading, link, settle


@pytest.fixture
def table(server: str) -> Table:
    return ann_and_bo(server)


# --- entering -----------------------------------------------------------------------------------


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


def test_two_taps_enter_a_play(open_page: Open, table: Table) -> None:
    Followed(table, "KD 5H 8S 9C")
    page = open_table(open_page, table)
    for card, said, turn, left, held, warning in (
        ("8H", "Bo: 8H takes 8S", "Ann", "5H 9C", (6, 5), "Sweep for an ace"),
        ("AC", "Ann: AC takes 5H + 9C Sweep: Ann +5, Bo −5", "Bo", "", (5, 5), ""),
        ("JD", "Bo: JD creeps", "Ann", "JD", (5, 4), "Sweep for a jack"),
        ("JD", "Ann: JD takes JD Double sweep: Ann +10, Bo −10", "Bo", "", (4, 4), ""),
    ):
        enter(page, card)
        shows(page, f"{turn} plays", left)
        expect(last_play(page)).to_have_text(written(said))
        expect(page.locator(".warning")).to_have_text([warning] if warning else [])
        hands(page, held)
    expect(page.locator("#table")).to_contain_text("The table is empty.")
    expect(page.locator(".seats li").first).to_contain_text("3 face up")
    expect(irregular(page)).to_have_count(0)


def test_a_choice_takes_one_more_tap(open_page: Open, table: Table) -> None:
    """Also of the card that was meant, once the question about a mistyped one is gone."""
    Followed(table, CHOICE)
    page = open_table(open_page, table)
    enter(page, "8H")
    expect(options(page)).to_have_count(2)
    link(page, "Cancel").tap()
    expect(question(page)).to_have_count(0)
    shows(page, "Bo plays", CHOICE)
    enter(page, "8S")
    expect(question(page).get_by_role("heading")).to_have_text(written("What does the 8S take?"))
    expect(question(page)).to_be_focused()
    expect(options(page)).to_have_count(2)
    expect(options(page).first).to_contain_text("leaves")
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    shows(page, "Ann plays", "3H 9C")
    expect(last_play(page)).to_have_text(written("Bo: 8S takes 3D + 5C"))
    expect(question(page)).to_have_count(0)


def test_the_next_card_waits_for_the_answer(open_page: Open, table: Table) -> None:
    """Thumbs are quick: what is tapped while a question is open comes after that play."""
    Followed(table, CHOICE)
    page = open_table(open_page, table)
    enter(page, "8S", "9S")
    expect(options(page)).to_have_count(2)
    expect(page.locator("#pending")).to_have_text(written("Waiting for your answer above: Ann 9S"))
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    shows(page, "Bo plays", "3H")
    expect(last_play(page)).to_have_text(written("Ann: 9S takes 9C"))
    expect(page.locator("#pending")).to_be_hidden()


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


def test_plays_tapped_faster_than_they_are_answered(open_page: Open, table: Table) -> None:
    Followed(table, LOW)
    page = open_table(open_page, table)
    enter(page, "QC", "JD", "QC", "JD")
    shows(page, "Bo plays", LOW)
    expect(last_play(page)).to_have_text(written("Ann: JD takes JD"))
    expect(page.locator("#pending")).to_be_hidden()


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
    expect(rank_key(page, "5").locator("input")).to_be_enabled()
    rank_key(page, "2").tap(force=True)
    expect(page.locator("#reason")).to_have_text(f"2: {why}")
    rank_key(page, "9").tap()
    expect(page.locator("#reason")).to_be_hidden()
    enter(page, "9C")
    a_moment_later(page)
    suit_key(page, "S").tap(force=True)
    expect(page.locator("#reason")).to_have_text("First the rank, then the suit.")


def test_a_new_deal(open_page: Open, table: Table) -> None:
    """What the dealer does, until a card is played."""
    kings = ("JS", "QS", "KS", "KH", "JH", "QH", "JD", "QD", "KD", "2H", "3H")
    Followed(table, "KS KH KD KC").plays(*kings)
    page = open_table(open_page, table)
    hands(page, (1, 0))
    expect(page.locator(".dealer")).to_have_count(0)
    enter(page, "4H")
    shows(page, "Bo plays", "2H 3H 4H")
    expect(page.locator("#turn")).to_contain_text("Deal 2 of 12")
    told = "Ann deals. Set aside JD, QD and KD. Deal 2 + 2 to each."
    expect(page.locator(".dealer")).to_have_text(written(told))
    hands(page, (4, 4))
    enter(page, "7C")
    expect(page.locator(".dealer")).to_have_count(0)


# --- what is irregular --------------------------------------------------------------------------


def test_what_was_taken_against_the_rules(open_page: Open, table: Table) -> None:
    """It is corrected, or recorded, and so is a card that crept although it takes."""
    Followed(table, CHOICE)
    page = open_table(open_page, table)
    claim(page, "9C")
    verdict = "the 9C belongs to no group that makes 8."
    refusal = question(page).get_by_role("heading")
    expect(refusal).to_have_text(written(f"No: {verdict}"))
    expect(page.locator('#ask [name=captured][value="9C"]')).to_be_checked()
    pick(page, "9C", "3H", "5C")
    a_moment_later(page)
    button(page, "These were taken").tap()
    shows(page, "Ann plays", "3D 9C")
    expect(irregular(page)).to_have_count(0)
    undo(page, "Bo plays")

    claim(page, "9C")
    expect(refusal).to_have_text(written(f"No: {verdict}"))
    button(page, "Record it as it was played").tap()
    shows(page, "Ann plays", "3H 3D 5C")
    expect(irregular(page)).to_have_text(
        [written(f"Bo, 8S: T{verdict[1:]} It was left as it was played.")]
    )
    undo(page, "Bo plays")

    ask(page)
    open_up(page, "Something else was taken")
    button(page, "It crept").tap()
    expect(question(page)).to_contain_text(written("the 8S cannot creep"))
    a_moment_later(page)
    button(page, "Record it as it was played").tap()
    shows(page, "Ann plays", "3H 3D 5C 8S 9C")
    expect(irregular(page)).to_have_count(1)


OUT_OF_TURN = [
    # the answer, who plays then, hands, irregularities
    ("Bo played it", "Ann", (6, 5), []),
    ("Ann did, and it stands", "Bo", (5, 6), ["Ann played KD out of turn."]),
]


def test_out_of_turn(open_page: Open, table: Table) -> None:
    """Where the card has a choice, both questions come, one after the other."""
    Followed(table, CHOICE)
    page = open_table(open_page, table)
    open_up(page, "Does the table look different?")
    for answer, turn, held, told in OUT_OF_TURN:
        page.locator("#otherwise label", has_text="Ann").tap()
        enter(page, "KD")
        expect(question(page)).to_contain_text("It is Bo's turn, not Ann's.")
        button(page, answer).tap()
        shows(page, f"{turn} plays", "3H 3D 5C 9C KD")
        hands(page, held)
        expect(irregular(page)).to_have_text([written(one) for one in told])
        undo(page, "Bo plays")
        shows(page, "Bo plays", CHOICE)
    page.locator("#otherwise label", has_text="Ann").tap()
    enter(page, "8S")
    button(page, "Ann did, and it stands").tap()
    options(page).first.tap()
    expect(irregular(page)).to_have_text([written("Ann played 8S out of turn.")])
    hands(page, (5, 6))


def test_out_of_turn_without_javascript(open_page: Open, table: Table) -> None:
    """The button that says who played stands apart from the pad, and is sent with it."""
    page = open_table(open_page, table, java_script_enabled=False, expected=(REFUSED,))
    field(page, "Cards on the table").fill(CHOICE)
    button(page, "These lie on the table").tap()
    shows(page, "Bo plays", CHOICE)
    open_up(page, "Does the table look different?")
    page.locator("#otherwise label", has_text="Ann").tap()
    enter(page, "KD")
    button(page, "Ann did, and it stands").tap()
    shows(page, "Bo plays", "3H 3D 5C 9C KD")
    expect(irregular(page)).to_have_text([written("Ann played KD out of turn.")])
