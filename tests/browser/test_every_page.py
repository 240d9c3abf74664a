"""Every page, in every language and one with longer words, on every screen, by day and by night.

In ``make test`` a page is seen in one of these forms, in ``make soak`` in all of them."""

import re
from itertools import cycle, product
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from referee.languages import LANGUAGES
from tests.strategies import SOAK

from .conftest import NAMES, SCREENS, Check, Open
from .demo_sessions import Followed, Table, WholeDemo, addresses, kinds, points
from .page_checks import TOO_WIDE, covered, misfits
from .taps import CHOICE, ask, button, claim, field, hears_nothing, link, notice, open_up, question

LONGER = "longer"
"""English whose words are 40 % longer: what fits in it fits in languages that are still to come."""
LENGTHEN = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const longer = (word) => word + word.slice(-Math.ceil(word.length * 0.4)).toLowerCase();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement.closest("script, bdi, svg")) continue;  // names are long enough
    text.data = text.data.replace(/\\p{L}{2,}/gu, longer);
  }
  for (const named of document.querySelectorAll("[aria-label]:not(:has(bdi))")) {
    named.ariaLabel = named.ariaLabel.replace(/\\p{L}{2,}/gu, longer);
  } }"""
SPOKEN = [LONGER, *LANGUAGES]
LARGE_TEXT = "large text"
TO_THE_TOP = """() => {
  scrollTo(0, 0);
  document.querySelector(".above")?.scrollTo(0, 0);
}"""
"""Script that scrolls to the top; further down a verdict that sticks covers what scrolls away."""
NO_NAME = re.compile("^x$")
"""Pattern of a name that in bold would be taken for markup."""
SIZES = ["phone", LARGE_TEXT, *(screen for screen in SCREENS if screen != "phone")]
BOTH = "both"
NOT_FOUND = "status of 404"
PARTS = 8
"""Number of forms that have every language and every size; in each, one in eight of the pages is
seen."""


class Form(NamedTuple):
    """A part of the pages in a language, on a screen, by day, by night or both."""

    part: int
    language: str
    size: str
    scheme: str


def forms() -> list[Form]:
    """Return all forms of all parts, or one form a part."""
    if SOAK > 1:
        return [Form(*form, BOTH) for form in product(range(PARTS), SPOKEN, SIZES)]
    shown = zip(range(PARTS), cycle(SPOKEN), cycle(SIZES), cycle(["light", "dark"]), strict=False)
    return [Form(*form) for form in shown]


LONGEST = ("docs", "rules", "rules-swazi", "referee-many")


def axe_looks(name: str, size: str) -> bool:
    """Axe finds the same on all phones; on its side, what stays in sight covers keys until one
    scrolls. In the longest pages it looks for seconds: of rules it sees the shortest ones, of
    options, too."""
    if SOAK > 1:
        return size in ("phone", "desktop")
    return size != "sideways" and name not in LONGEST


@pytest.mark.parametrize("form", forms(), ids=lambda form: "-".join(map(str, form)))
def test_everybody_can_use_it(
    open_page: Open, hard_to_draw: WholeDemo, check: Check, axe: str, form: Form
) -> None:
    """Nothing scrolls sideways, no text is cut off, every target is large enough for a thumb; axe
    finds nothing, by day or by night."""
    part, language, size, scheme = form
    paths = addresses(hard_to_draw)
    page = open_page(
        hard_to_draw.new.edit_link,
        screen="phone" if size == LARGE_TEXT else size,
        locale="en" if language == LONGER else language,
        color_scheme="light" if scheme == BOTH else scheme,
        expected=(NOT_FOUND,),
    )
    page.add_init_script(axe)
    for name in sorted(paths)[part::PARTS]:
        page.goto(paths[name])
        expect(page.locator("h1")).to_be_visible()
        if language == LONGER:
            page.evaluate(LENGTHEN)
        if size == LARGE_TEXT:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        asks = page.locator("#ruling").count() > 0
        assert not asks or covered(page) == [], page.url
        page.evaluate("document.querySelectorAll('main details').forEach(one => (one.open = true))")
        assert not asks or covered(page) == [], page.url
        assert misfits(page) == [], page.url
        assert page.locator("b", has_text=NO_NAME).count() == 0, page.url
        if axe_looks(name, size):
            page.evaluate(TO_THE_TOP)
            check(page, schemes=scheme == BOTH)


def test_a_stake(open_page: Open, server: str, check: Check) -> None:
    table = Table.start(server, NAMES)
    table.play(points(42, 1), points(0, 2), points(0), points(0, 3))
    page = open_page(table.edit_link)
    open_up(page, "Play for money")
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
    open_up(page, "Or correct what was taken")
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


AT_200_PERCENT = (
    *("session-running", "session-over", "session-part", "board", "group", "person"),
    *("counter", "sheet-partly", "table-playing", "built-playing", "referee-many", "rules"),
)
"""Pages with most beside each other."""
WIDTH = "Math.max(innerWidth, document.documentElement.scrollWidth)"


@pytest.mark.parametrize(("width", "height"), [(195, 422), (640, 400)])
def test_at_200_percent_no_page_is_wider_than_its_window(
    open_page: Open, hard_to_draw: WholeDemo, width: int, height: int
) -> None:
    page = open_page(hard_to_draw.new.edit_link)
    page.set_viewport_size({"width": width, "height": height})
    for name in AT_200_PERCENT:
        page.goto(addresses(hard_to_draw)[name])
        page.evaluate("document.querySelectorAll('main details').forEach(one => (one.open = true))")
        assert page.evaluate(TOO_WIDE) == [], name
        assert page.evaluate(WIDTH) <= width, name
