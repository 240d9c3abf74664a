"""The referee's page: what stays where it is, what folds, and what is never covered."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Open
from .demo_sessions import BUILDS, OPEN, REFEREE, at
from .demo_sessions import SOUTH as SOUTH_AFRICAN
from .taps import holding, lies, pick_claimed, tap, tap_at_once, verdict

OPEN_BELOW = [
    # what is open below, with six cards on the table
    f"{REFEREE}?table=A+2+6+7+8+J&played=8&hand=8+K+Q+4+4",
    f"{REFEREE}?table=2+3+4+5+8+10&played=A&claim=1&last_of_deal=1&dealt=1",
]
OF_BUILDS = [
    f"{BUILDS}?table=5+4+3%2B4%3D7&played=2&claim=built&with=3%2B4%3D7%401",
    OPEN["piles-three-steps"],
]
OPEN_ALL_BELOW = """() => document.querySelectorAll("main details:not(.chips *)").forEach(one => {
  one.open = true; })"""
NOT_COVERED = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return one.contains(seen) || one.closest("label")?.contains(seen); }"""

SEEN = """() => {
  const one = document.activeElement;
  return [(NOT_COVERED)(one), one.outerHTML]; }""".replace("NOT_COVERED", NOT_COVERED)
STAYS = """([asked, ...bar]) => {
  const above = document.querySelector(".above");
  const lost = [];
  const places = new Set();
  for (const down of [0, 0.5, 1]) {
    above.scrollTop = down * above.scrollHeight;
    for (const one of asked ? [asked, ...bar] : bar) {
      const { x, y, right, bottom } = one.getBoundingClientRect();
      const whole = x > -1 && y > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
      if (!whole || !(NOT_COVERED)(one)) lost.push(`${one.textContent} at ${down}`);
    }
    places.add(bar.map((one) => JSON.stringify(one.getBoundingClientRect())).join());
  }
  return [lost, [...places]]; }""".replace("NOT_COVERED", NOT_COVERED)
"""Script that scrolls the part above the bar; returns all that is out of sight then, and the places
of the bar."""


@pytest.mark.parametrize("screen", ["phone", "sideways"])
def test_verdict_and_sharing_stay(open_page: Open, screen: str) -> None:
    """With builds, the felt may have the whole screen, until one scrolls."""
    page = open_page("/", screen=screen)
    bar = [page.get_by_text(text, exact=True) for text in ("Was that right?", "Share")]
    verdict = page.locator("#ruling h1")
    places = set()
    for address in (*OPEN_BELOW, *OF_BUILDS):
        page.goto(address)
        always = address in OPEN_BELOW
        if always:
            page.evaluate(OPEN_ALL_BELOW)
        parts = [verdict.element_handle() if always else None]
        lost, found = page.evaluate(STAYS, [*parts, *(part.element_handle() for part in bar)])
        assert lost == [], address
        places.update(found if always else ())
        expect(verdict).to_be_in_viewport(ratio=1)
    assert len(places) == 1


