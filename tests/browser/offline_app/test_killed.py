"""The browser, or its worker, ends at any moment: what was shown as counted is there, and once."""

import random
from collections.abc import Callable
from threading import Timer

import pytest
from playwright.sync_api import Error, Page, expect

from tests.strategies import SOAK, some

from ..live_table import LOW, enter
from ..paused_laptop import until
from ..phones_with_pack import kill
from ..session_taps import counts, sweep
from .own_session import PATIENT, Evening, face_up, one_sweep, worker_of

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
