"""Taps on the pages of a session, the live table and the referee's page, and failures of a bad
network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Request, Route, expect

from .conftest import PATIENCE, Open
from .demo_sessions import Table
from .page_checks import put_forward

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


SIGNS = str.maketrans("SHDC", "♠♥♦♣")
"""Signs of the suits as cards are drawn, without the mark that keeps phones from making them
pictures."""
CHOICE = "3H 3D 5C 9C"
"""An 8 takes the 5 and either three."""
LOW = "2H 2D 3H 3D"
"""No picture takes anything of this."""
PASSED_OVER = "5H 5D KH QH"
"""The pictures are set aside: a sweep for a 5 or a 10."""
CARD = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b")

REFUSED = "status of 422"
"""Words of the line that a browser writes down when a form was refused."""


def open_table(open_page: Open, table: Table, *, link: str = "", **options: object) -> Page:
    """Return the live table on a phone that was let in by the edit link, or by another."""
    return open_page(table.live(), let_in=link or table.edit_link, **options)


def rank_key(page: Page, rank: str) -> Locator:
    return page.locator("#pad .ranks .key", has=page.locator(f'[value="{rank}"]'))


def suit_key(page: Page, suit: str) -> Locator:
    return page.locator(f'#pad .suits .key[value="{suit}"]')


def enter(page: Page, *cards: str) -> None:
    """Two taps for each card: rank, suit; one where no other suit is left."""
    for card in cards:
        rank_key(page, card[:-1]).tap()
        if page.locator("#pad [name=rank]:checked").count():
            suit_key(page, card[-1]).tap()


def slide(page: Page, card: str) -> None:
    """Press a rank, and let go over a suit."""
    press_and_slide(page, rank_key(page, card[:-1]), suit_key(page, card[-1]))


FELT = "window.felt = 0; navigator.vibrate = () => Boolean((felt += 1)); felt"
"""Script that counts vibrations, in place of the motor that the machine lacks."""


def felt(page: Page, times: int) -> None:
    """Wait until the phone has vibrated so many times."""
    page.wait_for_function("times => felt === times", arg=times)


def press_and_slide(page: Page, first: Locator, last: Locator) -> None:
    """Press a key, and let go over another one."""
    first.hover()
    page.mouse.down()
    last.hover()
    page.mouse.up()


def type_ahead(page: Page, *cards: str) -> None:
    """Enter the next cards while the referee asks about one."""
    expect(question(page)).to_be_visible()
    ahead = button(page, "Next card")
    if ahead.is_visible():
        ahead.tap()
    enter(page, *cards)


def greyed_suits(page: Page, rank: str) -> str:
    """Return the suits that cannot be tapped once this rank was."""
    rank_key(page, rank).locator("input").check(force=True)
    return "".join(suit for suit in "SHDC" if suit_key(page, suit).is_disabled())


def shows(page: Page, said: str, cards: str, *, timeout: int = PATIENCE) -> None:
    """Check the large line, and the cards on the table."""
    expect(heading(page)).to_have_text(said, timeout=timeout)
    expect(page.locator("#table .card")).to_have_text(drawn(cards), timeout=timeout)


def drawn(cards: str) -> list[str]:
    return [card.translate(SIGNS) + "\ufe0e" for card in cards.split()]


def written(text: str) -> str:
    """Return a sentence about cards, "Bo: 8H takes 8S", as it stands on the page."""
    return CARD.sub(lambda card: drawn(card[0])[0], text)


def last_play(page: Page) -> Locator:
    return page.locator("#last [data-say]")


def waits(page: Page, *plays: str) -> None:
    """Expect these plays to wait for the network."""
    text = written(f"Waiting for the network: {', then '.join(plays)}")
    expect(page.locator("#pending")).to_have_text(text)


def question(page: Page) -> Locator:
    return page.locator("#ask")


def options(page: Page) -> Locator:
    return page.locator("#ask .option")


def irregular(page: Page) -> Locator:
    return page.locator("#irregular li")


def hands(page: Page, numbers: Sequence[int]) -> None:
    """Return how many cards each player still holds."""
    names = [f"{n} card in the hand" if n == 1 else f"{n} cards in the hand" for n in numbers]
    for held, name in zip(page.locator(".seats .held").all(), names, strict=True):
        expect(held).to_have_accessible_name(name)


def pick(page: Page, *cards: str) -> None:
    """Tap cards among those that may have been taken, or that may lie there."""
    for card in cards:
        page.locator("label.pick", has=page.locator(f'[value="{card}"]')).first.tap()


def open_up(page: Page, summary: str) -> None:
    """Tap a summary, and first that of the fold which it is in."""
    own = page.locator("summary", has_text=summary)
    fold = page.locator(".fold:not([open])", has=page.locator("details", has=own))
    if fold.count():
        fold.locator("> summary").tap()
    own.tap()


def open_more(page: Page) -> None:
    """Unfold the last part of the page of a session."""
    page.locator("#more-more > summary").tap()


def undo(page: Page, said: str, *, redo: bool = False) -> None:
    """Tap *Undo*, and wait until the result is shown."""
    button(page, "Redo" if redo else "Undo").tap()
    expect(heading(page)).to_have_text(said)


def ask(page: Page) -> None:
    """Enter a card that can take in two ways, where ``CHOICE`` lies."""
    enter(page, "8S")
    expect(options(page)).to_have_count(2)


def claim(page: Page, *cards: str) -> None:
    """Say that it took something else than the referee offers."""
    ask(page)
    open_up(page, "Something else was taken")
    pick(page, *cards)
    button(page, "These were taken").tap()


def verdict(page: Page) -> Any:
    return page.locator("#ruling h1")


def tap(page: Page, *keys: str) -> None:
    """Tap keys of the pad: ranks, places, suits; if it is folded, unfold it."""
    for key in keys:
        tapped = page.locator("#pad").get_by_role("button", name=key, exact=True)
        if not tapped.is_visible():
            page.locator("#pad [data-unfold]").tap()
        tapped.tap()


def tap_at_once(page: Page, taps: str) -> None:
    """Tap keys and links, by how they begin, before anything is answered."""
    page.evaluate(
        """taps => {
             const there = [...document.querySelectorAll("#pad button, #ruling a:not(.chip)")];
             taps.map(name => there.find(one => one.textContent.trim().startsWith(name)))
               .forEach(one => one.click()); }""",
        taps.split(", "),
    )


def pick_claimed(page: Page, card: str) -> None:
    """Tap a card that was taken, on the table."""
    one = page.locator(
        "#felt a.choose", has=page.locator(".card b", has_text=re.compile(f"^{card}$"))
    )
    one.first.tap()
    expect(one.first).to_have_attribute("aria-current", "true")


def lies(page: Page, place: str, cards: str) -> None:
    """Wait until the server has drawn these cards on the table."""
    signs = [map(re.escape, card) for card in cards.split()]
    shown = [re.compile(r"^\s*" + r"[\s\ufe0e]*".join(card) + r"[\s\ufe0e]*$") for card in signs]
    lying = page.locator(f'[data-place="{place}"] .card')
    expect(lying).to_have_text(shown, use_inner_text=True)


def turn(page: Page, switch: str) -> None:
    """Turn a house rule, or what else can be turned there."""
    fold = page.locator(".chips details")
    if fold.get_attribute("open") is None:
        fold.locator("summary").tap()
    fold.get_by_role("link", name=switch).tap()
    expect(fold.locator(".chosen", has_text=switch)).to_be_visible()
