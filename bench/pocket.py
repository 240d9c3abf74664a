"""The referee on the phone: what it weighs, how soon it judges, and what it costs those online."""

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
from referee.pocket.build import build
from referee.pocket.offer import FOLDER, MEGABYTE
from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve
from tests.browser.laptops import kept, until

from . import exercises
from .report import Figure

REFEREE = "/krypkasino/referee"
RESTARTS = 5
ASKED = 40
PAGES = 400

# So many rulings that nobody has asked for, one after the other; milliseconds for each.
ASK = """
async ([script, count]) => {
  const { askPhone } = await import(script);
  const took = [];
  for (let one = 0; one < count; one++) {
    const cards = [2, 3, 4, 5, 6, 7, 8, 9, 10].filter((_, at) => (one + 7) >> (at % 6) & 1);
    const begin = performance.now();
    await askPhone(`/krypkasino/referee/ruling?table=${cards.join("+")}&played=${(one % 10) + 1}`);
    took.push(performance.now() - begin);
  }
  return took;
}
"""
SCRIPT = (
    "document.querySelector('script[src$=\"/js/app.js\"]').src.replace('app.js', 'pocket/ask.js')"
)


def figures() -> Iterator[Figure]:
    if CHROMIUM is None:
        return
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        pack = build(folder / "with" / FOLDER)
        yield Figure("the referee for a phone, sent", pack.offer.sent / MEGABYTE, "MB", most=9.5)
        yield from exercises.on_a_phone(pack, folder / "unpacked")
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
        context.close()
    first, later = [], []
    for restart in range(RESTARTS):  # the server has ended
        context, page = start()
        begin = time.perf_counter()
        page.goto(f"{address}{REFEREE}?table=2+6+{restart + 3}&played=8", wait_until="commit")
        page.locator("#ruling h1").wait_for()
        first.append(time.perf_counter() - begin)
        later = page.evaluate(ASK, [page.evaluate(SCRIPT), ASKED])
        context.close()
    yield Figure(
        f"browser restarted, no network, to a verdict: {RESTARTS} times, median",
        statistics.median(first) * 1000,
        "ms",
        most=2500,
    )
    yield Figure("a later verdict of the phone, median", statistics.median(later), "ms", most=50)


def _first_load(playwright: Playwright, folder: Path) -> Figure:
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
    sizes = []
    for name in ("with", "without"):
        with closing(serve(folder / name)) as running:
            sizes.append(_bytes_of_page(chromium, next(running)))
    chromium.close()
    return Figure(
        "first load of the referee, more than without", sizes[0] - sizes[1], "B", most=3000
    )


def _bytes_of_page(chromium: Browser, address: str) -> int:
    context = chromium.new_context(service_workers="block", **SCREENS["phone"])
    page = context.new_page()
    finished: list[Request] = []
    page.on("requestfinished", lambda one: finished.append(one))  # noqa: PLW0108 - Playwright takes no built-ins
    page.goto(f"{address}{REFEREE}?table=2+6+5&played=8", wait_until="networkidle")
    sizes = [request.sizes() for request in finished]
    context.close()
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def _page(folder: Path) -> Figure:
    """A page as the server draws it, with the offer on it and without, in turns."""
    took: dict[str, list[float]] = {"with": [], "without": []}
    apps = {name: _app(folder / name) for name in took}
    for number in range(PAGES):
        for name, app in apps.items():
            query = f"table=2+6+5&played={number % 10 + 1}&hand="
            begin = time.perf_counter()
            app.test_client().get(f"{REFEREE}?{query}")
            took[name].append(time.perf_counter() - begin)
    quick = {name: statistics.quantiles(times, n=10)[0] for name, times in took.items()}
    ratio = quick["with"] / quick["without"]
    return Figure("the page online, with the offer on it", ratio, "x", most=1.02)


def _app(instance: Path) -> Flask:
    os.environ["REFEREE_INSTANCE"] = str(instance)
    return create_app()
