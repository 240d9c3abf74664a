"""The referee's page under a thumb and at a laptop: nothing that was tapped is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import SCREENS, Open
from .taps import (
    button,
    heading,
    holding,
    lies,
    next_of,
    notice,
    pick_claimed,
    press_and_slide,
    tap,
    tap_at_once,
    turn,
    verdict,
)

REFEREE = "/krypkasino/referee"


def test_sharing(open_page: Open, server: str) -> None:
    page = open_page(
        f"{REFEREE}?table=8+9&played=8", permissions=["clipboard-read", "clipboard-write"]
    )
    page.get_by_role("link", name="Share").tap()
    address = f"{server}{REFEREE}?table=8+9&played=8"
    expect(page.get_by_label("Address")).to_have_value(address)
    picture = page.locator("img.qr")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("image => image.naturalWidth") > 50
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.get_by_role("link", name="Back").first.tap()
    expect(verdict(page)).to_have_text("The 8 must take one card")


def test_a_late_answer_leaves_what_is_typed(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9")
    answers = holding(page, "**/ruling**")
    tap(page, "8")
    late = next_of(page, answers)
    page.locator(".lane summary").tap()
    page.get_by_label("Table", exact=True).fill("7 10")
    late.continue_()
    expect(verdict(page)).to_have_text("The 8 must take one card")
    expect(page.get_by_label("Table", exact=True)).to_have_value("7 10")
    page.keyboard.press("Enter")
    lies(page, "table", "7 10")


def test_keyboard_only(open_page: Open) -> None:
    page = open_page(REFEREE, screen="desktop")
    page.locator("#pad [data-rank='8']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator('[data-place="table"] .card')).to_have_count(2)
    page.locator("#pad").get_by_role("button", name="Played").press("Enter")
    page.locator("#pad [data-rank='9']").press("Enter")
    expect(verdict(page)).to_have_text("The 9 must take one card")
    expect(page.get_by_role("status")).to_have_text("The 9 must take one card")
    assert page.evaluate("document.activeElement.dataset.rank") == "9"
    page.get_by_text("Next play").press("Enter")
    expect(verdict(page)).to_have_text("Sweep for an eight")
    expect(verdict(page)).to_be_focused()


def test_an_answer_that_arrives_under_a_finger_lets_it_tap(open_page: Open) -> None:
    """A link that is replaced between down and up gets no click in any browser."""
    page = open_page(f"{REFEREE}?table=3+5&played=8")
    held = holding(page, "**/ruling?**")
    tap(page, "Table", "9")
    page.get_by_role("link", name="Was that right?").hover()
    page.mouse.down()
    with page.expect_response("**/ruling?**") as answer:
        next_of(page, held).continue_()
    answer.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # it has it
    page.mouse.up()
    expect(page.get_by_role("link", name="Was that right?")).to_have_attribute(
        "aria-current", "true"
    )
    lies(page, "table", "3 5 9")


def test_a_page_loaded_again_goes_on(open_page: Open) -> None:
    """Undo and the place of the next card are still there."""
    page = open_page(REFEREE)
    tap(page, "9", "7", "Hand", "king")
    expect(page).to_have_url(re.compile("hand=K"))
    page.reload()
    expect(page.locator('[data-place-key="hand"]')).to_have_attribute("aria-pressed", "true")
    tap(page, "Undo", "Undo")
    expect(page.locator("#felt .card")).to_have_text(["9"])


TAPPED_TOO_SOON = [
    # links and keys, at once: the table and played card that must come of it
    ("Clear, K", "K", ""), ("K, Remove: ace, Remove: two", "6 J K", "8"),
    ("K, Remove: ace, Remove: ace", "2 6 J K", "8"), ("K, Next play, Q", "A J K", "Q"),
    ("K, New deal, Q, Q", "A J K", "Q"), ("Played, 9, Next play, Next play", "J", ""),
    ("Played, 9, Next play, Clear, Q", "Q", ""),
]  # fmt: skip


def test_a_tap_before_the_ruling_has_come(open_page: Open) -> None:
    page = open_page("/")
    for taps, table, played in TAPPED_TOO_SOON:
        page.goto(f"{REFEREE}?table=A+2+6+J&played=8")
        tap_at_once(page, taps)
        expect(page.locator("#felt"), taps).to_have_attribute("data-table", table)
        expect(page.locator("#felt"), taps).to_have_attribute("data-played", played)


def test_undo_with_the_network_gone(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=A+2+6")
    page.context.set_offline(True)
    tap(page, "Played", "8")
    expect(notice(page)).to_contain_text("The ruling comes when it is back")
    tap(page, "9", "Table", "5", "Undo", "4")
    page.context.set_offline(False)
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 2 6 4")
    expect(page.locator("#felt")).to_have_attribute("data-played", "9")
    expect(verdict(page)).to_have_text("The 9 must take three cards")


def test_a_press_on_a_place_slides_to_the_card(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=2+8")
    press_and_slide(page, button(page, "Played"), button(page, "8"))
    expect(heading(page)).to_have_text("The 8 must take one card")


def test_the_rank_pad_is_large(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9")
    boxes = page.eval_on_selector_all(
        "#pad .ranks :not([data-unfold])",
        "keys => keys.map(key => key.getBoundingClientRect().toJSON())",
    )
    assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes)
    assert len({box["y"] for box in boxes}) == 2
    assert max(box["bottom"] for box in boxes) <= SCREENS["phone"]["viewport"]["height"]


TABLE = ["ace", "spades", "2", "7"]
PLAYED = ["Played", "8", "hearts"]
HAND = ["Hand", "3", "10", "clubs"]

SHOWN = """() => {
  const felt = document.querySelector("#felt");
  const { table, played } = felt.dataset;
  const said = document.querySelector("#ruling h1").innerText;
  return [table, played, String(felt.querySelectorAll(".chosen").length), said]; }"""


def shown(page: Page) -> tuple[str, ...]:
    """Return what the position shows, and what is chosen there."""
    return tuple(page.evaluate(SHOWN))


def settled(page: Page) -> None:
    """Wait until the answer to the last tap is drawn."""
    expect(page.locator("#ruling[aria-busy]")).to_have_count(0)


def test_back_takes_back_each_tap(open_page: Open) -> None:
    """One after the other; *Forward* does all again. Without a network, too."""
    page = open_page("/")
    page.goto("/swazi-casino/referee")
    seen = [shown(page)]
    for key in (*TABLE, *PLAYED, *HAND, "Was that right?"):
        step = page.evaluate("history.length")
        if key.endswith("?"):
            page.get_by_text(key, exact=True).tap()
        else:
            tap(page, key)
        settled(page)
        if page.evaluate("history.length") > step:
            seen.append(shown(page))
    assert len(seen) == 1 + 10
    page.context.set_offline(True)
    for then in reversed(seen[:-1]):
        page.go_back()
        settled(page)
        assert shown(page) == then
    for then in seen[1:]:
        page.go_forward()
        settled(page)
        assert shown(page) == then
    page.context.set_offline(False)
    page.evaluate(f"setTimeout(() => history.go(-{len(seen)}))")
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_suit_after_a_step_back(open_page: Open) -> None:
    page = open_page("/casino/referee")
    tap(page, "8", "spades")
    page.go_back()
    lies(page, "table", "8")
    tap(page, "hearts")
    lies(page, "table", "8♥")


LATER = "{ const { now } = Date; Date.now = () => now() + (MINUTES) * 60_000; }"
"""For pages from now on; what is put forward twice is put forward by both."""


def test_the_last_position_is_there_for_an_evening(open_page: Open) -> None:
    page = open_page("/casino/referee")
    expect(page.locator("[data-last]")).to_be_hidden()
    tap(page, "5", "3", "spades", "Played", "8")
    expect(verdict(page)).to_have_text("The 8 may take, build or be trailed")
    page.goto("/casino/referee")
    offer = page.locator("[data-last] a")
    expect(offer).to_have_text(re.compile("^Continue with the last position 5 3♠"))
    expect(offer).to_have_css("flex-direction", "column")
    page.goto("/royal-casino/referee")
    expect(page.locator("[data-last]")).to_be_hidden()
    page.goto("/casino/referee")
    offer.tap()
    expect(verdict(page)).to_have_text("The 8 may take, build or be trailed")
    page.go_back()
    expect(offer).to_be_visible()
    page.add_init_script(LATER.replace("MINUTES", "11 * 60 + 58"))
    page.reload()
    expect(offer).to_be_visible()
    page.add_init_script(LATER.replace("MINUTES", "3"))
    page.reload()
    expect(verdict(page)).to_be_visible()
    expect(page.locator("[data-last]")).to_be_hidden()
    assert [(one["name"], one["value"]) for one in page.context.cookies()] == [("game", "casino")]


def test_another_game_takes_along_what_was_tapped(open_page: Open) -> None:
    """The house rules that this phone keeps for the other game are on."""
    page = open_page("/royal-casino/referee")
    turn(page, "An ace is always 1")
    page.goto("/casino/referee")
    expect(verdict(page)).to_have_text("Which cards lie on the table?")
    assert "house" not in page.url
    tap(page, "5", "3")
    page.locator("details.games summary").tap()
    page.locator("details.games").get_by_role("link", name="Royal Casino", exact=True).tap()
    expect(page.locator("#felt")).to_have_attribute("data-table", "5 3")
    expect(page).to_have_url(re.compile("house=ace_low"))


def test_a_claim_is_judged_at_each_tap(open_page: Open) -> None:
    page = open_page("/casino/referee?table=A+3+9+2+6+K&played=8")
    page.get_by_text("Was that right?", exact=True).tap()
    pick_claimed(page, "2")
    expect(verdict(page)).to_have_class("open")
    expect(page.get_by_text("This judges only what you have tapped.")).to_be_visible()
    pick_claimed(page, "6")
    expect(verdict(page)).to_have_text("Yes, that is right.")
    pick_claimed(page, "K")
    expect(verdict(page)).to_have_class("wrong")
    expect(page.locator("#felt .choose.chosen")).to_have_count(3)


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
    expect(page.get_by_text("Tap the cards that were taken.")).to_be_visible()
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
