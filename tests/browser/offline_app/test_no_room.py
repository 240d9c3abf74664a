"""A phone without space says so and loses nothing, whatever is written; its referee judges on. What
a browser that has no room does is simulated: it refuses to put a record away."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from ..live_table import enter
from ..paused_laptop import Laptop
from ..session_taps import button, counts, field, link, notice, sweep, try_again
from .own_session import Evening, exported, worker_of

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
    """Return a session on a phone whose browser will have no space, and which expects the answers
    of that."""
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
    """A refusal is shown, memory has what is kept, and an entry is sent until there is space, and
    counts once."""
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


def test_handing_over(full: Evening, laptop: Laptop) -> None:
    """A group that cannot be kept is neither frozen, nor noted as taken, nor removed."""
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
