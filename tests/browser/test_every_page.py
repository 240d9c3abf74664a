"""Every page, in every language and one with longer words, on every screen, by day and by night.

In ``make test`` a page is seen in one of these forms, in ``make soak`` in all of them.
"""

import re
from itertools import cycle, product
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from referee.languages import LANGUAGES
from tests.strategies import SOAK

from .all_pages import addresses
from .conftest import SCREENS, Check, Open
from .demo_group import WholeDemo
from .layout_checks import covered, misfits

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
