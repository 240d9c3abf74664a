"""The offline app: megabytes of its pack, milliseconds of a phone without a network, and the bytes
and time that its offer adds to a page online."""

import os
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, sync_playwright

from referee import create_app
from referee.offline.build_pack import build
from referee.offline.pack import FOLDER, MEGABYTE
from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve
from tests.browser.phones import kept, until
from tests.packs import IS_WRITTEN

from . import new_exercises
from .bounded_figure import Figure

REFEREE = "/krypkasino/referee"
RESTARTS = 7
"""Number of starts of a browser that has the pack."""
REQUESTS = 40
"""Number of requests after a start."""
PAGES = 400
"""Number of pages online."""
MOST = {
    "to a verdict": 600,
    "next tap": 300,
    "next page": 150,
    "to the page of an evening": 600,
    "to one that just changed": 600,
    "a form, kept": 50,
}
"""Milliseconds, for each measured step."""

# The milliseconds of each of so many new rulings, one after the other.
ASK = """
async ([script, count]) => {
  await import(script);
  const { askPhone } = self.modules["offline-phone"];
  const times = [];
  for (let n = 0; n < count; n++) {
    const cards = [2, 3, 4, 5, 6, 7, 8, 9, 10].filter((_, at) => (n + 7) >> (at % 6) & 1);
    const begin = performance.now();
    await askPhone(`/krypkasino/referee/ruling?table=${cards.join("+")}&played=${(n % 10) + 1}`);
    times.push(performance.now() - begin);
  }
  return times;
}
"""

# The milliseconds of each of so many changes of the group's name.
RENAME = """
async (count) => {
  const form = document.querySelector("form.inline");
  const times = [];
  for (let n = 0; n < count; n++) {
    const body = new FormData(form);
    body.set("name", `Evening ${n}`);
    const begin = performance.now();
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
    times.push(performance.now() - begin);
  }
  return times;
}
"""

# The milliseconds since a page was gone to, over one too that says that Python is starting.
HEADLINE = """
sessionStorage.begun ??= performance.timeOrigin;
new MutationObserver(() => {
  if (!document.querySelector("[data-phone] h1")) return;
  window.shownAt ??= performance.timeOrigin + performance.now() - Number(sessionStorage.begun);
}).observe(document, { childList: true, subtree: true });
"""

# The answer to the question if the next start has the page as it is drawn.
DRAWN = (
    "caches.match(location.href, {cacheName: 'drawn', ignoreVary: true}).then(one => one?.text())"
    ".then(text => text?.includes(document.querySelector('h1').innerText))"
)
SCRIPT = "`${self.modules.at}js/offline-phone.js`"


def figures() -> Iterator[Figure]:
    if CHROMIUM is None:
        return
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        pack = build(folder / "with" / FOLDER)
        yield Figure("the referee for a phone, sent", pack.offer.sent / MEGABYTE, "MB", most=5.9)
        yield Figure("the referee for a phone, kept", pack.offer.size / MEGABYTE, "MB", most=74.2)
        photos = pack.offer.photos_sent / MEGABYTE
        yield Figure("what reads photos there, sent", photos, "MB", most=6)
        yield from new_exercises.on_a_phone(pack, folder / "unpacked")
        yield from _on_a_phone(playwright, folder)
        yield _first_load(playwright, folder)
        yield _page(folder)


