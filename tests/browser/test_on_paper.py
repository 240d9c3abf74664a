"""Pages on paper: what is told stands there in dark on white, what is tapped does not."""

from playwright.sync_api import expect

from .conftest import Open
from .pages import addresses
from .whole_demo import WholeDemo

ON_PAPER = [
    # the page, what is on the paper, what is not
    ("sheet-finished", "#check .sum, .row h2, .row .stands", "header, button, .actions, .advice"),
    ("sheet-accepted", "#check .sum, .row .stands", "header, button, .actions, summary, .advice"),
    ("sheet-unbalanced", "#check .sum, .row .number input", "header, button, .button, .advice"),
    ("session-over", ".standings li, table, .payments li", "header, button, .actions, summary"),
    ("rules", "h1, .clause, .example .cards", "header, .try, .contents"),
    ("built-playing", "#table .cards, .fan .value, .keeper, .seats", "button, header, #pad"),
    ("built-unsure", "#table .builds, .piles", "button, #unsure, #pad"),
    ("built-insisted", "#table .builds", "button, #insisted"),
    ("built-finished", "#scores .standings, #last", "button, .actions, #log summary"),
    ("built-replay", "h1, .felt .builds .fan, .felt .cards", "header, .steps, .actions, button"),
    ("built-sheet", "#check .sum, .row h2", "header, button, .actions"),
]
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
KEPT = """() => [...document.querySelectorAll(".card, .fan .value")]
  .every((one) => getComputedStyle(one).printColorAdjust === "exact")"""


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
