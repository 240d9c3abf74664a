"""The game afterwards in a browser: its script asks for slice after slice, and stops at the end."""

import random
import re
from urllib.parse import urlencode

from playwright.sync_api import Page, Route, expect

from referee.rules.games import ruleset
from referee.rules.notation import write_settled_play
from referee.rules.playing.dealt_session import DealtSession
from referee.rules.playing.players import Level
from referee.rules.seating import Seats
from tests.oracle.krypkasino_simulator import simulate

from .conftest import Open
from .demo_sessions import Table, follow
from .taps import link


def test_all_plays_are_looked_at_while_one_waits(open_page: Open, server: str) -> None:
    table = Table.begun(server, ["Ann", "Bo"])
    follow(table, simulate(random.Random(3), 2, 0))
    page = open_page(f"{table.counter()}/afterwards", let_in=table.edit_link)
    progress = page.get_by_role("progressbar")
    expect(progress).to_have_attribute("value", re.compile(r"[1-9]"))
    expect(progress).to_have_count(0, timeout=120_000)
    expect(page.locator("#announcement")).to_have_text("All plays are looked at.")
    page.wait_for_event("response", lambda answer: answer.status == 304)
    again = link(page, "Try again").first
    again.click()
    page.locator(".held button").first.click()
    expect(page.locator("#answer")).to_be_visible()


def hand(seed: str) -> str:
    """Return the URL that looks at a hand of Casino, which nobody played by hand. A server keeps
    what it has found of it, so each test looks at one of its own."""
    session = DealtSession(ruleset("casino"), Seats(2, 0, None), seed)
    plays = session.deal().with_players(2, Level.SIMPLE).plays
    log = ";".join(map(write_settled_play, plays))
    fields = {"players": 2, "seed": seed, "dealer": 0, "log": log}
    return f"/casino/play/afterwards?{urlencode(fields)}"


def looked_at(page: Page) -> int:
    return int(page.get_by_role("progressbar").get_attribute("value") or 0)


def test_a_hand_is_looked_at_while_one_waits(open_page: Open) -> None:
    """A part that did not change stays: its link keeps the focus."""
    page = open_page(hand("abc"))
    back = link(page, "Score sheet").last
    chart = page.locator("#expected .chart")
    back.focus()
    before = looked_at(page)
    for _ in range(2):
        expect(page.get_by_role("progressbar")).not_to_have_attribute("value", str(before))
        before = looked_at(page)
    expect(chart).to_be_visible()
    expect(back).to_be_focused()


KEEP = (
    """caches.open("pocket").then(one => one.put("/pocket/kept", new Response('{"version": 1}')))"""
)
FURTHER = "<div id='looked-at' data-done='All of it.'><p>This phone has looked at it.</p></div>"
WORKER = f"""onmessage = ({{ data: {{ id, path }} }}) => {{
  const text = path.includes("/play/afterwards?") ? `{FURTHER}` : "";
  postMessage({{ id, answer: {{ status: 200, text }} }});
}};"""
"""The script of an app that draws one page."""


def test_a_hand_is_looked_at_by_the_phone_that_has_drawn_it(open_page: Open) -> None:
    """The server, which may be away, is not asked."""
    page = open_page("/casino/play")
    page.evaluate(KEEP)
    asked: list[str] = []

    def draw(route: Route) -> None:
        asked.append(route.request.resource_type)
        answer = route.fetch()
        body = answer.text().replace("<html", "<html data-phone", 1)
        route.fulfill(response=answer, body=body)

    page.route("**/play/afterwards?*", draw)
    page.route(
        "**/pocket/1/worker.js?*",
        lambda route: route.fulfill(body=WORKER, content_type="text/javascript"),
    )
    page.goto(hand("abd"))
    expect(page.locator("#looked-at")).to_have_text("This phone has looked at it.")
    expect(page.locator("#announcement")).to_have_text("All plays are looked at.")
    assert asked == ["document"]
