"""Pages of rules and tactics: contents and examples that fold, words that are found also where they
are folded up, cards that are tried in place."""

from playwright.sync_api import Locator, Page, expect

from .conftest import Open
from .session_taps import link

SWAZI = "/swazi-casino/rules"
HERE = """() => {
  const [place] = CSS.highlights.get("current") ?? [];
  if (!place) return null;
  const { top, bottom, height } = place.getBoundingClientRect();
  const below = document.querySelector("[data-find]").getBoundingClientRect().bottom;
  return height > 0 && top >= below && bottom <= innerHeight ? place.toString() : "out of sight";
}"""


def part(page: Page, name: str) -> Locator:
    """Return what is folded up or opened with an example."""
    return page.locator("details", has=page.locator(f"#example-{name}"))


def folded(page: Page, name: str) -> bool:
    return part(page, name).get_attribute("open") is None


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


def test_contents_fold_on_a_phone_and_lie_open_on_a_desktop(open_page: Open) -> None:
    page = open_page(SWAZI)
    entries = page.locator(".contents a")
    expect(entries.locator("visible=true")).to_have_count(0)
    page.locator(".contents summary").tap()
    expect(entries.locator("visible=true")).to_have_count(entries.count())
    page = open_page(SWAZI, "desktop")
    expect(page.locator(".contents a").first).to_be_in_viewport()
    expect(page.locator(".contents summary")).to_be_hidden()


def count(page: Page, text: str) -> None:
    expect(page.locator("[data-count]")).to_have_text(text)


def test_a_word_is_found(open_page: Open) -> None:
    """Matches are gone through by Enter and by buttons, round the end; examples open for them."""
    page = open_page(SWAZI, locale="de")
    field = page.locator("#find")
    field.fill("BESTEHEN")
    total = int(page.evaluate("CSS.highlights.get('found').size"))
    assert total > 5
    for number in range(1, 4):
        count(page, f"{number} von {total}")
        assert page.evaluate(HERE).lower() == "bestehen"
        field.press("Enter")
    for _ in range(4):
        field.press("Shift+Enter")
    count(page, f"{total} von {total}")
    assert page.evaluate(HERE).lower() == "bestehen"
    assert page.locator("details.worked[open]").count() > 0
    back, onward = page.locator("[data-find] button").all()
    onward.tap()
    count(page, f"1 von {total}")
    back.tap()
    count(page, f"{total} von {total}")


def test_a_word_that_is_not_there(open_page: Open) -> None:
    page = open_page(SWAZI)
    field = page.locator("#find")
    field.fill("tabbe poker")
    count(page, "Not found")
    field.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("[data-count]")).to_be_hidden()
    assert page.evaluate(HERE) is None


def test_a_card_is_tried_in_place(open_page: Open) -> None:
    page = open_page("/swazi-casino/tactics")
    example = page.locator("#example-reach")
    example.locator("a[data-try]", has_text="3♦").tap()
    expect(example.locator("[data-answer] .headline")).to_have_text("The 3♦\ufe0e may do this:")
    assert page.url.endswith("/tactics")
