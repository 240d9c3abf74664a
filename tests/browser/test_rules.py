"""Worked examples lie folded up beneath their clauses, and open where they are wanted."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.strategies import some

from .conftest import Open
from .taps import link

SWAZI = "/swazi-casino/rules"


def part(page: Page, name: str) -> Locator:
    """What is folded up or opened with an example."""
    return page.locator("details", has=page.locator(f"#example-{name}"))


def folded(page: Page, name: str) -> bool:
    return part(page, name).get_attribute("open") is None


@pytest.mark.parametrize("game", some(["casino", "swazi-casino", "krypkasino"], every=3))
def test_examples_are_folded_up(open_page: Open, game: str) -> None:
    page = open_page(f"/{game}/rules")
    examples = page.locator(".example")
    assert examples.count() > 10
    expect(examples.locator("visible=true")).to_have_count(0)
    first = page.locator("details.worked").first
    first.locator("summary").tap()
    inside = first.locator(".example")
    expect(first.locator("summary")).to_contain_text(f"{inside.count()} example")
    expect(inside.locator("visible=true")).to_have_count(inside.count())


def test_a_link_opens_its_example(open_page: Open) -> None:
    page = open_page(SWAZI)
    assert folded(page, "SW18")
    link(page, "Less than all").tap()
    expect(page.locator("#example-SW18 h3")).to_be_in_viewport()
    assert not folded(page, "SW18")
    assert folded(page, "SW19")
    # Some browsers open nothing when they come to an address, and only say so.
    page.evaluate("history.replaceState(null, '', '#example-SW19')")
    assert folded(page, "SW19")
    page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    expect(page.locator("#example-SW19 h3")).to_be_in_viewport()


def test_an_address_opens_its_example(open_page: Open) -> None:
    for scripted in (True, False):
        page = open_page(f"{SWAZI}#example-SW19", java_script_enabled=scripted)
        expect(page.locator("#example-SW19 h3")).to_be_in_viewport()


def test_all_examples_are_on_paper(open_page: Open) -> None:
    page = open_page(SWAZI, color_scheme="dark")
    page.emulate_media(media="print")
    examples = page.locator(".example h3")
    expect(examples.locator("visible=true")).to_have_count(examples.count())
    heights = examples.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert all(heights)
    expect(page.locator("summary").locator("visible=true")).to_have_count(0)
