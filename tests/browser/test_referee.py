"""The referee page under a thumb."""

import re

from playwright.sync_api import expect

from .conftest import SCREENS, Open
from .referee_pad import lies, tap, tap_at_once, verdict
from .session_taps import holding, next_of, notice

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


def test_the_rank_pad_is_large(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9")
    boxes = page.eval_on_selector_all(
        "#pad .ranks :not([data-unfold])",
        "keys => keys.map(key => key.getBoundingClientRect().toJSON())",
    )
    assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes)
    assert len({box["y"] for box in boxes}) == 2
    assert max(box["bottom"] for box in boxes) <= SCREENS["phone"]["viewport"]["height"]