def _on_a_phone(playwright: Playwright, folder: Path) -> Iterator[Figure]:
    def start() -> tuple[BrowserContext, Page]:
        context = playwright.chromium.launch_persistent_context(
            folder / "phone", executable_path=CHROMIUM, args=QUIET, **SCREENS["phone"]
        )
        return context, context.pages[0]

    with closing(serve(folder / "with")) as running:
        address = next(running)
        context, page = start()
        page.goto(address)
        until(page, "navigator.serviceWorker.controller !== null")
        kept(page, "/offline")
        page.locator("main [data-when=offered] [data-keep]").tap()
        page.locator("main [data-state=kept]").wait_for(timeout=120_000)
        until(page, IS_WRITTEN, seconds=60)
        evening = _begin_evening(page, address)
        page.goto(evening)
        until(page, DRAWN)
        context.close()
    milliseconds: dict[str, list[float]] = {what: [] for what in MOST}
    for restart in range(RESTARTS):  # the server has ended
        context, page = start()
        question, another = (
            f"{address}{REFEREE}?table=2+{rank}+{restart + 3}&played=8" for rank in (6, 7)
        )
        milliseconds["to a verdict"].append(_shown(page, question))
        milliseconds["next tap"] += page.evaluate(ASK, [page.evaluate(SCRIPT), REQUESTS])
        milliseconds["next page"].append(_shown(page, another))
        context.close()
        context, page = start()
        milliseconds["to the page of an evening"].append(_shown(page, evening))
        milliseconds["a form, kept"] += page.evaluate(RENAME, REQUESTS)
        context.close()
        context, page = start()
        milliseconds["to one that just changed"].append(_shown(page, evening))
        until(page, DRAWN, seconds=60)
        context.close()
    for what, times in milliseconds.items():
        name = f"phone without a network: {what}, median of {len(times)}"
        yield Figure(name, statistics.median(times), "ms", most=MOST[what])
        if len(times) == RESTARTS:
            yield Figure(f"{name.partition(',')[0]}, best", min(times), "ms")


def _begin_evening(page: Page, address: str) -> str:
    """Return the page of the group that the phone has made for itself."""
    page.goto(f"{address}/krypkasino/new?here=1")
    for place, name in enumerate(("Ada", "Bo")):
        page.locator("[name=player]").nth(place).fill(name)
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/g/0*/*")
    return page.url.rpartition("/")[0]


def _shown(page: Page, address: str) -> float:
    """Return the milliseconds until the headline is there, as the page measures them: tools look at
    intervals."""
    if page.url == "about:blank":
        page.add_init_script(HEADLINE)
    else:
        page.evaluate("sessionStorage.clear()")
    page.goto(address)
    page.locator("[data-phone] h1").first.wait_for()
    return float(page.evaluate("window.shownAt"))


def _first_load(playwright: Playwright, folder: Path) -> Figure:
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
    sizes = []
    for name in ("with", "without"):
        with closing(serve(folder / name)) as running:
            sizes.append(_bytes_of_page(chromium, next(running)))
    chromium.close()
    more = sizes[0] - sizes[1]
    return Figure("first load of the referee, more than without", more, "B", most=3000)


def _bytes_of_page(chromium: Browser, address: str) -> int:
    context = chromium.new_context(service_workers="block", **SCREENS["phone"])
    page = context.new_page()
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))  # noqa: PLW0108 - Playwright takes no built-ins
    page.goto(f"{address}{REFEREE}?table=2+6+5&played=8", wait_until="networkidle")
    sizes = [request.sizes() for request in finished]
    context.close()
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def _page(folder: Path) -> Figure:
    """Return the time of a page with the offer: times that of one without, drawn in turns."""
    seconds: dict[str, list[float]] = {"with": [], "without": []}
    apps = {name: _app(folder / name) for name in seconds}
    for number in range(PAGES):
        for name, app in apps.items():
            path = f"{REFEREE}?table=2+6+5&played={number % 10 + 1}&hand="
            begin = time.perf_counter()
            assert app.test_client().get(path).status_code == 200
            seconds[name].append(time.perf_counter() - begin)
    quick = {name: statistics.quantiles(times, n=10)[0] for name, times in seconds.items()}
    ratio = quick["with"] / quick["without"]
    return Figure("the page online, with the offer on it", ratio, "x", most=1.02)


def _app(instance: Path) -> Flask:
    os.environ["REFEREE_INSTANCE"] = str(instance)
    return create_app()
