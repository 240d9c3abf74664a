"""What a ruling hangs on, under a thumb: one tap, and nothing moves away."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.strategies import some

from .conftest import Open
from .fit import LEAST
from .pad import turn, verdict
from .taps import holding, link

GAMES = ["krypkasino", "casino", "swazi-casino"]
CLAIM = "/casino/referee?table=4+5%2B3%3D8%400&played=K&claim=laid&hand=8+4+K"
OWN = "You may trail while you own a build"

SIZES = """() => [...document.querySelectorAll(".chip, .chips .tick")].map(one => {
    const {width, height} = one.getBoundingClientRect();
    return [Math.min(width, height), parseFloat(getComputedStyle(one).fontSize)]; })"""


@pytest.mark.parametrize("script", some([True, False], every=2))
def test_one_tap_each(open_page: Open, script: bool) -> None:
    page = open_page(CLAIM, java_script_enabled=script)
    expect(verdict(page)).to_contain_text("No: you were the last to add")
    page.locator(".deciding").get_by_role("link", name=OWN).tap()
    expect(verdict(page)).to_have_text("Yes, that is right.")
    expect(page.locator(".chips summary")).to_contain_text("1 house rule")
    page.locator(".chips").get_by_role("link", name="4 players").tap()
    expect(page.locator(".seats .chosen")).to_have_text("4 players")
    expect(verdict(page)).to_have_text("Yes, that is right.")
    assert "players=4" in page.url
    page.locator(".deciding").get_by_role("link", name=OWN).tap()
    expect(verdict(page)).to_contain_text("No: you were the last to add")


COVERED_ABOVE = """() => {
    const above = document.querySelector(".above").getBoundingClientRect().top;
    return document.querySelector(".headline").getBoundingClientRect().bottom - above; }"""
"""Pixels of what scrolls that lie below the headline."""


def top(page: Page, part: str) -> int:
    box = page.locator(part).bounding_box()
    assert box is not None
    return round(box["y"])


@pytest.mark.parametrize("game", some(GAMES, every=3))
def test_a_row_that_opens_below(open_page: Open, game: str) -> None:
    page = open_page(f"/{game}/referee?table=5&played=5")
    before = top(page, ".chips summary")
    page.locator(".chips summary").tap()
    expect(page.locator(".chips .panel")).to_be_visible()
    assert top(page, ".chips summary") == before
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    for least, text in page.evaluate(SIZES):
        assert least >= LEAST
        assert text >= 12
    page.locator(".chips .tick").last.tap()
    expect(page).to_have_url(re.compile("judge=1"))
    expect(page.locator(".chips .panel")).to_be_visible()


def test_the_verdict_comes_back_into_sight(open_page: Open) -> None:
    """The menu of house rules folds up once one is turned over a verdict."""
    piles = "table=5+K+4%2B4%3D8%401&players=4&piles=9@1&played=10&claim=laid"
    page = open_page(f"/swazi-casino/referee?{piles}")
    before = top(page, "#ruling h1")
    page.locator(".chips summary").tap()
    page.locator(".chips .panel .tick", has_text="only one build").tap()
    expect(page.locator(".chips summary")).to_contain_text("1 house rule")
    expect(page.locator(".chips .panel")).to_be_hidden()
    expect(verdict(page)).to_have_text("Yes, that is right.")
    assert top(page, "#ruling h1") == before


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_what_sticks_is_low(open_page: Open, size: str) -> None:
    """Of a long verdict only the headline, beside the played card."""
    page = open_page("/swazi-casino/referee?table=5+6+2&played=3&turn=3+3%2B5%3D8&holds=8")
    page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
    page.evaluate("const above = document.querySelector('.above'); above.scrollTop = 9_999")
    covered = page.evaluate(COVERED_ABOVE)
    assert covered <= 100


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


def test_typing_keeps_what_the_chips_say(open_page: Open) -> None:
    page = open_page("/swazi-casino/referee?deal=2&table=5")
    turn(page, "Crazy: only one build")
    page.get_by_text("Type the cards").tap()
    page.get_by_label("Played", exact=True).fill("7")
    page.get_by_label("Played", exact=True).press("Enter")
    expect(verdict(page)).to_contain_text("The 7 may")
    expect(link(page, "Second of two deals")).to_be_visible()
    assert "house=crazy_one_build" in page.url
