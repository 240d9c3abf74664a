"""Pages without a network: what was seen can still be read, and says that it is not fresh."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .conftest import Check, Open
from .paused_laptop import NO_SERVER, Laptop, before, kept, until
from .session_taps import asks, button, counts, field, heading, link, notice, sweep
from .sessions_by_api import Table

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
  const headers = { "Content-Type": "text/html" };
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
