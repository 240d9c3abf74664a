"""How the pages of an evening look: axe finds nothing, nothing scrolls sideways, thumbs hit."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Check, Open
from .following import CHOICE, ask, claim, question
from .tables import Demo, Followed, Table, kinds
from .taps import button, field, hears_nothing, link

NAMES = ["Zoë 🃏 Ångström", "דוד", "<b>x</b>", "W" * 60]
LEAST = 44  # pixels of a target, wide and high


@pytest.fixture(scope="module")
def group(server: str) -> Demo:
    """Everything with names that are hard to draw."""
    return Demo(server, NAMES, "W" * 60)


def open_in(page: Page, name: str, group: Demo) -> None:
    """A page with all that is folded away in it; the menu lies over the page instead."""
    page.goto(group.pages[name])
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach(one => (one.open = true))")


AREAS = [
    ["home-known", "start", "start-like", "start-new", "score-one"],
    ["session-new", "session-running", "session-over"],
    ["counter", "counter-finished", "sheet-empty"],
    ["table-open", "table-playing", "table-finished"],
    ["replay-dealt", "replay", "correct"],
    ["correct-dealt", "shows"],
    ["sheet-unbalanced", "sheet-partly", "sheet-finished"],
    ["group", "links", "delete", "import"],
]
SAMPLE = ["session-running", "sheet-partly", "table-playing", "start"]


@pytest.mark.parametrize("names", AREAS, ids=lambda names: names[0])
def test_on_a_phone(open_page: Open, group: Demo, names: list[str], check: Check) -> None:
    page = open_page(group.new.edit_link)
    for name in names:
        open_in(page, name, group)
        check(page, schemes=True)


@pytest.mark.parametrize("screen", ["tablet", "desktop"])
def test_on_larger_screens(open_page: Open, group: Demo, screen: str, check: Check) -> None:
    page = open_page(group.new.edit_link, screen=screen)
    for name in SAMPLE:
        open_in(page, name, group)
        check(page)


def test_to_look_on(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.view_link)
    for name in (*SAMPLE[:3], "counter", "group"):
        open_in(page, name, group)
        check(page)


def test_the_page_of_a_person(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.edit_link)
    open_in(page, "group", group)
    link(page, NAMES[-1]).tap()
    expect(page.locator("h1")).to_have_text(NAMES[-1])
    check(page, schemes=True)


def test_a_stake(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.edit_link)
    open_in(page, "session-running", group)
    field(page, "A point is worth").fill("9999.99")
    field(page, "Currency").fill("W" * 8)
    button(page, "Save").tap()
    expect(page.locator(".payments").first).to_contain_text("W" * 8)
    check(page, schemes=True)


def test_a_disagreement(open_page: Open, server: str, check: Check) -> None:
    table = Table.start(server, NAMES)
    table.begin()
    page = open_page(table.edit_link)
    page.goto(table.sheet())
    hears_nothing(page)
    table.put(3, kinds(2, 2, 2, 22, 6, markers=12))
    field(page, f"{NAMES[3]}, Points in cards").fill("41")
    expect(page.locator(".conflict")).to_be_visible()
    check(page, schemes=True)


def test_a_question(open_page: Open, server: str, check: Check) -> None:
    """Of the referee: first what was taken, then whether it stands."""
    table = Table.start(server, NAMES)
    table.begin()
    Followed(table, CHOICE)
    page = open_page(table.edit_link)
    page.goto(table.live())
    claim(page, "9C")
    expect(question(page).locator(".wrong")).to_be_visible()
    check(page, schemes=True)
    button(page, "It crept").tap()
    expect(question(page).locator(".wrong")).to_contain_text("may not creep")
    link(page, "Cancel").tap()
    ask(page)
    check(page, schemes=True)


BEYOND = """width => {
  const beyond = (one) => one.getBoundingClientRect().right > width + 1;
  return [...document.querySelectorAll("main *, .pad *")]
    .filter((one) => beyond(one) && !one.closest(".scroll, .unseen"))
    .map((one) => one.outerHTML.slice(0, 200)); }"""


def test_large_text(open_page: Open, group: Demo) -> None:
    """Twice as large, everything of the live table still stands on a phone's screen."""
    page = open_page(group.new.edit_link)
    for name in ("table-open", "table-playing", "table-finished", "replay", "correct", "shows"):
        open_in(page, name, group)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(BEYOND, 360) == [], name
        page.locator("h1").scroll_into_view_if_needed()
        expect(page.locator("h1")).to_be_in_viewport()


def test_no_network(open_page: Open, group: Demo, check: Check) -> None:
    page = open_page(group.new.edit_link)
    open_in(page, "counter", group)
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_be_visible()
    check(page, schemes=True)


def test_names_are_only_names(open_page: Open, group: Demo) -> None:
    page = open_page(group.new.edit_link)
    for name in ("session-running", "counter", "sheet-partly", "table-playing", "replay", "group"):
        open_in(page, name, group)
        expect(page.get_by_text("<b>x</b>").first).to_be_visible()
        expect(page.locator("main b:not(.card b)")).to_have_count(0)


TARGETS = {
    "counter": "#deal .button, .sweepers .key, #sweeps .button",
    "sheet-partly": ".stepper .key, .stepper input, summary, #check .button",
    "sheet-unbalanced": ".chip, .stepper .key, summary",
    "start": ".place .key, .place input, .place .grip, .chip, .choice, select",
    "session-over": ".button, summary",
    "table-playing": "#pad .key, .button, summary, .irregular a, .log a, .chip",
    "replay": ".button, summary",
    "shows": ".pick, .key, .button",
}


def test_targets_are_large(open_page: Open, group: Demo) -> None:
    page = open_page(group.new.edit_link)
    for name, targets in TARGETS.items():
        open_in(page, name, group)
        found = page.locator(targets).locator("visible=true")
        expect(found).not_to_have_count(0)
        boxes = found.evaluate_all(
            """found => found.map(one => {
                 const { width, height } = one.getBoundingClientRect();
                 return [one.outerHTML.slice(0, 120), width, height]; })"""
        )
        assert [box for box in boxes if min(box[1:]) < LEAST] == [], name


def test_the_check_stays_in_sight(open_page: Open, group: Demo) -> None:
    page = open_page(group.new.edit_link)
    page.goto(group.running.sheet(4))
    for row in page.locator(".row h2").all():
        row.scroll_into_view_if_needed()
        expect(page.locator("#check .sum")).to_be_in_viewport(ratio=1)
        expect(row).to_be_in_viewport()
