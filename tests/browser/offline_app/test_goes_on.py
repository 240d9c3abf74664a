"""Two tabs, another worker, a browser that clears what is kept, a memory that is no good, and
updates in mid-evening: play goes on."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.offline.pack import FOLDER, Pack
from tests.browser.conftest import serve
from tests.browser.phones import STARTING, Laptop, Phone, until, with_a_step
from tests.browser.taps import counts, heading, notice, sweep
from tests.offline.test_as_the_server import read
from tests.packs import ASK
from tests.strategies import SOAK

from .own_session import (
    ADDRESS,
    CLEARED,
    PATIENT,
    SNAPSHOT_ANEW,
    Evening,
    begun,
    drawn,
    one_sweep,
    record,
    worker_of,
)


def test_two_tabs(evening: Evening) -> None:
    """Each tab shows what the other has counted, and both count."""
    page = evening.open()
    other = page.context.new_page()
    other.goto(evening.counter)
    sweep(page, 0).tap()
    counts(other, (1, "+5"), (0, "−5"))
    sweep(other, 1).tap()
    for tab in (page, other):
        counts(tab, (1, "0"), (1, "0"))


# --- what is kept changes under the worker ------------------------------------------------------
ANOTHER = """() => new Promise((done) => {
  indexedDB.open("evenings").onsuccess = ({target: {result: opened}}) => {
    const change = opened.transaction("kept", "readwrite");
    const store = change.objectStore("kept");
    store.get("now").onsuccess = ({target: {result}}) =>
      store.put({...result, revision: result.revision + 1}, "now");
    change.oncomplete = () => { opened.close(); done(); };
  };
})"""
"""A worker of another version keeps something at the same time."""


def test_what_is_kept_changes_under_the_worker(evening: Evening) -> None:
    """A cleared record is still in memory, and kept again, so that another worker finds it. What
    comes after a record of another worker is done with that one, and once."""
    page = evening.open()
    one_sweep(page)
    page.evaluate(CLEARED)
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    page.evaluate(ANOTHER)
    sweep(page, 0, 2).tap()
    counts(page, (3, "+10"), (1, "−10"))
    evening.phone.kill()
    counts(evening.reopen(), (3, "+10"), (1, "−10"))


# --- the memory for the next start --------------------------------------------------------------
ALTER = f"""async (how) => {{
  {ASK}
  const [key] = await askSnapshots("getAllKeys");
  const record = await askSnapshots("get", key);
  const bytes = new Uint8Array(await record.blob.arrayBuffer());
  if (how === "damaged") bytes[bytes.length >> 1] ^= 1;
  const altered = {{ ...record, blob: new Blob([bytes]), altered: how }};
  const where = how === "damaged" ? key : `${{key}} newer`;
  if (how !== "none") await askSnapshots("put", altered, where);
  if (how !== "damaged") await askSnapshots("delete", key);
}}"""
SNAPSHOTS_LOST = ["damaged", "of another browser", "none"]
STORED = f"""(async () => {{
  {ASK}
  const all = await (await caches.open("pocket")).matchAll();
  const [{{ blob }}] = await askSnapshots("getAll");
  const cached = await Promise.all(all.map((one) => one.blob()));
  return [blob, ...cached].reduce((sum, {{ size }}) => sum + size, 0);
}})()"""


def test_no_snapshot_that_fits(evening: Evening, pack: Pack) -> None:
    """Python starts whole, and writes down its memory anew: as on this phone, which had a damaged
    one when it kept the referee. It takes what it says."""
    page = evening.page
    page.goto(ADDRESS)
    assert page.evaluate(SNAPSHOT_ANEW)
    assert page.evaluate(STORED) == pytest.approx(pack.offer.size, rel=0.03)
    told = f"It takes {pack.offer.megabytes_kept} MB."
    expect(page.locator("main [data-pocket] [data-when=kept]")).to_contain_text(told)
    one_sweep(evening.open())
    for how in SNAPSHOTS_LOST if SOAK > 1 else ():
        evening.page.evaluate(ALTER, how)
        counts(evening.reopen(), (1, "+5"), (0, "−5"), timeout=STARTING)
        until(evening.page, SNAPSHOT_ANEW, PATIENT)
        counts(evening.reopen(), (1, "+5"), (0, "−5"))


# --- updates ------------------------------------------------------------------------------------
BROKEN = "CREATE TABLE groups (id INTEGER PRIMARY KEY);\n"
CHANGES_TABLES = "CREATE TABLE added (id INTEGER PRIMARY KEY);\n"

if SOAK > 1:

    def test_an_update_in_mid_evening(
        another_phone: Phone, laptop: Laptop, pack: Pack, tmp_path: Path
    ) -> None:
        """An update that cannot change the database tables says so, and an entry waits for the next
        update: that changes them, and counts what was tapped."""
        laptop.leave()
        evening = begun(another_phone)
        page = evening.open()
        one_sweep(page)
        older = record(page, "now")
        evening.phone.expected.append("status of 503")
        update(page, laptop, with_a_step(pack, tmp_path / "broken" / FOLDER, BROKEN))
        sweep(page, 1).tap()
        expect(notice(page)).to_contain_text("They stay as they are", timeout=STARTING)
        assert record(page, "now") == older
        newer = with_a_step(pack, tmp_path / "newer" / FOLDER, CHANGES_TABLES)
        update(page, laptop, newer)
        counts(page, (1, "0"), (1, "0"), timeout=STARTING)
        assert record(page, "before") == older
        page.reload()
        assert newer.offer.version in worker_of(page).url
        counts(page, (1, "0"), (1, "0"))


def update(page: Page, laptop: Laptop, newer: Pack) -> None:
    """Fetch a newer pack in another tab of the phone, whose worker then is at work."""
    server = serve(newer.folder.parent)
    laptop.restart(next(server))
    laptop.come_back()
    other = page.context.new_page()
    other.goto(ADDRESS)
    at_work = f"navigator.serviceWorker.controller.scriptURL.endsWith('{newer.offer.version}')"
    until(other, at_work, 2 * PATIENT)
    other.close()
    laptop.leave()
    server.close()


DRAWN_BEFORE = "x-drawn"


def test_shown_before_python_has_started(evening: Evening) -> None:
    """The page has what was counted since the last visit, it is what Python then draws, and it
    counts."""
    one_sweep(evening.open())
    is_kept(evening.page, evening.counter, "1 card face up")
    page = evening.page = evening.phone.start()
    shown = page.goto(evening.counter)
    assert shown
    assert DRAWN_BEFORE in shown.headers
    counts(page, (1, "+5"), (0, "−5"))
    by_python = page.evaluate("async () => (await fetch(location.href)).text()")
    assert lasting(shown.text()) == lasting(by_python)
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))


def lasting(html: str) -> list[str]:
    """Return all of a page but for tokens and keys, which are others each time."""
    return read(html, {}, ())


def is_kept(page: Page, address: str, text: str) -> None:
    """Wait until the phone has drawn the page for its next start, with a text in it."""
    until(
        page,
        f"caches.match('{address}', {{cacheName: 'drawn', ignoreVary: true}})"
        f".then(one => one?.text()).then(found => found?.includes('{text}'))",
        PATIENT,
    )


KEYS = """async () => {
  const read = (html) => new DOMParser().parseFromString(html, "text/html");
  const kept = await caches.match(location.href, { cacheName: "drawn", ignoreVary: true });
  const pages = [await kept.text(), document.documentElement.outerHTML];
  const keys = (html) => [...read(html).querySelectorAll("[name=key]")].map(({ value }) => value);
  return pages.map(keys);
}"""
"""Keys of the counter's forms, as kept and as shown: of the next sweep, and of the one to undo."""


