"""The referee page at a laptop: ranks are typed."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .session_taps import holding, next_of

REFEREE = "/krypkasino/referee"

TYPED = [
    # language, keys one after the other, the query of the address that comes of them
    ("en", "1 0 J q K a", "table=10+J+Q+K+A"), ("en", "1 1 0 1 5", "table=10+5"),
    ("en", "0 x ! s", ""), ("sv", "K e Kn a j k d", "table=K+A+J+A+J+K+Q"),
    ("de", "a b d k", "table=A+J+Q+K"), ("en", "8 1 Backspace 9", "table=8+9"),
    ("en", "8 9 Enter 8 7 Backspace 9 Enter 8 6", "table=8+9&played=9&hand=8+6"),
    ("en", "8 9 Enter 8 Enter Enter 8 9 Backspace", "table=8+9&played=8&captured=8&claim=1"),
    ("en", "8 9 Enter 8 Enter Enter Enter 7", "table=8+9+7&played=8"),
]  # fmt: skip


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.parametrize("language", ["en", "sv", "de"])
def test_ranks_are_typed(open_page: Open, language: str) -> None:
    page = open_page(REFEREE, screen="desktop", locale=language)
    for spoken, typed, query in TYPED:
        if spoken == language:
            page.goto(REFEREE)
            keys = typed.replace("Kn", "K n").split()
            press(page, *keys)
            expect(page, typed).to_have_url(
                re.compile(re.escape(f"/referee{'?' if query else ''}{query}") + "$")
            )


def test_what_is_typed_is_shown_and_said(open_page: Open) -> None:
    page = open_page(REFEREE, screen="desktop")
    expect(page.get_by_text("Type A 2 … 10 J Q K")).to_be_visible()
    press(page, "8", "1")
    expect(page.locator('[data-place="table"] .card')).to_have_text(["8", "1"])
    said = page.locator("#typed")
    expect(said).to_have_text("Table: 8")
    press(page, "0", "Enter")
    expect(said).to_have_text("Played")
    expect(page.locator("[data-place-key=played]")).to_have_attribute("aria-pressed", "true")
    press(page, "8", "Enter", "Enter")
    expect(said).to_have_text("Was that right?")
    expect(page.get_by_text("Which cards were taken?")).to_be_visible()
    press(page, "8")
    expect(page.locator("h1")).to_have_text("That was right.")


def test_text_fields_and_buttons_keep_their_keys(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9", screen="desktop")
    page.get_by_text("Type the cards").press("Enter")
    field = page.get_by_label("Hand", exact=True)
    field.focus()
    press(page, "8", "7", "Backspace")
    expect(field).to_have_value("8")
    page.locator("[data-place-key=hand]").press("Enter")
    expect(page.locator("[data-place-key=hand]")).to_have_attribute("aria-pressed", "true")
    press(page, "7")  # a button has no use for it
    expect(page).to_have_url(re.compile("hand=7$"))
    page.locator("body").press("Control+8")
    page.locator("[data-place-key=table]").click()
    press(page, "K", "Enter", "9")  # after a click, Enter is for what was typed
    expect(page).to_have_url(re.compile(r"table=8\+9\+K&played=9&hand=7$"))


def test_typing_waits_for_no_answer(open_page: Open) -> None:
    """Nor does what was typed so far go, when one comes."""
    page = open_page(REFEREE, screen="desktop")
    held = holding(page, "**/ruling?**")
    press(page, "8", "Enter", "8", "Enter", "Enter", "8", "Enter", "1")
    expect(page).to_have_url(re.compile(r"table=8&played=8&captured=8&claim=1$"))
    expect(page.locator(".card.begun")).to_have_text("1")
    next_of(page, held).abort()
    expect(page.locator("h1")).to_have_text("That was right.")
    expect(page.locator(".card.begun")).to_have_text("1")


def test_arrows_give_suits(open_page: Open) -> None:
    """To the card that was just typed, those that are left of it."""
    page = open_page(f"{REFEREE}?hand=8S+8S", screen="desktop")
    felt = page.locator("#felt")
    press(page, "ArrowRight", "8")
    expect(felt).to_have_attribute("data-table", "8")
    for key, table in (("ArrowRight", "8H"), ("ArrowRight", "8D"), ("ArrowLeft", "8H")):
        press(page, key)
        expect(felt).to_have_attribute("data-table", table)
    expect(page.locator("#typed")).to_have_text("hearts")
    press(page, "ArrowLeft")
    expect(felt).to_have_attribute("data-table", "8C")
    press(page, "9", "ArrowLeft")
    expect(felt).to_have_attribute("data-table", "8C 9C")
