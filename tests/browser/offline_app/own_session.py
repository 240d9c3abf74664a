"""An evening of a phone's own, and what is looked at and done there."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, Worker, expect

from tests.browser.phones import STARTING, Laptop, Phone
from tests.browser.taps import button, counts, field, sweep
from tests.packs import ASK

from ..conftest import AT_HOME, HOST, IN_A_CABIN

ADDRESS = f"http://{IN_A_CABIN}"
"""Each worker of a run has its own laptop there."""
PATIENT = STARTING // 1000  # seconds
DAMAGED_SNAPSHOT = f"""async (version) => {{
  {ASK}
  const blob = new Blob([new Uint8Array(4096)]);
  const record = {{ blob, sum: 1, head: 8, size: 8, pages: [], altered: "damaged" }};
  await askSnapshots("put", record, `/pocket/${{version}}/ ${{navigator.userAgent}}`);
}}"""
"""A phone has one before it keeps the referee."""
SNAPSHOT_ANEW = f"""(async () => {{
  {ASK}
  const all = await askSnapshots("getAll");
  return all.length === 1 && !all[0].altered;
}})()"""
COUNTED = re.compile(r"(\d+) cards? face up")

BEGIN = """async () => {
  const read = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
  const send = async (page, form, fill = () => {}) => {
    const data = new FormData(form);
    fill(data);
    const address = form.getAttribute("action") || page.url;
    return fetch(address, { method: "POST", body: new URLSearchParams(data) });
  };
  const asked = await fetch("/krypkasino/new?here=1");
  const form = (await read(asked)).querySelector("form:has([name=player])");
  const begun = await send(asked, form, (data) => {
    data.delete("player");
    for (const name of ["Ada", "Bo"]) data.append("player", name);
    data.set("dealer", "0");
    data.set("into", "new");
    data.set("timezone", "UTC");
  });
  const page = await read(begun);
  return (await send(begun, page.querySelector("form[action$='/games']"))).url;
}"""
"""Script that starts a session as ``started`` does by hand, and begins its first game."""


def at(laptop: Laptop) -> str:
    """Return a browser's argument that maps the pack's host name, and the name of other hosts."""
    return f"--host-resolver-rules=MAP {AT_HOME} {HOST},MAP {IN_A_CABIN}:80 {HOST}:{laptop.port}"


@dataclass
class Evening:
    """A phone in the first game of an evening of its own; ``page`` is the one it was begun on."""

    phone: Phone
    page: Page
    counter: str

    @property
    def group(self) -> str:
        return re.search(r"/g/\w+", self.counter)[0]  # type: ignore[index]  # none is red

    @property
    def group_page(self) -> str:
        return ADDRESS + self.group

    @property
    def table(self) -> str:
        return f"{self.counter}/table"

    @property
    def sheet(self) -> str:
        return f"{self.counter}/sheet"

    def open(self, address: str = "") -> Page:
        """Return a page of it, the counter where nothing is said."""
        return drawn(self.page, address or self.counter)

    def let_the_worker_go(self) -> Page:
        """End the worker as browsers do after a while: Python starts anew with the next page."""
        control = self.page.context.new_cdp_session(self.page)
        control.send("ServiceWorker.enable")
        control.send("ServiceWorker.stopAllWorkers")
        control.detach()
        return self.page

    def reopen(self, address: str = "") -> Page:
        """Return the phone's page in a browser that has just been started."""
        self.page = self.phone.start()
        return self.open(address)


def begun(phone: Phone) -> Evening:
    page = drawn(phone.page(), f"{ADDRESS}/?here=1")
    return Evening(phone, page, page.evaluate(BEGIN))


def drawn(page: Page, address: str) -> Page:
    """Return the page once the phone has drawn it; where Python takes long, in place of a page that
    says so."""
    page.goto(address)
    expect(page.locator("html[data-phone]")).to_be_attached(timeout=STARTING)
    page.wait_for_load_state("domcontentloaded")  # its scripts have run
    return page


def started(page: Page, *names: str) -> None:
    """Fill in the form of a new session, and send it."""
    for number, name in enumerate(names, 1):
        field(page, f"Seat {number}").fill(name, timeout=STARTING)
    field(page, "Who deals first?").select_option(label=names[0])
    button(page, "Start").tap()
    expect(button(page, "Begin game 1")).to_be_visible(timeout=STARTING)


def face_up(page: Page) -> list[int]:
    found = page.locator(".sweepers small").all_inner_texts()
    return [int(COUNTED.fullmatch(one)[1]) for one in found]  # type: ignore[index]  # none is red


def one_sweep(page: Page, *, timeout: int = STARTING) -> None:
    """Ada has one, and it is shown as counted."""
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"), timeout=timeout)


def exported(page: Page, group: str) -> Any:
    """Return the file of a group, from wherever that is, with its sessions and people."""
    return page.evaluate(
        "path => fetch(path).then(answer => answer.json())", f"{group}/export.json"
    )


def worker_of(page: Page) -> Worker:
    """Return the service worker in which the app answers, the newest one."""
    return [one for one in page.context.service_workers if "?pocket=" in one.url][-1]


CLEARED = """() => new Promise((done) => {
  indexedDB.deleteDatabase("evenings").onsuccess = () => done();
})"""
"""The browser has no record of this phone any more."""
RECORD = """async ([name, bytes]) => {
  const done = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  const asked = indexedDB.open("evenings", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
  const opened = await done(asked);
  const store = opened.transaction("kept", "readwrite").objectStore("kept");
  const first = { secret: "of this phone", cookies: "[]", revision: 0 };
  if (bytes) await done(store.put({ ...first, database: Uint8Array.from(bytes) }, name));
  const record = await done(store.get(name));
  opened.close();
  return record && [...record.database];
}"""


def record(page: Page, name: str, first: bytes | None = None) -> list[int]:
    """Return the kept record of this name; where a ``first`` one is given, that is it."""
    found: list[int] = page.evaluate(RECORD, [name, first and list(first)])
    return found
