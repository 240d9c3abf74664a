"""Several phones at one live table, networks that come and go, and a screen that stays on."""

import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, Route, expect

from tests.oracle.simulator import Game, Play, simulate

from .clock import put_forward, stop_clock
from .conftest import PATIENCE, Open
from .following import (
    LOW,
    ann_and_bo,
    drawn,
    enter,
    hands,
    last_play,
    open_table,
    options,
    question,
    shows,
    undo,
    written,
)
from .tables import Followed, Table
from .taps import (
    CUT_OFF,
    SOON,
    ask_again,
    button,
    heading,
    hears_nothing,
    holding,
    link,
    next_of,
    notice,
    settle,
    show_as,
    try_again,
)


@pytest.fixture
def table(server: str) -> Table:
    return ann_and_bo(server)


# --- a whole game -------------------------------------------------------------------------------


def simulated() -> Game:
    return simulate(random.Random(7), 2, 0)


def play(page: Page, play: Play) -> None:
    """Two taps, and a third where there is a choice."""
    enter(page, play.card)
    if not play.only:
        taken = " ".join(play.captured)
        options(page).and_(page.locator(f'[value="{taken}"]')).tap()


QUICKLY = """async plays => {
  const ready = async (found) => { while (!found()) await new Promise(requestAnimationFrame); };
  const option = (taken) => document.querySelector(`#ask [name=option][value="${taken}"]`);
  const seq = () => Number(document.getElementById("turn").dataset.seq);
  for (const { card, taken, after } of plays) {
    document.querySelector(`#pad [name=rank][value="${card.slice(0, -1)}"]`).click();
    document.querySelector(`#pad [name=suit][value="${card.slice(-1)}"]`).click();
    await ready(() => seq() > after || option(taken));
    option(taken)?.click();
    await ready(() => seq() > after);
  } }"""


def quickly(page: Page, plays: Sequence[Play], first: int) -> None:
    """Plays from a number on, tapped as soon as the one before was answered."""
    page.evaluate(
        QUICKLY,
        [
            {"card": one.card, "taken": " ".join(one.captured) or "-", "after": number}
            for number, one in enumerate(plays, first)
        ],
    )
    seen(page, plays[-1])


def seen(page: Page, play: Play, *, timeout: int = PATIENCE) -> None:
    """A phone shows the table as it is after a play."""
    table = drawn(" ".join(play.state.table))
    expect(page.locator("#table .card")).to_have_text(table, timeout=timeout)
    name = ("Ann", "Bo")[play.seat]
    expect(last_play(page)).to_contain_text(written(f"{name}: {play.card}"), timeout=timeout)


def test_two_phones_play_a_whole_game(open_page: Open, table: Table) -> None:
    """In turns at first; then one of them loses its network, and comes back; and to the scores."""
    game = simulated()
    one, other = (open_table(open_page, table) for _ in range(2))
    enter(one, *game.dealt)
    plays = list(game.plays)
    for number in range(2):
        page, mate = (one, other) if number % 2 else (other, one)
        expect(page.locator("#turn")).to_have_attribute("data-seq", str(number + 1), timeout=SOON)
        play(page, plays[number])
        seen(mate, plays[number], timeout=SOON)

    alone = next(n for n in range(12, len(plays)) if plays[n].only)
    quickly(one, plays[2:alone], 3)
    seen(other, plays[alone - 1], timeout=SOON)
    other.context.set_offline(True)
    play(other, plays[alone])
    pending = other.locator("#pending")
    name = ("Ann", "Bo")[plays[alone].seat]
    expect(pending).to_have_text(written(f"Waiting for the network: {name} {plays[alone].card}"))
    expect(notice(other)).to_contain_text("No connection.")
    expect(one.locator("#turn")).to_have_attribute("data-seq", str(alone + 1))
    other.context.set_offline(False)
    try_again(other)
    seen(one, plays[alone])
    seen(other, plays[alone])
    expect(pending).to_be_hidden()
    expect(notice(other)).to_be_hidden()

    elsewhere = Followed(table)
    elsewhere.seq = alone + 2
    for between in plays[alone + 1 : -8]:
        elsewhere.enter(card=between.card, captured=list(between.captured))
    seen(one, plays[-9], timeout=SOON)
    expect(one.locator("#turn")).to_contain_text("Deal 12 of 12")
    expect(one.locator(".dealer")).to_contain_text("Deal 2 + 2 to each. Last cards: say “sistan”.")
    quickly(one, plays[-8:-1], len(plays) - 7)
    seen(other, plays[-2], timeout=SOON)
    hands(other, (1, 0))
    play(other, plays[-1])
    assert game.scores is not None
    scores = [str(score).replace("-", "−") for score in game.scores]
    for page in (other, one):
        expect(heading(page)).to_have_text("Game 1 is finished", timeout=SOON)
        expect(page.locator("#scores .points")).to_have_text(scores)
        expect(page.locator("#scores")).to_contain_text("42")
        expect(page.locator("#pad")).to_be_hidden()
    link(one, "To the standings").tap()
    for name, score in zip(("Ann", "Bo"), scores, strict=True):
        expect(one.locator(".standings li", has_text=name)).to_contain_text(score)
    state = Followed(table).read()
    assert state["seq"] == len(plays) + 1
    assert state["irregularities"] == []


