"""The first visit of a phone: kilobytes of each page with all its files and their heads, how many
files that are, and the time of a page that is compressed: times that of one that is not."""

import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from playwright.sync_api import Browser, Request, sync_playwright

from referee import create_app
from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve
from tests.browser.demo_sessions import Demo, addresses

from .bounded_figure import Figure

MOST, MOST_OF_EVENINGS = 18, 29
"""Kilobytes; pages of evenings bring what keeps and sends entries without a network."""
MOST_FILES = 6
OF_EVENINGS = ("session", "counter", "sheet", "table")
NAMED = (
    *("home", "referee-empty", "referee-suits", "referee-many", "referee-builds", "rules"),
    *("rules-swazi", "start", "start-like", "session-running", "counter", "sheet-partly"),
    *("table-playing", "table-finished", "replay", "group", "links", "docs"),
)
"""Pages that have a figure each; of all others the largest has one."""
OTHERS = {"rules-swazi": "/swazi-casino/rules"}
ENCODINGS = {"br": "Brotli", "gzip": "gzip"}
REFEREE = "/krypkasino/referee?table=A+2+6+7+8+9+J&played=8H"
REQUESTS = 400


def figures() -> Iterator[Figure]:
    if CHROMIUM is not None:
        yield from _weights()
    yield from _costs()


def _weights() -> Iterator[Figure]:
    with (
        TemporaryDirectory() as folder,
        closing(serve(Path(folder))) as running,
        sync_playwright() as playwright,
    ):
        server = next(running)
        demo = Demo(server, ["Ann", "Bo", "Cai", "Dee"], "Thursdays")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for encoding, name in ENCODINGS.items():
            weights = {
                page: _weight(chromium, server, demo.new.edit_link, path, encoding)
                for page, path in (OTHERS | addresses(demo)).items()
            }
            files = max(weights[page][0] for page in NAMED if page.startswith("referee"))
            yield Figure(f"first load, {name}: files of a referee", files, "", most=MOST_FILES)
            for page in NAMED:
                yield _figure(f"first load, {name}: {page}", weights.pop(page))
            largest = max(weights, key=lambda page: weights[page][1])
            yield _figure(f"first load, {name}: {largest}, of the others", weights[largest])
        chromium.close()


def _figure(what: str, weight: tuple[int, int]) -> Figure:
    files, size = weight
    is_of_evening = what.partition(": ")[2].startswith(OF_EVENINGS)
    most = MOST_OF_EVENINGS if is_of_evening else MOST
    return Figure(f"{what} ({files} files)", size / 1000, "KB", most=most)


def _weight(chromium: Browser, server: str, link: str, path: str, encoding: str) -> tuple[int, int]:
    """Return the number of files that a page needs, and their bytes with those of their heads: over
    https, as proxies speak it, a head is packed into some thirty bytes."""
    context = chromium.new_context(
        service_workers="block",
        extra_http_headers={"Accept-Encoding": encoding},
        **SCREENS["phone"],
    )
    page = context.new_page()
    page.goto(server + link, wait_until="networkidle")
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))  # noqa: PLW0108 - Playwright takes no built-ins
    page.goto(server + path, wait_until="networkidle")
    sizes = [request.sizes() for request in finished]
    context.close()
    return (
        len(sizes),
        sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes),
    )


def _costs() -> Iterator[Figure]:
    """Yield a ratio for each encoding; pages with it and without are asked for in turns."""
    app = create_app()
    for encoding, name in ENCODINGS.items():
        plain: list[float] = []
        compressed: list[float] = []
        for _ in range(REQUESTS):
            plain.append(_seconds(app, "identity"))
            compressed.append(_seconds(app, encoding))
        ratio = statistics.median(compressed) / statistics.median(plain)
        yield Figure(f"a page with {name}: times the page without", ratio, "x", most=1.15)


def _seconds(app: Flask, encoding: str) -> float:
    """Return the seconds of a processor that a page takes."""
    client = app.test_client()
    begin = time.process_time()
    assert client.get(REFEREE, headers={"Accept-Encoding": encoding}).status_code == 200
    return time.process_time() - begin
