"""The referee page under a thumb."""

import re

from playwright.sync_api import expect

from tests.strategies import some

from .conftest import SCREENS, Open
from .pad import lies, pick, tap, tap_at_once, turn, verdict
from .taps import holding, next_of, notice

REFEREE = "/krypkasino/referee"


def test_seven_taps_from_opening_to_the_verdict(open_page: Open) -> None:
    page = open_page(REFEREE)
    for number, key in enumerate(["ace", "2", "6", "7", "9", "Played", "8"], 1):
        assert number <= 7
        tap(page, key)
    expect(verdict(page)).to_have_text("The 8 must take four cards")
    lies(page, "table", "A 2 6 7 9")
    assert "table=A+2+6+7+9&played=8" in page.url


def test_suits_are_a_second_tap(open_page: Open) -> None:
    page = open_page(REFEREE)
    tap(page, "10", "diamonds", "Played", "10", "spades")
    expect(page.locator(".option").get_by_text("4 points")).to_be_visible()
    lies(page, "table", "10♦")
    tap(page, "spades")  # once more takes the suit back
    expect(page.get_by_text("points, by their suits")).to_be_visible()


def test_one_tap_takes_back_and_one_tap_undoes(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9&played=8")
    page.get_by_role("link", name="Remove: nine").tap()
    expect(page.locator('[data-place="table"] .card')).to_have_count(1)
    tap(page, "Undo")
    expect(page.locator('[data-place="table"] .card')).to_have_count(2)
    lies(page, "table", "8 9")


def test_keys_are_greyed_when_the_packs_have_no_more(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+8+8+8+8+8+8+8")
    pad = page.locator("#pad")
    expect(pad.locator("[data-rank='8']")).to_be_disabled()
    expect(pad.locator("[data-rank='9']")).to_be_enabled()
    page = open_page(f"{REFEREE}?table=8S+8S")
    tap(page, "8")
    expect(page.locator("#pad").get_by_label("spades")).to_be_disabled()
    expect(page.locator("#pad").get_by_label("hearts")).to_be_enabled()


def test_was_that_right(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=3+7+9+A+8+2&played=10")
    page.get_by_text("Was that right?", exact=True).tap()
    for card in ("7", "2", "A"):
        pick(page, card)
        expect(verdict(page)).to_have_class("open")
    expect(verdict(page)).to_have_text("No: it must also take the 3, the 8 and the 9.")
    expect(page.get_by_text("cards are compared, not groups")).to_be_visible()
    expect(page.get_by_role("link", name="Read the rule")).to_have_attribute(
        "href", "/krypkasino/rules#capture-everything"
    )
    for card in ("3", "8", "9"):
        pick(page, card)
    expect(verdict(page)).to_have_text("That was right.")
    page.get_by_text("It crept").tap()
    expect(verdict(page)).to_contain_text("cannot creep")


def test_a_sweep_that_hangs_over_the_table(open_page: Open) -> None:
    """It is not forgotten when another card is tapped; the hand, or a tap, decides."""
    page = open_page(f"{REFEREE}?table=3+5")
    expect(verdict(page)).to_have_text("Sweep for an eight")
    tap(page, "Played", "king")
    expect(page.get_by_text("Sweep for an eight. Whoever holds one must play it.")).to_be_visible()
    page.get_by_text("Was that right?", exact=True).tap()
    page.get_by_text("It crept").tap()
    expect(verdict(page)).to_have_text("Yes, unless an eight was in the hand.")
    expect(verdict(page)).to_have_class("open")
    yes, no = (page.get_by_role("link", name=name, exact=True) for name in ("Yes", "No"))
    yes.tap()
    expect(verdict(page)).to_have_text(
        "No: a sweep is forced. Play the 8; it takes the whole table."
    )
    no.tap()
    expect(verdict(page)).to_have_text("That was right.")
    no.tap()
    expect(verdict(page)).to_have_class("open")
    page.get_by_role("button", name="Enter the hand").tap()
    tap(page, "8")
    expect(verdict(page)).to_have_text(
        "No: a sweep is forced. Play the 8; it takes the whole table."
    )
    expect(page.get_by_text("Enter the hand")).to_have_count(0)
    lies(page, "hand", "8")


def test_next_new_deal_and_back(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9+J&played=8")
    page.get_by_text("Next play").tap()
    expect(verdict(page)).to_have_text("No card sweeps this table")
    lies(page, "table", "9 J")
    tap(page, "5")  # goes to the played card without another tap
    expect(verdict(page)).to_have_text("Nothing to take: the 5 creeps")
    page.locator(".option").get_by_text("New deal").tap()
    expect(page.get_by_text("Set aside", exact=True)).to_be_visible()
    expect(verdict(page)).to_have_text("Sweep for an ace")
    lies(page, "table", "5 9")
    page.go_back()
    expect(verdict(page)).to_have_text("Nothing to take: the 5 creeps")
    page.go_back()
    page.go_back()
    expect(verdict(page)).to_have_text("The 8 must take one card")


def test_the_hand_can_be_hidden(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=2+6+5")
    tap(page, "Hand", "queen", "king")
    expect(verdict(page)).to_have_text("Forced sweep: play the king")
    cards = page.locator('[data-place="hand"]')
    expect(cards).to_be_visible()
    page.get_by_text("The hand: 2 cards").tap()
    expect(cards).to_be_hidden()
    tap(page, "5")
    expect(page.get_by_text("The hand: 3 cards")).to_be_visible()
    expect(cards).to_be_hidden()


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


def test_just_judge_gives_no_advice_and_is_kept(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9&played=8")
    expect(page.get_by_text("Costs")).to_be_visible()
    turn(page, "Just judge")
    expect(page.get_by_text("Costs")).to_be_hidden()
    expect(page.get_by_text("Announce")).to_be_hidden()
    assert "judge=1" in page.url
    page.goto(REFEREE)
    expect(page).to_have_url(re.compile("judge=1"))


def test_house_rules_are_kept_on_the_phone_and_in_the_address(open_page: Open) -> None:
    page = open_page(REFEREE)
    turn(page, "Spades are set aside")
    expect(page).to_have_url(re.compile("house=set_aside_spades"))
    page.goto(REFEREE)
    expect(page).to_have_url(re.compile("house=set_aside_spades"))
    tap(page, "8", "spades", "jack", "hearts")
    lies(page, "table", "8♠ J♥")
    page.get_by_text("New deal").tap()
    expect(page.locator('[data-place="table"] .card')).to_have_count(1)
    lies(page, "table", "J♥")


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


def test_without_javascript(open_page: Open) -> None:
    page = open_page(REFEREE, java_script_enabled=False)
    expect(page.locator("#pad")).to_be_hidden()
    page.get_by_label("Table", exact=True).fill("8 9 J")
    page.get_by_label("Played", exact=True).fill("8")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("The 8 must take one card")
    page.get_by_text("Was that right?", exact=True).tap()
    pick(page, "9")
    page.get_by_role("button", name="These were taken").tap()
    expect(verdict(page)).to_contain_text("belongs to no group")
    page.get_by_text("Next play").tap()
    expect(page.locator('[data-place="table"] .card')).to_have_count(2)
    lies(page, "table", "9 J")
    page.goto(f"{REFEREE}?table=5&played=5S")
    page.get_by_text("What suit is the 5 on the table?").locator("..").get_by_label("spades").tap()
    expect(verdict(page)).to_contain_text("Double sweep")


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


def test_a_late_answer_leaves_no_verdict_beside_another_table(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=A+2+6&played=8")
    held = holding(page, "**/ruling?**")
    tap(page, "Table", "9")
    expect(page.locator("#ruling")).to_have_class("stale")
    next_of(page, held).continue_()
    expect(page.locator("#ruling")).not_to_have_class("stale")
    lies(page, "table", "A 2 6 9")


def test_the_place_of_the_played_card_can_be_tapped(open_page: Open) -> None:
    page = open_page(REFEREE)
    tap(page, "9", "7")
    expect(page.locator("#ruling")).to_contain_text("Tap “Played”, then the card.")
    page.get_by_role("button", name="The card that was played").tap()
    tap(page, "9")
    expect(verdict(page)).to_have_text("The 9 must take one card")


def test_a_page_loaded_again_goes_on(open_page: Open) -> None:
    """Undo and the place of the next card are still there."""
    page = open_page(REFEREE)
    tap(page, "9", "7", "Hand", "king")
    expect(page).to_have_url(re.compile("hand=K"))
    page.reload()
    expect(page.locator('[data-place-key="hand"]')).to_have_attribute("aria-pressed", "true")
    tap(page, "Undo", "Undo")
    expect(page.locator("#felt .card")).to_have_text(["9"])


def test_on_its_side_the_verdict_stays_in_sight(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=A+2+6+7+8+9+J&played=8H", screen="sideways")
    for part in (verdict(page), page.locator("#felt"), page.locator("#pad .suits")):
        expect(part).to_be_in_viewport(ratio=1)


def test_quick_taps_lose_nothing(open_page: Open) -> None:
    page = open_page(REFEREE)
    page.evaluate(
        """() => { for (const rank of ["A", "2", "6", "7", "8", "9", "J"])
             document.querySelector(`[data-rank="${rank}"]`).click(); }"""
    )
    expect(page.locator('[data-place="table"] .card')).to_have_count(7)
    lies(page, "table", "A 2 6 7 8 9 J")


TAPPED_TOO_SOON = [
    # links and keys, at once: the table and played card that must come of it
    ("Next play, K", "A J", "K"),
    ("Clear, K", "K", ""),
    ("Remove: ace, K", "2 6 J K", "8"),
    ("K, Remove: ace", "2 6 J K", "8"),
    ("K, Remove: ace, Remove: two", "6 J K", "8"),
    ("K, Remove: ace, Remove: ace", "2 6 J K", "8"),
    ("K, Remove: ace, K", "2 6 J K K", "8"),
    ("K, Clear", "", ""),
    ("K, Next play", "A J K", ""),
    ("K, Next play, Q", "A J K", "Q"),
    ("K, New deal, Q, Q", "A J K", "Q"),
    ("Played, 9, Next play", "J", ""),
    ("Played, 9, Next play, Next play", "J", ""),
    ("Played, 9, Next play, Clear, Q", "Q", ""),
]


def test_a_tap_before_the_ruling_has_come(open_page: Open) -> None:
    page = open_page("/")
    for taps, table, played in some(TAPPED_TOO_SOON, every=2, first=1):
        page.goto(f"{REFEREE}?table=A+2+6+J&played=8")
        tap_at_once(page, taps)
        expect(page.locator("#felt"), taps).to_have_attribute("data-table", table)
        expect(page.locator("#felt"), taps).to_have_attribute("data-played", played)
        page.unroute_all(behavior="wait")


def test_a_key_after_a_step_that_waits(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=A+2+6+J&played=8", screen="desktop")
    with page.expect_request(lambda request: "ruling" in request.url):
        page.keyboard.press("9")  # what hears it is here
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 2 6 J 9")
    tap_at_once(page, "K, Next play")
    page.keyboard.press("Q")
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 9 J K")
    expect(page.locator("#felt")).to_have_attribute("data-played", "Q")


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


def test_what_cannot_be_read_is_kept(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=A+2&hand=zz&played=8")
    expect(verdict(page)).to_contain_text("“zz” is not a card")
    tap(page, "Table", "9")
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 2 9")
    assert "hand=zz" in page.url


def test_the_rank_pad_is_large(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=8+9")
    boxes = page.eval_on_selector_all(
        "#pad .ranks :not([data-unfold])",
        "keys => keys.map(key => key.getBoundingClientRect().toJSON())",
    )
    assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes)
    assert len({box["y"] for box in boxes}) == 2
    assert max(box["bottom"] for box in boxes) <= SCREENS["phone"]["viewport"]["height"]
