"""Contents of a page of rules fold on a phone, and a word is found also where it is folded up."""

import pytest
from playwright.sync_api import Page, expect

from tests.strategies import SOAK, some

from .conftest import Open

SWAZI = "/swazi-casino/rules"
HERE = """() => {
  const [place] = CSS.highlights.get("current") ?? [];
  if (!place) return null;
  const { top, bottom, height } = place.getBoundingClientRect();
  const below = document.querySelector("[data-find]").getBoundingClientRect().bottom;
  return height > 0 && top >= below && bottom <= innerHeight ? place.toString() : "out of sight";
}"""


def count(page: Page, said: str) -> None:
    expect(page.locator("[data-count]")).to_have_text(said)


def total(page: Page) -> int:
    return int(page.evaluate("CSS.highlights.get('found').size"))


@pytest.mark.parametrize("scripted", [True, False])
def test_contents_fold_on_a_phone(open_page: Open, scripted: bool) -> None:
    page = open_page(SWAZI, java_script_enabled=scripted)
    contents = page.locator(".contents")
    entries = contents.locator("a")
    expect(entries.locator("visible=true")).to_have_count(0)
    expect(page.locator("#find")).to_be_visible(visible=scripted)
    contents.locator("summary").tap()
    expect(entries.locator("visible=true")).to_have_count(entries.count())


@pytest.mark.parametrize("scripted", some([True, False], every=2))
def test_contents_lie_open_on_a_desktop(open_page: Open, scripted: bool) -> None:
    page = open_page(SWAZI, "desktop", java_script_enabled=scripted)
    entries = page.locator(".contents a")
    expect(entries.first).to_be_in_viewport()
    expect(page.locator(".contents summary")).to_be_hidden()


WORDS = [
    # language, a word of examples that are folded up, what stands between the numbers
    ("en", "insist", "of"),
    ("sv", "kräva", "av"),
    ("de", "BESTEHEN", "von"),
]


@pytest.mark.parametrize(("language", "word", "of"), some(WORDS, every=2))
def test_a_word_is_found(open_page: Open, language: str, word: str, of: str) -> None:
    page = open_page(SWAZI, locale=language)
    field = page.locator("#find")
    field.fill(word)
    there = total(page)
    assert there > 5
    for number in range(1, there + 1 if SOAK > 1 else 4):
        count(page, f"{number} {of} {there}")
        assert page.evaluate(HERE).lower() == word.lower()
        field.press("Enter")
    count(page, f"{1 if SOAK > 1 else 4} {of} {there}")
    for _ in range(1 if SOAK > 1 else 4):
        field.press("Shift+Enter")
    count(page, f"{there} {of} {there}")
    assert page.evaluate(HERE).lower() == word.lower()
    assert page.locator("details.worked[open]").count() > (1 if SOAK > 1 else 0)


def test_buttons_lead_from_place_to_place(open_page: Open) -> None:
    page = open_page(SWAZI)
    page.locator("#find").fill("stock")
    there = total(page)
    page.get_by_role("button", name="Next match").tap()
    count(page, f"2 of {there}")
    page.get_by_role("button", name="Previous match").tap()
    page.get_by_role("button", name="Previous match").tap()
    count(page, f"{there} of {there}")
    assert page.evaluate(HERE) == "stock"
    page.locator("#find").press("Escape")
    expect(page.locator("[data-count]")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("#find")).to_be_hidden()


def test_what_is_not_there_and_nothing_at_all(open_page: Open) -> None:
    page = open_page(SWAZI)
    field = page.locator("#find")
    field.fill("tabbe poker")
    count(page, "Not found")
    field.press("Enter")
    count(page, "Not found")
    field.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("[data-count]")).to_be_hidden()
    assert page.evaluate(HERE) is None


def test_the_text_stays_as_it_is(open_page: Open) -> None:
    """So the search of the browser finds what it always found."""
    page = open_page(SWAZI)
    before = page.locator("main .clause").all_inner_texts()
    page.locator("#find").fill("build")
    assert total(page) > 50
    page.locator("#find").press("Escape")
    assert page.locator("main .clause").all_inner_texts() == before
    assert page.locator("mark").count() == 0
