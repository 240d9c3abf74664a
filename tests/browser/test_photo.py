"""Photos on the referee's page and of piles: from the camera to the verdict, or to the sheet, and
what is corrected by taps. Most are answered in place of the model, which takes seconds."""

import io
import json
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from referee.photo import available
from tests.drawn_photos import drawn_photo

from .conftest import Check, Open
from .demo_sessions import Table
from .taps import button, field, lies, link, tap, verdict

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

REFEREE = "/krypkasino/referee"
API = "**/api/v1/photo?**"
SLOW = 30_000  # milliseconds: the models are opened for the first photo
PICTURE = drawn_photo([])


def payload(photo: bytes) -> FilePayload:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}


def photograph(page: Page, photo: bytes = PICTURE) -> None:
    page.locator(".camera [data-camera]").set_input_files(payload(photo))


def said(page: Page) -> Locator:
    return page.locator("[data-status]")


def chip(page: Page, name: str) -> Locator:
    return page.get_by_label("Cards in the photo").get_by_role("button", name=name)


def seen(text: str, x: int, *others: str, sure: float = 0.99) -> dict[str, Any]:
    """Return a card as the API tells of it, and the others that it may be."""
    return {
        "card": text,
        "sure": sure,
        "x": x,
        "y": 150,
        "corners": [[x - 50, 60]],
        "alternatives": [{"card": other, "sure": 0.2} for other in others],
        "outline": [[x - 60, 50], [x + 60, 50], [x + 60, 250], [x - 60, 250]],
    }


def answer(route: Route, *cards: dict[str, Any]) -> None:
    read = {
        "cards": cards,
        "width": 1200,
        "height": 900,
        "doubtful": 0,
        "surplus": [],
        "builds": [],
    }
    route.fulfill(body=json.dumps(read), content_type="application/json")


def reads(page: Page, *cards: dict[str, Any]) -> None:
    """Let every photo from now on be read as these cards."""
    page.route(API, lambda route: answer(route, *cards))


@pytest.fixture
def photographed(open_page: Open) -> Page:
    """Return the referee's page with a photo of three cards, which were read."""
    page = open_page(REFEREE)
    reads(page, seen("3S", 160), seen("5D", 500, "5H", "9D"), seen("KC", 860))
    photograph(page)
    expect(said(page)).to_have_text("3 cards were seen.")
    lies(page, "table", "3♠ 5♦ K♣")
    return page


