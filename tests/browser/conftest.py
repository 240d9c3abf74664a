"""A real server and a real Chromium, as a phone, a tablet and a desktop."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.databases import quick_folder
from tests.server_processes import HOST, free_port, serving

from .demo_sessions import Table, WholeDemo
from .page_checks import CLOCK, TOO_WIDE

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What is right stays in the browser: axe tells of every element that it looked at. Styles are not
# fetched once more: no rule here reads them.
VIOLATIONS = """async only => {
    const how = {runOnly: only, resultTypes: ["violations"], selectors: false, preload: false};
    const found = await axe.run(how);
    return found.violations.map(({id, nodes}) => [id, nodes.map(node => node.html.slice(0, 200))]);
}"""
NO_NETWORK = "ERR_INTERNET_DISCONNECTED"  # where a test takes it away
NO_WORKER = "Service Worker registration blocked"  # but where a test is about it
# A switch of ours replaces Playwright's, so those of its features come first. Then a frame of its
# own for each document, which costs a third of going to a page, and the pages that Chromium draws
# for suggestions below the address: two more for each of ours, and never seen.
FEATURES_OFF = """AimEnabled AvoidCorsURLLoaderRestartOnRedirect DestroyProfileOnBrowserClose
    AvoidUnnecessaryBeforeUnloadCheckSync HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay
    MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch
    ThirdPartyStoragePartitioning
    RenderDocument WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup"""
AT_HOME = "cards.test"
"""A name of this machine that is no localhost: browsers take it for one of a home network."""
IN_A_CABIN = "cabin.localhost"
"""One that is: pages may keep things there."""
HOSTS = [f"MAP {AT_HOME} {HOST}", "MAP * ~NOTFOUND", f"EXCLUDE {HOST}", f"EXCLUDE {IN_A_CABIN}"]
"""Rules by which no other host is found: a request for one is complained of."""
QUIET = [
    f"--disable-features={','.join(FEATURES_OFF.split())}",
    f"--host-resolver-rules={','.join(HOSTS)}", "--no-sandbox", "--disable-gpu", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip
PATIENCE = 10_000  # milliseconds that something may take on a busy machine
expect.set_options(timeout=PATIENCE)
UNSEEN_UNTIL_READY = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { visibility: hidden !important }");
  document.adoptedStyleSheets = [sheet];
  addEventListener("DOMContentLoaded", () => { document.adoptedStyleSheets = []; });
})()"""
"""Script of every page that hides it until its scripts have run, since Playwright taps, fills and
chooses what is visible. A tap before would go to the server as a form; no thumb is so quick."""
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "iphone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "pixel": {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True},
    "sideways": {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests without Chromium or axe, with a line that says so; in CI they must run."""
    missing = [] if CHROMIUM else ["chromium"]
    missing += [] if AXE.exists() else ["axe-core (npm)"]
    if missing and not os.environ.get("CI"):
        skip = pytest.mark.skip(reason=f"not on this machine: {', '.join(missing)}")
        for item in items:
            if "browser" in item.path.parts:
                item.add_marker(skip)


def serve(instance: Path) -> Generator[str, None, None]:
    """Serve the app on a free port of this machine until closed; gives the address."""
    port = free_port()
    with serving(port, {"REFEREE_INSTANCE": str(instance)}):
        yield f"http://{HOST}:{port}"


@pytest.fixture(scope="session")
def instance() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def server(instance: Path) -> Iterator[str]:
    yield from serve(instance)


@pytest.fixture
def table(server: str) -> Table:
    """Return a first game in which Ann deals to Bo, who plays first."""
    return Table.begun(server, ["Ann", "Bo"])


NAMES = ["Zoë 🃏 Ångström", "דוד", "<b>x</b>", "W" * 60]
"""Names that are hard to draw."""


@pytest.fixture(scope="session")
def hard_to_draw(server: str) -> WholeDemo:
    """Return a group with evenings in every state, of several games, and names that are hard to
    draw; tests look at it, and change nothing."""
    return WholeDemo(server, NAMES, "W" * 60)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
    yield chromium
    chromium.close()


Open = Callable[..., Page]
Check = Callable[..., None]


def listen(page: Page, complaints: list[str], expected: Sequence[str]) -> None:
    """Write down errors and warnings; requests to other hosts are such."""

    def hear(text: str) -> None:
        if not any(known in text for known in expected):
            complaints.append(text)

    def read(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            hear(message.text)

    page.on("pageerror", lambda error: hear(f"error: {error}"))
    page.on("console", read)


def prepare(context: BrowserContext, *, scripts: bool = True) -> None:
    """Give the pages of a context their patience, a clock that tests can stop, and readiness;
    where no ``scripts`` run, none would tell that a page is ready."""
    context.set_default_timeout(PATIENCE)
    for script in (CLOCK, UNSEEN_UNTIL_READY) if scripts else ():
        context.add_init_script(script)


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Open]:
    """``open_page("/path", screen="phone", color_scheme="dark")``: a page of a phone of its own,
    which has followed the link ``let_in`` before.

    At the end no console error may have been written, but those that are ``expected``, and no
    other host asked.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_one(
        path: str,
        screen: str = "phone",
        expected: tuple[str, ...] = (),
        let_in: str = "",
        **options: Any,
    ) -> Page:
        usual = {"base_url": server, "service_workers": "block"}
        context = browser.new_context(**usual | SCREENS[screen] | options)
        contexts.append(context)
        prepare(context, scripts=options.get("java_script_enabled", True))
        page = context.new_page()
        listen(page, complaints, (NO_NETWORK, NO_WORKER, *expected))
        if let_in:
            assert page.request.get(let_in, max_redirects=0).status == 302, let_in
        page.goto(path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def axe() -> str:
    return AXE.read_text("utf-8")


@pytest.fixture
def check(axe: str) -> Check:
    """``check(page)``: axe finds nothing, and nothing scrolls sideways. With ``schemes=True`` in
    light and dark, which differ in contrast alone."""

    def find(page: Page, only: dict[str, Any]) -> None:
        assert page.evaluate(VIOLATIONS, only) == [], page.url

    def look(page: Page, *, schemes: bool = False) -> None:
        if schemes:
            page.emulate_media(color_scheme="light")
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe)
        find(page, {"type": "tag", "values": AXE_RULES})
        if schemes:
            page.emulate_media(color_scheme="dark")
            find(page, {"type": "rule", "values": ["color-contrast"]})
        assert page.evaluate(TOO_WIDE) == [], page.url

    return look
