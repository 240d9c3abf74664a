"""The referee's page: nothing that was tapped is lost."""

import re

from playwright.sync_api import Page, expect

from .conftest import Open
from .referee_pad import lies, pick, tap, turn, verdict

TABLE = ["ace", "spades", "2", "7"]
PLAYED = ["Played", "8", "hearts"]
HAND = ["Hand", "3", "10", "clubs"]


SHOWN = """() => {
  const felt = document.querySelector("#felt");
  const { table, played } = felt.dataset;
  const said = document.querySelector("#ruling h1").innerText;
  return [table, played, String(felt.querySelectorAll(".chosen").length), said]; }"""


def shown(page: Page) -> tuple[str, ...]:
    """Return what the position shows, and what is chosen there."""
    return tuple(page.evaluate(SHOWN))


def settled(page: Page) -> None:
    """Wait until the answer to the last tap is drawn."""
    expect(page.locator("#ruling[aria-busy]")).to_have_count(0)


def test_back_takes_back_each_tap(open_page: Open) -> None:
    """One after the other; *Forward* does all again. Without a network, too."""
    page = open_page("/")
    page.goto("/swazi-casino/referee")
    seen = [shown(page)]
    for key in (*TABLE, *PLAYED, *HAND, "Was that right?"):
        step = page.evaluate("history.length")
        if key.endswith("?"):
            page.get_by_text(key, exact=True).tap()
        else:
            tap(page, key)
        settled(page)
        if page.evaluate("history.length") > step:
            seen.append(shown(page))
    assert len(seen) == 1 + 10
    page.context.set_offline(True)
    for then in reversed(seen[:-1]):
        page.go_back()
        settled(page)
        assert shown(page) == then
    for then in seen[1:]:
        page.go_forward()
        settled(page)
        assert shown(page) == then
    page.context.set_offline(False)
    page.evaluate(f"setTimeout(() => history.go(-{len(seen)}))")
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_suit_after_a_step_back(open_page: Open) -> None:
    page = open_page("/casino/referee")
    tap(page, "8", "spades")
    page.go_back()
    lies(page, "table", "8")
    tap(page, "hearts")
    lies(page, "table", "8♥")


LATER = "{ const { now } = Date; Date.now = () => now() + (MINUTES) * 60_000; }"
"""For pages from now on; what is put forward twice is put forward by both."""


def test_the_last_position_is_there_for_an_evening(open_page: Open) -> None:
    page = open_page("/casino/referee")
    expect(page.locator("[data-last]")).to_be_hidden()
    tap(page, "5", "3", "spades", "Played", "8")
    expect(verdict(page)).to_have_text("The 8 may take, build or be trailed")
    page.goto("/casino/referee")
    offer = page.locator("[data-last] a")
    expect(offer).to_have_text(re.compile("^Go on with the last position 5 3♠"))
    expect(offer).to_have_css("flex-direction", "column")
    page.goto("/royal-casino/referee")
    expect(page.locator("[data-last]")).to_be_hidden()
    page.goto("/casino/referee")
    offer.tap()
    expect(verdict(page)).to_have_text("The 8 may take, build or be trailed")
    page.go_back()
    expect(offer).to_be_visible()
    page.add_init_script(LATER.replace("MINUTES", "11 * 60 + 58"))
    page.reload()
    expect(offer).to_be_visible()
    page.add_init_script(LATER.replace("MINUTES", "3"))
    page.reload()
    expect(verdict(page)).to_be_visible()
    expect(page.locator("[data-last]")).to_be_hidden()
    assert [(one["name"], one["value"]) for one in page.context.cookies()] == [("game", "casino")]


def test_another_game_takes_along_what_was_tapped(open_page: Open) -> None:
    """The house rules that this phone keeps for the other game are on."""
    page = open_page("/royal-casino/referee")
    turn(page, "An ace is always 1")
    page.goto("/casino/referee")
    expect(verdict(page)).to_have_text("Which cards lie on the table?")
    assert "house" not in page.url
    tap(page, "5", "3")
    page.locator("details.games summary").tap()
    page.locator("details.games").get_by_role("link", name="Royal Casino", exact=True).tap()
    expect(page.locator("#felt")).to_have_attribute("data-table", "5 3")
    expect(page).to_have_url(re.compile("house=ace_low"))


def test_a_claim_is_judged_at_each_tap(open_page: Open) -> None:
    page = open_page("/casino/referee?table=A+3+9+2+6+K&played=8")
    page.get_by_text("Was that right?", exact=True).tap()
    pick(page, "2")
    expect(verdict(page)).to_have_class("open")
    expect(page.get_by_text("Judged as far as it is tapped.")).to_be_visible()
    pick(page, "6")
    expect(verdict(page)).to_have_text("Yes, that is right.")
    pick(page, "K")
    expect(verdict(page)).to_have_class("wrong")
    expect(page.locator(".pick :checked")).to_have_count(3)
