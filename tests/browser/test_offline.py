"""Pages without a network: what was seen is read, and what was entered waits in the outbox."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Playwright, expect

from .conftest import AT_HOME, Check, Open
from .demo_sessions import FOUR, Followed, Table, even, points
from .phones import NO_SERVER, Laptop, Phone, before, kept, until
from .taps import (
    LOW,
    a_moment_later,
    ann,
    asks,
    button,
    counts,
    enter,
    field,
    heading,
    hears_nothing,
    link,
    notice,
    shows,
    sweep,
)

REFEREE = "/krypkasino/referee"
POSITION = f"{REFEREE}?table=A+7+8+9&played=8"


@pytest.fixture
def laptop(server: str) -> Iterator[Laptop]:
    with before(server) as laptop:
        yield laptop


@pytest.fixture
def phone(open_page: Open, laptop: Laptop) -> Page:
    """Return a phone that has the service worker, and has seen the home page."""
    page = open_page(f"{laptop.address}/", expected=NO_SERVER, service_workers="allow", locale="en")
    until(page, "navigator.serviceWorker.controller !== null")
    kept(page, "/")
    kept(page, "/offline")
    return page


def see(page: Page, laptop: Laptop, path: str) -> None:
    page.goto(laptop.address + path)
    kept(page, path)


def not_fresh(page: Page) -> None:
    """Check that the page says it is not fresh, with the time at which it was seen."""
    told = page.locator("#kept")
    expect(told).to_be_visible()
    expect(told).to_have_text(re.compile(r"Not up to date: as of \d{1,2}:\d\d"))


def test_what_was_seen_can_be_read(phone: Page, laptop: Laptop, check: Check) -> None:
    see(phone, laptop, POSITION)
    expect(phone.locator("#kept")).to_be_hidden()
    laptop.end()
    phone.reload()
    expect(heading(phone)).to_have_text("The 8 must take three cards")
    not_fresh(phone)
    check(phone, schemes=True)
    link(phone, "Referee").tap()
    expect(heading(phone)).to_have_text("The referee at your card table")
    not_fresh(phone)
    expect(phone.get_by_text("A new session and a score sheet need it.")).to_be_visible()
    link(phone, "The rules").tap()
    expect(heading(phone)).to_have_text("No connection")
    check(phone, schemes=True)
    phone.locator("#seen").get_by_role("link", name="The 8 must take three cards").tap()
    not_fresh(phone)


TEXTS = """
Promise.all([...document.querySelectorAll("link[rel=stylesheet], script[src]")].map(
  async ({ href, src }) => [href ?? src, await (await fetch(href ?? src)).text()]))