def test_what_has_the_focus_is_not_covered(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=2+3+4+5+8+10&played=A&captured=4+10", screen="desktop")
    page.locator(".lane summary").press("Enter")
    for key in ("Tab", "Shift+Tab"):
        for _ in range(40):
            page.keyboard.press(key)
            seen, focused = page.evaluate(SEEN)
            assert seen, focused


def test_sharing_shares_what_is_asked_now(open_page: Open) -> None:
    """The answer to the last tap is still on its way."""
    page = open_page(f"{REFEREE}?table=3+5+8&played=8&claim=1")
    holding(page, "**/ruling?**")
    pick_claimed(page, "8")
    page.get_by_text("Share", exact=True).tap()
    expect(page.get_by_label("Address")).to_have_value(re.compile("captured=8"))


GAMES = ["krypkasino", "swazi-casino"]
"""A page without builds, and one with builds and piles."""
ONE_LINE = 62  # pixels


def height(page: Page) -> int:
    box = page.locator("#pad").bounding_box()
    assert box is not None
    return int(box["height"])


def test_the_pad_folds_once_a_card_is_played(open_page: Open) -> None:
    page = open_page("/casino/referee")
    tap(page, "ace", "7", "9", "Played")
    assert height(page) > 3 * ONE_LINE
    tap(page, "8")
    expect(page.locator("#pad [data-rank='8']")).to_be_hidden()
    assert height(page) < ONE_LINE
    page.locator("#pad [data-suit='H']").tap()  # the next tap is its suit, as ever
    expect(page.locator("#felt")).to_have_attribute("data-played", "8H")
    assert height(page) < ONE_LINE
    page.locator("#pad [data-unfold]").tap()
    expect(page.locator("#pad [data-rank='8']")).to_be_visible()
    tap(page, "5")
    expect(page.locator("#felt")).to_have_attribute("data-played", "5")
    page.locator("#felt h2").first.tap()
    expect(page.locator("#pad [data-rank='8']")).to_be_visible()
    page.go_back()
    expect(page.locator("#felt")).to_have_attribute("data-played", "8H")


@pytest.mark.parametrize("game", GAMES)
def test_verdict_and_hand_are_in_sight(open_page: Open, game: str) -> None:
    """The verdict once the played card is tapped, and each card of the hand while it is entered."""
    page = open_page(f"/{game}/referee?table=A+2+6+7+9")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    tap(page, "Played", "8")
    expect(page.locator("#felt")).to_have_attribute("data-played", "8")
    expect(page.locator("#pad [data-rank='8']")).to_be_hidden()
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    assert verdict(page).evaluate(NOT_COVERED)
    page.evaluate("document.documentElement.style.fontSize = ''")
    tap(page, "Hand")
    lying = page.locator(".hand .take-back")
    for number, rank in enumerate(("4", "9", "8"), start=1):
        tap(page, rank)
        expect(lying).to_have_count(number)
        for card in lying.all():
            expect(card).to_be_in_viewport(ratio=1)
            assert card.evaluate(NOT_COVERED)


FOUR_PILES = "players=4&table=5+6+4%2B3%3D7%402&piles=9%401+3%402+10%403+8%400"
ROWS = """() => [...new Set([...document.querySelectorAll(".pile .card")]
    .map(one => Math.round(one.getBoundingClientRect().top)))].length"""


def test_four_piles_a_build_and_the_verdict_fit(open_page: Open) -> None:
    """On one screen, with what the ruling hangs on; two rows of piles where text is large."""
    page = open_page(f"/south-african-casino/referee?{FOUR_PILES}&played=8", locale="de")
    for part in ("#felt", ".chips", "#ruling h1", "#asks", ".plays .button >> nth=0"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate(ROWS) == 1
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(ROWS) == 2


RANKS = {"three": "3", "five": "5"}
OWNERS = [
    # the game, the fields, what is tapped on the felt
    ("swazi-casino", "players=3&table=5+2+9+3%2B4%3D7%401&piles=9%401", ["build"]),
    ("south-african-casino", "players=4&table=5+3+9+2&piles=9%401", ["three", "five"]),
]


@pytest.mark.parametrize(("game", "query", "tapped"), OWNERS)
def test_whose_a_build_is_lies_above_the_pad(
    open_page: Open, game: str, query: str, tapped: list[str]
) -> None:
    page = open_page(f"/{game}/referee?{query}", locale="de")
    for one in tapped:
        part = ".whose" if one == "build" else f".choose:has-text('{RANKS[one]}')"
        page.locator("#felt").locator(part).first.tap()
        expect(page.locator("#felt .chosen:not(.button)")).to_have_count(tapped.index(one) + 1)
    owners = page.locator(".owners .button")
    expect(owners.first).to_be_visible()
    for one in owners.all():
        expect(one).to_be_in_viewport(ratio=1)
        assert one.evaluate(NOT_COVERED)


CLAIM = "/casino/referee?table=4+5%2B3%3D8%400&played=K&claim=laid&hand=8+4+K"
OWN = "You may trail while you own a build"

COVERED_ABOVE = """() => {
    const above = document.querySelector(".above").getBoundingClientRect().top;
    return document.querySelector(".headline").getBoundingClientRect().bottom - above; }"""
"""Pixels of what scrolls that lie below the headline."""


def top(page: Page, part: str) -> int:
    box = page.locator(part).bounding_box()
    assert box is not None
    return round(box["y"])


def test_a_row_that_opens_below(open_page: Open) -> None:
    page = open_page("/swazi-casino/referee?table=5&played=5")
    before = top(page, ".chips summary")
    page.locator(".chips summary").tap()
    expect(page.locator(".chips .panel")).to_be_visible()
    assert top(page, ".chips summary") == before
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    page.locator(".chips .tick").last.tap()
    expect(page).to_have_url(re.compile("judge=1"))
    expect(page.locator(".chips .panel")).to_be_visible()


def test_what_sticks_is_low(open_page: Open) -> None:
    """Of a long verdict only the headline stays, beside the played card, whatever the text size."""
    page = open_page("/swazi-casino/referee?table=5+6+2&played=3&turn=3+3%2B5%3D8&holds=8")
    for size in ("100%", "200%"):
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        page.evaluate("const above = document.querySelector('.above'); above.scrollTop = 9_999")
        assert page.evaluate(COVERED_ABOVE) <= 100


def test_switches_are_turned_at_once(open_page: Open) -> None:
    """The second is tapped before the first is answered; Back takes back one after the other."""
    page = open_page(CLAIM)
    page.locator(".chips summary").tap()
    answers = holding(page, "**/ruling**")
    for name in (OWN, "A simple build counts"):
        page.locator(".chips .panel").get_by_role("link", name=name).tap()
    expect(page.locator(".chips summary")).to_contain_text("2 house rules")
    assert len(answers) == 1
    page.go_back()
    expect(page.locator(".chips summary")).to_contain_text("1 house rule")
    page.go_back()
    expect(page.locator(".chips summary")).to_contain_text("House rules")


CASINO_REFEREE = "/casino/referee"


def choose(page: Page, *names: str) -> None:
    """Tap cards on the felt, tops of piles too."""
    for name in names:
        page.locator("#felt .choose", has_text=f"Choose: {name}").first.tap()
        expect(page.locator("#felt .choose.chosen", has_text=f"Leave: {name}")).to_be_visible()


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def whose(page: Page, value: int) -> Locator:
    """Return whose a build of the tapped cards is."""
    return page.get_by_role("group", name=f"If they lie as a build of {value}, it is:", exact=True)


def test_taking_apart_and_undo(open_page: Open) -> None:
    page = open_page(f"{CASINO_REFEREE}?table=4+5%2B3%3D8")
    page.locator("#felt .whose").tap()
    page.get_by_role("link", name="Take apart").tap()
    expect(page.locator("#felt .build")).to_have_count(0)
    lies(page, "table", "3 4 5")
    tap(page, "Undo")
    expect(page.locator("#felt .build")).to_have_count(1)
    choose(page, "four")
    button(page, "Remove").tap()
    expect(page.locator('[data-place="table"] .card')).to_have_count(0)


TAPPED_AT_ONCE = [
    # on a table of 5 and 3: what lies there and what is chosen of it
    ("Table, 2, Choose: five", "5 3 2", "5"),
    ("Choose: five, Choose: three", "5 3", "5 3"),
    ("Choose: five, Choose: five", "5 3", "5"),
    ("Choose: five, Table, 2, Choose: three", "5 3 2", "3"),
]


def test_quick_taps_lose_nothing(open_page: Open) -> None:
    """Another card on the table takes back what was chosen, and nothing else does."""
    page = open_page("/")
    for taps, table, chosen in TAPPED_AT_ONCE:
        page.goto(f"{CASINO_REFEREE}?table=5+3")
        tap_at_once(page, taps)
        expect(page.locator("#felt"), taps).to_have_attribute("data-table", table)
        expect(page.locator("#felt .chosen"), taps).to_have_count(len(chosen.split()))
        assert parse_qs(urlsplit(page.url).query)["with"] == [chosen], taps


def test_rules_stand_beside_the_table_of_a_desktop(open_page: Open) -> None:
    """In brief before a verdict, then those that it names; a phone fetches none."""
    page = open_page(REFEREE, screen="desktop")
    rules = page.get_by_role("region", name="Rules").get_by_role("heading")
    expect(rules).to_contain_text(["The aim", "Your turn", "You must capture"])
    sides = "[felt.getBoundingClientRect().right, beside.getBoundingClientRect().left]"
    table_ends, rules_begin = page.evaluate(sides)
    assert table_ends < rules_begin
    page.goto(OPEN["referee-suits"])
    expect(rules).to_have_text(["Leave nothing you could take"])
    button(page, "Clear").click()
    expect(rules).to_contain_text(["The aim", "Your turn"])
    phone = open_page(REFEREE)
    assert not phone.evaluate("'rules_beside' in modules")


def test_keyboard_keeps_its_place(open_page: Open) -> None:
    page = open_page(f"{CASINO_REFEREE}?table=5+3", screen="desktop")
    page.get_by_role("link", name="Choose: three").press("Enter")
    expect(page.get_by_role("link", name="Leave: three")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    whose(page, 8).get_by_text("yours").press("Enter")
    expect(page.locator("#felt .build")).to_have_count(1)


def enter_top(page: Page, whose: str, *keys: str) -> None:
    """Tap the empty place of a pile, and then its card on the pad."""
    slot = page.locator("#felt button.choose", has_text=whose)
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    tap(page, *keys)


def test_where_the_next_card_goes(open_page: Open) -> None:
    """Of a pile one card is seen, and what comes to an empty table is played."""
    page = open_page(at(SOUTH_AFRICAN, table="5 3"))
    enter_top(page, "the opponent’s", "ace")
    tap(page, "8")
    expect(page.locator("#felt")).to_have_attribute("data-played", "8")
    expect(page.locator("#felt")).to_have_attribute("data-piles", "A@1")
    button(page, "Take").first.tap()
    button(page, "Next play").tap()
    tap(page, "2")
    expect(page.locator("#felt")).to_have_attribute("data-played", "2")
    expect(verdict(page)).to_have_text("The 2 may be trailed")
    button(page, "Clear").tap()
    tap(page, "2")
    expect(page.locator("#felt")).to_have_attribute("data-table", "2")
