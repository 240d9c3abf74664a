"""Every page, in every language and one with longer words, on every screen, by day and by night.

In ``make test`` each page is seen in some of these forms, in ``make soak`` in all of them.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.languages import LANGUAGES
from tests.strategies import SOAK

from .conftest import SCREENS, Check, Open, serve
from .fit import misfits
from .pages import AREAS, addresses
from .whole_demo import WholeDemo

LONGER = "longer"
SPOKEN = [LONGER, *LANGUAGES]
LARGE_TEXT = "large text"
SIZES = ["phone", LARGE_TEXT, *(screen for screen in SCREENS if screen != "phone")]
NOT_FOUND = "status of 404"
LONG = ("docs", "referee-many", "rules-royal", "rules-south")
"""Thousands of elements, at which axe looks for ten seconds: in ``make soak``. What rules are made
of it sees on three pages of them."""

Form = tuple[list[str], str, str]


def forms() -> list[Form]:
    """Some pages, a language, a screen: all of them, or some of each."""
    if SOAK > 1:
        return list(product(AREAS, SPOKEN, SIZES))
    some = zip(cycle(SPOKEN), cycle(SIZES), strict=False)
    return [(area, *form) for area, form in zip(AREAS, some, strict=False)]


def axe_looks(name: str, size: str) -> bool:
    """It finds the same on all phones; on its side, what stays in sight covers keys until one
    scrolls."""
    if SOAK > 1:
        return size in ("phone", "desktop")
    return size != "sideways" and name not in LONG


def called(form: object) -> str:
    return form[0] if isinstance(form, list) else str(form)


@pytest.fixture(scope="module")
def longer_server(hard_to_draw: WholeDemo, instance: Path) -> Iterator[str]:
    """Another server of the same evenings, with longer words."""
    yield from serve(instance, "tests.browser.pseudo")


@pytest.fixture
def pages(
    open_page: Open, hard_to_draw: WholeDemo, request: pytest.FixtureRequest
) -> Callable[[Form], Iterator[Page]]:
    """The pages of a form, one after the other, with all that is folded away in them."""

    def visit(names: list[str], language: str, size: str) -> Iterator[Page]:
        new = hard_to_draw.new
        server = request.getfixturevalue("longer_server") if language == LONGER else new.server
        page = open_page(
            server + new.edit_link,
            screen="phone" if size == LARGE_TEXT else size,
            locale="en" if language == LONGER else language,
            expected=(NOT_FOUND,) if "nothing" in names else (),
        )
        for name in names:
            page.goto(server + addresses(hard_to_draw)[name])
            expect(page.locator("h1")).to_be_visible()
            page.evaluate(
                "document.querySelectorAll('main details').forEach(one => (one.open = true))"
            )
            if size == LARGE_TEXT:
                page.evaluate("document.documentElement.style.fontSize = '200%'")
            yield page

    return visit


@pytest.mark.parametrize(("names", "language", "size"), forms(), ids=called)
def test_everybody_can_use_it(
    pages: Callable[..., Iterator[Page]], names: list[str], language: str, size: str, check: Check
) -> None:
    """Nothing scrolls sideways, no text is cut off, every target is large enough for a thumb; axe
    finds nothing, by day and by night."""
    for name, page in zip(names, pages(names, language, size), strict=True):
        assert misfits(page) == [], page.url
        if axe_looks(name, size):
            check(page, schemes=True)


def test_every_page_is_visited(hard_to_draw: WholeDemo) -> None:
    assert sorted(name for area in AREAS for name in area) == sorted(addresses(hard_to_draw))
