"""Taps on the pages of a session, and failures of a bad network."""

import re

from playwright.sync_api import Locator, Page, Request, Route, expect

from .conftest import PATIENCE, Open
from .page_clock import put_forward
from .sessions_by_api import Table

SOON = 5_000  # milliseconds until another phone shows what was saved: it asks every two seconds
CUT_OFF = "ERR_FAILED"


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def sweep(page: Page, seat: int, markers: int = 1) -> Locator:
    """Return the button that counts a player's sweep, or double sweep."""
    value = f"{seat}x2" if markers == 2 else str(seat)
    return page.locator(f'.sweepers button[value="{value}"]')


def link(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def field(page: Page, name: str) -> Locator:
    return page.get_by_label(name, exact=True)


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def notice(page: Page) -> Locator:
    """Return the notice about the network and about links."""
    return page.locator("#notice")


def counts(page: Page, *lines: tuple[int, str], timeout: int = PATIENCE) -> None:
    """Check the number of face-up cards of each player, and the score from sweeps."""
    for seat, (markers, score) in enumerate(lines):
        line = page.locator(".sweepers li").nth(seat)
        says = re.compile(rf"^{markers} cards? face up$")
        expect(line.locator("small")).to_have_text(says, timeout=timeout)
        expect(line.locator(".points")).to_have_text(score, timeout=timeout)


def standings(page: Page, *lines: str, timeout: int = PATIENCE) -> None:
    expect(page.locator(".standings li")).to_have_text(list(lines), timeout=timeout)


def nothing_to_touch(page: Page) -> None:
    """Check that no control of the page sends anything to the server."""
    controls = "main :is(button, input, select, textarea):visible:enabled"
    expect(page.locator(f"{controls}:not([data-copy], [data-send], [data-print])")).to_have_count(0)


# --- the counter and the sheet -------------------------------------------------------------------


def open_counter(open_page: Open, table: Table, **options: object) -> Page:
    return open_page(table.counter(), let_in=table.edit_link, **options)


def open_sheet(open_page: Open, table: Table, **options: object) -> Page:
    return open_page(table.sheet(), let_in=table.edit_link, **options)


def ann(page: Page) -> Locator:
    """Return the number of her card points."""
    return field(page, "Ann, Card points")


def saved(page: Page, seat: int, score: str) -> None:
    """Expect the score beside a name, which is the server's answer."""
    expect(page.locator(f"#row-{seat} h2 .points")).to_have_text(score)


# --- time and network ---------------------------------------------------------------------------


def a_moment_later(page: Page) -> None:
    """Time for the next tap, so that it is not half of a double tap."""
    put_forward(page, 1_000)


def ask_again(page: Page) -> None:
    """Let the page poll, as when a phone is taken in the hand again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def try_again(page: Page) -> None:
    """Three seconds later: what could not be sent is sent once more."""
    put_forward(page, 3_000)


def settle(page: Page) -> None:
    """Wait until the page has handled all answers; a clock that stands still does no harm."""
    for _ in range(2):
        page.evaluate("fetch('/static/icons/icon.svg').then(answer => answer.text())")


def show_as(page: Page, state: str) -> None:
    """Put the page behind another one, or back."""
    page.evaluate(
        """state => {
             const show = (name, value) =>
               Object.defineProperty(document, name, { configurable: true, get: () => value });
             show("visibilityState", state);
             show("hidden", state === "hidden");
             document.dispatchEvent(new Event("visibilitychange")); }""",
        state,
    )


def asks(request: Request) -> bool:
    """Return whether a request is one of the polls that come every two seconds."""
    return request.method == "GET" and "x-poll" in request.headers


def holding(page: Page, address: str, method: str = "") -> list[Route]:
    """Return the next request for an address waits in this list; those after it go their way."""
    held: list[Route] = []
    seen: list[Route] = []

    def hold(route: Route) -> None:
        if method in ("", route.request.method):
            seen.append(route)
        held.append(route) if seen == [route] else route.fallback()

    page.route(address, hold)
    return held


def next_of(page: Page, held: list[Route]) -> Route:
    for _ in range(1_000):
        if held:
            return held.pop()
        page.wait_for_timeout(10)
    raise AssertionError("nothing was sent")


def cut_off(page: Page, address: str = "**/table**") -> None:
    """Block what is sent to the address from now on; pages are still to be had."""

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.fallback()

    page.route(address, cut)


def lose_answers(page: Page, address: str = "**/table**", times: int | None = None) -> list[Route]:
    """Let what is sent to the address arrive from now on, without an answer; return a list that
    grows by what arrived."""
    arrived: list[Route] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        route.fetch()
        arrived.append(route)
        route.abort()

    page.route(address, lose, times=times)
    return arrived


def hears_nothing(page: Page) -> None:
    """Keep all changes from the phone until it changes something itself."""

    def answer(route: Route) -> None:
        asked = asks(route.request) and "if-none-match" in route.request.headers
        route.fulfill(status=304) if asked else route.fallback()

    page.route("**/g/**", answer)


def post_from_elsewhere(page: Page, address: str) -> None:
    """Send a form to an address from a page that is of no site."""
    page.goto("about:blank")
    page.set_content(
        f'<form method="post" action="{address}"><input name="players" value="2"></form>'
    )
    page.evaluate("document.forms[0].submit()")
