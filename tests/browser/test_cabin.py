"""Evenings on a phone without a server: whatever ends, is full or is damaged, nothing that was
answered is lost, and nothing counts twice."""

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

import flask_migrate
import pytest
from playwright.sync_api import Error, Page, Playwright, Worker, expect

from referee.pocket.offer import FOLDER, Pack
from tests.databases import app_on
from tests.strategies import SOAK

from .conftest import serve
from .following import LOW, enter, last_play, options, written
from .laptops import Laptop, before, until
from .pockets import STARTING, Phone, changed, keep, kill, ready
from .tables import Table
from .taps import button, counts, field, heading, link, notice, set_clock, sweep, try_again

SNAPSHOTS = (
    "caches.open('pocket').then(cache => cache.keys())"
    ".then(all => all.filter(({url}) => url.includes('/snapshot?')).length)"
)
ROUNDS = 25 if SOAK > 1 else 1
KILLS = 2 if SOAK > 1 else 1
PATIENT = STARTING // 1000  # seconds
COUNTED = re.compile(r"(\d+) face up")


@pytest.fixture(scope="module")
def cabin_server(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    instance = tmp_path_factory.mktemp("cabin")
    shutil.copytree(pack.folder, instance / FOLDER)
    yield from serve(instance)


@pytest.fixture(scope="module")
def one_laptop(cabin_server: str) -> Iterator[Laptop]:
    """All profiles know its one address."""
    with before(cabin_server) as laptop:
        yield laptop


@pytest.fixture
def laptop(one_laptop: Laptop, cabin_server: str) -> Iterator[Laptop]:
    yield one_laptop
    one_laptop.restart(cabin_server)
    one_laptop.come_back()


@pytest.fixture(scope="module")
def keeping(
    playwright: Playwright, one_laptop: Laptop, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The profile of a phone that keeps the referee, with a memory for its next start."""
    folder = tmp_path_factory.mktemp("phones") / "keeping"
    phone = Phone(playwright, folder)
    page = phone.start()
    page.goto(one_laptop.address)
    keep(ready(page))
    until(page, SNAPSHOTS, seconds=60)
    phone.close()
    return folder


@pytest.fixture(scope="module")
def counting(playwright: Playwright, one_laptop: Laptop, keeping: Path) -> tuple[Path, str]:
    """The same with an evening on it, and where the counter of its first game is."""
    folder = shutil.copytree(keeping, keeping.parent / "counting")
    phone = Phone(playwright, folder)
    page = phone.start()
    one_laptop.leave()
    page.goto(f"{one_laptop.address}/krypkasino/new")
    started(page, "Ada", "Bo")
    button(page, "Begin game 1").tap()
    expect(heading(page)).to_have_text("Deal 1 of 12")
    address = page.url
    one_laptop.come_back()
    phone.close()
    return folder, address


def copy_of(playwright: Playwright, profile: Path, tmp_path: Path) -> Phone:
    return Phone(playwright, shutil.copytree(profile, tmp_path / "phone"))


@pytest.fixture
def phone(playwright: Playwright, keeping: Path, tmp_path: Path) -> Iterator[Phone]:
    phone = copy_of(playwright, keeping, tmp_path)
    yield phone
    phone.close()
    assert phone.complaints == []


class Evening:
    """A phone in the first game of an evening of its own, and no server."""

    def __init__(self, phone: Phone, counter: str) -> None:
        self.phone, self.counter = phone, counter

    @property
    def group(self) -> str:
        return re.search(r"/g/\w+", self.counter)[0]  # type: ignore[index]

    @property
    def group_page(self) -> str:
        return self.counter.partition("/g/")[0] + self.group

    @property
    def table(self) -> str:
        return f"{self.counter}/table"

    @property
    def sheet(self) -> str:
        return f"{self.counter}/sheet"

    def open(self, address: str = "") -> Page:
        page = self.phone.start()
        page.goto(address or self.counter)
        return page


@pytest.fixture
def evening(
    playwright: Playwright, counting: tuple[Path, str], laptop: Laptop, tmp_path: Path
) -> Iterator[Evening]:
    profile, counter = counting
    phone = copy_of(playwright, profile, tmp_path)
    laptop.leave()
    yield Evening(phone, counter)
    phone.close()
    assert phone.complaints == []


def started(page: Page, *names: str) -> None:
    """The form of a new session, filled in and sent."""
    for number, name in enumerate(names, 1):
        field(page, f"Seat {number}").fill(name, timeout=STARTING)
    field(page, "Who deals first?").select_option(label=names[0])
    button(page, "Start").tap()
    expect(button(page, "Begin game 1")).to_be_visible(timeout=STARTING)


def face_up(page: Page) -> list[int]:
    found = page.locator(".sweepers small").all_inner_texts()
    return [int(COUNTED.fullmatch(one)[1]) for one in found]  # type: ignore[index]


def exported(page: Page, group: str) -> Any:
    """The file of a group, from wherever that is, with its sessions and people."""
    return page.evaluate(
        "path => fetch(path).then(answer => answer.json())", f"{group}/export.json"
    )


# --- a whole evening ----------------------------------------------------------------------------


def test_an_evening_without_a_server(phone: Phone, laptop: Laptop) -> None:
    """Two games of two kinds, the browser killed between them; then all of it is handed over."""
    page = phone.start()
    laptop.leave()
    phone.cut_off()
    page.goto(laptop.address)
    link(page, "Start a session").first.tap()
    started(page, "Ada", "Bo")
    group = re.search(r"/g/\w+", page.url)[0]  # type: ignore[index]
    assert group.startswith("/g/0")
    button(page, "Begin game 1").tap()
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    sweep(page, 1, 2).tap()
    counts(page, (1, "−5"), (2, "+5"))
    page.goto(f"{page.url}/sheet")
    field(page, "Ada, Card points").fill("20")
    field(page, "Bo, Card points").fill("22")
    button(page, "Finish the game").tap()
    expect(button(page, "Begin game 2")).to_be_visible()
    finished = exported(page, group)
    phone.kill()

    page = phone.start()
    phone.cut_off()
    page.goto(f"{laptop.address}{group}/new")
    assert exported(page, group) == finished
    button(page, "Casino").tap()
    started(page, "Ada", "Bo")
    button(page, "Begin game 1").tap()
    expect(link(page, "Follow every play")).to_be_visible()
    page.goto(f"{page.url}/table")
    enter(page, "4C", "8H", "JD", "QS", "KC")
    expect(last_play(page)).to_contain_text(written("Bo trails the KC"))
    enter(page, "8C")
    options(page).filter(has_text="takes").first.tap()
    expect(last_play(page)).to_contain_text(written("Ada takes 8H with the 8C"))
    played = exported(page, group)
    phone.kill()

    page = phone.start()
    laptop.come_back()
    page.goto(f"{laptop.address}{group}")
    assert exported(page, group) == played
    assert exported(page, handed_over(page)) == played == exported(page, group)
    button(page, "Remove this copy").tap()
    expect(page.locator("#only-here")).to_have_count(0)
    page.goto(laptop.address)
    expect(page.locator("main > .next")).to_contain_text("Ada, Bo")
    expect(page.locator("#own")).to_be_empty()


def test_it_cannot_be_handed_over_without_a_server(evening: Evening) -> None:
    """Whoever tries it all the same plays on."""
    page = evening.open(evening.group_page)
    button(page, "Hand it over").tap()
    expect(heading(page)).to_have_text("No connection")
    page.goto(evening.counter)
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))


def handed_over(page: Page) -> str:
    """The group that the server has made of this one."""
    button(page, "Hand it over").tap()
    expect(page.locator("#only-here")).to_contain_text("Handed over.", timeout=STARTING)
    there = link(page, "To the group").get_attribute("href")
    assert there
    assert not there.startswith("/g/0")
    return there


# --- killed -------------------------------------------------------------------------------------

TAP_SWEEPS = """async () => {
  const lines = () => [...document.querySelectorAll(".sweepers small")];
  const shown = () => lines().reduce((sum, one) => sum + parseInt(one.textContent), 0);
  for (let at = 0; ; at++) {
    const before = shown();
    document.querySelector(`.sweepers button[value="${at % 2}"]`).click();
    while (shown() === before) await new Promise((done) => setTimeout(done, 2));
    told(shown());
  }
}"""
ENTER_PLAYS = """async (cards) => {
  const part = (name, value) => document.querySelector(`#pad [name=${name}][value="${value}"]`);
  const seq = () => Number(document.getElementById("turn").dataset.seq);
  for (;;) {
    const before = seq();
    const card = cards[before - 1];
    part("rank", card.slice(0, -1)).click();
    part("suit", card.slice(-1)).click();
    while (seq() === before) await new Promise((done) => setTimeout(done, 2));
    told(seq());
  }
}"""
PICTURES = [rank + suit for suit in "HDSC" * 2 for rank in "KQJ"]
"""Each takes the one before it of its rank, or nothing: nobody is asked."""
NOTHING_WAITS = (
    "!Object.keys(localStorage).some((one) => /^(sweeps|plays) /.test(one) && localStorage[one])"
)


def swept(page: Page) -> int:
    return sum(face_up(page))


def entered(page: Page) -> int:
    return int(page.locator("#turn").get_attribute("data-seq") or 0)


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("what", ["sweeps", "plays"])
def test_killed_at_any_moment(evening: Evening, what: str, number: int) -> None:
    """What was shown as counted is there after each kill, and nothing is there twice."""
    chance = random.Random(f"{what} {number}")
    address, read, taps = (
        (evening.counter, swept, TAP_SWEEPS)
        if what == "sweeps"
        else (evening.table, entered, ENTER_PLAYS)
    )
    page = evening.open(address)
    if what == "plays":
        enter(page, *LOW.split())
        expect(page.locator("#turn")).to_have_attribute("data-seq", "1")
    for _ in range(KILLS):
        before = read(page)
        told = all_told(evening, page, taps, chance.uniform(0, 0.3))
        assert told == [*range(before + 1, before + 1 + len(told))]
        page = evening.open(address)
        until(page, NOTHING_WAITS, PATIENT)
        assert before + len(told) <= read(page) <= before + len(told) + 1


def all_told(evening: Evening, page: Page, taps: str, seconds: float) -> list[int]:
    """What the page has shown as counted until the browser was killed: so many seconds after it had
    shown one."""
    told: list[int] = []
    clock = Timer(seconds, kill, [evening.phone.folder])

    def hear(number: int) -> None:
        told.append(number)
        if len(told) == 1:
            clock.start()

    page.expose_function("told", hear)
    with suppress(Error):  # there is no browser any more
        page.evaluate(taps, PICTURES)
    clock.join()
    evening.phone.forget()
    return told


# --- no room ------------------------------------------------------------------------------------

FULL = """() => {
  self.kept = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
}"""
EMPTIED = "() => { IDBObjectStore.prototype.put = self.kept; }"
NO_ROOM = "Not saved: this phone has no room."


def worker_of(page: Page) -> Worker:
    (worker,) = (one for one in page.context.service_workers if "?pocket=" in one.url)
    return worker


def tap_a_sweep(page: Page) -> None:
    sweep(page, 1).tap()


def fill_a_row(page: Page) -> None:
    field(page, "Bo, Card points").fill("22")


def enter_a_play(page: Page) -> None:
    enter(page, "5C", "6C", "7C", "8C")


WRITES = [
    # where below the counter, and what is done there
    ("/table", enter_a_play),
    ("", tap_a_sweep),
    ("/sheet", fill_a_row),
]


def test_no_room(evening: Evening) -> None:
    """It is said, memory has what is kept, and an entry is sent until there is room: then it counts
    once."""
    evening.phone.expected.append("status of 507")
    page = evening.open()
    for where, write in WRITES:
        page.goto(evening.counter + where)
        set_clock(page)
        before = exported(page, evening.group)
        worker_of(page).evaluate(FULL)
        write(page)
        expect(notice(page)).to_contain_text(NO_ROOM)
        assert exported(page, evening.group) == before
        with page.expect_response(lambda answer: answer.status == 507):
            try_again(page)
        worker_of(page).evaluate(EMPTIED)
        try_again(page)
        expect(notice(page)).to_be_hidden()
        assert exported(page, evening.group) != before
    there = exported(page, evening.group)
    evening.phone.kill()
    page = evening.open()
    counts(page, (0, "−5"), (1, "+5"))
    assert exported(page, evening.group) == there
    page.goto(evening.sheet)
    expect(field(page, "Bo, Card points")).to_have_value("22")
    page.goto(evening.table)
    assert entered(page) == 1


def test_no_room_for_a_session(phone: Phone, laptop: Laptop) -> None:
    phone.expected.append("status of 507")
    page = phone.start()
    laptop.leave()
    page.goto(f"{laptop.address}/krypkasino/new")
    field(page, "Seat 1").fill("Ada", timeout=STARTING)
    field(page, "Seat 2").fill("Bo")
    worker_of(page).evaluate(FULL)
    button(page, "Start").tap()
    expect(page.locator("main")).to_contain_text(NO_ROOM)
    worker_of(page).evaluate(EMPTIED)
    page.reload()
    expect(button(page, "Begin game 1")).to_be_visible()
    phone.kill()
    page = phone.start()
    page.goto(f"{laptop.address}/?here=1")
    expect(page.locator(".felt.next")).to_have_count(1)


# --- tabs, snapshots, workers, updates ----------------------------------------------------------


def test_two_tabs(evening: Evening) -> None:
    """One shows what the other has counted, and both count."""
    page = evening.open()
    other = page.context.new_page()
    other.goto(evening.counter)
    sweep(page, 0).tap()
    counts(other, (1, "+5"), (0, "−5"))
    sweep(other, 1).tap()
    for tab in (page, other):
        counts(tab, (1, "0"), (1, "0"))


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


def test_what_another_worker_has_kept_stays(evening: Evening) -> None:
    """What comes after it is done with that, and once."""
    page = evening.open()
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    page.evaluate(ANOTHER)
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    evening.phone.kill()
    counts(evening.open(), (1, "0"), (1, "0"))


ALTER = """async (how) => {
  const cache = await caches.open("pocket");
  const found = (await cache.keys()).find(({url}) => url.includes("/snapshot?"));
  const answer = await cache.match(found);
  await cache.delete(found);
  if (how === "none") return;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (how === "damaged") bytes[bytes.length >> 1] ^= 1;
  const headers = new Headers(answer.headers);
  headers.set("X-Altered", how);
  const where = how === "damaged" ? found : found.url + "%20newer";
  await cache.put(where, new Response(bytes, { headers }));
}"""
ONE_ANEW = """caches.open("pocket").then(async (cache) => {
  const all = (await cache.keys()).filter(({url}) => url.includes("/snapshot?"));
  return all.length === 1 && !(await cache.match(all[0])).headers.has("X-Altered");
})"""
SNAPSHOTS_LOST = ["damaged", "of another browser", "none"]


@pytest.mark.parametrize("how", SNAPSHOTS_LOST if SOAK > 1 else SNAPSHOTS_LOST[:1])
def test_no_snapshot_that_fits(evening: Evening, how: str) -> None:
    """Python starts whole, and writes down its memory anew."""
    page = evening.open()
    page.evaluate(ALTER, how)
    page = evening.open()
    expect(sweep(page, 0)).to_be_visible(timeout=STARTING)
    until(page, ONE_ANEW, PATIENT)
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    page = evening.open()
    counts(page, (1, "+5"), (0, "−5"))


def test_the_browser_ends_the_worker(evening: Evening) -> None:
    page = evening.open()
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    worker_of(page).evaluate("() => { self.isThatOfBefore = true; }")
    control = page.context.new_cdp_session(page)
    control.send("ServiceWorker.enable")
    control.send("ServiceWorker.stopAllWorkers")
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    page.reload()
    counts(page, (1, "0"), (1, "0"))
    assert not worker_of(page).evaluate("() => Boolean(self.isThatOfBefore)")


@pytest.fixture
def newer(pack: Pack, tmp_path: Path) -> Pack:
    return changed(pack, tmp_path / FOLDER)


@pytest.fixture
def newer_server(newer: Pack) -> Iterator[str]:
    yield from serve(newer.folder.parent)


def test_an_update_in_mid_evening(
    evening: Evening, laptop: Laptop, newer: Pack, newer_server: str
) -> None:
    """The worker of the newer pack takes the evening over, and the page goes on."""
    page = evening.open()
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    laptop.restart(newer_server)
    laptop.come_back()
    other = page.context.new_page()
    other.goto(laptop.address)
    has_come = f"navigator.serviceWorker.controller.scriptURL.endsWith('{newer.offer.version}')"
    until(other, has_come, PATIENT)
    laptop.leave()
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"), timeout=STARTING)
    page = evening.open()
    assert newer.offer.version in worker_of(page).url
    counts(page, (1, "0"), (1, "0"))


RECORD = """async ([name, bytes]) => {
  const done = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  const opened = await done(indexedDB.open("evenings", 1));
  const store = opened.transaction("kept", "readwrite").objectStore("kept");
  const record = await done(store.get(name));
  if (bytes) await done(store.put({ ...record, database: Uint8Array.from(bytes) }, name));
  opened.close();
  return record && [...record.database];
}"""
"""The database of what is kept under a name, and other bytes in its place."""


def test_tables_of_before_an_update(evening: Evening, tmp_path: Path) -> None:
    """They are brought up to date, and what was kept is kept beside them as it was."""
    page = evening.open()
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    there = exported(page, evening.group)
    file = tmp_path / "older.db"
    file.write_bytes(bytes(page.evaluate(RECORD, ["now", None])))
    with app_on(f"sqlite:///{file}") as app, app.app_context():
        flask_migrate.downgrade()
    older = [*file.read_bytes()]
    page.evaluate(RECORD, ["now", older])
    page = evening.open()
    counts(page, (1, "+5"), (0, "−5"))
    assert exported(page, evening.group) == there
    assert page.evaluate(RECORD, ["before", None]) == older
    assert page.evaluate(RECORD, ["now", None]) != older


# --- an evening of a server ---------------------------------------------------------------------


def test_go_on_here_as_a_copy(phone: Phone, laptop: Laptop) -> None:
    table = Table.start(laptop.address, ["Ann", "Bo"])
    table.begin()
    table.sweep(0, "a sweep")
    page = phone.start()
    page.goto(laptop.address + table.edit_link)
    page.goto(laptop.address + table.counter())
    counts(page, (1, "+5"), (0, "−5"))
    until(page, f"caches.match('{table.page}', {{cacheName: 'copies'}}).then(Boolean)")
    laptop.leave()
    page.reload()
    link(page, "Go on here, as a copy").tap()
    button(page, "Go on here").tap(timeout=STARTING)
    expect(page.locator("#only-here")).to_be_visible(timeout=STARTING)
    assert "/g/0" in page.url
    link(page, "Continue: game 1 of 2").tap()
    counts(page, (1, "+5"), (0, "−5"))
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    laptop.come_back()
    assert [row["markers"] if row else 0 for row in table.rows()] == [1, 0]
