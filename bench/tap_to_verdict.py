"""A tap on the page of the referee, in Chromium as a phone: milliseconds until its verdict."""

import statistics
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve

from .bounded_figure import Figure

TAPS = 40

# The time from the tap until the new verdict has been painted.
MEASURE = """
rank => new Promise(done => {
  const ruling = document.getElementById("ruling");
  const begin = performance.now();
  new MutationObserver((_, observer) => {
    if (!ruling.querySelector("h1")) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin)));
  }).observe(ruling, { childList: true });
  document.querySelector(`[data-rank="${rank}"]`).click();
})
"""


def figures() -> Iterator[Figure]:
    if CHROMIUM is None:
        return
    with (
        TemporaryDirectory() as folder,
        closing(serve(Path(folder))) as running,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = chromium.new_context(base_url=next(running), **SCREENS["phone"]).new_page()
        page.goto("/krypkasino/referee?table=A+2+6+7+8+9+J&played=5")
        page.locator("[data-place-key=played]").click()
        ranks = ["8", "10", "A", "9", "Q"]
        for rank in ranks:  # what a browser does once for a page does not count
            page.evaluate(MEASURE, rank)
        times = [page.evaluate(MEASURE, ranks[tap % len(ranks)]) for tap in range(TAPS)]
        chromium.close()
    yield Figure("tap to verdict in the browser, median", statistics.median(times), "ms", most=100)
    yield Figure(f"tap to verdict in the browser, slowest of {TAPS}", max(times), "ms", most=100)
