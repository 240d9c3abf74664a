"""Taps on the referee's page, and what it shows."""

import re
from typing import Any

from playwright.sync_api import Page, expect


def verdict(page: Page) -> Any:
    return page.locator("#ruling h1")


def tap(page: Page, *keys: str) -> None:
    """Tap keys of the pad: ranks, places, suits; if it is folded, unfold it."""
    for key in keys:
        tapped = page.locator("#pad").get_by_role("button", name=key, exact=True)
        if not tapped.is_visible():
            page.locator("#pad [data-unfold]").tap()
        tapped.tap()


def tap_at_once(page: Page, taps: str) -> None:
    """Tap keys and links, by how they begin, before anything is answered."""
    page.evaluate(
        """taps => {
             const there = [...document.querySelectorAll("#pad button, #ruling a:not(.chip)")];
             taps.map(name => there.find(one => one.textContent.trim().startsWith(name)))
               .forEach(one => one.click()); }""",
        taps.split(", "),
    )


def pick(page: Page, card: str) -> None:
    """Tap a card that was taken, in the claim."""
    box = page.locator(f'form[data-claim] input[value="{card}"]')
    page.locator("label.pick", has=page.locator(f'input[value="{card}"]')).tap()
    expect(box).to_be_checked()


def lies(page: Page, place: str, cards: str) -> None:
    """Wait until the server has drawn these cards on the table."""
    signs = [map(re.escape, card) for card in cards.split()]
    shown = [re.compile(r"^\s*" + r"[\s\ufe0e]*".join(card) + r"[\s\ufe0e]*$") for card in signs]
    lying = page.locator(f'[data-place="{place}"] .card')
    expect(lying).to_have_text(shown, use_inner_text=True)


def turn(page: Page, switch: str) -> None:
    """Turn a house rule, or what else can be turned there."""
    fold = page.locator(".chips details")
    if fold.get_attribute("open") is None:
        fold.locator("summary").tap()
    fold.get_by_role("link", name=switch).tap()
    expect(fold.locator(".chosen", has_text=switch)).to_be_visible()
