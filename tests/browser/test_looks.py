"""The look of pages: axe finds nothing, nothing moves for a notice, what is told is on paper."""

import pytest
from playwright.sync_api import expect

from .all_pages import addresses
from .conftest import NAMES, Check, Open
from .demo_group import WholeDemo
from .layout_checks import misfits
from .live_table import CHOICE, ask, claim, question
from .session_taps import button, field, hears_nothing, link, notice
from .sessions_by_api import Followed, Table, kinds, points


def test_a_stake(open_page: Open, server: str, check: Check) -> None:
    table = Table.start(server, NAMES)
    table.play(points(42, 1), points(0, 2), points(0), points(0, 3))
    page = open_page(table.edit_link)
    page.locator("#stake-more summary").tap()
    field(page, "A point is worth").fill("9999.99")
    field(page, "Currency").fill("W" * 8)
    button(page, "Save").tap()
    expect(page.locator(".payments").first).to_contain_text("W" * 8)
    check(page, schemes=True)


def test_a_disagreement(open_page: Open, server: str, check: Check) -> None:
    table = Table.begun(server, NAMES)
    page = open_page(table.edit_link)
    page.goto(table.sheet())
    hears_nothing(page)
    table.put(3, kinds(2, 2, 2, 22, 6, markers=12))
    field(page, f"{NAMES[3]}, Card points").fill("41")
    expect(page.locator(".conflict")).to_be_visible()
    check(page, schemes=True)


def test_a_question(open_page: Open, server: str, check: Check) -> None:
    """Of the referee: first what was taken, then whether it stands."""
    table = Table.begun(server, NAMES)
    Followed(table, CHOICE)
    page = open_page(table.edit_link)
    page.goto(table.live())
    claim(page, "9C")
    expect(question(page).locator(".wrong")).to_be_visible()
    check(page, schemes=True)
    button(page, "It crept").tap()
    expect(question(page).locator(".wrong")).to_contain_text("cannot creep")
    link(page, "Cancel").tap()
    ask(page)
    check(page)


EVERYWHERE = {
    "phone": ("home", "referee-suits", "sheet-partly", "table-playing"),
    "sideways": ("referee-suits", "table-playing"),
    "desktop": ("session-over", "sheet-partly"),
}
CONTROLS = "a, button, input:not([type=hidden]), summary"
PLACES = """controls => [...document.querySelectorAll(controls)].map(one => {
  const { x, y } = one.getBoundingClientRect();
  return [one.outerHTML.slice(0, 80), x, y]; })"""
HIDDEN = """controls => [...document.querySelectorAll(controls)]
  .filter(one => one.checkVisibility() && !one.closest(".notices, .skip, .unseen"))
  .filter(one => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".notices"); })
  .map(one => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("screen", EVERYWHERE)
def test_nothing_moves_and_nothing_is_hidden(
    open_page: Open, hard_to_draw: WholeDemo, screen: str
) -> None:
    """The notice takes no place from a page."""
    page = open_page(hard_to_draw.new.edit_link, screen=screen)
    for name in EVERYWHERE[screen]:
        page.goto(addresses(hard_to_draw)[name])
        before = page.evaluate(PLACES, CONTROLS)
        page.context.set_offline(True)
        expect(notice(page)).to_be_in_viewport(ratio=0.9)
        assert page.evaluate(PLACES, CONTROLS) == before, name
        assert page.evaluate(HIDDEN, CONTROLS) == [], name
        assert misfits(page) == [], name
        page.context.set_offline(False)


ON_PAPER = [
    # the page, what is on the paper, what is not
    ("sheet-finished", "#check .sum, .row h2, .row .stands", "header, button, .actions, .advice"),
    ("sheet-unbalanced", "#check .sum, .row .number input", "header, button, .button, .advice"),
    ("session-over", ".standings li, table, .payments li", "header, button, .actions, summary"),
    ("session-to-target", "#standings, .chart text.target, #games td", "#next, button, input"),
    ("rules", "h1, .clause, .example .cards", "header, .try, .contents, #find"),
    ("tactics", ".each .headline", "header"),
    ("built-playing", "#table .cards, .fan .value, .keeper, .seats", "button, header, #pad"),
    ("built-unsure", "#table .builds, .piles", "button, #unsure, #pad"),
    ("built-insisted", "#table .builds", "button, #insisted"),
    ("built-finished", "#scores .standings, #last", "button, .actions, #log summary"),
    ("built-replay", "h1, .felt .builds .fan, .felt .cards", "header, .steps, .actions, button"),
]
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
KEPT = """() => [...document.querySelectorAll(".card, .fan .value")]
  .every((one) => getComputedStyle(one).printColorAdjust === "exact")"""
FOLDED = """() => [...document.querySelectorAll(".example h3, .each .headline")]
  .filter((one) => one.getBoundingClientRect().height === 0).length"""
"""Number of examples and answers that are folded up: on paper all lie open."""


def test_on_paper(open_page: Open, hard_to_draw: WholeDemo) -> None:
    page = open_page("/offline", let_in=hard_to_draw.new.edit_link)
    page.emulate_media(media="print", color_scheme="dark")
    pages = addresses(hard_to_draw)
    for name, printed, tapped in ON_PAPER:
        page.goto(pages[name])
        for selector in printed.split(", "):
            expect(page.locator(selector).first, name).to_be_visible()
        for selector in tapped.split(", "):
            expect(page.locator(selector).locator("visible=true"), name).to_have_count(0)
        assert page.evaluate(BACKGROUND) == "rgb(255, 255, 255)", name
        assert page.evaluate(KEPT), name
        assert page.evaluate(FOLDED) == 0, name
