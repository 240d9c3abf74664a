"""Several phones at one live table, cards that are tapped ahead, networks that come and go."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.oracle.krypkasino_simulator import simulate

from .conftest import Open
from .demo_sessions import Followed, Table, follow
from .taps import (
    CHOICE,
    CUT_OFF,
    LOW,
    SOON,
    a_moment_later,
    button,
    cut_off,
    enter,
    greyed_suits,
    hands,
    heading,
    hears_nothing,
    holding,
    last_play,
    link,
    lose_answers,
    next_of,
    notice,
    open_table,
    options,
    question,
    rank_key,
    settle,
    show_as,
    shows,
    suit_key,
    try_again,
    type_ahead,
    undo,
    waits,
    written,
)


def test_two_phones_finish_a_game(open_page: Open, table: Table) -> None:
    """The last two plays, each heard of on the other phone, and the scores."""
    game = simulate(random.Random(7), 2, 0)
    elsewhere = follow(table, game, len(game.plays) - 2)
    phones = [open_table(open_page, table) for _ in range(2)]
    for page, play, held in zip(phones, game.plays[-2:], [(1, 1), (1, 0)], strict=True):
        expect(page.locator("#turn")).to_have_attribute(
            "data-seq", str(elsewhere.seq), timeout=SOON
        )
        hands(page, held)
        enter(page, play.card)
        if not play.only:
            options(page).and_(page.locator(f'[value="{" ".join(play.captured)}"]')).tap()
        elsewhere.seq += 1
    assert game.scores is not None
    for page in phones:
        expect(heading(page)).to_have_text("Game 1 is finished", timeout=SOON)
        scores = [str(score).replace("-", "−") for score in game.scores]
        expect(page.locator("#scores .points")).to_have_text(scores)
        expect(page.locator("#pad")).to_be_hidden()
    assert elsewhere.read()["irregularities"] == []


HAS_DRAWER = """() =>
  performance.getEntriesByType("resource").some(({ name }) => name.endsWith("table_ahead.js"))"""
"""Script that says whether the page has what draws plays that wait; it comes a moment later."""


def test_what_waits_is_drawn_on_the_table(open_page: Open, table: Table) -> None:
    """Without a network: the cards, the turn, what is left in the hands; undo takes it back. No
    notice and no pill covers the heading."""
    Followed(table, LOW).plays("KS")
    page = open_table(open_page, table, expected=(CUT_OFF,))
    expect(heading(page)).to_have_text("Ann plays")
    page.wait_for_function(HAS_DRAWER)
    page.context.set_offline(True)
    enter(page, "QC")
    waiting = page.locator("#table .ahead-cards p")
    expect(waiting).to_have_text([written("Ann QC").replace(" ", "")])
    expect(page.locator("#pending bdi")).to_have_attribute("aria-label", "queen of clubs")
    expect(heading(page)).to_have_text("Bo plays")
    hands(page, (5, 5))
    enter(page, "JD")
    expect(waiting).to_have_count(2)
    expect(heading(page)).to_have_text("Ann plays")
    expect(notice(page)).to_be_visible()
    expect(page.locator("header .unsent")).to_have_text("2 not sent yet")
    boxes = [page.locator(one).bounding_box() for one in ("header .unsent", "#notice", "h1")]
    pill, told, said = [box for box in boxes if box]
    assert pill["y"] + pill["height"] <= told["y"] + 1
    assert told["y"] + told["height"] <= said["y"]
    button(page, "Undo").tap()
    button(page, "Undo").tap()
    expect(waiting).to_have_count(0)
    expect(heading(page)).to_have_text("Ann plays")
    hands(page, (6, 5))


def test_undo_takes_back_first_what_waits(open_page: Open, table: Table) -> None:
    game = Followed(table, LOW).plays("KS")
    page = open_table(open_page, table, expected=(CUT_OFF,))
    cut_off(page)
    enter(page, "QC")
    waits(page, "Ann QC")
    enter(page, "JD")
    button(page, "Undo").tap()
    try_again(page)
    waits(page, "Ann QC")
    button(page, "Undo").tap()
    expect(page.locator("#pending")).to_be_hidden()
    page.unroute_all()
    undo(page, "Bo plays")
    shows(page, "Bo plays", LOW)
    assert game.read()["seq"] == 3


def test_undo_takes_back_what_is_on_its_way(open_page: Open, table: Table) -> None:
    """Undo does not reach the play before."""
    game = Followed(table, LOW).plays("KS")
    page = open_table(open_page, table)
    hears_nothing(page)
    sent = holding(page, "**/table", "POST")
    enter(page, "QC")
    on_its_way = next_of(page, sent)
    button(page, "Undo").tap()
    expect(page.locator("#pending")).to_be_hidden()
    on_its_way.continue_()
    expect(page.locator("#turn")).to_have_attribute("data-seq", "4")
    shows(page, "Ann plays", f"{LOW} KS")
    assert game.read()["seq"] == 4


LAMP = """
  window.asked = [];
  Object.defineProperty(navigator, "wakeLock", {
    value: { request: async (what) => { if (asked.push(what) === 1) throw Error("low"); } },
  });
