"""A photo on the referee's page: from the camera to the verdict, and what is corrected by taps."""

import io
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from referee.photo import available
from tests.drawn_photos import drawn_photo

from .conftest import Check, Open
from .pad import lies, tap, verdict
from .taps import button, link

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

REFEREE = "/krypkasino/referee"
CARDS = [("3S", 100, 100), ("5D", 450, 120), ("KC", 800, 500)]
API = "**/api/v1/photo?**"
SLOW = 30_000  # milliseconds: the models are opened for the first photo


def photograph(page: Page, photo: bytes, kind: str = "image/jpeg") -> None:
    file: Any = {"name": "photo", "mimeType": kind, "buffer": photo}
    page.locator("[data-camera]").set_input_files(file)


def said(page: Page) -> Locator:
    return page.locator("[data-status]")


def chip(page: Page, name: str) -> Locator:
    return page.get_by_label("Cards in the photo").get_by_role("button", name=name)


@pytest.fixture
def photographed(open_page: Open) -> Page:
    """The referee's page with a photo of three cards, which were read."""
    page = open_page(REFEREE)
    photograph(page, drawn_photo(CARDS))
    expect(said(page)).to_have_text("3 cards were seen.", timeout=SLOW)
    lies(page, "table", "3♠ 5♦ K♣")
    return page


def test_three_taps_from_the_home_page_to_the_verdict(open_page: Open) -> None:
    page = open_page("/")
    link(page.locator(".panel"), "Settle a dispute").tap()
    loaded = "() => performance.getEntriesByType('resource').map(({ name }) => name).join()"
    page.wait_for_function("document.querySelector('[data-camera]')")
    assert "photo" not in page.evaluate(loaded)  # what shows it comes with the first photo
    photograph(page, drawn_photo(CARDS))
    lies(page, "table", "3♠ 5♦ K♣")
    tap(page, "8")
    expect(verdict(page)).to_have_text("The 8 must take two cards")
    assert "table=3S+5D+KC&played=8" in page.url


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


def test_a_card_of_the_photo_is_the_one_that_was_played(photographed: Page) -> None:
    page = photographed
    chip(page, "king of clubs").tap()
    button(page, "It was played").tap()
    expect(page).to_have_url(re.compile(r"\?table=3S\+5D&played=KC$"))
    expect(chip(page, "king of clubs")).to_have_count(0)


def test_a_photo_that_was_taken_with_the_phone_on_its_side(open_page: Open) -> None:
    """Cards are where they are in the picture as the browser turns it."""
    page = open_page(REFEREE)
    photograph(page, drawn_photo([("3S", 100, 100)], turn=6))
    item = page.locator("[data-seen] li")
    expect(item).to_have_count(1, timeout=SLOW)
    left, top = item.evaluate("({ style }) => [style.left, style.top].map(parseFloat)")
    assert (left, top) == (pytest.approx(100 * 195 / 1200, abs=6), pytest.approx(26, abs=6))


def test_played_and_hand_are_photographed_too(open_page: Open) -> None:
    page = open_page(f"{REFEREE}?table=3+5")
    tap(page, "Hand")
    photograph(page, drawn_photo([("8H", 100, 100), ("2C", 500, 100)]))
    expect(page).to_have_url(re.compile(r"hand=8H\+2C|hand=2C\+8H"), timeout=SLOW)
    tap(page, "Played")
    photograph(page, drawn_photo([("8H", 300, 300)]))
    expect(verdict(page)).to_have_text(
        re.compile("^Sweep: the 8♥. takes the whole table"), timeout=SLOW
    )


def test_cards_over_each_other_are_one_build(open_page: Open) -> None:
    page = open_page("/casino/referee")
    photograph(page, drawn_photo([("7S", 300, 200), ("3D", 380, 260), ("KC", 900, 500)]))
    page.get_by_role("button", name=re.compile("Are 3♦. 7♠. a build")).tap(timeout=SLOW)
    page.get_by_label("If they lie as a build of 10").get_by_role("link", name="yours").tap()
    lies(page, "table", "K♣")
    expect(page.locator(".builds .value")).to_have_text("10")
    expect(chip(page, "seven of spades")).to_be_visible()


def unsure(text: str, sure: float, x: int, *others: str) -> dict[str, Any]:
    return {
        "card": text,
        "sure": sure,
        "x": x,
        "y": 150,
        "corners": [[x - 50, 60]],
        "alternatives": [{"card": other, "sure": 0.2} for other in others],
        "outline": [[x - 60, 50], [x + 60, 50], [x + 60, 250], [x - 60, 250]],
    }


def answering(route: Route, *cards: dict[str, Any]) -> None:
    read = {"cards": cards, "width": 1200, "height": 900, "doubtful": 0, "builds": []}
    route.fulfill(body=json.dumps(read), content_type="application/json")


def test_what_is_unsure_is_asked_for_by_name(open_page: Open, check: Check) -> None:
    page = open_page(REFEREE)
    seen = [unsure("3S", 0.99, 200), unsure("8H", 0.4, 600, "8D", "3H"), unsure("KC", 0.6, 1000)]
    page.route(API, lambda route: answering(route, *seen))
    photograph(page, drawn_photo([]))
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
    tries = []

    def answer(route: Route) -> None:
        tries.append(route)
        if len(tries) < 2:
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")
        else:
            answering(route, unsure("3S", 0.99, 200))

    page.route(API, answer)
    photograph(page, drawn_photo([]))
    expect(said(page)).to_have_text(re.compile("This one is sent again in 1 second"))
    expect(said(page)).to_have_text("One card was seen.")


def test_refusals_are_sentences(open_page: Open) -> None:
    page = open_page(REFEREE, expected=("status of 415",))
    photograph(page, b"GIF89a", "image/gif")
    expect(said(page)).to_have_text("Only JPEG and PNG pictures can be read here.")
    tap(page, "3")
    expect(said(page)).to_be_hidden()
    photograph(page, drawn_photo([]))
    expect(said(page)).to_have_text(re.compile("^No card was seen."), timeout=SLOW)


def test_without_a_network_a_photo_is_sent_when_it_is_back(photographed: Page) -> None:
    page = photographed
    page.context.set_offline(True)
    photograph(page, drawn_photo([("9H", 300, 300)]))
    expect(said(page)).to_have_text(re.compile("^No connection: the photo could not be sent."))
    page.context.set_offline(False)
    expect(said(page)).to_have_text("One card was seen.", timeout=SLOW)


def test_a_large_photo_is_made_lighter_on_the_phone(open_page: Open) -> None:
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    page = open_page(REFEREE)
    sent = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_buffer)
        answering(route, unsure("3S", 0.99, 200))

    page.route(API, answer)
    large = io.BytesIO()
    Image.effect_noise((4000, 3000), 64).convert("RGB").save(large, "JPEG")
    photograph(page, large.getvalue())
    expect(said(page)).to_have_text("One card was seen.")
    (body,) = sent
    assert body is not None
    assert Image.open(io.BytesIO(body)).size == (2400, 1800)


@pytest.mark.parametrize("game", ["krypkasino", "casino"])
def test_without_scripts(open_page: Open, game: str) -> None:
    page = open_page(f"/{game}/referee", java_script_enabled=False)
    page.locator("#played").fill("8")
    file: Any = {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": drawn_photo(CARDS)}
    page.locator("#photo").set_input_files(file)
    page.get_by_role("button", name="Photo: Table").tap()
    expect(page.get_by_text("3 cards were seen.")).to_be_visible(timeout=SLOW)
    expect(page.locator("#table")).to_have_value("3S 5D KC")
    expect(verdict(page)).to_contain_text("8")