def test_three_taps_from_the_home_page_to_the_verdict(open_page: Open) -> None:
    page = open_page("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    link(page.locator(".panel"), "Settle a dispute").tap()
    expect(page.locator("#pad")).to_be_visible()  # the scripts of the new page have run
    assert not [one for one in asked if "photo" in one]  # what shows it comes with the first one
    photograph(page, drawn_photo([("3S", 100, 100), ("5D", 450, 120), ("KC", 800, 500)]))
    expect(said(page)).to_have_text("3 cards were seen.", timeout=SLOW)
    lies(page, "table", "3♠ 5♦ K♣")
    tap(page, "8")
    expect(verdict(page)).to_have_text("The 8 must take two cards")


def test_a_card_is_changed_added_and_removed(photographed: Page) -> None:
    page = photographed
    tap(page, "8")
    chip(page, "five of diamonds").tap()
    page.get_by_label("Likely cards").get_by_role("button").nth(1).tap()
    expect(chip(page, "five of diamonds")).to_have_count(0)
    chip(page, "three of spades").tap()
    button(page.get_by_role("dialog"), "hearts").tap()
    button(page, "Done").tap()
    expect(chip(page, "three of hearts")).to_be_visible()
    page.locator("[data-frame]").tap(position={"x": 5, "y": 200})
    for key in ("7", "clubs"):
        button(page.get_by_role("dialog"), key).tap()
    expect(chip(page, "seven of clubs")).to_be_visible()
    expect(said(page)).to_have_text("4 cards were seen.")
    chip(page, "king of clubs").tap()
    button(page, "Remove").tap()
    expect(said(page)).to_have_text("3 cards were seen.")
    expect(page).to_have_url(re.compile(r"table=7C\+3H\+\w+&played=8"))
    for _ in range(4):
        button(page, "Undo").tap()
    lies(page, "table", "3♠ 5♦ K♣")
    for name in ("three of spades", "five of diamonds", "king of clubs"):
        expect(chip(page, name)).to_be_visible()


def test_a_card_that_is_held_down_is_removed(photographed: Page) -> None:
    page = photographed
    box = chip(page, "five of diamonds").bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    expect(said(page)).to_have_text("2 cards were seen.")
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_have_count(0)
    lies(page, "table", "3♠ K♣")


def test_a_photo_that_was_taken_with_the_phone_on_its_side(open_page: Open) -> None:
    """Cards are where they are in the picture as the browser turns it."""
    page = open_page(REFEREE)
    photograph(page, drawn_photo([("3S", 100, 100)], turn=6))
    item = page.locator("[data-seen] li")
    expect(item).to_have_count(1, timeout=SLOW)
    left, top = item.evaluate("({ style }) => [style.left, style.top].map(parseFloat)")
    assert (left, top) == (pytest.approx(100 * 195 / 1200, abs=6), pytest.approx(26, abs=6))


def test_what_is_unsure_is_asked_for_by_name(open_page: Open, check: Check) -> None:
    page = open_page(REFEREE)
    unsure = seen("8H", 600, "8D", "3H", sure=0.4), seen("KC", 1000, sure=0.6)
    reads(page, seen("3S", 200), *unsure)
    photograph(page)
    expect(said(page)).to_have_text("3 cards were seen. 2 are unsure.")
    question = page.locator(".question p").first
    expect(question).to_have_text(re.compile("Is the card at the top 8♥. or 8♦.[?]"))
    check(page, schemes=True)
    button(page.locator("[data-answers]"), "eight of diamonds").tap()
    expect(question).to_have_text(re.compile("Is the card at the top right K♣.[?]"))
    button(page.locator("[data-answers]"), "king of clubs").tap()
    expect(question).to_be_hidden()
    expect(said(page)).to_have_text("3 cards were seen.")
    lies(page, "table", "3♠ 8♦ K♣")
    chip(page, "king of clubs").tap()
    check(page, schemes=True)


def test_a_photo_waits_for_those_of_others(open_page: Open) -> None:
    page = open_page(REFEREE, expected=("status of 503",))
    reads(page, seen("3S", 200))
    busy = {"status": 503, "headers": {"Retry-After": "1"}, "body": "{}"}
    page.route(API, lambda route: route.fulfill(**busy), times=1)
    photograph(page)
    expect(said(page)).to_have_text(re.compile("This one is sent again in 1 second"))
    expect(said(page)).to_have_text("One card was seen.")


def test_without_a_network_a_photo_is_sent_when_it_is_back(photographed: Page) -> None:
    page = photographed
    page.unroute_all()
    page.context.set_offline(True)
    photograph(page)
    expect(said(page)).to_have_text(re.compile("^No connection: the photo could not be sent."))
    reads(page, seen("9H", 300))
    page.context.set_offline(False)
    expect(said(page)).to_have_text("One card was seen.")


def test_a_large_photo_is_made_lighter_on_the_phone(open_page: Open) -> None:
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    page = open_page(REFEREE)
    reads(page, seen("3S", 200))
    large = io.BytesIO()
    Image.new("RGB", (4000, 3000)).save(large, "JPEG")
    with page.expect_request(API) as sent:
        photograph(page, large.getvalue() + bytes(2_000_000))
    expect(said(page)).to_have_text("One card was seen.")
    body = sent.value.post_data_buffer
    assert body is not None
    assert Image.open(io.BytesIO(body)).size == (2400, 1800)


def test_half_a_photo_is_told_as_damaged(open_page: Open) -> None:
    """A browser shows the part of a picture that is there as if it were whole."""
    page = open_page(REFEREE)
    photograph(page, PICTURE[: len(PICTURE) // 2])
    expect(said(page)).to_have_text(
        "This is not a picture, or it is damaged. Take the photo again."
    )


def test_a_photo_that_was_taken_before_is_chosen(open_page: Open) -> None:
    page = open_page(REFEREE)
    reads(page, seen("3S", 200))
    chosen = page.locator("#photo")
    assert (chosen.get_attribute("capture"), chosen.get_attribute("accept")) == (None, "image/*")
    chosen.set_input_files(payload(PICTURE))
    lies(page, "table", "3♠")


def photograph_pile(page: Page, name: str, cards: str) -> Locator:
    """Take a photo of a pile in which these cards are read; the dialog in which it lies."""
    texts = cards.split()
    page.unroute_all()
    reads(page, *(seen(text, 100 + 200 * at) for at, text in enumerate(texts)))
    field(page, f"Photo of the pile of {name}").set_input_files(payload(PICTURE))
    dialog = page.locator("#photo-dialog")
    expect(dialog.get_by_text(f"{len(texts)} cards were seen.")).to_be_visible()
    return dialog


def count(dialog: Locator, label: str) -> None:
    dialog.get_by_role("button", name=label).tap()
    expect(dialog).to_be_hidden()


def test_piles_are_photographed(open_page: Open, server: str, check: Check) -> None:
    """Piles are photographed in two photos each, and a card that another pile has is named."""
    table = Table.begun(server, ["Ann", "Bo"], game="casino")
    page = open_page(table.sheet(), let_in=table.edit_link)
    dialog = photograph_pile(page, "Ann", "10D AS 4C")
    check(page, schemes=True)
    count(dialog, "Count 3 cards")
    expect(field(page, "Ann, Cards")).to_have_value("3")
    count(photograph_pile(page, "Ann", "KS 9H"), "Count with the photos before: 5 cards")
    expect(field(page, "Ann, Cards")).to_have_value("5")
    expect(field(page, "Ann, Spades")).to_have_value("2")
    count(photograph_pile(page, "Bo", "9H QS"), "Count 2 cards")
    named = page.locator("#check").get_by_text(
        "9♥︎ is in the piles of Ann and Bo, and there is only one."
    )
    expect(named).to_be_visible()
    page.locator("#row-1").get_by_text("2 cards from photos").tap()
    page.locator("#row-1").get_by_label("Bo: cards of the pile").fill("8H QS")
    expect(named).to_be_hidden()
