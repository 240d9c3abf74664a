"""Cards that are tapped ahead at the live table: none is lost, and none is taken twice."""

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Open
from .following import (
    CHOICE,
    LOW,
    ann_and_bo,
    enter,
    greyed_suits,
    last_play,
    open_table,
    options,
    question,
    rank_key,
    shows,
    suit_key,
    written,
)
from .tables import Followed, Table
from .taps import CUT_OFF, a_moment_later, ask_again, button, hears_nothing, link, settle, try_again


@pytest.fixture
def table(server: str) -> Table:
    return ann_and_bo(server)


def pending(page: Page, text: str) -> None:
    expect(page.locator("#pending")).to_have_text(written(text))


def log(page: Page, *plays: str) -> None:
    """All plays, the last one first."""
    expect(page.locator("#log li")).to_have_text([written(play) for play in plays])


def cut_off(page: Page) -> None:
    """Nothing can be sent, but pages are still to be had."""

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.fallback()

    page.route("**/table", cut)


# --- a question, and what comes after it --------------------------------------------------------

AHEAD = ["KS", "KH", "JH"]
WAITING = "Waiting for your answer above: Ann KS, then Bo KH, then Ann JH"
ENTERED = ["Ann: JH creeps", "Bo: KH takes KS", "Ann: KS creeps", "Bo: 8S takes 3D + 5C"]


def asked(open_page: Open, table: Table, **options: object) -> Page:
    """The 8 may take either three, and three cards are typed ahead."""
    Followed(table, CHOICE)
    page = open_table(open_page, table, **options)
    enter(page, "8S", *AHEAD)
    pending(page, WAITING)
    return page


def test_a_reload_keeps_the_question_and_what_was_typed_ahead(
    open_page: Open, table: Table
) -> None:
    page = asked(open_page, table)
    for _ in range(2):
        page.reload()
        expect(question(page).get_by_role("heading")).to_have_text(
            written("What does the 8S take?")
        )
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
    """Nobody is asked again, and what arrived already is not entered once more."""
    page = asked(open_page, table, expected=(CUT_OFF,))
    arrived: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            arrived.append(route.fetch().status)
            route.abort()
        else:
            route.fallback()

    page.route("**/table", lose)
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    expect(page.locator("#pending")).to_contain_text("Waiting for the network: Bo")
    assert arrived
    page.unroute_all()
    page.reload()
    log(page, *ENTERED, f"Dealt to the table: {written('3H, 3D, 5C and 9C')}")
    expect(question(page)).to_have_count(0)
    settle(page)
    assert Followed(table).read()["seq"] == 5


def test_without_a_network_a_reload_names_the_play_that_was_asked_about(
    open_page: Open, table: Table
) -> None:
    page = asked(open_page, table, expected=(CUT_OFF,))
    cut_off(page)
    page.reload()
    pending(page, "Waiting for the network: Bo 8S, then Ann KS, then Bo KH, then Ann JH")
    page.unroute_all()
    try_again(page)
    pending(page, WAITING)
    expect(options(page)).to_have_count(2)


@pytest.mark.parametrize("by", ["Cancel", "Undo"])
def test_nothing_follows_a_play_that_was_given_up(open_page: Open, table: Table, by: str) -> None:
    page = asked(open_page, table)
    if by == "Undo":
        for _ in AHEAD:
            button(page, by).tap()
        button(page, by).tap()
        expect(page.locator("#pending")).to_be_hidden()
    else:
        link(page, by).tap()
        pending(page, "Not entered: Ann KS, then Bo KH, then Ann JH")
    expect(question(page)).to_have_count(0)
    page.reload()
    shows(page, "Bo plays", CHOICE)
    settle(page)
    expect(question(page)).to_have_count(0)
    assert Followed(table).read()["seq"] == 1


def test_another_phone_was_faster_than_the_answer(open_page: Open, table: Table) -> None:
    """The play after one that is not entered does not take its place."""
    page = asked(open_page, table)
    hears_nothing(page)
    elsewhere = Followed(table)
    elsewhere.seq = 1
    elsewhere.plays("KC")
    options(page).and_(page.locator('[value="3D 5C"]')).tap()
    expect(question(page)).to_contain_text("Another phone was faster")
    pending(page, "Not entered: Ann KS, then Bo KH, then Ann JH")
    settle(page)
    assert Followed(table).read()["seq"] == 2


# --- what waits is greyed -----------------------------------------------------------------------

ONCE = "entered already."


def test_a_card_that_waits_is_not_entered_again(open_page: Open, server: str) -> None:
    """One pack has one of each; undone, it can be tapped again."""
    table = Table.start(server, ["Ann", "Bo"], game="casino")
    table.begin()
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


def test_two_packs_have_two_of_each(open_page: Open, table: Table) -> None:
    """One that was asked about waits too."""
    Followed(table, CHOICE)
    page = open_table(open_page, table)
    enter(page, "8S")
    expect(options(page)).to_have_count(2)
    assert greyed_suits(page, "8") == ""
    enter(page, "8S")
    assert greyed_suits(page, "8") == "S"
    assert greyed_suits(page, "9") == ""
    enter(page, "9C")
    assert greyed_suits(page, "9") == "C"
    page.reload()
    expect(options(page)).to_have_count(2)
    assert greyed_suits(page, "8") == "S"


def test_a_card_that_arrived_is_counted_once(open_page: Open, table: Table) -> None:
    """Also while its answer is still on the way."""
    Followed(table, LOW)
    page = open_table(open_page, table, expected=(CUT_OFF,))

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.fallback()

    page.route("**/table", lose)
    enter(page, "QC")
    pending(page, "Waiting for the network: Bo QC")
    ask_again(page)
    shows(page, "Ann plays", f"{LOW} QC")
    assert greyed_suits(page, "Q") == ""
    page.unroute_all()


def test_a_dealt_card_lies_there_once(open_page: Open, server: str) -> None:
    table = Table.start(server, ["Ann", "Bo"], game="casino")
    table.begin()
    page = open_table(open_page, table)
    enter(page, "KD")
    assert greyed_suits(page, "K") == "D"
    page.locator("#table button", has_text="K").tap()
    assert greyed_suits(page, "K") == ""