"""


def test_files_are_joined_as_the_server_joins_them(phone: Page, laptop: Laptop) -> None:
    for path in ("/", POSITION, "/casino/exercises"):
        see(phone, laptop, path)
        files = phone.evaluate(TEXTS)
        assert len(files) == 3
        for address, text in files:
            assert phone.request.get(address).text() == text


OF_BEFORE = """
async (names) => (await fetch(`/assets/000000000000/css/${names}.css`)).text()
"""


def test_a_page_of_before_an_update_gets_the_parts_that_are_left(
    phone: Page, laptop: Laptop
) -> None:
    left = phone.evaluate(OF_BEFORE, "base+rules")
    laptop.end()
    assert phone.evaluate(OF_BEFORE, "gone+base+old+rules") == left
    assert phone.evaluate(OF_BEFORE, "base+rules") == left


def test_a_bad_network(phone: Page, laptop: Laptop) -> None:
    """A kept page is shown at once. A session is fresh again by itself, a position on request, and
    what was tapped can be loaded again."""
    table = Table.start(laptop.address, ["Ann", "Bo"])
    phone.goto(laptop.address + table.edit_link)
    see(phone, laptop, table.page)
    laptop.sleep()
    phone.reload(timeout=4_000)
    not_fresh(phone)
    laptop.wake()
    table.begin()
    expect(phone.locator("#polled")).to_contain_text("The game is being played")
    expect(phone.locator("#kept")).to_be_hidden()

    see(phone, laptop, POSITION)
    laptop.sleep()
    phone.reload(timeout=4_000)
    expect(heading(phone)).to_have_text("The 8 must take three cards")
    not_fresh(phone)
    laptop.wake()
    phone.locator("#kept").get_by_role("link", name="Load again").tap()
    expect(phone.locator("#kept")).to_be_hidden()
    phone.goto(laptop.address + REFEREE)
    for rank in ("9", "9"):
        phone.locator(f'#pad [data-rank="{rank}"]').tap()
    expect(phone).to_have_url(re.compile(r"table=9\+9"))
    kept(phone, f"{REFEREE}?table=9+9")
    said = heading(phone).inner_text()
    laptop.end()
    phone.reload()
    expect(heading(phone)).to_have_text(said)
    expect(phone.locator("#felt .card")).to_have_count(2)
    not_fresh(phone)


def test_the_page_of_links_is_not_kept(phone: Page, laptop: Laptop) -> None:
    """A page with keys is never kept, and copies of an earlier worker are removed."""
    table = Table.start(laptop.address, ["Ann", "Bo"])
    phone.goto(laptop.address + table.edit_link)
    group = f"/g/{table.group_id}"
    asked = "caches.open('pages').then(c => c.keys()).then(all => all.map(one => one.url).join())"
    phone.goto(f"{laptop.address}{group}/links")
    expect(heading(phone)).to_have_text("Let other phones in")
    see(phone, laptop, group)
    assert "/links" not in phone.evaluate(asked)
    old = f"caches.open('pages').then(c => c.put('{group}/links?for=x', new Response('<html')))"
    phone.evaluate(f"{old}.then(() => navigator.serviceWorker.getRegistration())"
                   ".then(one => one.unregister())")  # fmt: skip
    assert "/links" in phone.evaluate(asked)
    phone.reload()
    until(phone, f"{asked}.then(all => !all.includes('/links') && all.includes('{group}'))")


def test_what_polling_has_shown_is_kept(phone: Page, laptop: Laptop) -> None:
    """A page that was loaded long ago is shown as it was seen last, and what waits with it."""
    table = Table.begun(laptop.address, ["Ann", "Bo"])
    phone.goto(laptop.address + table.edit_link)
    see(phone, laptop, table.sheet())
    see(phone, laptop, table.counter())
    table.sweep(0, "from another phone")
    counts(phone, (1, "+5"), (0, "−5"))
    kept(phone, table.counter(), "1 card face up")
    sweep(phone, 1).tap()
    counts(phone, (1, "0"), (1, "0"))
    kept(phone, table.counter(), "Undo: Bo swept")
    laptop.end()
    phone.reload()
    counts(phone, (1, "0"), (1, "0"))
    sweep(phone, 1, 2).tap()
    phone.reload()
    counts(phone, (1, "0"), (1, "0"))
    expect(phone.locator("[data-waits]").nth(1)).to_have_text("+2 waits for the network")
    one_notice(phone)

    phone.goto(laptop.address + table.sheet())
    field(phone, "Ann, Card points").fill("13")
    expect(phone.locator("#row-0 [data-waits]")).to_be_visible()
    phone.reload()
    expect(field(phone, "Ann, Card points")).to_have_value("13")
    one_notice(phone)


def one_notice(page: Page) -> None:
    """Check that one notice is shown, also after the page has heard that the server is away."""
    not_fresh(page)
    with page.expect_event("requestfailed", asks):
        pass
    not_fresh(page)
    expect(page.locator(".notice").locator("visible=true")).to_have_count(1)


ANSWERS = """async (orders) => {
  const headers = { "Content-Type": "text/html", "X-Request-Id": "1" };
  const start = Date.now() - 9; // asked for before anything of it was kept
  for (const order of orders) {
    await remember("/rules", new Response(`<html>${order}`, { headers }), start + order);
  }
  return (await caches.match("/rules")).text();
}"""


def test_what_was_asked_for_last_is_kept(phone: Page) -> None:
    """In whatever order the answers come: the page without a network spoke the old language."""
    worker = phone.context.service_workers[0]
    assert [worker.evaluate(ANSWERS, order)[-1] for order in ([1, 2], [4, 3])] == ["2", "4"]


def test_a_form_that_nobody_answers(phone: Page, laptop: Laptop) -> None:
    """The phone believes in its network, but the laptop is gone; it says so in its language. The
    form is not offered a second time: its key would name a session that was started already."""
    phone.goto(f"{laptop.address}/like/language/sv?to=/krypkasino/new")
    kept(phone, "/offline", 'lang="sv"')
    phone.locator("#seat-1").fill("Ann")
    laptop.end()
    button(phone, "Börja").tap()
    expect(heading(phone)).to_have_text("Ingen uppkoppling")
    expect(phone.locator("main")).to_contain_text("inte att hämta eller göra")
    phone.goto(f"{laptop.address}/krypkasino/new")
    expect(heading(phone)).to_have_text("Ingen uppkoppling")
    expect(phone.locator("#seat-1")).to_have_count(0)


def test_a_form_waits_for_the_network(open_page: Open) -> None:
    """A form that was sent would end on an error page of the browser, and what was typed with
    it."""
    page = open_page("/krypkasino/new")
    field(page, "Seat 1").fill("Ann")
    page.context.set_offline(True)
    button(page, "Start").tap()
    expect(notice(page)).to_contain_text("No connection")
    expect(field(page, "Seat 1")).to_have_value("Ann")


REFUSED = ("status of 409",)
NOTHING_LEFT = "!localStorage.getItem('referee.waits')"
"""No page need look any more."""


def unsent(page: Page, number: int) -> None:
    """Check that the head of the page says how much waits."""
    head = page.locator("header #unsent")
    if number:
        expect(head).to_have_text(f"{number} not sent yet")
    else:
        expect(head).to_be_hidden()


def told(page: Page, *texts: str) -> None:
    """Expect the page to show these refusals."""
    expect(page.locator("#refused p:not(.actions)")).to_have_text(list(texts))


def leave(page: Page) -> None:
    """Take the network away and close the page: what it sends in its last moment, which tests
    cannot hold back, does not arrive either."""
    page.evaluate("navigator.sendBeacon = () => false")
    page.goto("about:blank")


def count_offline(page: Page, *seats: int) -> None:
    page.context.set_offline(True)
    for seat in seats:
        sweep(page, seat).tap()
        a_moment_later(page)


def finish(table: Table) -> None:
    for seat, row in enumerate(even(2)):
        table.put(seat, row)
    table("POST", "/games/1/close", {})


def discard(table: Table) -> None:
    """Discard the game on another phone, which begins it anew."""
    table("DELETE", "/games/1")
    assert table.begin() == 1


def test_three_pages_without_a_network(open_page: Open, table: Table) -> None:
    """A sweep, a row and a play, each on its page; all pages are closed, and the first page of all
    sends them, in that order."""
    Followed(table, LOW)
    counter = open_page(table.counter(), let_in=table.edit_link)
    sheet, live = (counter.context.new_page() for _ in range(2))
    sheet.goto(table.sheet())
    live.goto(table.live())
    count_offline(counter, 0)
    ann(sheet).fill("13")
    unsent(sheet, 2)
    enter(live, "KH")
    for page in (counter, sheet, live):
        unsent(page, 3)
    for page in (sheet, live, counter):
        leave(page)
    sheet.close()
    live.close()
    assert (table.rows(), table("GET", "/games/1")["seq"]) == ([None, None], 1)
    sent: list[str] = []
    counter.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    counter.context.set_offline(False)
    counter.goto("/")
    until(counter, NOTHING_LEFT)
    unsent(counter, 0)
    told(counter)
    assert [urlsplit(one).path for one in sent] == [
        f"{table.counter()}/sweeps", f"{table.sheet()}/0", table.live()
    ]  # fmt: skip
    row = table.rows()[0]
    assert (row["markers"], row["card_points"]) == (1, 13)
    assert table("GET", "/games/1")["seq"] == 2


def test_two_tabs_send_it_once(open_page: Open, table: Table) -> None:
    page = open_page(table.counter(), let_in=table.edit_link)
    other = page.context.new_page()
    other.goto("/")
    count_offline(page, 0, 0, 1)
    unsent(page, 3)
    unsent(other, 3)
    page.context.set_offline(False)
    counts(page, (2, "+5"), (1, "−5"))
    unsent(other, 0)
    assert [row["markers"] for row in table.rows()] == [2, 1]
    other.close()


def test_a_page_of_a_version_before_this_one(open_page: Open, table: Table) -> None:
    """An update takes over what waits where the earlier version kept it."""
    page = open_page(table.edit_link)
    kept = {
        f"sweeps {table.counter()}": [{"sweep": "1x2", "key": "old sweep"}],
        f"row {table.sheet()}/0": [["0-etag", "0"], ["0-points", "9"], ["0-mode", "points"]],
    }
    for name, what in kept.items():
        page.evaluate("([name, text]) => localStorage.setItem(`referee.${name}`, text)",
                      [name, json.dumps(what)])  # fmt: skip
    page.goto(table.counter())
    counts(page, (0, "−10"), (2, "+10"))
    page.goto(table.sheet())
    expect(page.locator("#row-0 .points")).to_have_text("−1")
    until(page, NOTHING_LEFT)
    assert page.evaluate("Object.keys(localStorage).join()") == "referee.phone"


def test_the_service_worker_sends_it(
    laptop: Laptop, playwright: Playwright, tmp_path: Path
) -> None:
    """No page is open when there is a network again."""
    table = Table.begun(laptop.address, ["Ann", "Bo"])
    phone = Phone(playwright, tmp_path)
    page = phone.start()
    page.goto(laptop.address + table.edit_link)
    page.goto(laptop.address + table.counter())
    until(page, "navigator.serviceWorker.controller !== null")
    laptop.leave()
    sweep(page, 1).tap()
    unsent(page, 1)
    (worker,) = page.context.service_workers
    page.close()
    laptop.come_back()
    assert worker.evaluate("sendWaiting().then(() => delivery.read())") == []
    assert table.rows()[1]["markers"] == 1
    phone.close()


FINISHED = "This game is finished. Its score sheet can still be corrected."
BEGUN_ANEW = "Game 1 was discarded, and begun anew: this belongs to the one before."


def test_another_phone_finishes_the_game(open_page: Open, table: Table, server: str) -> None:
    """A refusal is shown on any page, with names and the reason, until it is dismissed; also by an
    address at which browsers withhold what needs https."""
    address = f"http://{AT_HOME}:{urlsplit(server).port}"
    page = open_page("/", base_url=address, expected=REFUSED)
    page.goto(address + table.edit_link)
    page.goto(address + table.counter())
    count_offline(page, 0, 0)
    unsent(page, 2)
    leave(page)
    finish(table)
    page.context.set_offline(False)
    page.goto(f"{address}/")
    said = f"Game 1, not entered: 2 sweeps of Ann. {FINISHED}"
    told(page, said)
    unsent(page, 0)
    link(page, "Open the sheet").tap()
    expect(page).to_have_url(address + table.sheet())
    told(page, said)
    button(page, "Done").tap()
    told(page)
    page.reload()
    told(page)
    assert [row["markers"] for row in table.rows()] == [0, 0]


def test_what_was_entered_for_a_discarded_game(open_page: Open, table: Table) -> None:
    """An entry for a discarded game never reaches the next game with its number."""
    Followed(table, LOW)
    page = open_page(table.sheet(), let_in=table.edit_link, expected=REFUSED)
    counter, live = (page.context.new_page() for _ in range(2))
    counter.goto(table.counter())
    live.goto(table.live())
    page.context.set_offline(True)
    ann(page).fill("13")
    expect(page.locator("#row-0 [data-waits]")).to_be_visible()
    count_offline(counter, 1)
    enter(live, "KH", "QH")
    unsent(counter, 4)
    for one in (live, counter, page):
        leave(one)
    live.close()
    counter.close()
    discard(table)
    page.context.set_offline(False)
    page.goto(table.counter())
    what = "Ann, Card points: 13, a sweep of Bo, Bo K♥︎, Ann Q♥︎"
    told(page, f"Game 1, not entered: {what}. {BEGUN_ANEW}")
    counts(page, (0, "0"), (0, "0"))
    assert (table.rows(), table("GET", "/games/1")["seq"]) == ([None, None], 0)


def test_a_play_that_another_phone_has_overtaken(open_page: Open, table: Table) -> None:
    """Plays typed ahead after it are not entered either."""
    followed = Followed(table, LOW)
    page = open_page(table.live(), let_in=table.edit_link, expected=REFUSED)
    page.context.set_offline(True)
    enter(page, "KH", "QH")
    unsent(page, 2)
    leave(page)
    followed.plays("JH")
    page.context.set_offline(False)
    page.goto("/")
    expect(page.locator("#refused p").first).to_contain_text(
        "Game 1, not entered: Bo K♥︎, Ann Q♥︎. Another phone was faster"
    )
    assert table("GET", "/games/1")["seq"] == 2


def test_a_correction_comes_after_a_play_that_waits(open_page: Open, table: Table) -> None:
    Followed(table, LOW).plays("QH")
    page = open_page(table.live(), let_in=table.edit_link, expected=("net::ERR_FAILED",))
    page.context.set_offline(True)
    enter(page, "KH")
    leave(page)
    page.route(table.live(), lambda route: route.abort())  # the first try is lost
    page.context.set_offline(False)
    page.goto(f"{table.live()}/entry/2")
    unsent(page, 1)
    page.get_by_role("radio", name="diamonds").check(force=True)
    page.unroute(table.live())
    button(page, "This card was played").tap()
    shows(page, "Bo plays", f"{LOW} QD KH")
    told(page)


def test_a_row_that_somebody_else_has_changed(open_page: Open, table: Table) -> None:
    """The page of the game asks which row holds, however often it is loaded."""
    page = open_page(table.sheet(), let_in=table.edit_link, expected=("status of 412",))
    page.context.set_offline(True)
    ann(page).fill("13")
    expect(page.locator("#row-0 [data-waits]")).to_be_visible()
    leave(page)
    table.put(0, points(12))
    page.context.set_offline(False)
    page.goto("/")
    told(page, "Game 1, not entered yet: Ann, Card points: 13. Its page asks something first.")
    expect(page.locator("header #unsent")).to_have_text("Waiting for your answer: 1")
    link(page, "Open it").tap()
    versions = ["0 cards face up, 12 points", "0 cards face up, 13 points"]
    for _ in range(2):
        expect(page.locator(".conflict dd")).to_have_text(versions)
        told(page)
        page.reload()
    button(page, "Keep mine").tap()
    expect(page.locator("#row-0 h2 .points")).to_have_text("13")
    until(page, NOTHING_LEFT)
    assert table.rows()[0]["card_points"] == 13


def test_two_phones_count_the_same_sweep(open_page: Open, server: str) -> None:
    table = Table.begun(server, FOUR)
    one, other = (open_page(table.counter(), let_in=table.edit_link) for _ in range(2))
    hears_nothing(other)
    sweep(one, 1).tap()
    counts(one, (0, "−5"), (1, "+5"))
    sweep(other, 1).tap()
    counts(other, (0, "−10"), (2, "+10"))
    expect(other.locator("#twice")).to_have_text(
        "Another phone has just counted a sweep of Bo, too. Undo it if it was the same one."
    )
    expect(one.locator("#twice")).to_have_count(0)


def test_a_database_that_does_not_answer(open_page: Open, table: Table) -> None:
    """WebKit's sometimes gives neither success nor error."""
    page = open_page(table.edit_link)
    page.add_init_script("indexedDB.open = () => ({})")
    page.goto(table.live())
    enter(page, *LOW.split())
    shows(page, "Bo plays", LOW)
    enter(page, "KH")
    shows(page, "Ann plays", f"{LOW} KH")
