"""A phone without room says so and loses nothing, whatever is written; its referee judges on. What
a browser that has no room does is simulated: it refuses to put a record away."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.offline.worlds import changes, saved, world_of
from tests.strategies import some

from ..following import enter
from ..laptops import Laptop
from ..pockets import STARTING
from ..taps import button, counts, field, heading, link, notice, sweep, try_again
from .evenings import ADDRESS, Evening, exported, worker_of

FULL = """() => {
  self.kept = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
}"""
EMPTIED = "() => { IDBObjectStore.prototype.put = self.kept; }"
NO_ROOM = "Not saved: this phone has no room."
NOT_YET = re.compile("not saved yet", re.IGNORECASE)
REVISION = """new Promise((done) => {
  indexedDB.open("evenings").onsuccess = ({target: {result: opened}}) => {
    opened.transaction("kept").objectStore("kept").get("now").onsuccess = ({target: {result}}) => {
      opened.close();
      done(result.revision);
    };
  };
})"""


@contextmanager
def no_room(page: Page) -> Iterator[None]:
    worker = worker_of(page)
    worker.evaluate(FULL)
    try:
        yield
    finally:
        worker.evaluate(EMPTIED)


@pytest.fixture
def full(evening: Evening) -> Evening:
    """It will have no room, and the browser writes down what it is answered."""
    evening.phone.expected.append("status of 507")
    return evening


# --- on pages that are drawn anew ---------------------------------------------------------------


def tap_a_sweep(page: Page) -> None:
    sweep(page, 1).tap()


def fill_a_row(page: Page) -> None:
    field(page, "Bo, Card points").fill("22")


def enter_a_play(page: Page) -> None:
    enter(page, "5C", "6C", "7C", "8C")


WRITES = [
    # where below the counter, what is done there, and what says that it waits
    ("/table", enter_a_play, "#pending"),
    ("", tap_a_sweep, "[data-waits]:visible"),
    ("/sheet", fill_a_row, "[data-waits]:visible"),
]


def test_what_is_entered(full: Evening) -> None:
    """It is said, memory has what is kept, and an entry is sent until there is room: then it counts
    once."""
    page = full.page
    for where, write, line in WRITES:
        page.goto(full.counter + where)
        before, revision = exported(page, full.group), page.evaluate(REVISION)
        with no_room(page):
            write(page)
            expect(notice(page)).to_contain_text(NO_ROOM)
            assert exported(page, full.group) == before
            with page.expect_response(lambda answer: answer.status == 507):
                try_again(page)
            expect(page.locator(line)).to_contain_text(NOT_YET)
        try_again(page)
        expect(notice(page)).to_be_hidden()
        assert page.evaluate(REVISION) == revision + 1
    counts(full.open(), (0, "−5"), (1, "+5"))


# --- forms that lead to another page ------------------------------------------------------------

SEND = """async ([path, fields]) => {
  const body = path === "/import" ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {}))
    for (const one of [value].flat()) body.append(name, name === "file" ? new Blob([one]) : one);
  const address = path.startsWith("/g/") ? path : `${path}?here=1`;
  const answer = await fetch(address, fields ? { method: "POST", body } : {});
  return [answer.status, answer.url, await answer.text()];
}"""
"""What a form is answered, or a link, which has no fields: status, where it leads, the page."""


def send(page: Page, path: str, fields: dict[str, Any] | None = None) -> tuple[int, str, str]:
    status, url, html = page.evaluate(SEND, [path, fields])
    return status, url, html


NOT_WRITTEN = ("/rest", "/links")
"""There is no rest to be said, and other phones cannot come in."""


def test_every_form(full: Evening, app: Flask) -> None:
    """Whatever changes something is not done, and can be sent again on the spot."""
    full.phone.expected.append("status of 404")  # it is looked where things are
    page = full.open(full.group_page)
    _, url, html = send(page, "/import", {"file": saved(app).decode()})
    world = world_of(url.split("/")[4], html, lambda path: send(page, path)[0] == 200)
    there, revision = exported(page, f"/g/{world.group}"), page.evaluate(REVISION)
    written = [change for change in changes(world) if not change[0].endswith(NOT_WRITTEN)]
    with no_room(page):
        for path, fields in some(written, 4):
            typed = {name: v.decode() if isinstance(v, bytes) else v for name, v in fields.items()}
            status, _, html = send(page, path, typed)
            assert (status, NO_ROOM in html) == (507, True), path
            assert ("Send it again" in html) == (path != "/import"), path
        assert exported(page, f"/g/{world.group}") == there
    assert page.evaluate(REVISION) == revision


def test_handing_over(full: Evening, laptop: Laptop) -> None:
    """What is not kept is neither frozen, nor noted as taken, nor removed."""
    full.page.context.clear_cookies()  # the server's groups of tests before: it would ask where to
    page = full.open(full.group_page)
    here = page.locator("#only-here")
    laptop.come_back()
    with no_room(page):
        button(page, "Hand it over").tap()
        expect(page.locator("main")).to_contain_text(NO_ROOM)
    laptop.lose_answers_to_forms()
    button(full.open(full.group_page), "Hand it over").tap()
    expect(here).to_contain_text("It is being handed over.")
    laptop.wake()
    with no_room(page):
        link(page, "Send it again").tap()
        expect(page.locator("main")).to_contain_text(NO_ROOM)
    link(full.open(full.group_page), "Send it again").tap()
    expect(here).to_contain_text("Handed over.")
    with no_room(page):
        button(page, "Remove this copy").tap()
        expect(page.locator("main")).to_contain_text(NO_ROOM)
    full.open(full.group_page)
    button(page, "Remove this copy").tap()
    expect(here).to_have_count(0)


def test_a_session(full: Evening) -> None:
    """What was typed is sent again on the spot."""
    page = full.open(f"{ADDRESS}/krypkasino/new")
    field(page, "Seat 1").fill("Cia")
    field(page, "Seat 2").fill("Dan")
    with no_room(page):
        button(page, "Start").tap()
        expect(page.locator("main")).to_contain_text(NO_ROOM)
    button(page, "Send it again").tap()
    expect(button(page, "Begin game 1")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Cia")


def test_the_referee(full: Evening) -> None:
    """It judges, in whatever language somebody likes."""
    page = full.page
    with no_room(page):
        page.goto(f"{ADDRESS}/casino/referee?table=3S+5H&played=8C")
        expect(heading(page)).to_contain_text("may take", timeout=STARTING)
        page.goto(f"{ADDRESS}/like/language/sv?to=/krypkasino/referee")
        expect(page.locator("html")).to_have_attribute("lang", "sv")
    page.goto(f"{ADDRESS}/like/language/en?to=/krypkasino/referee")
    expect(page.locator("html")).to_have_attribute("lang", "en")