"""


def test_the_screen_stays_on(open_page: Open, table: Table) -> None:
    """Asked for when the page opens and when it comes back. Refused at first, it breaks nothing."""
    Followed(table, LOW)
    page = open_page(table.edit_link)
    page.add_init_script(LAMP)
    page.goto(table.live())
    shows(page, "Bo plays", LOW)
    assert page.evaluate("asked") == ["screen"]
    show_as(page, "hidden")
    assert page.evaluate("asked") == ["screen"]
    show_as(page, "visible")
    assert page.evaluate("asked") == ["screen", "screen"]


def pending(page: Page, text: str) -> None:
    expect(page.locator("#pending")).to_have_text(written(text))


def log(page: Page, *plays: str) -> None:
    """Check all plays in the list, the last one first."""
    expect(page.locator("#log li")).to_have_text([written(play) for play in plays])


AHEAD = ["KS", "KH", "JH"]
WAITING = "Waiting for your answer above: Ann KS, then Bo KH, then Ann JH"
ENTERED = ["Ann: JH creeps", "Bo: KH takes KS", "Ann: KS creeps", "Bo: 8S takes 3D + 5C"]


def asked(open_page: Open, table: Table, **options: object) -> Page:
    """Return a page that asks which three the 8 takes, with three cards typed ahead."""
    Followed(table, CHOICE)
    page = open_table(open_page, table, **options)
    enter(page, "8S")
    type_ahead(page, *AHEAD)
    pending(page, WAITING)
    return page


def test_a_reload_keeps_the_question_and_what_was_typed_ahead(
    open_page: Open, table: Table
) -> None:
    page = asked(open_page, table)
    page.reload()
    expect(question(page).get_by_role("heading")).to_have_text(written("What does the 8S take?"))
    pending(page, WAITING)
    assert Followed(table).read()["seq"] == 1
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    log(page, *ENTERED, f"Dealt to the table: {written('3H, 3D, 5C and 9C')}")
    expect(page.locator("#pending")).to_be_hidden()
    page.reload()
    shows(page, "Bo plays", "3H 9C JH")
    settle(page)
    assert Followed(table).read()["seq"] == 5


def test_a_reload_keeps_the_answer(open_page: Open, table: Table) -> None:
    """No question comes again, and an entry that has arrived is not entered twice."""
    page = asked(open_page, table, expected=(CUT_OFF,))
    arrived = lose_answers(page)
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    expect(page.locator("#pending")).to_contain_text("Waiting for the network: Bo")
    assert arrived
    page.unroute_all()
    page.reload()
    log(page, *ENTERED, f"Dealt to the table: {written('3H, 3D, 5C and 9C')}")
    expect(question(page)).to_have_count(0)
    settle(page)
    assert Followed(table).read()["seq"] == 5


HELD = "Not entered yet: Bo KS, then Ann KH, then Bo JH"


@pytest.mark.parametrize("all_the_same", [True, False])
def test_what_was_typed_after_a_play_that_was_given_up_is_asked_about(
    open_page: Open, table: Table, all_the_same: bool
) -> None:
    """Over a reload too; what is tapped meanwhile comes first."""
    page = asked(open_page, table)
    link(page, "Cancel").tap()
    held = page.locator("#held")
    expect(held).to_contain_text(written(HELD))
    page.reload()
    expect(held).to_contain_text(written(HELD))
    enter(page, "KD")
    shows(page, "Ann plays", f"{CHOICE} KD")
    expect(held).to_contain_text(written("Ann KS, then Bo KH, then Ann JH"))
    button(page, "Enter them all the same" if all_the_same else "Do not enter them").tap()
    expect(held).to_be_hidden()
    if all_the_same:
        expect(last_play(page)).to_contain_text(written("Ann: JH takes"))
    settle(page)
    assert Followed(table).read()["seq"] == (5 if all_the_same else 2)


def test_the_next_card_replaces_one_that_was_refused(open_page: Open, server: str) -> None:
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    game = Followed(table, "4C 3D JD QS")
    for turn in ("4D 4D+4C=8", "KC -"):
        game.enter(turn=turn)
    page = open_table(open_page, table)
    enter(page, "9C")
    expect(question(page)).to_contain_text(written("now replaces the 9C."))
    enter(page, "8H")
    options(page).filter(has_text="takes").first.tap()
    expect(last_play(page)).to_contain_text(written("with the 8H"))
    expect(question(page)).to_have_count(0)
    expect(page.locator("#held")).to_be_hidden()


ONCE = "entered already."


def test_a_card_that_waits_is_not_entered_again(open_page: Open, server: str) -> None:
    """A card of a single pack cannot be tapped twice, and can again after undo."""
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    Followed(table, "4C 8H JD QS")
    page = open_table(open_page, table, expected=(CUT_OFF,))
    cut_off(page)
    enter(page, "9C")
    pending(page, "Waiting for the network: Bo 9C")
    assert greyed_suits(page, "9") == "C"
    a_moment_later(page)
    suit_key(page, "C").tap(force=True)
    expect(page.locator("#reason")).to_have_text(written(f"9C: {ONCE}"))
    enter(page, "9S", "9H", "9D")
    expect(rank_key(page, "9").locator("input")).to_be_disabled()
    rank_key(page, "9").tap(force=True)
    expect(page.locator("#reason")).to_have_text(f"9: {ONCE}")
    button(page, "Undo").tap()
    assert greyed_suits(page, "9") == "SHC"
    page.unroute_all()
    try_again(page)
    expect(last_play(page)).to_have_text(written("Bo trails the 9C"))
    pending(page, "Waiting for your answer above: Bo 9H")
