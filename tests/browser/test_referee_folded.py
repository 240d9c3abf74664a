"""The verdict has the screen: the pad folds, and stands beside the rest where there is room."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.strategies import some

from .conftest import Open
from .pad import tap, verdict
from .test_referee_in_sight import NOT_COVERED

GAMES = ["krypkasino", "casino", "swazi-casino"]
GAMES += ["royal-casino", "lesotho-casino", "south-african-casino"]
SIZES = ["100%", "200%"]
ONE_LINE = 62  # pixels


def height(page: Page) -> int:
    box = page.locator("#pad").bounding_box()
    assert box is not None
    return int(box["height"])


@pytest.mark.parametrize("game", some(GAMES, every=6))
def test_the_pad_folds_once_a_card_is_played(open_page: Open, game: str) -> None:
    page = open_page(f"/{game}/referee")
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


@pytest.mark.parametrize(("game", "size"), some(product(GAMES, SIZES), every=7))
def test_the_verdict_is_in_sight(open_page: Open, game: str, size: str) -> None:
    page = open_page(f"/{game}/referee?table=A+2+6+7+9")
    page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
    tap(page, "Played", "8")
    expect(page.locator("#felt")).to_have_attribute("data-played", "8")
    expect(page.locator("#pad [data-rank='8']")).to_be_hidden()
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    assert verdict(page).evaluate(NOT_COVERED)


@pytest.mark.parametrize("game", some(GAMES, every=6, first=1))
def test_a_laptop_has_all_beside_each_other(open_page: Open, game: str) -> None:
    page = open_page(f"/{game}/referee?table=A+2+6+7+9&played=8", screen="desktop")
    parts = [page.locator(name).bounding_box() for name in ("#felt", ".headline", "#pad")]
    felt, said, pad = (box for box in parts if box)
    assert felt["x"] + felt["width"] <= said["x"]
    assert said["x"] + said["width"] <= pad["x"]
    assert max(box["y"] for box in (felt, said, pad)) < 80
    expect(page.locator("#pad [data-rank='8']")).to_be_visible()
    for key in ("Enter", "Enter", "5"):
        page.keyboard.press(key)
    expect(page.locator("#felt")).not_to_have_attribute("data-hand", "")


FOUR_PILES = "players=4&table=5+6+4%2B3%3D7%402&piles=9%401+3%402+10%403+8%400"
ROWS = """() => [...new Set([...document.querySelectorAll(".pile .card")]
    .map(one => Math.round(one.getBoundingClientRect().top)))].length"""


FITS = product(["south-african-casino", "lesotho-casino"], ["en", "sv", "de"])


@pytest.mark.parametrize(("game", "language"), some(FITS, every=5))
def test_four_piles_a_build_and_the_verdict_fit(open_page: Open, game: str, language: str) -> None:
    """On one screen, with what the ruling hangs on; two rows of piles where text is large."""
    page = open_page(f"/{game}/referee?{FOUR_PILES}&played=8", locale=language)
    for part in ("#felt", ".chips", "#ruling h1", "#asks", ".plays .button >> nth=0"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate(ROWS) == 1
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(ROWS) == 2


@pytest.mark.parametrize("game", some(GAMES, every=6, first=4))
def test_the_hand_is_in_sight_while_it_is_entered(open_page: Open, game: str) -> None:
    page = open_page(f"/{game}/referee?table=A+2+6+7+9&played=8")
    tap(page, "Hand")
    hand = page.locator(".hand")
    expect(hand.get_by_text("The hand, with the played card or without")).to_be_in_viewport()
    for number, rank in enumerate(("4", "9", "8"), start=1):
        tap(page, rank)
        lying = hand.locator(".take-back")
        expect(lying).to_have_count(number)
        for card in lying.all():
            expect(card).to_be_in_viewport(ratio=1)
            assert card.evaluate(NOT_COVERED)


def test_the_pad_folds_with_a_key_of_its_own(open_page: Open) -> None:
    page = open_page("/casino/referee?table=A+2+6+7+9&played=8&claim=took")
    tap(page, "Hand", "8", "9")
    expect(page.locator(".hand .take-back")).to_have_count(2)
    assert height(page) > 3 * ONE_LINE
    page.get_by_role("button", name="Fewer keys").tap()
    assert height(page) < ONE_LINE
    built = page.get_by_role("link", name="Built")
    built.scroll_into_view_if_needed()
    assert built.evaluate(NOT_COVERED)
    page.locator("#pad [data-unfold]").tap()
    assert height(page) > 3 * ONE_LINE


RANKS = {"three": "3", "five": "5"}
OWNERS = [
    # the game, the fields, what is tapped on the felt
    ("swazi-casino", "players=4&table=5+3+6", ["three", "five"]),
    ("swazi-casino", "players=4&table=5+3", []),
    ("swazi-casino", "players=3&table=5+2+9+3%2B4%3D7%401&piles=9%401", ["build"]),
    ("south-african-casino", "players=4&table=5+3&piles=9%401", []),
    ("south-african-casino", "players=4&table=5+3+9+2&piles=9%401", ["three", "five"]),
    ("lesotho-casino", "players=4&table=5+3+K+2%2B4%3D6%401", ["three", "five"]),
]


@pytest.mark.parametrize(
    ("owners", "language"), some(product(OWNERS, ["en", "de"]), every=5, first=1)
)
def test_whose_a_build_is_lies_above_the_pad(
    open_page: Open, owners: tuple[str, str, list[str]], language: str
) -> None:
    game, query, tapped = owners
    page = open_page(f"/{game}/referee?{query}", locale=language)
    for one in tapped:
        part = ".whose" if one == "build" else f".choose:has-text('{RANKS[one]}')"
        page.locator("#felt").locator(part).first.tap()
        expect(page.locator("#felt .chosen:not(.button)")).to_have_count(tapped.index(one) + 1)
    owners = page.locator(".owners .button")
    expect(owners.first).to_be_visible()
    for one in owners.all():
        expect(one).to_be_in_viewport(ratio=1)
        assert one.evaluate(NOT_COVERED)