def test_two_tabs_that_are_shown_the_same_send_two_things(evening: Evening) -> None:
    """A page that is shown again has request keys of its own; a key that was used stays used."""
    one_sweep(evening.open())
    is_kept(evening.page, evening.counter, "1 card face up")
    page = evening.let_the_worker_go()
    shown = page.goto(evening.counter)
    assert shown
    assert DRAWN_BEFORE in shown.headers
    (kept, undo), (key, undoes) = page.evaluate(KEYS)
    assert key != kept
    assert undoes == undo


RENAME = """async (name) => {
  const form = document.querySelector("form.inline[action$='/name']");
  const body = new FormData(form);
  body.set("name", name);
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
}"""

LIKE = """async (value) => {
  await cookieStore.set({ name: "language", value, expires: Date.now() + 24 * 3600 * 1000 });
}"""


def test_nothing_is_shown_that_python_would_draw_otherwise(evening: Evening) -> None:
    """Changed data, another language and cleared storage each make a kept page unfit."""
    page = evening.open(evening.group_page)
    is_kept(page, evening.group_page, heading(page).inner_text())
    page.evaluate(RENAME, "Thursdays")
    evening.let_the_worker_go()
    expect(heading(evening.open(evening.group_page))).to_have_text("Thursdays")

    is_kept(evening.open(), evening.counter, 'lang="en"')
    page = evening.page = drawn(evening.phone.start("sv"), evening.counter)
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    is_kept(page, evening.counter, 'lang="sv"')
    page.evaluate(LIKE, "en")  # and the browser's is another one
    page = drawn(evening.let_the_worker_go(), evening.counter)
    expect(page.locator("html")).to_have_attribute("lang", "en")

    evening.phone.expected.append("status of 404")
    is_kept(page, evening.counter, 'lang="en"')
    page.evaluate(CLEARED)  # of its record; what was drawn is still there
    expect(heading(evening.reopen())).to_have_text("This group is on one phone alone")
