"""The game afterwards in a browser: its script asks for slice after slice, and stops at the end."""

import random
import re

from playwright.sync_api import expect

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
    asked: list[str] = []
    page.on("response", lambda answer: asked.append(str(answer.status)))
    page.wait_for_event("response")
    assert asked == ["304"]
    again = link(page, "Try again").first
    again.click()
    page.locator(".held button").first.click()
    expect(page.locator("#answer")).to_be_visible()