# --- who was faster -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "told"),
    [
        ("QC", "Another phone was faster: Bo's QC is in the log already."),
        ("JD", "Another phone was faster: Bo: QC creeps. Your JD was not entered."),
    ],
)
def test_another_phone_was_faster(open_page: Open, table: Table, mine: str, told: str) -> None:
    """It is told, and can go on at once."""
    game = Followed(table, LOW)
    page = open_table(open_page, table)
    hears_nothing(page)
    shows(page, "Bo plays", LOW)
    game.plays("QC")
    enter(page, mine)
    expect(question(page)).to_have_text(written(told))
    shows(page, "Ann plays", f"{LOW} QC")
    assert game.read()["seq"] == 2
    enter(page, "JD")
    shows(page, "Bo plays", f"{LOW} JD QC")
    expect(question(page)).to_have_count(0)


def test_what_should_follow_a_refused_play_is_not_entered(open_page: Open, table: Table) -> None:
    game = Followed(table, LOW)
    page = open_table(open_page, table)
    hears_nothing(page)
    shows(page, "Bo plays", LOW)
    game.plays("JD")
    sent = holding(page, "**/table", "POST")
    enter(page, "QC", "QC", "KS")
    next_of(page, sent).continue_()
    expect(question(page)).to_contain_text("Another phone was faster")
    expect(page.locator("#pending")).to_have_text(written("Not entered: Ann QC, then Bo KS"))
    settle(page)
    assert game.read()["seq"] == 2


# --- networks that come and go ------------------------------------------------------------------


def cut_off(page: Page) -> None:
    """Nothing can be sent, but pages are still to be had."""

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.fallback()

    page.route("**/table", cut)


def waits(page: Page, *plays: str) -> None:
    expect(page.locator("#pending")).to_have_text(
        written(f"Waiting for the network: {', then '.join(plays)}")
    )


def test_plays_wait_over_a_reload_and_are_sent_once(open_page: Open, table: Table) -> None:
    game = Followed(table, LOW)
    page = open_table(open_page, table, expected=(CUT_OFF,))
    cut_off(page)
    enter(page, "QC")
    waits(page, "Bo QC")
    enter(page, "JD")
    try_again(page)
    waits(page, "Bo QC", "Ann JD")
    page.reload()
    waits(page, "Bo QC", "Ann JD")
    assert game.read()["seq"] == 1
    page.unroute_all()
    try_again(page)
    shows(page, "Bo plays", f"{LOW} JD QC")
    expect(page.locator("#pending")).to_be_hidden()
    page.reload()
    shows(page, "Bo plays", f"{LOW} JD QC")
    settle(page)
    assert game.read()["seq"] == 3


def test_dealt_cards_wait_too(open_page: Open, table: Table) -> None:
    page = open_table(open_page, table, expected=(CUT_OFF,))
    cut_off(page)
    enter(page, *LOW.split())
    waits(page, LOW)
    enter(page, "QC")
    try_again(page)
    waits(page, LOW, "QC")
    page.unroute_all()
    try_again(page)
    shows(page, "Ann plays", f"{LOW} QC")


def test_a_play_whose_answer_got_lost_is_entered_once(open_page: Open, table: Table) -> None:
    """What follows it is entered as well, though the phone has heard of it meanwhile."""
    game = Followed(table, LOW)
    page = open_table(open_page, table, expected=(CUT_OFF,))
    stop_clock(page)

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.fallback()

    page.route("**/table", lose)
    enter(page, "QC")
    waits(page, "Bo QC")
    ask_again(page)
    shows(page, "Ann plays", f"{LOW} QC")
    waits(page, "Bo QC")
    enter(page, "JD")
    page.unroute_all()
    try_again(page)
    shows(page, "Bo plays", f"{LOW} JD QC")
    expect(question(page)).to_have_count(0)
    assert game.read()["seq"] == 3


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
    """And not the play before it."""
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


def test_a_phone_that_was_away_for_long_catches_up(open_page: Open, table: Table) -> None:
    plays = simulated().plays[:20]
    game = Followed(table, " ".join(simulated().dealt))
    page = open_table(open_page, table)
    show_as(page, "hidden")
    for one in plays:
        game.enter(card=one.card, captured=list(one.captured))
    put_forward(page, 60_000)
    settle(page)
    expect(page.locator("#turn")).to_have_attribute("data-seq", "1")
    show_as(page, "visible")
    seen(page, plays[-1])


# --- the screen stays on ------------------------------------------------------------------------

LAMP = """
  window.asked = [];
  Object.defineProperty(navigator, "wakeLock", {
    value: { request: async (what) => { if (asked.push(what) === 1) throw Error("low"); } },
  });
"""


def test_the_screen_stays_on(open_page: Open, table: Table) -> None:
    """Asked for when the page opens and when it comes back. Refused at first, it breaks nothing."""
    Followed(table, LOW)
    page = open_page(table.edit_link, alone=True)
    page.add_init_script(LAMP)
    page.goto(table.live())
    shows(page, "Bo plays", LOW)
    assert page.evaluate("asked") == ["screen"]
    show_as(page, "hidden")
    assert page.evaluate("asked") == ["screen"]
    show_as(page, "visible")
    assert page.evaluate("asked") == ["screen", "screen"]
