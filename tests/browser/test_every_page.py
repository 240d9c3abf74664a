"""Every page, in every language and one with longer words, on every screen, by day and by night.

In ``make test`` a page is seen in one of these forms, of those that are alike each fourth one; in
``make soak`` all are, in all of them.
"""

import re
from collections.abc import Callable, Iterator
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from referee.languages import LANGUAGES
from tests.strategies import SOAK, some

from .conftest import SCREENS, Check, Open, serve
from .fit import misfits
from .pages import AREAS, addresses
from .pseudo import speak_longer
from .whole_demo import WholeDemo

LONGER = "longer"
SPOKEN = [LONGER, *LANGUAGES]
LARGE_TEXT = "large text"
NO_NAME = re.compile("^x$")
"""In bold it would be one of the names, taken for markup."""
SIZES = ["phone", LARGE_TEXT, *(screen for screen in SCREENS if screen != "phone")]
BOTH = "both"
NOT_FOUND = "status of 404"
ALIKE = (
    # the first page is of the same parts as the others: axe looks at those in ``make soak``
    "rules rules-casino rules-royal rules-swazi rules-south",
    "tactics-tried tactics tactics-royal tactics-swazi tactics-south",
    "referee-table referee-empty builds-empty piles-empty referee-hand referee-aside",
    "referee-suits referee-choice referee-one referee-creep referee-sweep referee-double",
    "referee-suits referee-judge",
    "referee-claim referee-right builds-wrong piles-wrong referee-if-held",
    "referee-unreadable builds-unreadable",
    "builds-of-four referee-builds builds-many referee-many referee-pictures referee-ace",
    "builds-of-four steps-without-piles referee-choosing piles-chosen piles-crazy",
    "piles-taken builds-taken referee-kept piles-with-a-top",
    "piles-of-four referee-tops referee-south piles-for-a-partner referee-proven",
    "piles-of-four piles-of-a-partner referee-stock",
    "piles-one-step referee-steps piles-three-steps",
    "piles-taken-less referee-insist",
    "share builds-share",
    "links delete",
    "offline nothing",
    "start-like start start-new start-casino-like",
    "score-casino score-one score-south",
    "session-running session-new session-to-target",
    "session-over session-won session-pairs",
    "counter-casino counter",
    "counter-pairs counter-finished",
    "sheet-partly sheet-empty sheet-casino",
    "sheet-accepted sheet-finished sheet-casino-finished",
    "built-leads table-open built-open",
    "table-finished built-finished",
    "built-replay-steps replay replay-dealt built-replay",
    "built-insisted built-unsure",
    "table-mend built-mend correct-misfit",
    "correct built-correct-top correct-dealt built-correct",
    "missing built-missing",
    "shows built-shows",
    "session-running built-session",
    "counter-casino built-counter",
    "sheet-pairs built-sheet",
    "sheet-claimed built-claim",
    "exercises-insist exercises-pays exercises-missing exercises-take",
    "first-wrong first first-open first-right",
)
LEFT_OUT = {"docs"} | {name for alike in ALIKE for name in alike.split()[1:]}
"""What axe does not look at in ``make test``; at ``docs``, of thousands of elements, it looks for
ten seconds."""
IN_TEST = 8
"""So many forms have every language and every size."""


class Form(NamedTuple):
    """Some pages, a language, a screen, day or night or both."""

    names: list[str]
    language: str
    size: str
    scheme: str


def forms() -> list[Form]:
    """All pages in all of them, or some in each."""
    if SOAK > 1:
        return [Form(*form, BOTH) for form in product(AREAS, SPOKEN, SIZES)]
    names = [name for area in AREAS for name in area if name not in LEFT_OUT]
    for at, name in enumerate(some(sorted(LEFT_OUT), every=4)):
        names.insert(at * IN_TEST + SIZES.index("sideways"), name)  # where axe does not look
    shown = zip(cycle(SPOKEN), cycle(SIZES), cycle(["light", "dark"]), strict=False)
    return [
        Form(names[at::IN_TEST], *form) for at, form in zip(range(IN_TEST), shown, strict=False)
    ]


def axe_looks(name: str, size: str) -> bool:
    """It finds the same on all phones; on its side, what stays in sight covers keys until one
    scrolls."""
    if SOAK > 1:
        return size in ("phone", "desktop")
    return size != "sideways" and name not in LEFT_OUT


def called(form: Form) -> str:
    return "-".join((form.names[0], *form[1:]))


@pytest.fixture(scope="module")
def longer_server(hard_to_draw: WholeDemo, instance: Path) -> Iterator[str]:
    """Another server of the same evenings, with longer words."""
    yield from serve(instance, speak_longer)


@pytest.fixture
def pages(
    open_page: Open, hard_to_draw: WholeDemo, request: pytest.FixtureRequest
) -> Callable[[Form], Iterator[Page]]:
    """The pages of a form, one after the other, with all that is folded away in them."""

    def visit(form: Form) -> Iterator[Page]:
        names, language, size, scheme = form
        new, paths = hard_to_draw.new, addresses(hard_to_draw)
        server = request.getfixturevalue("longer_server") if language == LONGER else new.server
        page = open_page(
            server + new.edit_link,
            screen="phone" if size == LARGE_TEXT else size,
            locale="en" if language == LONGER else language,
            color_scheme="light" if scheme == BOTH else scheme,
            expected=(NOT_FOUND,) if "nothing" in names else (),
        )
        for name in names:
            page.goto(server + paths[name])
            expect(page.locator("h1")).to_be_visible()
            page.evaluate(
                "document.querySelectorAll('main details').forEach(one => (one.open = true))"
            )
            if size == LARGE_TEXT:
                page.evaluate("document.documentElement.style.fontSize = '200%'")
            yield page

    return visit


@pytest.mark.parametrize("form", forms(), ids=called)
def test_everybody_can_use_it(
    pages: Callable[[Form], Iterator[Page]], form: Form, check: Check
) -> None:
    """Nothing scrolls sideways, no text is cut off, every target is large enough for a thumb; axe
    finds nothing, by day or by night."""
    for name, page in zip(form.names, pages(form), strict=True):
        assert misfits(page) == [], page.url
        assert page.locator("b", has_text=NO_NAME).count() == 0, page.url
        if axe_looks(name, form.size):
            check(page, schemes=form.scheme == BOTH)


def test_every_page_is_visited(hard_to_draw: WholeDemo) -> None:
    paths = addresses(hard_to_draw)
    assert sorted(name for area in AREAS for name in area) == sorted(paths)
    assert set(paths) >= LEFT_OUT
    assert not LEFT_OUT & {alike.split()[0] for alike in ALIKE}
