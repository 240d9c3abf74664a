"""The browser ends at any moment, or the phone has no space: what was shown as counted is there."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.phones import Laptop, kill, until
from tests.browser.taps import LOW, button, counts, enter, field, link, notice, sweep, try_again
from tests.strategies import SOAK, some

from .own_session import PATIENT, Evening, exported, face_up, one_sweep, worker_of

ROUNDS = 25 if SOAK > 1 else 1
KILLS = 2 if SOAK > 1 else 1

CHANGED = """const changed = async (read, before) => {
  for (let waited = 0; read() === before; waited++) {
    if (waited > 10_000) throw new Error(document.body.innerText + JSON.stringify(localStorage));
    await new Promise((done) => setTimeout(done, 2));
  }
  told(read());
};"""
TAP_SWEEPS = f"""async () => {{
  {CHANGED}
  const lines = () => [...document.querySelectorAll(".sweepers small")];
  const shown = () => lines().reduce((sum, one) => sum + parseInt(one.textContent), 0);
  for (let at = 0; ; at++) {{
    const before = shown();
    document.querySelector(`.sweepers button[value="${{at % 2}}"]`).click();
    await changed(shown, before);
  }}
}}"""
ENTER_PLAYS = f"""async (cards) => {{
  {CHANGED}
  const part = (name, value) => document.querySelector(`#pad [name=${{name}}][value="${{value}}"]`);
  const seq = () => Number(document.getElementById("turn").dataset.seq);
  for (;;) {{
    const before = seq();
    const card = cards[before - 1];
    part("rank", card.slice(0, -1)).click();
    part("suit", card.slice(-1)).click();
    await changed(seq, before);
  }}
}}"""
PICTURES = [rank + suit for rank in "KQJ" for suit in "HDSC" * 2]
"""Each takes the one before it, or nothing, and the rest is too little: nobody is asked."""
NOTHING_WAITS = """self.delivery.read().then((all) =>
  all.every(({ page }) => page !== location.pathname)
  && Object.keys(localStorage).every((name) => !name.startsWith("referee.outbox ")))"""
"""Here. A browser that is killed forgets what it did last, so that something of an earlier evening,
sent and taken away, may be there again."""


def swept(page: Page) -> int:
    return sum(face_up(page))


def entered(page: Page) -> int:
    return int(page.locator("#turn").get_attribute("data-seq") or 0)


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("what", some(["plays", "sweeps"], 2))
def test_the_browser_is_killed(evening: Evening, what: str, number: int) -> None:
    chance = random.Random(f"{what} {number}")
    address, read, taps = begin(evening, what)
    for _ in range(KILLS):
        page = evening.open(address)
        before = read(page)
        told = all_told(evening, page, taps, chance.uniform(0, 0.3))
        assert told == [*range(before + 1, before + 1 + len(told))]
        page = evening.reopen(address)
        until(page, NOTHING_WAITS, PATIENT)
        assert before + len(told) <= read(page) <= before + len(told) + 1


def begin(evening: Evening, what: str) -> tuple[str, Callable[[Page], int], str]:
    """Return the address where something is counted, a function that reads how much, and a script
    that goes on counting."""
    if what == "sweeps":
        return evening.counter, swept, TAP_SWEEPS
    page = evening.open(evening.table)
    enter(page, *LOW.split())
    expect(page.locator("#turn")).to_have_attribute("data-seq", "1")
    return evening.table, entered, ENTER_PLAYS


def all_told(evening: Evening, page: Page, taps: str, seconds: float) -> list[int]:
    """Return what the page has shown as counted until the browser was killed, some seconds after
    the first."""
    told: list[int] = []
    clock = Timer(seconds, kill, [evening.phone.folder])

    def hear(number: int) -> None:
        told.append(number)
        if len(told) == 1:
            clock.start()

    page.expose_function("told", hear)
    try:
        page.evaluate(taps, PICTURES)
    except Error:  # there is no browser any more
        if not told:
            raise
    clock.join()
    evening.phone.forget()
    return told


STOPS = 20 if SOAK > 1 else 1
TELL_WRITING = """() => {
  const { put } = IDBObjectStore.prototype;
  const writing = new BroadcastChannel("writing");
  IDBObjectStore.prototype.put = function (...record) {
    writing.postMessage("");
    return put.apply(this, record);
  };
}"""
LISTEN = "() => { new BroadcastChannel('writing').onmessage = () => writes(); }"


def test_the_browser_ends_the_worker(evening: Evening) -> None:
    """Between two taps, and while something is written: each counts once."""
    page = evening.open()
    one_sweep(page)
    control = page.context.new_cdp_session(page)
    control.send("ServiceWorker.enable")
    worker_of(page).evaluate("() => { self.isThatOfBefore = true; }")
    control.send("ServiceWorker.stopAllWorkers")
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    assert not worker_of(page).evaluate("() => Boolean(self.isThatOfBefore)")
    page.expose_function("writes", lambda: control.send("ServiceWorker.stopAllWorkers"))
    page.evaluate(LISTEN)
    for number in range(STOPS):
        worker_of(page).evaluate(TELL_WRITING)
        sweep(page, number % 2).tap()
        until(page, NOTHING_WAITS, PATIENT)
        assert swept(page) == 3 + number
    page.reload()
    assert swept(page) == 2 + STOPS


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
