"""Two tabs, another worker, a browser that clears what is kept, a memory that is no good, and
updates in mid-evening: play goes on."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.offline.pack import FOLDER, Pack
from tests.python_snapshots import ASK
from tests.strategies import SOAK

from ..conftest import serve
from ..paused_laptop import Laptop, until
from ..phones_with_pack import STARTING, Phone, with_a_step
from ..session_taps import counts, notice, sweep
from .own_session import (
    ADDRESS,
    CLEARED,
    PATIENT,
    SNAPSHOT_ANEW,
    Evening,
    begun,
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
  const [{{ blob, files }}] = await askSnapshots("getAll");
  const cached = await Promise.all(all.map((one) => one.blob()));
  return [blob, ...Object.values(files), ...cached].reduce((sum, {{ size }}) => sum + size, 0);
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
